//! Follows a journal while it grows, reading only the lines that are new since the last look.

use crate::error::JournalError;
use crate::journal::journal_line::record_in;
use crate::journal::stored_game::{RecordedGame, StoredGame};
use cli::WholeLines;
use cli::file::open_regular;
use std::collections::BTreeMap;
use std::fs::Metadata;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

/// The finished games of a journal with their moves, by number.
pub type Records = BTreeMap<u32, RecordedGame>;

/// Adds a game; of two lines of one game the first counts, unless it is void.
pub(super) fn add<T>(games: &mut BTreeMap<u32, StoredGame<Vec<T>>>, game: StoredGame<Vec<T>>) {
    if games.get(&game.id).is_none_or(StoredGame::is_void) {
        games.insert(game.id, game);
    }
}

/// The finished games of a journal that another process may be writing.
#[derive(Debug)]
pub struct JournalReader {
    path: PathBuf,
    records: Records,
    /// Bytes read, up to the end of a line.
    length: u64,
    lines: usize,
    /// The state of the file when it was read: device and number, length and time of change.
    seen: Option<(FileId, [i64; 3])>,
}

type FileId = (u64, u64);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JournalChange {
    /// Nothing new, or an unfinished line.
    Nothing,
    /// The finished games are different.
    Games,
}

impl JournalReader {
    pub fn new(path: &Path) -> Self {
        JournalReader {
            path: path.to_path_buf(),
            records: Records::new(),
            length: 0,
            lines: 0,
            seen: None,
        }
    }

    pub const fn records(&self) -> &Records {
        &self.records
    }

    pub fn into_records(self) -> Records {
        self.records
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Looks again. Without news no byte of the file is read. A journal that is missing has no
    /// games; one that was cut or replaced is read from its beginning.
    ///
    /// # Errors
    /// The file cannot be read, or a finished line is not a record of this version. The lines
    /// before it have been read.
    pub fn look(&mut self) -> Result<JournalChange, JournalError> {
        let file = match open_regular(&self.path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(self.begin_anew()),
            Err(error) => return Err(JournalError::system(&self.path, error)),
        };
        let found = file.metadata().map_err(|source| JournalError::system(&self.path, source))?;
        let now = (id(&found), times(&found));
        if self.seen == Some(now) {
            return Ok(JournalChange::Nothing);
        }
        let is_other = self.seen.is_some_and(|seen| seen.0 != now.0) || found.len() < self.length;
        let mut change = if is_other { self.begin_anew() } else { JournalChange::Nothing };
        let folder = self.path.parent().unwrap_or(Path::new(""));
        let mut lines = WholeLines::after(&self.path, file, self.length, self.lines)?;
        while let Some(line) = lines.next_line()? {
            let record = record_in(&line)?;
            add(&mut self.records, record.with_evidence_in(folder));
            self.length += line.bytes.len() as u64;
            self.lines = line.number;
            change = JournalChange::Games;
        }
        self.seen = Some(now);
        Ok(change)
    }

    fn begin_anew(&mut self) -> JournalChange {
        let change =
            if self.records.is_empty() { JournalChange::Nothing } else { JournalChange::Games };
        *self = JournalReader::new(&self.path);
        change
    }
}

fn id(file: &Metadata) -> FileId {
    (file.dev(), file.ino())
}

fn times(file: &Metadata) -> [i64; 3] {
    [file.size().cast_signed(), file.mtime(), file.mtime_nsec()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::journal::file::{Journal, read};
    use crate::journal::random::random_record;
    use crate::rules::Ending;
    use std::fs;

    /// Whatever part of a journal has been written, looking again and again finds what reading the
    /// whole of it finds.
    #[test]
    fn looking_again_finds_what_reading_all_finds() {
        let dir = tempfile::tempdir().expect("a folder");
        let path = dir.path().join("journal.jsonl");
        let mut journal = Journal::open(&path).expect("a new journal");
        for id in 0..4 {
            let ending = if id == 2 { Ending::RefereeFault } else { Ending::NoMoves };
            journal.append(&random_record(id, ending)).expect("written");
        }
        journal.append(&random_record(2, Ending::Repetition)).expect("played again");
        drop(journal);
        let whole = fs::read(&path).expect("read");
        let mut reader = JournalReader::new(&path);
        for end in (0..=whole.len()).step_by(97).chain([whole.len()]) {
            fs::write(&path, &whole[..end]).expect("cut");
            reader.look().expect("a part of a journal");
            assert_eq!(reader.records(), &read(&path).expect("the same"), "cut at {end}");
        }
        assert_eq!(reader.look().expect("no news"), JournalChange::Nothing);
        let first = whole.iter().position(|&byte| byte == b'\n').expect("a line") + 1;
        fs::write(&path, &whole[..first]).expect("cut");
        assert_eq!(reader.look().expect("a shorter journal"), JournalChange::Games);
        assert_eq!(reader.records().len(), 1);
        fs::remove_file(&path).expect("there");
        assert_eq!(reader.look().expect("none any more"), JournalChange::Games);
        assert!(reader.records().is_empty());
    }

    #[test]
    fn a_line_that_is_no_record_is_an_error_each_time() {
        let dir = tempfile::tempdir().expect("a folder");
        let path = dir.path().join("journal.jsonl");
        Journal::open(&path).expect("new").append(&random_record(0, Ending::NoMoves)).expect("ok");
        let whole = fs::read(&path).expect("read");
        fs::write(&path, [&whole[..], b"\xff\xfe\n"].concat()).expect("written");
        let mut reader = JournalReader::new(&path);
        for _ in 0..2 {
            let error = reader.look().expect_err("not a record").to_string();
            assert!(error.contains("journal.jsonl, line 2: "), "{error}");
            assert_eq!(reader.records().len(), 1);
        }
    }
}
