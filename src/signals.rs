//! Signals that ask the process to end with its work undone.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// A flag that is set by each signal that asks the process to end. A second one ends it, but for
/// SIGXCPU, which the kernel repeats each second.
#[cfg(unix)]
pub fn stop_flag() -> Arc<AtomicBool> {
    use signal_hook::consts::{SIGALRM, SIGHUP, SIGINT, SIGTERM, SIGXCPU};
    use signal_hook::flag;

    let stop = Arc::new(AtomicBool::new(false));
    for signal in [SIGALRM, SIGHUP, SIGINT, SIGTERM] {
        // The handlers of a signal run in the order of their registration.
        let _ = flag::register_conditional_default(signal, Arc::clone(&stop));
        let _ = flag::register(signal, Arc::clone(&stop));
    }
    let _ = flag::register(SIGXCPU, Arc::clone(&stop));
    stop
}

/// A flag that is never set: other systems end a process without a question.
#[cfg(not(unix))]
pub fn stop_flag() -> Arc<AtomicBool> {
    Arc::default()
}
