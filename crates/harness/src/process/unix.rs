//! Linux and macOS: a process group for each program.

use crate::process::exit::ProcessExit;
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};
use std::io;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command};

/// The process will be the leader of a new group.
pub fn set_own_group(command: &mut Command) {
    command.process_group(0);
}

/// Its end, if it has ended. It stays a zombie, so that no other process can get its number before
/// its group is killed.
pub fn exit(child: &mut Child) -> io::Result<Option<ProcessExit>> {
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    let status = waitid(WaitId::Pid(Pid::from_child(child)), options)?;
    Ok(status.and_then(|status| {
        let code = status.exit_status().map(ProcessExit::Code);
        code.or_else(|| status.terminating_signal().map(ProcessExit::Signal))
    }))
}

pub fn kill_group(child: &Child) {
    // An error means that none is left.
    let _ = kill_process_group(Pid::from_child(child), Signal::KILL);
}
