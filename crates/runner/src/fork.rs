//! New processes by the system call itself.
//!
//! The C library's `fork` takes the locks of its memory and its files. In a process that was itself
//! forked from a program with threads, a thread that is not there any more may hold them for ever.

use nix::unistd::Pid;
use std::io;
use std::sync::{PoisonError, RwLock};

/// Forks: the new process gets `None`, the old one its number. `flags` are those of `clone(2)` for
/// namespaces.
///
/// # Safety
/// If this process has, or ever had, other threads, the child must take no lock and allocate no
/// memory, and must end by `_exit` or an exec.
pub(crate) unsafe fn clone_process(flags: libc::c_int) -> io::Result<Option<Pid>> {
    let flags = libc::c_long::from(flags | libc::SIGCHLD);
    // SAFETY: without a stack of its own, the child goes on where this process is, on a copy of
    // its memory. The other arguments are not used with these flags.
    match unsafe { libc::syscall(libc::SYS_clone, flags, 0, 0, 0, 0) } {
        -1 => Err(io::Error::last_os_error()),
        0 => Ok(None),
        pid => Ok(Some(Pid::from_raw(pid as libc::pid_t))),
    }
}

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
