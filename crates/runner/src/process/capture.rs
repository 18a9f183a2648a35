//! The output of an agent, in two files of its directory, each of limited size. That of a program
//! which lives as long as a game is a pipe instead, and another one is its input.
//!
//! Files instead of pipes: a pipe that is not read would block the agent, and reading it would cost
//! wall time in every move. While the agent runs, the limit for any file holds. Afterward both are
//! cut off through the referee's own handles, whatever the agent has put in their place.

use crate::agent_dir::{STDERR_FILE, STDOUT_FILE};
use crate::error::RunnerError;
use crate::folder::files;
use crate::process::spec::RunSpec;
use std::fs::File;
use std::path::Path;

/// Bytes that are kept of each.
const LIMIT: u64 = 64 << 10;

/// The files for output and errors; no file for the output where that is a pipe.
#[derive(Debug)]
pub(crate) struct Capture {
    stdout: Option<File>,
    stderr: File,
}

impl Capture {
    /// New files in the directory of the run, in place of whatever is there.
    pub(crate) fn open(spec: &RunSpec) -> Result<Self, RunnerError> {
        let has_pipe = spec.turn_clock.is_some();
        let stdout = if has_pipe { None } else { Some(create(&spec.dir, STDOUT_FILE)?) };
        Ok(Capture { stdout, stderr: create(&spec.dir, STDERR_FILE)? })
    }

    pub(crate) fn trim(self) {
        for file in self.stdout.into_iter().chain([self.stderr]) {
            if file.metadata().is_ok_and(|metadata| metadata.len() > LIMIT) {
                // A failure only wastes space.
                let _ = file.set_len(LIMIT);
            }
        }
    }
}

fn create(dir: &Path, name: &str) -> Result<File, RunnerError> {
    let path = dir.join(name);
    files::create(&path).map_err(|source| RunnerError::Capture { path, source })
}
