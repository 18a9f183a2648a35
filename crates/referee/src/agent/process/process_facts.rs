//! What a look at one process tells, on every system.

use std::time::Duration;

/// What a look at one process tells, beside its CPU time.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ProcessFacts {
    /// User and system time of the children that it has waited for.
    pub(super) waited_for: Duration,
    pub(super) threads: u64,
    /// Bytes in memory, those that it shares with others included.
    pub(super) resident: u64,
}
