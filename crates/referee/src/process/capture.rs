//! What an agent prints, in two files of its folder, each capped.
//!
//! Files and not pipes: a pipe that nobody empties would block the agent, and emptying it would
//! cost wall time in every move. While the agent runs, the limit for any file holds; afterward
//! they are cut to what is worth keeping, through our own handles, whatever the agent has put
//! under their names.

use crate::files;
use crate::home::{STDERR_FILE, STDOUT_FILE};
use crate::process::order::LaunchError;
use std::fs::File;
use std::io;
use std::path::Path;
use std::process::{Command, Stdio};

/// What is kept of each.
const CAP: u64 = 64 << 10;

/// The two files.
#[derive(Debug)]
pub(super) struct Capture([File; 2]);

impl Capture {
    /// Two new files in `dir`, in place of whatever is there.
    pub(super) fn open(dir: &Path) -> Result<Self, LaunchError> {
        let create = |name: &str| {
            let path = dir.join(name);
            files::create(&path).map_err(|source| LaunchError::Capture { path, source })
        };
        Ok(Capture([create(STDOUT_FILE)?, create(STDERR_FILE)?]))
    }

    /// Lets the command print there, and read nothing.
    pub(super) fn connect(&self, command: &mut Command) -> io::Result<()> {
        let [stdout, stderr] = &self.0;
        command.stdin(Stdio::null()).stdout(stdout.try_clone()?).stderr(stderr.try_clone()?);
        Ok(())
    }

    /// Cuts both.
    pub(super) fn trim(self) {
        for file in self.0 {
            if file.metadata().is_ok_and(|about| about.len() > CAP) {
                // It would be a waste of space, nothing else.
                let _ = file.set_len(CAP);
            }
        }
    }
}
