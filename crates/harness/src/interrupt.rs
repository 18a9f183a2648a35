//! Ctrl-C: stop at once, and leave no program running.
//!
//! The programs run in process groups of their own, so the terminal's signals do not reach them.
//! The signal handler only stores the signal's number; the thread that waits for a program looks
//! at it and stops waiting, which kills the program.

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag::register_usize;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

#[cfg(unix)]
const SIGNALS: [i32; 3] = [SIGINT, SIGTERM, signal_hook::consts::SIGHUP];
#[cfg(windows)]
const SIGNALS: [i32; 2] = [SIGINT, SIGTERM];

/// The signal by which the user has requested an end, if any. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct SignalFlag(Arc<AtomicUsize>);

impl SignalFlag {
    /// From now on a signal that asks for an end is noted here and does not end the process.
    pub fn on_signals() -> Self {
        let interrupt = SignalFlag::default();
        for signal in SIGNALS {
            // If the system refuses a handler, the signal ends the harness as it ends any program.
            let _ =
                register_usize(signal, Arc::clone(&interrupt.0), signal.unsigned_abs() as usize);
        }
        interrupt
    }

    /// Asks for an end, as a signal of this number does.
    #[cfg(test)]
    pub fn set(&self, signal: usize) {
        self.0.store(signal, Ordering::SeqCst);
    }

    pub fn is_set(&self) -> bool {
        self.signal().is_some()
    }

    pub fn signal(&self) -> Option<usize> {
        Some(self.0.load(Ordering::SeqCst)).filter(|&signal| signal != 0)
    }
}
