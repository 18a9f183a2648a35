//! Linux: new processes by the system call itself.
//!
//! The C library's `fork` takes the locks of its memory and its files. In a process that was itself
//! forked from a program with threads, a thread that is not there any more may hold them for ever.

use nix::unistd::Pid;
use std::ffi::c_void;
use std::io;

/// Room for what a process does before it becomes a program: the C library puts the paths that it
/// searches there.
const STACK_BYTES: usize = 256 << 10;

/// What a process does before it becomes a program. Returning ends the process.
pub(crate) trait BeforeExec {
    /// Takes no lock and allocates no memory.
    fn run(&mut self);
}

/// The stack of a process that has not become a program yet.
#[derive(Debug)]
pub(crate) struct StartStack(Box<[u128]>);

impl StartStack {
    pub(crate) fn new() -> Self {
        StartStack(vec![0; STACK_BYTES / size_of::<u128>()].into())
    }

    /// Starts a process that runs `before` in the memory of this one, which stands still until
    /// the other ends or becomes a program: no page has to be copied for it. What it has changed
    /// there is seen here.
    ///
    /// # Safety
    /// This process has no other threads. [`BeforeExec::run`] ends no life of a value that is used
    /// here.
    pub(crate) unsafe fn start<T: BeforeExec>(&mut self, before: &mut T) -> io::Result<Pid> {
        extern "C" fn run<T: BeforeExec>(before: *mut c_void) -> libc::c_int {
            // SAFETY: it is the reference below, and its owner stands still.
            unsafe { &mut *before.cast::<T>() }.run();
            0
        }
        let flags = libc::CLONE_VM | libc::CLONE_VFORK | libc::SIGCHLD;
        let top = self.0.as_mut_ptr_range().end;
        // SAFETY: the stack lives, is aligned as an u128 is, and grows down from its end.
        match unsafe { libc::clone(run::<T>, top.cast(), flags, (&raw mut *before).cast()) } {
            -1 => Err(io::Error::last_os_error()),
            pid => Ok(Pid::from_raw(pid)),
        }
    }
}

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
