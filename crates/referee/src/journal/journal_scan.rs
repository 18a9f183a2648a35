//! Reads a journal of any size, line by line: first all results with the places of their lines,
//! then, where they are wanted, the records with their moves, in the order of the games.

use crate::error::JournalError;
use crate::journal::journal_line::{self, result_in};
use crate::journal::stored_game::{GameResult, RecordedGame, Results};
use cli::file::open_regular;
use cli::{FileError, LinePlace, WholeLines};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

const BUFFER: usize = 1 << 20;

#[derive(Debug)]
pub struct JournalScan {
    path: PathBuf,
    /// Of two results of one game the first counts, unless it is void.
    pub results: Results,
    places: BTreeMap<u32, LinePlace>,
}

/// Reads all finished lines of a journal; an unfinished last line is ignored.
pub fn scan(path: &Path) -> Result<JournalScan, JournalError> {
    let mut scan =
        JournalScan { path: path.to_path_buf(), results: Results::new(), places: BTreeMap::new() };
    each_result(path, &mut |place, _, result| {
        scan.add(result, place);
        Ok(())
    })?;
    Ok(scan)
}

/// Called with the place of a line, its bytes and its result.
pub type OnResult<'a> = dyn FnMut(LinePlace, &[u8], GameResult) -> Result<(), JournalError> + 'a;

pub fn each_result(path: &Path, on_result: &mut OnResult<'_>) -> Result<(), JournalError> {
    let mut lines = WholeLines::open(path).map_err(missing)?;
    while let Some(line) = lines.next_line()? {
        on_result(line.place(), line.bytes, result_in(&line)?)?;
    }
    Ok(())
}

/// A missing file is reported as such: probably the user has named the wrong folder.
fn missing(error: FileError) -> JournalError {
    match error {
        FileError::Refused { path, source }
            if matches!(source.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) =>
        {
            JournalError::Missing { path }
        }
        other => other.into(),
    }
}

impl JournalScan {
    fn add(&mut self, result: GameResult, place: LinePlace) {
        if self.results.get(&result.id).is_none_or(GameResult::is_void) {
            self.places.insert(result.id, place);
            self.results.insert(result.id, result);
        }
    }

    /// The record of a game, with its moves; `None` if it is not in the journal.
    pub fn record(&self, id: u32) -> Result<Option<RecordedGame>, JournalError> {
        let Some(&place) = self.places.get(&id) else { return Ok(None) };
        let mut file = open(&self.path)?;
        let moved = file.seek(SeekFrom::Start(place.start));
        moved.map_err(|source| JournalError::system(&self.path, source))?;
        self.read(&line_here(&self.path, &mut file, place)?).map(Some)
    }

    /// All records with their moves, in the order of the games.
    pub fn records(
        &self,
    ) -> Result<impl Iterator<Item = Result<RecordedGame, JournalError>>, JournalError> {
        Ok(self.lines()?.map(|line| line.and_then(|line| self.read(&line))))
    }

    /// The lines of all records, in the order of the games, for callers that parse several at a
    /// time.
    pub fn lines(
        &self,
    ) -> Result<impl Iterator<Item = Result<JournalLine, JournalError>>, JournalError> {
        // Lines are mostly in order, and then one buffer holds many of them.
        let mut file = BufReader::with_capacity(BUFFER, open(&self.path)?);
        let mut at = 0;
        Ok(self.places.values().map(move |&place| {
            let step = place.start.cast_signed() - i64::try_from(at).unwrap_or(i64::MAX);
            let moved = file.seek_relative(step);
            moved.map_err(|source| JournalError::system(&self.path, source))?;
            at = place.start + u64::from(place.length);
            line_here(&self.path, &mut file, place)
        }))
    }

    pub fn read(&self, line: &JournalLine) -> Result<RecordedGame, JournalError> {
        let place = line.place.line as usize;
        let record = journal_line::read(&line.bytes);
        record.map_err(|error| JournalError::no_game(&self.path, place, error))
    }
}

#[derive(Debug)]
pub struct JournalLine {
    place: LinePlace,
    bytes: Vec<u8>,
}

fn line_here(
    path: &Path,
    file: &mut impl Read,
    place: LinePlace,
) -> Result<JournalLine, JournalError> {
    let mut bytes = vec![0; place.length as usize];
    file.read_exact(&mut bytes).map_err(|source| JournalError::system(path, source))?;
    Ok(JournalLine { place, bytes })
}

fn open(path: &Path) -> Result<File, JournalError> {
    open_regular(path).map_err(|source| JournalError::system(path, source))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::journal::random::random_record;
    use crate::rules::Ending;
    use std::fs;

    #[test]
    fn records_come_in_the_order_of_the_games_wherever_their_lines_are() {
        let dir = tempfile::tempdir().expect("a folder");
        let path = dir.path().join("journal.jsonl");
        let ids = [5, 2, 9, 1, 7, 2];
        let lines = ids.map(|id| {
            journal_line::write(&random_record(id, Ending::MaxPlies)).expect("plain data")
        });
        fs::write(&path, lines.concat() + "{\"half").expect("written");
        let scan = scan(&path).expect("a journal");
        assert_eq!(scan.results.keys().copied().collect::<Vec<_>>(), [1, 2, 5, 7, 9]);
        let records: Result<Vec<_>, _> = scan.records().expect("there").collect();
        let records = records.expect("whole");
        for (record, id) in records.iter().zip([1, 2, 5, 7, 9]) {
            assert_eq!(*record, random_record(id, Ending::MaxPlies));
            assert_eq!(scan.record(id as u32).expect("read").as_ref(), Some(record));
        }
        assert_eq!(scan.record(3).expect("read"), None);
    }
}
