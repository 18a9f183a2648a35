//! While a file that may be executed is being written, no process is started.
//!
//! A new process holds what other threads have open until it has closed what it inherited, and the
//! system refuses to execute a file that is open for writing: "Text file busy". So an agent whose
//! helper was just copied would fail because another game begins.

use std::sync::{PoisonError, RwLock};

/// Those who write files share it; a start takes it alone.
static STARTS: RwLock<()> = RwLock::new(());

/// Writes a file that may be executed: `write` opens and closes it.
pub fn writing<R>(write: impl FnOnce() -> R) -> R {
    let _no_starts = STARTS.read().unwrap_or_else(PoisonError::into_inner);
    write()
}

/// Starts a process. `start` must not return before the new process has closed what it inherited,
/// by itself or by executing a program.
pub fn starting<R>(start: impl FnOnce() -> R) -> R {
    let _no_writers = STARTS.write().unwrap_or_else(PoisonError::into_inner);
    start()
}
