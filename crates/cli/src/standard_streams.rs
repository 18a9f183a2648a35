//! Standard streams that do not wait.
//!
//! `O_NONBLOCK` belongs to a stream, not to a process: a parent or a neighbor at the same terminal
//! may have set it, as programs with an event loop do. Reading what is not there yet, or writing
//! into a full pipe, would then be an error.

/// Makes the standard streams wait until they are ready. Call it before the first use.
#[cfg(unix)]
pub fn make_them_wait() {
    use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
    use std::io::{stderr, stdin, stdout};
    use std::os::fd::AsFd;
    let (input, output, errors) = (stdin(), stdout(), stderr());
    for stream in [input.as_fd(), output.as_fd(), errors.as_fd()] {
        // A stream that is closed has no flags.
        let flags = fcntl_getfl(stream).ok().filter(|flags| flags.contains(OFlags::NONBLOCK));
        let _ = flags.map(|flags| fcntl_setfl(stream, flags - OFlags::NONBLOCK));
    }
}

/// There is no such flag on this system.
#[cfg(not(unix))]
pub const fn make_them_wait() {}
