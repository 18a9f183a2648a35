//! One line on standard error for each thing that is wrong.

use cli::visible;
use std::fmt::Display;
use std::io::{Write, stderr};
use std::path::Path;
use std::{env, panic};

/// The longest warning, in bytes: what a pipe that is not full takes in one piece (`PIPE_BUF`).
const LONGEST: usize = 4_096;

/// Prints a warning behind the name under which the program was started, as other tools do:
/// `homework: there is no calibration.txt`. A standard error that is closed, or full because nobody
/// reads it, is ignored.
pub fn warn(what: impl Display) {
    let started_as = env::args_os().next().unwrap_or_default();
    let program = visible::path(Path::new(&started_as).file_stem().unwrap_or_default());
    let text = visible::line(&what.to_string()).into_owned();
    let mut line = format!("{program}: {text}\n").into_bytes();
    if line.len() > LONGEST {
        line.truncate(LONGEST - 1);
        line.push(b'\n');
    }
    if has_room() {
        // In one piece, since other processes may write there as well.
        let _ = stderr().write_all(&line);
    }
}

/// A panic prints one such warning.
pub fn warn_of_panics() {
    panic::set_hook(Box::new(|panic| warn(panic)));
}

/// Can standard error take a warning without making us wait?
#[cfg(unix)]
fn has_room() -> bool {
    use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
    use std::os::fd::AsFd;

    let stderr = stderr();
    let mut asked = [PollFd::new(stderr.as_fd(), PollFlags::POLLOUT)];
    let answered = poll(&mut asked, PollTimeout::ZERO);
    answered.is_ok() && asked[0].revents().is_some_and(|found| found.contains(PollFlags::POLLOUT))
}

/// Elsewhere the standard error of a process is a file or a console.
#[cfg(not(unix))]
const fn has_room() -> bool {
    true
}
