//! The output of an agent, in two files of its directory, each of limited size.
//!
//! Files instead of pipes: a pipe that is not read would block the agent, and reading it would cost
//! wall time in every move. While the agent runs, the limit for any file holds. Afterward both are
//! cut off through the referee's own handles, whatever the agent has put in their place.

use crate::agent::agent_dir::{STDERR_FILE, STDOUT_FILE};
use crate::agent::files;
use crate::agent::process::spec::StartError;
use std::fs::File;
#[cfg(not(target_os = "linux"))]
use std::io;
use std::path::Path;
#[cfg(not(target_os = "linux"))]
use std::process::{Command, Stdio};

/// Bytes that are kept of each.
const LIMIT: u64 = 64 << 10;

/// The two files.
#[derive(Debug)]
pub(super) struct Capture([File; 2]);

impl Capture {
    /// Two new files in `dir`, in place of whatever is there.
    pub(super) fn open(dir: &Path) -> Result<Self, StartError> {
        let create = |name: &str| {
            let path = dir.join(name);
            files::create(&path).map_err(|source| StartError::Capture { path, source })
        };
        Ok(Capture([create(STDOUT_FILE)?, create(STDERR_FILE)?]))
    }

    #[cfg(not(target_os = "linux"))]
    /// Connects the command's output to them, and its input to nothing.
    pub(super) fn connect(&self, command: &mut Command) -> io::Result<()> {
        let [stdout, stderr] = &self.0;
        command.stdin(Stdio::null()).stdout(stdout.try_clone()?).stderr(stderr.try_clone()?);
        Ok(())
    }

    /// Cuts both off.
    pub(super) fn trim(self) {
        for file in self.0 {
            if file.metadata().is_ok_and(|metadata| metadata.len() > LIMIT) {
                // A failure only wastes space.
                let _ = file.set_len(LIMIT);
            }
        }
    }
}
