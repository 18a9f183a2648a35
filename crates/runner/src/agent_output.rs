//! What an agent left as its answer, read with care and up to a limit.

use crate::folder::{FileKind, Found, files};
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// The largest answer that is read, in bytes. A move has under 100.
pub const OUTPUT_LIMIT: u64 = 64 << 10;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AgentOutput {
    Missing,
    Empty,
    NotAFile(FileKind),
    /// More than [`OUTPUT_LIMIT`].
    TooLarge,
    /// A regular file that cannot be opened or read.
    Unreadable,
    /// Its text; bytes that are not UTF-8 have become replacement characters.
    Text(String),
}

impl AgentOutput {
    /// What lies at `path`. Never reads more than [`OUTPUT_LIMIT`].
    ///
    /// # Errors
    /// The machine failed, for which the agent is not to blame.
    pub fn of(path: &Path) -> io::Result<Self> {
        let output = match files::open(path) {
            Found::Missing => Ok(AgentOutput::Missing),
            Found::NotAFile(kind) => Ok(AgentOutput::NotAFile(kind)),
            Found::Unreadable(error) => Err(error),
            Found::Regular(file) => read(file),
        };
        match output {
            Err(error) if files::is_failure_of_machine(&error) => Err(error),
            output => Ok(output.unwrap_or(AgentOutput::Unreadable)),
        }
    }
}

fn read(file: File) -> io::Result<AgentOutput> {
    let mut bytes = Vec::new();
    Ok(match file.take(OUTPUT_LIMIT + 1).read_to_end(&mut bytes)? {
        0 => AgentOutput::Empty,
        length if length as u64 > OUTPUT_LIMIT => AgentOutput::TooLarge,
        _ => AgentOutput::Text(String::from_utf8_lossy(&bytes).into_owned()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_disk_cannot_return_is_no_answer() {
        // Its first bytes are no memory, and reading them fails as that of a bad disk does.
        let error = AgentOutput::of(Path::new("/proc/self/mem")).expect_err("no answer");
        assert!(files::is_failure_of_machine(&error), "{error}");
    }
}
