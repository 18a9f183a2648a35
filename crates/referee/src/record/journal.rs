//! The journal of a match: a file with one line of JSON for each finished game ([`RecordedGame`]).
//!
//! Lines are appended and never changed; tables, game files and statistics are derived from them. A
//! process that is killed while it writes leaves at most one unfinished last line. Opening the
//! journal cuts that off, and the game will be played again.
//!
//! A lock keeps a second referee away. On a shared folder without locks it is the caller who gives
//! each referee a journal of its own.

use crate::record::game_result::{GameResult, Results, Texts};
use crate::record::journal_error::JournalError;
use crate::record::journal_line;
use crate::record::journal_scan::scan_sharing;
use crate::record::recorded_game::RecordedGame;
use crate::record::stored_game::StoredGame;
use std::collections::BTreeMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::Write;
use std::path::{Path, PathBuf};

/// An open journal.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
    /// Bytes in finished lines.
    length: u64,
    results: Results,
    texts: Texts,
}

/// The finished games of a journal, with their moves, in the order of their numbers.
pub type Records = BTreeMap<u32, RecordedGame>;

/// Reads a journal with all moves, without changing it, also while another process writes to it.
/// Evidence is named by paths from here.
///
/// # Errors
/// The file cannot be read, or a finished line is no record.
pub fn read(path: &Path) -> Result<Records, JournalError> {
    let scan = scan_sharing(path, &mut Texts::default())?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let placed = |record: RecordedGame| (record.id, record.with_evidence_in(folder));
    scan.records()?.map(|record| record.map(placed)).collect()
}

/// Adds a record; of two records of one game the first counts, unless it is void.
pub(super) fn add(records: &mut Records, record: RecordedGame) {
    if records.get(&record.id).is_none_or(RecordedGame::is_void) {
        records.insert(record.id, record);
    }
}

impl Journal {
    /// Opens the journal, or begins one, and reads what it holds. No other process can open it
    /// until this value is dropped, where the file system has locks.
    ///
    /// # Errors
    /// The file cannot be read or written, another process has it open, or a finished line is no
    /// record.
    pub fn open(path: &Path) -> Result<Self, JournalError> {
        let system = |source| JournalError::System { path: path.to_path_buf(), source };
        let mut options = OpenOptions::new();
        let file = options.read(true).append(true).create(true).open(path).map_err(system)?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => {
                return Err(JournalError::InUse { path: path.to_path_buf() });
            }
            // Some network file systems have none.
            Ok(()) | Err(TryLockError::Error(_)) => {}
        }
        let mut texts = Texts::default();
        let scan = scan_sharing(path, &mut texts)?;
        file.set_len(scan.length).map_err(system)?;
        let (length, results) = (scan.length, scan.results);
        Ok(Journal { path: path.to_path_buf(), file, length, results, texts })
    }

    /// Appends a finished game. When this returns, killing the process does not lose it.
    ///
    /// # Errors
    /// The line cannot be written; the journal is then as it was.
    pub fn append(&mut self, record: &RecordedGame) -> Result<(), JournalError> {
        let path = || self.path.clone();
        let line = journal_line::write(record).map_err(|source| JournalError::Line {
            path: path(),
            line: self.results.len() + 1,
            source,
        })?;
        if let Err(source) = self.file.write_all(line.as_bytes()) {
            // A full disk may have taken part of the line; the next one must not continue it.
            let _ = self.file.set_len(self.length);
            return Err(JournalError::System { path: path(), source });
        }
        self.length += line.len() as u64;
        if !self.has(record.id) {
            self.results.insert(record.id, GameResult::of(record, &mut self.texts));
        }
        Ok(())
    }

    /// Whether this game is finished. A void one is not: it may be played again.
    pub fn has(&self, id: u32) -> bool {
        self.results.get(&id).is_some_and(|result| !result.is_void())
    }

    /// The results of the finished games.
    pub const fn results(&self) -> &Results {
        &self.results
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }
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
            journal.append(record).expect("written");
        }
        assert!(matches!(Journal::open(&path), Err(JournalError::InUse { .. })), "one at a time");
        assert!(read(&path).expect("reading is allowed").values().eq(&records));
        drop(journal);
        assert!(read(&path).expect("whole").values().eq(&records));
        let again = Journal::open(&path).expect("our own journal");
        assert!(again.results().len() == records.len());
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
            journal.append(record).expect("written");
        }
        drop(journal);
        let whole = fs::read(&path).expect("read");
        for end in (0..=whole.len()).step_by(7) {
            fs::write(&path, &whole[..end]).expect("cut");
            let finished = whole[..end].iter().filter(|&&byte| byte == b'\n').count();
            assert_eq!(read(&path).expect("a cut journal").len(), finished, "cut at {end}");
            let mut journal = Journal::open(&path).expect("a cut journal");
            assert_eq!(journal.results().len(), finished, "cut at {end}");
            for record in records.iter().filter(|record| !(0..finished as u32).contains(&record.id))
            {
                journal.append(record).expect("written");
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
