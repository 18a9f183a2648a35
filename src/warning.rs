//! One line on standard error for each thing that is wrong.

use cli::visible;
use std::fmt::Display;
use std::io::{Write, stderr};
use std::path::Path;
use std::{env, panic};

/// The longest warning, in bytes: what a pipe that is not full takes in one piece (`PIPE_BUF`, by
/// POSIX at least this).
const LONGEST: usize = 512;

/// Prints a warning behind the name under which the program was started, as other tools do:
/// `homework: there is no calibration.txt`.
pub fn warn(what: impl Display) {
    let started_as = env::args_os().next().unwrap_or_default();
    let program = visible::path(Path::new(&started_as).file_stem().unwrap_or_default());
    let mut line = format!("{program}: {}", visible::line(&what.to_string()));
    let mut end = line.len().min(LONGEST - 1);
    while !line.is_char_boundary(end) {
        end -= 1;
    }
    line.truncate(end);
    // In one piece, since other processes may write there as well.
    write_at_once(&mut stderr(), format!("{line}\n").as_bytes());
}

/// A panic prints one such warning.
pub fn warn_of_panics() {
    panic::set_hook(Box::new(|panic| warn(panic)));
}

/// Writes to a stream that takes it without making us wait. One that is closed, or full because
/// it has no reader, is ignored.
#[cfg(unix)]
pub fn write_at_once(stream: &mut (impl Write + std::os::fd::AsFd), bytes: &[u8]) {
    use nix::poll::{PollFd, PollFlags, PollTimeout, poll};

    let mut asked = [PollFd::new(stream.as_fd(), PollFlags::POLLOUT)];
    let answered = poll(&mut asked, PollTimeout::ZERO);
    let found = asked[0].revents().unwrap_or(PollFlags::empty());
    if answered.is_ok() && found.contains(PollFlags::POLLOUT) {
        let _ = stream.write_all(bytes);
    }
}

/// Elsewhere the streams of a process are files or a console.
#[cfg(not(unix))]
pub fn write_at_once(stream: &mut impl Write, bytes: &[u8]) {
    let _ = stream.write_all(bytes);
}
