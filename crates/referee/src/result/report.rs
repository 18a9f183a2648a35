//! The report of a contest: a table for the terminal, the games as PDN, and a table of games as
//! CSV.

use crate::game::{Ending, EndingKind};
use crate::record::{RecordedGame, Records, ReplayError};
use crate::result::crosstable::Crosstable;
use crate::result::csv;
use crate::result::gate::Gate;
use crate::result::pdn;
use crate::result::standing::MatchStanding;
use crate::result::summary;
use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// The date tag of a game: the day is not recorded.
const UNKNOWN_DATE: &str = "????.??.??";

/// Why a report cannot be written.
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

/// The games of a contest, and the demand on its first player.
#[derive(Clone, Copy, Debug)]
pub struct ContestReport<'a> {
    /// The games.
    pub records: &'a Records,
    /// The demand, if there was one.
    pub gate: Option<Gate>,
}

impl ContestReport<'_> {
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

    /// The table for the terminal, with a line for every forfeited game that says how to replay it.
    pub fn text(&self) -> String {
        if self.records.is_empty() {
            return "no game is finished yet\n".to_string();
        }
        let mut text = if self.is_match() {
            MatchStanding::of_match(self.records).to_string()
        } else {
            Crosstable::of(self.records.values()).to_string()
        };
        if let Some(gate) = self.gate {
            text += &format!("  {}\n", gate.sentence(&MatchStanding::of_match(self.records)));
        }
        for record in self.records.values() {
            text += &forfeit_line(record).unwrap_or_default();
        }
        text
    }

    /// The same as JSON.
    pub fn json(&self) -> String {
        let standing = self.is_match().then(|| MatchStanding::of_match(self.records));
        let status = standing.as_ref().zip(self.gate).map(|(standing, gate)| gate.at_end(standing));
        summary::text(self.records, standing.as_ref(), status) + "\n"
    }

    /// Whether there are two players.
    fn is_match(&self) -> bool {
        let names = self.records.values().flat_map(|game| [&game.black.name, &game.white.name]);
        names.collect::<BTreeSet<_>>().len() == 2
    }
}

/// The line of a game that was forfeited or does not count.
fn forfeit_line(record: &RecordedGame) -> Option<String> {
    let name = &record.player(record.to_move()).name;
    let text = forfeit_text(name, record.ending, record.evidence.as_deref()?);
    Some(format!("game {}: {text}\n", record.id))
}

/// What the agent `name` did instead of a move, and the command that shows it again; after an error
/// of the referee, the text of the error.
pub fn forfeit_text(name: &str, ending: Ending, evidence: &str) -> String {
    match ending.kind() {
        EndingKind::Forfeited => {
            let evidence = shell_words::quote(evidence);
            format!("{name}: {ending}; see it with: referee replay {evidence}")
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
    use crate::record::random::random_record;

    #[test]
    fn journal_games_and_table_agree() {
        let dir = tempfile::tempdir().expect("a folder");
        let mut records = Records::new();
        let report = ContestReport { records: &records, gate: None };
        assert_eq!(report.text(), "no game is finished yet\n");
        for seed in 0..6 {
            records.insert(seed as u32, random_record(seed, Ending::MaxPlies));
        }
        let report = ContestReport { records: &records, gate: None };
        report.write_files(dir.path()).expect("made");
        let table = report.text();
        assert!(table.starts_with("alpha against beta: 6 games"), "{table}");
        let read = |name: &str| fs::read_to_string(dir.path().join(name)).expect("written");
        assert_eq!(read("games.pdn").matches("[Event ").count(), 6);
        assert_eq!(read("games.csv").lines().count(), 7);
        records.get_mut(&3).expect("there").black.name = "gamma".to_string();
        let report = ContestReport { records: &records, gate: None };
        assert!(report.text().contains(" 1. "), "three players have another table");
    }

    #[test]
    fn a_forfeit_names_the_command_that_shows_it_again() {
        let mut record = random_record(1, Ending::Malformed);
        record.evidence = Some("my folder/move.json".to_string());
        let line = forfeit_line(&record).expect("there is evidence");
        assert!(line.ends_with("referee replay 'my folder/move.json'\n"), "{line}");
        record.ending = Ending::MaxPlies;
        record.evidence = None;
        assert_eq!(forfeit_line(&record), None);
    }
}
