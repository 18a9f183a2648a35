//! The journal of a match: a file with one line of JSON for each finished game ([`RecordedGame`]).
//!
//! Lines are appended and never changed; tables, game files and statistics are derived from them. A
//! process that is killed while it writes leaves at most one unfinished last line. Opening the
//! journal cuts that off, and the game will be played again.

use crate::record::recorded_game::{RecordedGame, VERSION};
use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why a journal cannot be used.
#[derive(Debug, Error)]
pub enum JournalError {
    /// The system refuses.
    #[error("{}: {source}", path.display())]
    System {
        /// The journal.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// There is no such file.
    #[error("there is no journal {}; name the folder of a match, or its journal.jsonl", path.display())]
    Missing {
        /// Where it was looked for.
        path: PathBuf,
    },
    /// Another referee is playing this match.
    #[error("{} is in use by another referee; wait for it, or choose another --out", path.display())]
    InUse {
        /// The journal.
        path: PathBuf,
    },
    /// A line is not a record.
    #[error("{}, line {line}: {source}; move the file away to start a new match", path.display())]
    Line {
        /// The journal.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// The cause.
        source: serde_json::Error,
    },
    /// A record of another version.
    #[error("{}, line {line}: version {found}; this program reads version {VERSION}", path.display())]
    Version {
        /// The journal.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// The version read.
        found: u32,
    },
}

/// An open journal.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
    /// Bytes in finished lines.
    length: u64,
    records: Records,
}

/// The finished games of a journal in the order of their numbers.
pub type Records = BTreeMap<u32, RecordedGame>;

/// Reads a journal without changing it, also while another process writes to it.
///
/// # Errors
/// The file cannot be read, or a finished line is not a record of this version.
pub fn read(path: &Path) -> Result<Records, JournalError> {
    let system = |source| JournalError::System { path: path.to_path_buf(), source };
    let text = fs::read_to_string(path).map_err(|source| match source.kind() {
        io::ErrorKind::NotFound => JournalError::Missing { path: path.to_path_buf() },
        _ => system(source),
    })?;
    Ok(parse(path, &text)?.1)
}

/// Adds a record; of two records of one game the first counts, unless it is void.
pub(super) fn add(records: &mut Records, record: RecordedGame) {
    if records.get(&record.id).is_none_or(RecordedGame::is_void) {
        records.insert(record.id, record);
    }
}

/// The number of bytes in finished lines, and the records in them.
fn parse(path: &Path, text: &str) -> Result<(u64, Records), JournalError> {
    let whole = text.rfind('\n').map_or(0, |end| end + 1);
    let mut records = BTreeMap::new();
    for (index, line) in text[..whole].lines().enumerate() {
        let record = read_line(path, index + 1, line)?;
        add(&mut records, record);
    }
    Ok((whole as u64, records))
}

impl Journal {
    /// Opens the journal, or begins one, and reads what it holds. No other process can open it
    /// until this value is dropped.
    ///
    /// # Errors
    /// The file cannot be read or written, another process has it open, or a finished line is not a
    /// record of this version.
    pub fn open(path: &Path) -> Result<Self, JournalError> {
        let system = |source| JournalError::System { path: path.to_path_buf(), source };
        let mut options = OpenOptions::new();
        let mut file = options.read(true).append(true).create(true).open(path).map_err(system)?;
        file.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => JournalError::InUse { path: path.to_path_buf() },
            TryLockError::Error(source) => system(source),
        })?;
        let mut text = String::new();
        file.read_to_string(&mut text).map_err(system)?;
        let (length, records) = parse(path, &text)?;
        file.set_len(length).map_err(system)?;
        Ok(Journal { path: path.to_path_buf(), file, length, records })
    }

    /// Appends a finished game. When this returns, killing the process does not lose it.
    ///
    /// # Errors
    /// The line cannot be written; the journal is then as it was.
    pub fn append(&mut self, record: RecordedGame) -> Result<(), JournalError> {
        let path = || self.path.clone();
        let mut line = serde_json::to_string(&record).map_err(|source| JournalError::Line {
            path: path(),
            line: self.records.len() + 1,
            source,
        })?;
        line.push('\n');
        if let Err(source) = self.file.write_all(line.as_bytes()) {
            // A full disk may have taken part of the line; the next one must not continue it.
            let _ = self.file.set_len(self.length);
            return Err(JournalError::System { path: path(), source });
        }
        self.length += line.len() as u64;
        add(&mut self.records, record);
        Ok(())
    }

    /// Whether this game is finished. A void one is not: it may be played again.
    pub fn has(&self, id: u32) -> bool {
        self.records.get(&id).is_some_and(|record| !record.is_void())
    }

    /// The finished games.
    pub const fn records(&self) -> &Records {
        &self.records
    }
}

pub(super) fn read_line(
    path: &Path,
    line: usize,
    text: &str,
) -> Result<RecordedGame, JournalError> {
    let path = || path.to_path_buf();
    let record: RecordedGame = serde_json::from_str(text).map_err(|source| JournalError::Line {
        path: path(),
        line,
        source,
    })?;
    if record.version != VERSION {
        return Err(JournalError::Version { path: path(), line, found: record.version });
    }
    Ok(record)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Ending, RuleViolation};
    use crate::record::random::random_record;
    use std::fs;

    #[test]
    fn records_are_read_back_as_appended_whatever_the_ending() {
        let dir = tempfile::tempdir().expect("a folder");
        let path = dir.path().join("journal.jsonl");
        let endings = [
            Ending::NoPieces,
            Ending::Illegal(RuleViolation::MissedJump),
            Ending::ExitCode(3),
            Ending::Signal(11),
            Ending::RefereeFault,
        ];
        let records: Vec<_> = (0..5).map(|n| random_record(n, endings[n as usize])).collect();
        let mut journal = Journal::open(&path).expect("a new journal");
        for record in &records {
            journal.append(record.clone()).expect("written");
        }
        assert!(matches!(Journal::open(&path), Err(JournalError::InUse { .. })), "one at a time");
        assert!(read(&path).expect("reading is allowed").values().eq(&records));
        drop(journal);
        let again = Journal::open(&path).expect("our own journal");
        assert!(again.records().values().eq(&records));
        assert!(again.has(3) && !again.has(5));
        assert!(!again.has(4), "a game that does not count is played again");
    }

    /// Cut anywhere, the journal holds the games whose lines were finished, and goes on from there.
    #[test]
    fn a_kill_while_writing_loses_no_finished_game_and_doubles_none() {
        let dir = tempfile::tempdir().expect("a folder");
        let path = dir.path().join("journal.jsonl");
        let records: Vec<_> = (0..3).map(|n| random_record(n, Ending::NoMoves)).collect();
        let mut journal = Journal::open(&path).expect("a new journal");
        for record in &records {
            journal.append(record.clone()).expect("written");
        }
        drop(journal);
        let whole = fs::read(&path).expect("read");
        for end in (0..=whole.len()).step_by(7) {
            fs::write(&path, &whole[..end]).expect("cut");
            let finished = whole[..end].iter().filter(|&&byte| byte == b'\n').count();
            assert_eq!(read(&path).expect("a cut journal").len(), finished, "cut at {end}");
            let mut journal = Journal::open(&path).expect("a cut journal");
            assert_eq!(journal.records().len(), finished, "cut at {end}");
            for record in records.iter().filter(|record| !(0..finished as u32).contains(&record.id))
            {
                journal.append(record.clone()).expect("written");
            }
            assert!(read(&path).expect("complete").values().eq(&records));
        }
    }

    #[test]
    fn a_line_that_is_not_a_record_is_an_error() {
        let dir = tempfile::tempdir().expect("a folder");
        let path = dir.path().join("journal.jsonl");
        fs::write(&path, "{\"version\":1}\n").expect("written");
        let error = Journal::open(&path).expect_err("not a record").to_string();
        assert!(error.contains("journal.jsonl, line 1: missing field"), "{error}");
    }
}
