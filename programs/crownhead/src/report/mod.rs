//! `crownhead report`: a match as one file of HTML that can be mailed and opened from disk.
//!
//! | file | job |
//! |---|---|
//! | `diagnose.rs` | `crownhead diagnosis`: the same page below a diagnosis |
//! | `view.rs` | the data of the page, with the mistakes of each side and better moves |
//! | `games_of_file.rs` | the games of a file in PDN |
//!
//! The games are evaluated by the crate `analysis`, and kept as `evaluations/` says.

pub mod diagnose;
mod games_of_file;
#[cfg(test)]
pub(crate) mod tests;
mod view;

use crate::crosstable::{self, CROSSTABLE};
use crate::diagnosis_page::{self, GameLinks};
use crate::draw_rule::DrawRuleArgs;
use crate::error::left_out;
use crate::evaluations::{EVALUATIONS, EvaluationWork, evaluate_all};
use crate::shown_game::{ReplayedGame, ShownGame};
use analysis::{GameEvaluations, PlayedGame, SearchLimits};
use clap::Args;
use classroom::diagnose::EvidencePaths;
use cli::ProgramError;
use cli::{counted, file, pool, visible};
use formats::feedback::StudentFeedback;
use games::{GameName, with_game};
use maud::{Markup, html};
use pages::report_page;
use referee::JournalError;
use referee::journal::{JOURNAL, Records, file as journal, results_of};
use referee::results::RatedTable;
use std::fs::File;
use std::io::{Read, Write, stdout};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
pub use view::ReportView;

/// A student's feedback, which `referee class` has left beside the journal.
const FEEDBACK: &str = "feedback.json";
/// The most bytes of it that are read.
const LONGEST_FEEDBACK: u64 = 64 << 20;
/// The first bytes of a page.
const PAGE: &[u8] = b"<!DOCTYPE html>";

const EXAMPLES: &str = "\
Examples:
  crownhead report referee-out --html report.html
  crownhead report games.pdn --html games.html

Our player evaluates each position of each game and keeps the results in DIR/evaluations.jsonl. If
interrupted, run the same command again to continue; a later report computes only what is new.

With more than two players it also writes the cross table DIR/crosstable.html.

The page begins with DIR/diagnosis.json of `crownhead diagnosis` and DIR/feedback.json of `referee
class`, if they exist: what failed, and the command that shows it again.";

/// Writes a match as one HTML file that you can mail and open from disk.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct ReportArgs {
    /// Folder of a match, with its journal.jsonl, or file of games in PDN
    pub dir: PathBuf,
    /// Output file
    #[arg(long, value_name = "FILE")]
    pub html: PathBuf,
    /// Search nodes for each position
    #[arg(long, default_value_t = 10_000, value_name = "N",
        value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    pub nodes: u64,
    /// Searches to run at the same time [default: all cores]
    #[arg(long, value_name = "N")]
    pub jobs: Option<NonZeroUsize>,
    #[command(flatten)]
    pub rule: DrawRuleArgs,
}

pub fn run(args: &ReportArgs) -> Result<(), ProgramError> {
    check_place(&args.html)?;
    if args.dir.is_file() {
        return report_of_file(args);
    }
    let path = args.dir.join(JOURNAL);
    let feedback = feedback(&args.dir)?;
    let records = match journal::read(&path) {
        // An agent that was not admitted has no games, but its student gets the reason.
        Err(JournalError::Missing { .. }) if feedback.is_some() => Records::new(),
        records => records.map_err(ProgramError::failed)?,
    };
    if records.is_empty() && feedback.is_none() {
        let path = visible::path(path);
        return Err(ProgramError::Failed(format!(
            "{path} holds no finished game yet; try again later"
        )));
    }
    let table = if feedback.is_none() { crosstable(&records, &args.dir) } else { None };
    if table.is_some() && is_crosstable(&args.html, &args.dir) {
        let file = visible::path(&args.html);
        return Err(ProgramError::Failed(format!(
            "{file} is the table of the players; name another"
        )));
    }
    let jobs = jobs(args);
    let diagnosis = diagnosis_page::read(&args.dir)?;
    let section = diagnosis
        .map(|found| diagnosis_page::section(&found, GameLinks::Elsewhere))
        .unwrap_or_else(|| html! {});
    let html = report(&records, (feedback, &section), &args.dir, (args.nodes, jobs))?;
    save(&args.html, &html, records.len())?;
    table.map_or(Ok(()), |table| save(&args.dir.join(CROSSTABLE), &table, records.len()))
}

/// The feedback in `folder`; `None` if there is no such file.
fn feedback(folder: &Path) -> Result<Option<StudentFeedback>, ProgramError> {
    let path = folder.join(FEEDBACK);
    let text = file::read(&path, LONGEST_FEEDBACK).map_err(ProgramError::failed)?;
    Ok(text
        .map(|text| read_feedback(&text))
        .transpose()
        .map_err(|error| ProgramError::Failed(format!("{}: {error}", visible::path(path))))?
        .map(StudentFeedback::shown))
}

/// An error names the field, the line and the column.
fn read_feedback(text: &str) -> Result<StudentFeedback, ProgramError> {
    let mut json = serde_json::Deserializer::from_str(text);
    let feedback = serde_path_to_error::deserialize(&mut json).map_err(ProgramError::failed)?;
    json.end().map_err(ProgramError::failed)?;
    Ok(feedback)
}

/// The crosstable as a page, if there are more than two players.
fn crosstable(records: &Records, folder: &Path) -> Option<String> {
    let results = results_of(records.values());
    let plan = referee::results::plan_facts(folder, &results);
    let RatedTable { table, meetings, ratings } = RatedTable::of(&results, plan.as_ref());
    (table.rows.len() > 2).then(|| crosstable::text(&table, &meetings, &ratings, plan.as_ref()))
}

/// True if the file is that of the table in this folder.
fn is_crosstable(file: &Path, folder: &Path) -> bool {
    if file.file_name().is_none_or(|name| name != CROSSTABLE) {
        return false;
    }
    let parent = file.parent().filter(|parent| !parent.as_os_str().is_empty());
    let found = [parent.unwrap_or(Path::new(".")), folder].map(|path| path.canonicalize().ok());
    found[0] == found[1]
}

fn jobs(args: &ReportArgs) -> NonZeroUsize {
    pool::threads(args.jobs.map(NonZeroUsize::get))
}

fn save(file: &Path, html: &str, games: usize) -> Result<(), ProgramError> {
    cli::file::replace(file, html).map_err(ProgramError::failed)?;
    let (file, megabytes) = (visible::path(file), html.len() as f64 / 1e6);
    // The file is written: a closed standard output changes nothing.
    let games = counted(games, "game");
    let _ = writeln!(stdout(), "{file}: {games}, {megabytes:.2} MB; open it in a browser");
    Ok(())
}

/// The page of a file of games. Its evaluations are not kept.
fn report_of_file(args: &ReportArgs) -> Result<(), ProgramError> {
    if args.dir.extension().is_some_and(|name| name == "jsonl") {
        let folder = args.dir.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = visible::path(folder.unwrap_or(Path::new(".")));
        return Err(ProgramError::Failed(format!("name the folder of the match: {folder}")));
    }
    let found = games_of_file::read(&args.dir, args.rule.draw_rule)?;
    let work = EvaluationWork {
        limits: SearchLimits::of_nodes(args.nodes),
        jobs: jobs(args),
        kept_in: None,
    };
    let played: Vec<_> = found.games.iter().map(|game| (game.number, &game.played)).collect();
    let evaluated = evaluated(&played, work)?;
    save(&args.html, &page(&found.view(&evaluated, args.nodes), &html! {})?, found.games.len())?;
    left_out(found.wrong)
}

/// The page with this data, below a section.
fn page(view: &ReportView, section: &Markup) -> Result<String, ProgramError> {
    let json = serde_json::to_string(view).map_err(page_failed)?;
    report_page(&json, section).map_err(page_failed)
}

fn page_failed(error: impl std::fmt::Display) -> ProgramError {
    ProgramError::Failed(format!("the page: {error}"))
}

fn evaluated<G: ShownGame>(
    played: &[(u32, &PlayedGame<G>)],
    work: EvaluationWork<'_>,
) -> Result<Vec<GameEvaluations<G>>, ProgramError> {
    let mut evaluated = Vec::with_capacity(played.len());
    evaluate_all(played, work, &mut |_, evaluations, _| {
        evaluated.push(evaluations);
        Ok(())
    })?;
    Ok(evaluated)
}

/// Whether a file begins as a page does, or is empty.
fn is_page(file: &Path) -> bool {
    let mut begin = [0; PAGE.len()];
    let length = File::open(file).and_then(|mut file| file.read(&mut begin));
    length.is_ok_and(|length| length == 0 || begin.eq_ignore_ascii_case(PAGE))
}

/// Checks that a file can be written there, before minutes are spent on it, and that no games are
/// lost by it.
fn check_place(file: &Path) -> Result<(), ProgramError> {
    if file.is_file() && !is_page(file) {
        let file = visible::path(file);
        return Err(ProgramError::Failed(format!(
            "{file} is there, and is no page; name another file: --html report.html"
        )));
    }
    if file.is_dir() {
        let file = visible::path(file);
        return Err(ProgramError::Failed(format!(
            "{file} is a folder; name a file: --html report.html"
        )));
    }
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    match folder.filter(|folder| !folder.is_dir()) {
        None => Ok(()),
        Some(folder) => {
            let folder = visible::path(folder);
            Err(ProgramError::Failed(format!(
                "there is no folder {folder}; make it, or name another"
            )))
        }
    }
}

/// The page of these games, below a diagnosis and the feedback. Their evaluations are kept in
/// `folder`. Each position is searched with `nodes`, `jobs` games at a time.
fn report(
    records: &Records,
    (feedback, section): (Option<StudentFeedback>, &Markup),
    folder: &Path,
    (nodes, jobs): (u64, NonZeroUsize),
) -> Result<String, ProgramError> {
    let path = folder.join(EVALUATIONS);
    let (limits, kept_in) = (SearchLimits::of_nodes(nodes), Some(path.as_path()));
    let work = EvaluationWork { limits, jobs, kept_in };
    let mut view = ReportView::new(records, nodes);
    // Feedback is of a grader, for a student who has no file of his machine.
    let is_of_class = feedback.is_some();
    let paths = if is_of_class { EvidencePaths::LeftOut } else { EvidencePaths::Shown };
    view.feedback = feedback;
    for game in GameName::ALL {
        if records.values().any(|record| record.game == game) {
            with_game!(game, Position => add_games::<Position>(records, folder, (work, paths), &mut view))?;
        }
    }
    page(&view, section)
}

/// Evaluates the games of one kind and adds them to the page.
fn add_games<G: ShownGame>(
    records: &Records,
    folder: &Path,
    (work, paths): (EvaluationWork<'_>, EvidencePaths),
    view: &mut ReportView,
) -> Result<(), ProgramError> {
    let records = records.values().filter(|record| record.game == G::NAME);
    let replayed: Result<Vec<_>, JournalError> = records.map(ReplayedGame::<G>::new).collect();
    let games = replayed.map_err(|error| {
        let path = folder.join(JOURNAL);
        ProgramError::Failed(format!("{}: {error}; play the match again", visible::path(path)))
    })?;
    let played: Vec<_> = games.iter().map(|one| (one.record.id, &one.game)).collect();
    view.add(&games, &evaluated(&played, work)?, paths);
    Ok(())
}
