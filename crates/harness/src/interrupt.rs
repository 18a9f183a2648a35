//! Ctrl-C: stop at once, and leave no program running.
//!
//! The programs run in process groups of their own, so the terminal's signals do not reach them: the
//! harness takes the signals and kills the groups. The signals are blocked in every thread, and one
//! thread waits for them, which needs no signal handler. Only while a program is being started does
//! its thread take signals the usual way, for a program inherits what is blocked.

use nix::sys::signal::{SigSet, Signal};
use std::sync::Arc;
use std::sync::atomic::{AtomicI32, Ordering};
use std::thread;

/// Whether, and by which signal, the user has asked for an end. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicI32>);

impl Stop {
    /// Asks for an end.
    pub fn set(&self, signal: i32) {
        self.0.store(signal, Ordering::Relaxed);
    }

    /// Whether an end was asked for.
    pub fn is_set(&self) -> bool {
        self.signal().is_some()
    }

    /// The signal that asked.
    pub fn signal(&self) -> Option<i32> {
        Some(self.0.load(Ordering::Relaxed)).filter(|&signal| signal != 0)
    }
}

fn signals() -> SigSet {
    [Signal::SIGINT, Signal::SIGTERM, Signal::SIGHUP].into_iter().collect()
}

/// Waits, from now on, for the signals that ask for an end. To be called before other threads exist.
pub fn watch() -> Stop {
    let stop = Stop::default();
    let told = stop.clone();
    // If either fails, signals end the harness as they end any program.
    if signals().thread_block().is_ok() {
        let listener = thread::Builder::new().name("signals".to_string());
        let wait = move || {
            if let Ok(signal) = signals().wait() {
                told.set(signal as i32);
            }
        };
        if listener.spawn(wait).is_err() {
            let _ = signals().thread_unblock();
        }
    }
    stop
}

/// Does something while this thread takes signals the usual way.
pub fn with_usual_signals<T>(act: impl FnOnce() -> T) -> T {
    let blocked = SigSet::thread_get_mask();
    let _ = signals().thread_unblock();
    let answer = act();
    if let Ok(mask) = blocked {
        let _ = mask.thread_set_mask();
    }
    answer
}
