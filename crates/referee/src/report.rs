//! What is made from a journal: the table for people, the games, and one line a game for
//! spreadsheets. All of it can be thrown away and made again.

use crate::crosstable::Crosstable;
use crate::csv;
use crate::ending::{Ending, Kind};
use crate::gate::Gate;
use crate::journal::Records;
use crate::pdn;
use crate::record::{GameRecord, ReplayError};
use crate::standing::Standing;
use crate::summary;
use std::collections::BTreeSet;
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

/// The games of a contest, and what was demanded of its first player.
#[derive(Clone, Copy, Debug)]
pub struct Report<'a> {
    /// The games.
    pub records: &'a Records,
    /// The demand, if there was one.
    pub gate: Option<Gate>,
}

impl Report<'_> {
    /// Writes `games.pdn` and `games.csv` into `dir`.
    ///
    /// # Errors
    /// A record breaks the rules, or a file cannot be written.
    pub fn write_files(&self, dir: &Path) -> Result<(), ReportError> {
        let mut games = String::new();
        for record in self.records.values() {
            let event = record.pair_names().join(" - ");
            games.push_str(&pdn::game(record, &event, UNKNOWN_DATE)?);
        }
        save(&dir.join("games.pdn"), &games)?;
        save(&dir.join("games.csv"), &csv::table(self.records.values())?)
    }

    /// The table for people, with a line for every forfeited game that says how to look at it.
    pub fn text(&self) -> String {
        if self.records.is_empty() {
            return "no game is finished yet\n".to_string();
        }
        let mut text = if self.is_match() {
            Standing::of_match(self.records).to_string()
        } else {
            Crosstable::of(self.records.values()).to_string()
        };
        if let Some(gate) = self.gate {
            text += &format!("  {}\n", gate.sentence(&Standing::of_match(self.records)));
        }
        for record in self.records.values() {
            text += &blame_of(record).unwrap_or_default();
        }
        text
    }

    /// The same for programs.
    pub fn json(&self) -> String {
        let standing = self.is_match().then(|| Standing::of_match(self.records));
        let found =
            standing.as_ref().zip(self.gate).map(|(standing, gate)| gate.in_the_end(standing));
        summary::text(self.records, standing.as_ref(), found) + "\n"
    }

    /// Are there two players?
    fn is_match(&self) -> bool {
        let names = self.records.values().flat_map(|game| [&game.black.name, &game.white.name]);
        names.collect::<BTreeSet<_>>().len() == 2
    }
}

/// What was wrong in a game, and the command that looks at it again.
fn blame_of(record: &GameRecord) -> Option<String> {
    let name = &record.player(record.to_move()).name;
    let blame = blame(name, record.ending, record.evidence.as_deref()?);
    Some(format!("game {}: {blame}\n", record.id))
}

/// What `name` did in place of a move, and the command that looks at it again; of a fault of our
/// own, what it was.
pub fn blame(name: &str, ending: Ending, evidence: &str) -> String {
    match ending.kind() {
        Kind::Forfeited => {
            let evidence = shell_words::quote(evidence);
            format!("{name}: {ending}; look again with: referee replay {evidence}")
        }
        _ => format!("{ending}: {evidence}"),
    }
}

fn save(path: &Path, text: &str) -> Result<(), ReportError> {
    fs::write(path, text).map_err(|source| ReportError::System { path: path.to_path_buf(), source })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::tests::random_record;

    #[test]
    fn journal_games_and_table_agree() {
        let dir = tempfile::tempdir().expect("a folder");
        let mut records = Records::new();
        let report = Report { records: &records, gate: None };
        assert_eq!(report.text(), "no game is finished yet\n");
        for seed in 0..6 {
            records.insert(seed as u32, random_record(seed, Ending::MaxPlies));
        }
        let report = Report { records: &records, gate: None };
        report.write_files(dir.path()).expect("made");
        let table = report.text();
        assert!(table.starts_with("alpha against beta: 6 games"), "{table}");
        let read = |name: &str| fs::read_to_string(dir.path().join(name)).expect("written");
        assert_eq!(read("games.pdn").matches("[Event ").count(), 6);
        assert_eq!(read("games.csv").lines().count(), 7);
        records.get_mut(&3).expect("there").black.name = "gamma".to_string();
        let report = Report { records: &records, gate: None };
        assert!(report.text().contains(" 1. "), "three players stand in a table of their own");
    }

    #[test]
    fn a_forfeit_names_the_command_that_looks_at_it_again() {
        let mut record = random_record(1, Ending::Malformed);
        record.evidence = Some("my folder/move.json".to_string());
        let line = blame_of(&record).expect("there is evidence");
        assert!(line.ends_with("referee replay 'my folder/move.json'\n"), "{line}");
        record.ending = Ending::MaxPlies;
        record.evidence = None;
        assert_eq!(blame_of(&record), None);
    }
}
