//! The journal of a match: one line of JSON for each finished game, appended and flushed, never
//! changed. It is the only truth; tables, game files and statistics are derived from it.
//!
//! A process that is killed while it writes leaves at most one unfinished last line. Opening the
//! journal cuts it off: that game was not finished, and will be played again.

use crate::record::{GameRecord, VERSION};
use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why a journal cannot be used.
#[derive(Debug, Error)]
pub enum JournalError {
    /// The system's own words.
    #[error("{}: {source}", path.display())]
    System {
        /// The journal.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// There is none.
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
    /// A line is no record.
    #[error("{}, line {line}: {source}; move the file away to begin anew", path.display())]
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
    /// Bytes of whole lines.
    length: u64,
    records: Records,
}

/// The finished games of a journal in the order of their numbers.
pub type Records = BTreeMap<u32, GameRecord>;

/// Reads a journal without touching it, also while somebody else is writing to it.
///
/// # Errors
/// The file cannot be read, or a whole line in it is no record.
pub fn read(path: &Path) -> Result<Records, JournalError> {
    let system = |source| JournalError::System { path: path.to_path_buf(), source };
    let text = fs::read_to_string(path).map_err(|source| match source.kind() {
        io::ErrorKind::NotFound => JournalError::Missing { path: path.to_path_buf() },
        _ => system(source),
    })?;
    Ok(parse(path, &text)?.1)
}

/// Keeps a record; of two records of one game the first counts, unless that one is void.
fn keep(records: &mut Records, record: GameRecord) {
    if records.get(&record.id).is_none_or(GameRecord::is_void) {
        records.insert(record.id, record);
    }
}

/// The bytes of whole lines and the records in them.
fn parse(path: &Path, text: &str) -> Result<(u64, Records), JournalError> {
    let whole = text.rfind('\n').map_or(0, |end| end + 1);
    let mut records = BTreeMap::new();
    for (index, line) in text[..whole].lines().enumerate() {
        let record = read_line(path, index + 1, line)?;
        keep(&mut records, record);
    }
    Ok((whole as u64, records))
}

impl Journal {
    /// Opens the journal, or begins one, and reads what it holds. Nobody else can open it until
    /// this one is dropped.
    ///
    /// # Errors
    /// The file cannot be read or written, somebody else has it open, or a whole line in it is no
    /// record.
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

    /// Appends a finished game; when this returns, a kill cannot lose it.
    ///
    /// # Errors
    /// The line cannot be written; the journal is then as it was.
    pub fn append(&mut self, record: GameRecord) -> Result<(), JournalError> {
        let path = || self.path.clone();
        let mut line = serde_json::to_string(&record).map_err(|source| JournalError::Line {
            path: path(),
            line: self.records.len() + 1,
            source,
        })?;
        line.push('\n');
        if let Err(source) = self.file.write_all(line.as_bytes()) {
            // A full disk may have taken a part of the line; the next one must not be glued to it.
            let _ = self.file.set_len(self.length);
            return Err(JournalError::System { path: path(), source });
        }
        self.length += line.len() as u64;
        keep(&mut self.records, record);
        Ok(())
    }

    /// Is this game finished? A void one is not: it may be played again.
    pub fn has(&self, id: u32) -> bool {
        self.records.get(&id).is_some_and(|record| !record.is_void())
    }

    /// The finished games.
    pub const fn records(&self) -> &Records {
        &self.records
    }
}

fn read_line(path: &Path, line: usize, text: &str) -> Result<GameRecord, JournalError> {
    let path = || path.to_path_buf();
    let record: GameRecord = serde_json::from_str(text).map_err(|source| JournalError::Line {
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
    use crate::ending::{Breach, Ending};
    use crate::record::tests::random_record;
    use std::fs;

    #[test]
    fn what_is_appended_is_read_back_whatever_the_ending() {
        let dir = tempfile::tempdir().expect("a folder");
        let path = dir.path().join("journal.jsonl");
        let endings = [
            Ending::NoPieces,
            Ending::Illegal(Breach::MissedJump),
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
        assert!(read(&path).expect("looking on is allowed").values().eq(&records));
        drop(journal);
        let again = Journal::open(&path).expect("our own journal");
        assert!(again.records().values().eq(&records));
        assert!(again.has(3) && !again.has(5));
        assert!(!again.has(4), "a game that counts for nobody is played again");
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
            assert!(read(&path).expect("mended").values().eq(&records));
        }
    }

    #[test]
    fn a_line_that_is_no_record_is_told() {
        let dir = tempfile::tempdir().expect("a folder");
        let path = dir.path().join("journal.jsonl");
        fs::write(&path, "{\"version\":1}\n").expect("written");
        let error = Journal::open(&path).expect_err("no record").to_string();
        assert!(error.contains("journal.jsonl, line 1: missing field"), "{error}");
    }
}
