//! Whether somebody still reads standard output. A program that waits for an answer and is killed
//! must not leave a search behind.

/// False if standard output is a pipe or a socket whose other end is closed.
#[cfg(unix)]
pub fn has_reader() -> bool {
    use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
    use std::os::fd::AsFd;

    let output = std::io::stdout();
    let mut polled = [PollFd::new(output.as_fd(), PollFlags::empty())];
    let closed = PollFlags::POLLERR | PollFlags::POLLHUP | PollFlags::POLLNVAL;
    match poll(&mut polled, PollTimeout::ZERO) {
        Ok(_) => !polled[0].revents().is_some_and(|events| events.intersects(closed)),
        // Who cannot be asked is taken for there.
        Err(_) => true,
    }
}

/// Other systems do not tell before something is written.
#[cfg(not(unix))]
pub const fn has_reader() -> bool {
    true
}
