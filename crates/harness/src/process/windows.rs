//! Windows: the process alone. To kill what it has started as well would take a job object, for
//! which the standard library has no call.

use crate::process::exit::ProcessExit;
use std::io;
use std::os::windows::process::CommandExt;
use std::process::{Child, Command};

/// `CREATE_NEW_PROCESS_GROUP` of the Windows API: Ctrl-C does not reach the process.
const NEW_GROUP: u32 = 0x0000_0200;

/// The process will not get the Ctrl-C that is meant for the harness.
pub fn set_own_group(command: &mut Command) {
    command.creation_flags(NEW_GROUP);
}

/// How the process ended, if it has. Until `child` is dropped no other process can get its number.
pub fn exit(child: &mut Child) -> io::Result<Option<ProcessExit>> {
    let status = child.try_wait()?;
    Ok(status.and_then(|status| status.code()).map(ProcessExit::Code))
}

/// There is no group to kill.
pub fn kill_group(_child: &Child) {}
