//! A launcher that `bwrap` has started in namespaces: this program once more, with one argument.
//!
//! Its standard input is the channel to the referee, its standard output the agent's directory as
//! the referee sees it. It makes from the request of the referee what other launchers find in their
//! memory, and then lives like them.

use crate::process::launcher::process::LauncherProcess;
use crate::process::launcher::request::LaunchRequest;
use crate::sandbox::{LAUNCHER_ARGUMENT, note_entry};
use std::convert::Infallible;
use std::io::{self, Write, stderr, stdin, stdout};
use std::os::fd::AsFd;
use std::os::unix::net::UnixStream;
use std::{env, process};

/// Does not return if this process was started as a launcher. A program that calls this before
/// anything else can have its agents in the namespaces of `bwrap`.
pub fn become_launcher_if_requested() {
    note_entry();
    let mut words = env::args_os().skip(1);
    if words.next().is_some_and(|word| word == LAUNCHER_ARGUMENT) && words.next().is_none() {
        let Err(error) = live();
        // The referee reads it.
        let _ = writeln!(stderr(), "{LAUNCHER_ARGUMENT}: {error}");
        process::exit(2);
    }
}

fn live() -> io::Result<Infallible> {
    let mut channel = UnixStream::from(stdin().as_fd().try_clone_to_owned()?);
    channel.peer_addr()?; // a person has no socket there
    let home = stdout().as_fd().try_clone_to_owned()?;
    let Some(request) = LaunchRequest::receive(&mut channel)? else {
        channel.write_all(&0_i32.to_le_bytes())?;
        process::exit(0);
    };
    let launcher =
        LauncherProcess::new(&request.spec()?, channel, home).map_err(io::Error::other)?;
    launcher.live()
}
