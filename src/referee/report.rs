//! What is made from a journal: the table for people, the games, and one line a game for
//! spreadsheets. All of it can be thrown away and made again.

use crate::referee::csv;
use crate::referee::journal::Journal;
use crate::referee::pdn;
use crate::referee::record::{GameRecord, ReplayError};
use crate::referee::standing::Standing;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// The date tag of a game whose day is not kept.
const UNKNOWN_DATE: &str = "????.??.??";

/// Why a report cannot be made.
#[derive(Debug, Error)]
pub enum ReportError {
    /// A record breaks the rules.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// A file cannot be written.
    #[error("cannot write {}: {source}", path.display())]
    System {
        /// Which.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
}

/// Writes `games.pdn` and `games.csv` into `dir`; returns the table.
///
/// # Errors
/// A record breaks the rules, or a file cannot be written.
pub fn write(dir: &Path, journal: &Journal) -> Result<String, ReportError> {
    let records: Vec<&GameRecord> = journal.records().collect();
    let Some(first) = records.first() else { return Ok("no game is finished yet\n".to_string()) };
    let event = format!("{} - {}", first.black.name, first.white.name);
    let mut games = String::new();
    for record in &records {
        games.push_str(&pdn::game(record, &event, UNKNOWN_DATE)?);
    }
    let save = |name: &str, text: &str| {
        let path = dir.join(name);
        fs::write(&path, text).map_err(|source| ReportError::System { path, source })
    };
    save("games.pdn", &games)?;
    save("games.csv", &csv::table(records.iter().copied()))?;
    let standing = Standing::of(&first.black.name, &first.white.name, records.iter().copied());
    Ok(standing.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::referee::ending::Ending;
    use crate::referee::record::tests::random_record;

    #[test]
    fn journal_games_and_table_agree() {
        let dir = tempfile::tempdir().expect("a folder");
        let mut journal = Journal::open(&dir.path().join("journal.jsonl")).expect("a new one");
        assert_eq!(write(dir.path(), &journal).expect("made"), "no game is finished yet\n");
        for seed in 0..6 {
            journal.append(random_record(seed, Ending::MaxPlies)).expect("written");
        }
        let table = write(dir.path(), &journal).expect("made");
        assert!(table.starts_with("alpha against beta: 6 games"), "{table}");
        let read = |name: &str| fs::read_to_string(dir.path().join(name)).expect("written");
        assert_eq!(read("games.pdn").matches("[Event ").count(), 6);
        assert_eq!(read("games.csv").lines().count(), 7);
    }
}
