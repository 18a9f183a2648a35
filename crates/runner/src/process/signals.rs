//! Waiting for signals without a handler.

use nix::sys::signal::{SigSet, Signal};

/// Sleeps until one of these signals arrives. All of them must be blocked.
pub(super) fn wait_for(signals: &[Signal]) -> nix::Result<Signal> {
    signals.iter().copied().collect::<SigSet>().wait()
}
