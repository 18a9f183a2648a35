//! The journal of a match: one line of JSON for each finished game, appended and flushed, never
//! changed. It is the only truth; tables, game files and statistics are derived from it.
//!
//! A process that is killed while it writes leaves at most one unfinished last line. Opening the
//! journal cuts it off: that game was not finished, and will be played again.

use crate::referee::record::{GameRecord, VERSION};
use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
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
    records: BTreeMap<u32, GameRecord>,
}

impl Journal {
    /// Opens the journal, or begins one, and reads what it holds. Of two records of one game the
    /// first counts.
    ///
    /// # Errors
    /// The file cannot be read or written, or a whole line in it is no record.
    pub fn open(path: &Path) -> Result<Self, JournalError> {
        let system = |source| JournalError::System { path: path.to_path_buf(), source };
        let mut options = OpenOptions::new();
        let mut file = options.read(true).append(true).create(true).open(path).map_err(system)?;
        let mut text = String::new();
        file.read_to_string(&mut text).map_err(system)?;
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        file.set_len(whole as u64).map_err(system)?;
        file.seek(SeekFrom::End(0)).map_err(system)?;
        let mut records = BTreeMap::new();
        for (index, line) in text[..whole].lines().enumerate() {
            let record = read_line(path, index + 1, line)?;
            records.entry(record.id).or_insert(record);
        }
        Ok(Journal { path: path.to_path_buf(), file, records })
    }

    /// Appends a finished game; when this returns, a kill cannot lose it.
    ///
    /// # Errors
    /// The line cannot be written.
    pub fn append(&mut self, record: GameRecord) -> Result<(), JournalError> {
        let path = || self.path.clone();
        let mut line = serde_json::to_string(&record).map_err(|source| JournalError::Line {
            path: path(),
            line: 0,
            source,
        })?;
        line.push('\n');
        let written = self.file.write_all(line.as_bytes()).and_then(|()| self.file.flush());
        written.map_err(|source| JournalError::System { path: path(), source })?;
        self.records.entry(record.id).or_insert(record);
        Ok(())
    }

    /// Is this game finished?
    pub fn has(&self, id: u32) -> bool {
        self.records.contains_key(&id)
    }

    /// The finished games in the order of their numbers.
    pub fn records(&self) -> impl Iterator<Item = &GameRecord> {
        self.records.values()
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
    use crate::referee::ending::{Breach, Ending};
    use crate::referee::record::tests::random_record;
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
        let again = Journal::open(&path).expect("our own journal");
        assert!(again.records().eq(&records));
        assert!(again.has(4) && !again.has(5));
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
        let whole = fs::read(&path).expect("read");
        for end in (0..=whole.len()).step_by(7) {
            fs::write(&path, &whole[..end]).expect("cut");
            let finished = whole[..end].iter().filter(|&&byte| byte == b'\n').count();
            let mut journal = Journal::open(&path).expect("a cut journal");
            assert_eq!(journal.records().count(), finished, "cut at {end}");
            for record in records.iter().filter(|record| !(0..finished as u32).contains(&record.id))
            {
                journal.append(record.clone()).expect("written");
            }
            assert!(Journal::open(&path).expect("mended").records().eq(&records));
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
