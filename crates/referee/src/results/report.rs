//! The report of a contest: a table for the terminal, the games as PDN, and a table of games as
//! CSV.

use crate::error::{JournalError, MatchError};
use crate::journal::journal_scan::JournalScan;
use crate::journal::{GameResult, RecordedGame, Results};
use crate::results::gate::Gate;
use crate::results::match_result::MatchResult;
use crate::results::plan_facts::PlanFacts;
use crate::results::tables::crosstable::RatedTable;
use crate::results::tables::{crosstable_text, standings_csv};
use crate::results::{csv, move_list, pdn, summary};
use crate::rules::{Ending, EndingKind};
use cli::file::{NewFile, replace_by};
use cli::visible;
use games::GameName;
use rayon::prelude::{IntoParallelRefIterator, ParallelIterator};
use std::cell::{Cell, OnceCell};
use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, Write};
use std::path::Path;

/// Games that are replayed and written together, on all cores.
const AT_ONCE: usize = 1 << 12;
/// With more forfeits, a terminal shows only these; the other files have all.
const MOST_FORFEITS: usize = 20;

/// The games of a contest, and the demand on its first player.
#[derive(Debug)]
pub struct ContestReport<'a> {
    results: &'a Results,
    plan: Option<&'a PlanFacts>,
    folder: &'a Path,
    gate: Option<Gate>,
    /// Made when it is first needed: the text of a match does without.
    table: OnceCell<RatedTable>,
    /// Games that repeat an earlier one, counted when the files are written.
    repeats: Cell<usize>,
}

impl<'a> ContestReport<'a> {
    /// The report of these games and of their plan, if it is known; `folder` is the journal's.
    pub const fn new(results: &'a Results, plan: Option<&'a PlanFacts>, folder: &'a Path) -> Self {
        ContestReport {
            results,
            plan,
            folder,
            gate: None,
            table: OnceCell::new(),
            repeats: Cell::new(0),
        }
    }

    #[must_use]
    pub fn with_gate(self, gate: Option<Gate>) -> Self {
        ContestReport { gate, ..self }
    }

    pub fn table(&self) -> &RatedTable {
        self.table.get_or_init(|| RatedTable::of(self.results, self.plan))
    }

    /// Writes `games.pdn` or `games.txt`, and `games.csv`, game by game, and `standings.csv`, all
    /// into the journal's folder.
    pub fn write_files(&self, journal: &JournalScan) -> Result<(), MatchError> {
        self.write_games(journal)?;
        let RatedTable { table, ratings, .. } = self.table();
        let text = standings_csv::text(table, ratings);
        let path = self.folder.join("standings.csv");
        replace_by(&path, |file| file.write_all(text.as_bytes())).map_err(unwritten(&path))
    }

    fn write_games(&self, journal: &JournalScan) -> Result<(), MatchError> {
        let (games_path, csv_path) =
            (self.folder.join(self.games_file()), self.folder.join("games.csv"));
        let mut games = NewFile::create(&games_path).map_err(unwritten(&games_path))?;
        let mut csv = NewFile::create(&csv_path).map_err(unwritten(&csv_path))?;
        csv.write_all(csv::HEADER.as_bytes()).map_err(unwritten(&csv_path))?;
        let mut lines = journal.lines()?;
        let mut courses = BTreeSet::new();
        let mut repeats = 0;
        loop {
            let some: Vec<_> = lines.by_ref().take(AT_ONCE).collect::<Result<_, _>>()?;
            if some.is_empty() {
                break;
            }
            let texts: Vec<_> =
                some.par_iter().map(|line| game_texts(&journal.read(line)?)).collect();
            for text in texts {
                let GameTexts { game, row, course } = text?;
                repeats += usize::from(course.is_some_and(|course| !courses.insert(course)));
                games.write_all(game.as_bytes()).map_err(unwritten(&games_path))?;
                csv.write_all(row.as_bytes()).map_err(unwritten(&csv_path))?;
            }
        }
        self.repeats.set(repeats);
        csv.finish().map_err(unwritten(&csv_path))?;
        games.finish().map_err(unwritten(&games_path))
    }

    /// Portable draughts notation is for checkers alone.
    fn games_file(&self) -> &'static str {
        let game = self.results.values().next().map_or(GameName::Checkers, |one| one.game);
        if game == GameName::Checkers { "games.pdn" } else { "games.txt" }
    }

    /// The table for the terminal, with a line for every forfeited game that says how to replay it.
    pub fn text(&self) -> String {
        let mut text = self.plan.map_or(String::new(), |plan| plan.text(self.results.len()));
        if self.results.is_empty() {
            return text + "no game is finished yet\n";
        }
        if self.is_match() {
            text += &MatchResult::of_match(self.results).to_string();
        } else {
            let RatedTable { table, meetings, ratings } = self.table();
            text += &crosstable_text::text(table, meetings, ratings);
        }
        text += &repeats_text(self.repeats.get());
        if let Some(gate) = self.gate {
            text += &format!("  {}\n", gate.sentence(&MatchResult::of_match(self.results)));
        }
        let mut forfeits = self.results.values().filter_map(|result| self.forfeit_line(result));
        text.extend(forfeits.by_ref().take(MOST_FORFEITS));
        match forfeits.count() {
            0 => text,
            more => text + &format!("and {more} more: games.csv has them, and report --json\n"),
        }
    }

    pub fn json(&self) -> String {
        let standing = self.is_match().then(|| MatchResult::of_match(self.results));
        let status = standing.as_ref().zip(self.gate).map(|(standing, gate)| gate.at_end(standing));
        let counted = (self.results, self.repeats.get());
        summary::text(counted, self.table(), standing.as_ref(), status, self.plan) + "\n"
    }

    /// The line of a game that was forfeited or does not count.
    fn forfeit_line(&self, result: &GameResult) -> Option<String> {
        let side = result.forfeiter().unwrap_or(result.to_move());
        let name = &result.player(side).name;
        let evidence = evidence_path(self.folder, result.ending, result.evidence.as_deref()?);
        let text = forfeit_text(name, result.ending, result.detail.as_deref(), &evidence);
        Some(format!("game {}: {text}\n", result.id))
    }

    fn is_match(&self) -> bool {
        let names = self.results.values().flat_map(|game| [&game.black.name, &game.white.name]);
        names.collect::<BTreeSet<_>>().len() == 2
    }
}

/// The games are in the journal, whatever happens to the files that are made from it.
fn unwritten(path: &Path) -> impl Fn(io::Error) -> MatchError {
    let path = visible::path(path).to_string();
    move |error| {
        MatchError::Failed(format!(
            "cannot write {path}: {error}; no game is lost: make room there, and run the same \
             command with --resume, or `referee report FOLDER`"
        ))
    }
}

/// A game for `games.pdn` or `games.txt`, and for `games.csv`.
struct GameTexts {
    game: String,
    row: String,
    /// The digest of its course; `None` if it ended by a fault.
    course: Option<u64>,
}

/// A digest of all by which two games of a contest are the same: players, colors, opening, moves.
fn course_of(record: &RecordedGame) -> Option<u64> {
    let mut digest = DefaultHasher::new();
    record.names().hash(&mut digest);
    (&record.board, record.begins.index()).hash(&mut digest);
    record.turns.iter().for_each(|turn| turn.mv.hash(&mut digest));
    let is_whole = matches!(record.ending.kind(), EndingKind::Decided | EndingKind::Drawn);
    is_whole.then(|| digest.finish())
}

fn repeats_text(repeats: usize) -> String {
    let (games, verbs) = match repeats {
        0 => return String::new(),
        1 => ("1 game repeats".to_string(), "counts and tells"),
        _ => (format!("{repeats} games repeat"), "count and tell"),
    };
    format!("  {games} an earlier one move by move, which {verbs} nothing new\n")
}

fn game_texts(record: &RecordedGame) -> Result<GameTexts, JournalError> {
    let event = record.pair_names().join(" - ");
    let game = match record.game {
        GameName::Checkers => pdn::game(record, &event, record.date.as_deref())?,
        _ => move_list::game(record)?,
    };
    Ok(GameTexts { game, row: csv::line(record)?, course: course_of(record) })
}

/// The evidence of a forfeit as a path from the current directory, where `folder` is the journal's;
/// after an error of the referee, its text.
pub fn evidence_path(folder: &Path, ending: Ending, evidence: &str) -> String {
    match ending.kind() {
        EndingKind::Forfeited => folder.join(evidence).display().to_string(),
        _ => evidence.to_string(),
    }
}

/// The fault of the agent `name`, and the command that shows it again; after an error of the
/// referee, the text of the error.
pub fn forfeit_text(name: &str, ending: Ending, detail: Option<&str>, evidence: &str) -> String {
    let text = match ending.kind() {
        EndingKind::Forfeited => {
            let evidence = shell_words::quote(evidence);
            let ending = ending.with_detail(detail);
            format!("{name}: {ending}; see it with: referee replay {evidence}")
        }
        _ => format!("{ending}: {evidence}"),
    };
    visible::line(&text).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::journal::file::Journal;
    use crate::journal::journal_scan::scan;
    use crate::journal::random::random_record;
    use crate::journal::results_of;
    use crate::results::plan_facts::example;
    use std::fs;

    fn report<'a>(results: &'a Results, folder: &'a Path) -> ContestReport<'a> {
        ContestReport::new(results, None, folder)
    }

    #[test]
    fn journal_games_and_table_agree() {
        let dir = tempfile::tempdir().expect("a folder");
        assert_eq!(report(&Results::new(), dir.path()).text(), "no game is finished yet\n");
        let path = dir.path().join("journal.jsonl");
        let mut journal = Journal::open(&path).expect("new");
        for seed in 0..6 {
            journal.append(&random_record(seed, Ending::MaxPlies)).expect("written");
        }
        let mut scan = scan(&path).expect("our own");
        report(&scan.results, dir.path()).write_files(&scan).expect("made");
        let table = report(&scan.results, dir.path()).text();
        assert!(table.starts_with("alpha against beta: 6 games"), "{table}");
        assert!(!table.contains("move by move"), "{table}");
        assert_eq!(read(dir.path(), "games.pdn").matches("[Event ").count(), 6);
        assert_eq!(read(dir.path(), "games.csv").lines().count(), 7);
        assert_eq!(read(dir.path(), "standings.csv").lines().count(), 3);
        scan.results.get_mut(&3).expect("there").black.name = "gamma".into();
        let table = report(&scan.results, dir.path()).text();
        assert!(table.contains(" 1. "), "three players have another table");
    }

    #[test]
    fn games_that_repeat_earlier_ones_are_counted() {
        let dir = tempfile::tempdir().expect("a folder");
        let path = dir.path().join("journal.jsonl");
        let mut journal = Journal::open(&path).expect("new");
        for (id, seed) in (1..).zip([1, 2, 1, 2, 1, 3]) {
            let record = random_record(seed, Ending::MaxPlies);
            journal.append(&RecordedGame { id, ..record }).expect("written");
        }
        // It ended by a fault, which is told apart.
        let record = random_record(1, Ending::NoOutput);
        journal.append(&RecordedGame { id: 7, ..record }).expect("written");
        let scan = scan(&path).expect("our own");
        let report = report(&scan.results, dir.path());
        report.write_files(&scan).expect("made");
        let line =
            "\n  3 games repeat an earlier one move by move, which count and tell nothing new\n";
        assert!(report.text().contains(line), "{}", report.text());
        let json: serde_json::Value = serde_json::from_str(&report.json()).expect("JSON");
        assert_eq!(json["repeated_games"], 3);
    }

    fn read(folder: &Path, name: &str) -> String {
        fs::read_to_string(folder.join(name)).expect("written")
    }

    #[test]
    fn no_text_of_a_stranger_hides_anything_in_a_report_or_its_files() {
        let dir = tempfile::tempdir().expect("a folder");
        let hostile = "\u{1b}[2J\u{202e}a\n\u{2028}\u{9b}1m\u{feff}\r\tb";
        let mut line = String::new();
        for (id, ending) in
            [(0, Ending::Malformed), (1, Ending::RefereeFault), (2, Ending::NoMoves)]
        {
            let mut record = random_record(id, ending);
            (record.black.name, record.opening) = (hostile.into(), hostile.into());
            record.white.name = ["beta", "gamma", "gamma"][id as usize].into();
            (record.detail, record.evidence) = (Some(hostile.into()), Some(hostile.into()));
            line += &crate::journal::write_line(&record).expect("plain data");
        }
        let path = dir.path().join("journal.jsonl");
        fs::write(&path, line).expect("written");
        let scan = scan(&path).expect("a journal");
        let mut plan = example();
        plan.left_out[0].reason = hostile.to_string();
        plan.openings.name = hostile.to_string();
        let report = ContestReport::new(&scan.results, Some(&plan), dir.path());
        report.write_files(&scan).expect("made");
        let files = ["games.pdn", "games.csv", "standings.csv"];
        let texts = files
            .map(|name| fs::read_to_string(dir.path().join(name)).expect("written"))
            .into_iter()
            .chain([report.text()]);
        let shown = visible::line(hostile);
        for text in texts {
            assert_eq!(visible::lines(&text), text);
            assert!(text.replace("\\\\", "\\").contains(&shown[..20]), "{text}");
        }
        assert!(!report.json().contains('\u{202e}'));
    }

    #[test]
    fn the_plan_is_told_as_text_and_as_json() {
        let records = results_of([&random_record(1, Ending::Repetition)]);
        let plan = example();
        let report = ContestReport::new(&records, Some(&plan), Path::new(""));
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
            RecordedGame { id, evidence, ..random_record(1, Ending::Malformed) }
        };
        let results = results_of(&(0..50).map(forfeit).collect::<Vec<_>>());
        let text = report(&results, Path::new("")).text();
        assert_eq!(text.matches("referee replay").count(), MOST_FORFEITS);
        assert!(text.ends_with("\nand 30 more: games.csv has them, and report --json\n"), "{text}");
    }

    #[test]
    fn a_forfeit_names_the_command_that_shows_it_again() {
        let mut record = random_record(1, Ending::Malformed);
        record.evidence = Some("game 1/move.json".to_string());
        let results = results_of([&record]);
        let text = report(&results, Path::new("my folder")).text();
        assert!(text.ends_with("referee replay 'my folder/game 1/move.json'\n"), "{text}");
        record.ending = Ending::MaxPlies;
        record.evidence = None;
        let text = report(&results_of([&record]), Path::new("my folder")).text();
        assert!(!text.contains("referee replay"), "{text}");
    }
}
