//! The journal of a match: a file with one line of JSON for each finished game ([`RecordedGame`]).
//!
//! Tables, game files and statistics are derived from it. [`JsonLines`] says how it survives a
//! kill, a full disk, a second referee and a file system without locks: a game whose line was torn
//! is played again.

use crate::error::JournalError;
use crate::journal::JOURNAL;
use crate::journal::journal_line::{self, result_in};
use crate::journal::journal_reader::{JournalReader, Records, add};
use crate::journal::stored_game::{RecordedGame, Results};
use cli::JsonLines;
use std::path::Path;

const BEGINNING: &str = "{\"version\":";

#[derive(Debug)]
pub struct Journal {
    lines: JsonLines,
    results: Results,
}

/// Reads a journal with all moves, without changing it, even while another process writes to it.
/// Paths of evidence are made relative to the current directory.
pub fn read(path: &Path) -> Result<Records, JournalError> {
    if !path.exists() {
        return Err(JournalError::Missing { path: path.to_path_buf() });
    }
    let mut reader = JournalReader::new(path);
    reader.look()?;
    Ok(reader.into_records())
}

/// The folder of a match that is named by itself or by its journal.
pub fn folder_of(named: &Path) -> &Path {
    match named.parent() {
        Some(folder)
            if named.file_name().is_some_and(|name| name == JOURNAL) && named.is_file() =>
        {
            if folder.as_os_str().is_empty() { Path::new(".") } else { folder }
        }
        _ => named,
    }
}

impl Journal {
    /// Opens the journal, or begins one, and reads its games. Where the file system has locks, no
    /// other process can open it until this value is dropped.
    pub fn open(path: &Path) -> Result<Self, JournalError> {
        let mut results = Results::new();
        let lines = JsonLines::open(path, BEGINNING, |line| {
            add(&mut results, result_in(&line)?);
            Ok::<_, JournalError>(())
        })?;
        Ok(Journal { lines, results })
    }

    /// Appends a finished game. When this returns, killing the process does not lose it. After an
    /// error the journal is unchanged.
    pub fn append(&mut self, record: &RecordedGame) -> Result<(), JournalError> {
        let line = journal_line::write(record)?;
        self.lines.append_line(line.as_bytes())?;
        if !self.has(record.id) {
            self.results.insert(record.id, record.result());
        }
        Ok(())
    }

    /// True if this game is finished. A void one is not: it may be played again.
    pub fn has(&self, id: u32) -> bool {
        self.results.get(&id).is_some_and(|result| !result.is_void())
    }

    pub const fn results(&self) -> &Results {
        &self.results
    }

    pub fn path(&self) -> &Path {
        self.lines.path()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::journal::random::random_record;
    use crate::rules::{Ending, RuleViolation};
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
        let error = Journal::open(&path).expect_err("one at a time").to_string();
        assert!(error.contains("is in use by another referee; wait for it"), "{error}");
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
        fs::write(&path, "{\"version\":5}\n").expect("written");
        let error = Journal::open(&path).expect_err("not a record").to_string();
        assert!(
            error.contains("journal.jsonl, line 1: no game of a journal (missing field"),
            "{error}"
        );
    }
}
