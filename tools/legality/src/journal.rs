//! The journal of a run: one line of JSON for each chunk of games that agreed.
//!
//! A line is written at once, when its games are over. A last line that was cut short is removed,
//! and its games are played again.

use crate::counts::CountsByKind;
use crate::error::LegalityError;
use serde::{Deserialize, Serialize};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

/// Games that follow each other, and what was compared in them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// The seed of the run.
    pub seed: u64,
    /// The number of the first game.
    pub first: u64,
    /// How many games.
    pub games: u64,
    /// What was compared.
    pub counts: CountsByKind,
}

/// A journal that is open for this run alone.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
}

impl Journal {
    /// Opens the journal of a folder, which is made if it is missing, and reads it.
    ///
    /// # Errors
    /// A file of the system, another run in the same folder, a damaged line, another seed.
    pub fn open(folder: &Path, seed: u64) -> Result<(Self, Vec<Entry>), LegalityError> {
        let path = folder.join("games.jsonl");
        let because = |source| LegalityError::File { path: path.clone(), source };
        fs::create_dir_all(folder).map_err(because)?;
        let mut options = OpenOptions::new();
        let mut file = options.read(true).append(true).create(true).open(&path).map_err(because)?;
        file.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => LegalityError::InUse { path: path.clone() },
            TryLockError::Error(source) => because(source),
        })?;
        let mut text = String::new();
        file.read_to_string(&mut text).map_err(because)?;
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        file.set_len(whole as u64).map_err(because)?;
        let entries = read(&path, &text[..whole], seed)?;
        Ok((Self { path, file }, entries))
    }

    /// Appends a line.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn add(&mut self, entry: &Entry) -> Result<(), LegalityError> {
        let text = serde_json::to_string(entry).expect("numbers and names") + "\n";
        let written = self.file.write_all(text.as_bytes());
        written.map_err(|source| LegalityError::File { path: self.path.clone(), source })
    }
}

fn read(path: &Path, text: &str, seed: u64) -> Result<Vec<Entry>, LegalityError> {
    let read_line =
        |(index, line): (usize, &str)| {
            let (path, line_number) = (path.to_path_buf(), index + 1);
            let entry: Entry = serde_json::from_str(line).map_err(|source| {
                LegalityError::Line { path: path.clone(), line: line_number, source }
            })?;
            if entry.seed != seed {
                let (line, found) = (line_number, entry.seed);
                return Err(LegalityError::OtherSeed { path, line, found, asked: seed });
            }
            Ok(entry)
        };
    text.lines().enumerate().map(read_line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::counts::Counts;
    use games::GameName;

    fn entry(first: u64) -> Entry {
        let mut counts = CountsByKind::default();
        counts.add(GameName::Tablut, Counts { games: 2, black: 2, ..Counts::default() });
        Entry { seed: 7, first, games: 2, counts }
    }

    #[test]
    fn what_was_written_is_read_and_a_torn_last_line_is_not() {
        let folder = tempfile::tempdir().expect("a folder");
        let (mut journal, none) = Journal::open(folder.path(), 7).expect("a new journal");
        assert_eq!(none, []);
        journal.add(&entry(0)).expect("room");
        drop(journal);
        let path = folder.path().join("games.jsonl");
        let mut file = OpenOptions::new().append(true).open(&path).expect("the journal");
        file.write_all(b"{\"seed\":7,\"fir").expect("room");
        drop(file);
        let (mut journal, entries) = Journal::open(folder.path(), 7).expect("the journal");
        assert_eq!(entries, [entry(0)]);
        journal.add(&entry(2)).expect("room");
        drop(journal);
        let (_, entries) = Journal::open(folder.path(), 7).expect("the journal");
        assert_eq!(entries, [entry(0), entry(2)]);
    }

    #[test]
    fn a_journal_of_another_seed_one_in_use_and_a_damaged_line_are_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let (mut journal, _) = Journal::open(folder.path(), 7).expect("a new journal");
        journal.add(&entry(0)).expect("room");
        let in_use = Journal::open(folder.path(), 7);
        assert!(matches!(in_use, Err(LegalityError::InUse { .. })));
        drop(journal);
        let other = Journal::open(folder.path(), 8);
        assert!(matches!(other, Err(LegalityError::OtherSeed { line: 1, found: 7, .. })));
        fs::write(folder.path().join("games.jsonl"), "what\n").expect("room");
        let damaged = Journal::open(folder.path(), 7);
        assert!(matches!(damaged, Err(LegalityError::Line { line: 1, .. })));
    }
}
