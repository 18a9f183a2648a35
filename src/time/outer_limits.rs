//! What ends a search besides its budget: a signal, the kernel's limit of CPU time, the wall clock.
//!
//! Who ends the process from outside takes away the move that the search has found. So the search
//! ends first, and its move is written.

use crate::time::system::{LONGEST_TICK, cpu_limit, ticked_cpu_time};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The kernel's limit is kept with a margin of this many of its ticks: for those that it charges to
/// us while another process runs, and for what follows the search.
const MARGIN_TICKS: u32 = 5;
/// A search ends after this many times its hard limit of CPU time, and a second, have passed: a
/// machine that gives us half a core never comes so far.
const LONGEST_WALL: f64 = 2.5;
const WALL_MARGIN: Duration = Duration::from_secs(1);

/// Limits that others have set. By default there are none.
#[derive(Clone, Debug, Default)]
pub struct OuterLimits {
    /// True once a signal has requested the end of the process.
    stop: Arc<AtomicBool>,
    /// The search ends when the kernel's clock shows this.
    kernel: Option<Duration>,
}

impl OuterLimits {
    /// The limits of this process; a signal sets `stop`.
    pub fn of_process(stop: Arc<AtomicBool>) -> Self {
        let kernel = cpu_limit().map(|limit| limit.saturating_sub(LONGEST_TICK * MARGIN_TICKS));
        OuterLimits { stop, kernel }
    }

    /// Must the search end now, whatever the budget allows?
    pub(super) fn are_reached(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
            || self.kernel.is_some_and(|limit| ticked_cpu_time().is_some_and(|now| now >= limit))
    }
}

/// The wall time after which a search with this hard limit of CPU time ends: 2.5 x hard + 1 s.
pub(super) fn longest_wall_time(hard: Duration) -> Duration {
    Duration::try_from_secs_f64(hard.as_secs_f64() * LONGEST_WALL)
        .unwrap_or(Duration::MAX)
        .saturating_add(WALL_MARGIN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signal_and_the_kernels_limit_end_a_search() {
        let stop = Arc::new(AtomicBool::new(false));
        let limits = OuterLimits::of_process(Arc::clone(&stop));
        assert!(!limits.are_reached());
        stop.store(true, Ordering::Relaxed);
        assert!(limits.are_reached());
        let passed = OuterLimits { kernel: Some(Duration::ZERO), ..OuterLimits::default() };
        assert_eq!(passed.are_reached(), cfg!(target_os = "linux"));
        let far = OuterLimits { kernel: Some(Duration::MAX), ..OuterLimits::default() };
        assert!(!far.are_reached());
    }

    #[test]
    fn half_a_core_is_enough() {
        for hard in [Duration::ZERO, Duration::from_millis(5), Duration::from_secs(300)] {
            assert!(longest_wall_time(hard) > hard * 2);
        }
        assert_eq!(longest_wall_time(Duration::MAX), Duration::MAX);
    }
}
