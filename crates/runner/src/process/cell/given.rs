//! A cell that `bwrap` has started in namespaces: this program once more, with one argument.
//!
//! Its standard input is the channel to the referee, its standard output the agent's directory as
//! the referee sees it. It makes from the order of the referee what other cells find in their
//! memory, and then lives like them.

use crate::process::cell::order::CellOrder;
use crate::process::cell::process::CellProcess;
use crate::sandbox::{CELL_WORD, note_entry};
use nix::unistd::{dup2_stderr, dup2_stdin, dup2_stdout};
use std::convert::Infallible;
use std::env;
use std::fs::File;
use std::io::{self, Write, stderr, stdin, stdout};
use std::os::fd::AsFd;
use std::os::unix::net::UnixStream;
use std::process;

/// Does not return if this process was started as a cell. A program that calls this before anything
/// else can have its agents in the namespaces of `bwrap`.
pub fn become_cell_if_asked() {
    note_entry();
    let mut words = env::args_os().skip(1);
    if words.next().is_some_and(|word| word == CELL_WORD) && words.next().is_none() {
        let Err(error) = live();
        // The referee reads it.
        let _ = writeln!(stderr(), "{CELL_WORD}: {error}");
        process::exit(2);
    }
}

fn live() -> io::Result<Infallible> {
    let mut channel = UnixStream::from(stdin().as_fd().try_clone_to_owned()?);
    channel.peer_addr()?; // a person has no socket there
    let home = stdout().as_fd().try_clone_to_owned()?;
    let Some(order) = CellOrder::receive(&mut channel)? else {
        channel.write_all(&0_i32.to_le_bytes())?;
        process::exit(0);
    };
    let cell = CellProcess::new(&order.spec()?, channel, home).map_err(io::Error::other)?;
    let nothing = File::options().read(true).write(true).open("/dev/null")?;
    dup2_stdin(&nothing)?;
    dup2_stdout(&nothing)?;
    dup2_stderr(&nothing)?;
    cell.live()
}
