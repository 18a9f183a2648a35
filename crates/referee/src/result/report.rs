//! The report of a contest: a table for the terminal, the games as PDN, and a table of games as
//! CSV.

use crate::game::{Ending, EndingKind};
use crate::record::{RecordedGame, Records, ReplayError};
use crate::result::crosstable::Crosstable;
use crate::result::crosstable_page;
use crate::result::crosstable_text;
use crate::result::csv;
use crate::result::gate::Gate;
use crate::result::pdn;
use crate::result::plan_facts::{PlanFacts, shown};
use crate::result::standing::MatchStanding;
use crate::result::standings_csv;
use crate::result::summary;
use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// With more forfeits, a terminal shows only these; the other files have all.
const MOST_FORFEITS: usize = 20;

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
    /// What was planned, where that is known.
    pub plan: Option<&'a PlanFacts>,
}

impl ContestReport<'_> {
    /// Writes `games.pdn`, `games.csv`, `standings.csv` and `crosstable.html` into `dir`.
    ///
    /// # Errors
    /// A record breaks the rules, or a file cannot be written.
    pub fn write_files(&self, dir: &Path) -> Result<(), ReportError> {
        let mut games = String::new();
        for record in self.records.values() {
            let event = record.pair_names().join(" - ");
            games.push_str(&pdn::game(record, &event, None)?);
        }
        save(&dir.join("games.pdn"), &games)?;
        save(&dir.join("games.csv"), &csv::table(self.records.values())?)?;
        let table = self.table();
        let meetings = table.meetings();
        let ratings = table.ratings(&meetings);
        save(&dir.join("standings.csv"), &standings_csv::text(&table, &ratings))?;
        let page = crosstable_page::text(&table, &meetings, &ratings, self.plan);
        save(&dir.join("crosstable.html"), &page)
    }

    fn table(&self) -> Crosstable {
        Crosstable::of_plan(self.records.values(), self.plan)
    }

    /// The table for the terminal, with a line for every forfeited game that says how to replay it.
    pub fn text(&self) -> String {
        let mut text = self.plan.map_or(String::new(), |plan| plan.text(self.records.len()));
        if self.records.is_empty() {
            return text + "no game is finished yet\n";
        }
        if self.is_match() {
            text += &MatchStanding::of_match(self.records).to_string();
        } else {
            let table = self.table();
            let meetings = table.meetings();
            text += &crosstable_text::text(&table, &meetings, &table.ratings(&meetings));
        }
        if let Some(gate) = self.gate {
            text += &format!("  {}\n", gate.sentence(&MatchStanding::of_match(self.records)));
        }
        let mut forfeits = self.records.values().filter_map(forfeit_line);
        text.extend(forfeits.by_ref().take(MOST_FORFEITS));
        match forfeits.count() {
            0 => text,
            more => text + &format!("and {more} more: games.csv has them, and report --json\n"),
        }
    }

    /// The same as JSON.
    pub fn json(&self) -> String {
        let standing = self.is_match().then(|| MatchStanding::of_match(self.records));
        let status = standing.as_ref().zip(self.gate).map(|(standing, gate)| gate.at_end(standing));
        summary::text(self.records, standing.as_ref(), status, self.plan) + "\n"
    }

    /// Whether there are two players.
    fn is_match(&self) -> bool {
        let names = self.records.values().flat_map(|game| [&game.black.name, &game.white.name]);
        names.collect::<BTreeSet<_>>().len() == 2
    }
}

/// The line of a game that was forfeited or does not count.
fn forfeit_line(record: &RecordedGame) -> Option<String> {
    let name = shown(&record.player(record.to_move()).name);
    let text = forfeit_text(&name, record.ending, record.evidence.as_deref()?);
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
    use crate::result::plan_facts::example;

    #[test]
    fn journal_games_and_table_agree() {
        let dir = tempfile::tempdir().expect("a folder");
        let mut records = Records::new();
        let report = ContestReport { records: &records, gate: None, plan: None };
        assert_eq!(report.text(), "no game is finished yet\n");
        for seed in 0..6 {
            records.insert(seed as u32, random_record(seed, Ending::MaxPlies));
        }
        let report = ContestReport { records: &records, gate: None, plan: None };
        report.write_files(dir.path()).expect("made");
        let table = report.text();
        assert!(table.starts_with("alpha against beta: 6 games"), "{table}");
        let read = |name: &str| fs::read_to_string(dir.path().join(name)).expect("written");
        assert_eq!(read("games.pdn").matches("[Event ").count(), 6);
        assert_eq!(read("games.csv").lines().count(), 7);
        assert_eq!(read("standings.csv").lines().count(), 3);
        assert!(read("crosstable.html").starts_with("<!DOCTYPE html>"));
        records.get_mut(&3).expect("there").black.name = "gamma".to_string();
        let report = ContestReport { records: &records, gate: None, plan: None };
        assert!(report.text().contains(" 1. "), "three players have another table");
    }

    #[test]
    fn the_plan_is_told_as_text_and_as_json() {
        let mut records = Records::new();
        records.insert(1, random_record(1, Ending::Repetition));
        let plan = example();
        let report = ContestReport { records: &records, gate: None, plan: Some(&plan) };
        assert!(report.text().starts_with("Swiss, round 2 of 11, NOT FINISHED: 1 of 12 games"));
        let json: serde_json::Value = serde_json::from_str(&report.json()).expect("JSON");
        assert_eq!(json["plan"]["is_finished"], false);
        assert_eq!((&json["plan"]["games"], &json["plan"]["seed"]), (&12.into(), &7.into()));
        assert_eq!(json["plan"]["openings"]["count"], 144);
        assert_eq!(json["players"].as_array().map(Vec::len), Some(3));
        assert_eq!(json["players"][0]["name"], "gamma");
        assert!(json["players"][1]["rating"]["value"].is_number(), "{json}");
    }

    #[test]
    fn many_forfeits_are_counted_instead_of_listed() {
        let forfeit = |id: u32| {
            let evidence = Some(format!("{id}/move.json"));
            (id, RecordedGame { id, evidence, ..random_record(1, Ending::Malformed) })
        };
        let records: Records = (0..50).map(forfeit).collect();
        let text = ContestReport { records: &records, gate: None, plan: None }.text();
        assert_eq!(text.matches("referee replay").count(), MOST_FORFEITS);
        assert!(text.ends_with("\nand 30 more: games.csv has them, and report --json\n"), "{text}");
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
