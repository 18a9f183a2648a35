//! `crownhead report`: a match as one file of HTML that can be mailed and opened from disk.
//!
//! | file | job |
//! |---|---|
//! | `diagnose.rs` | `crownhead diagnosis`: the same page below a diagnosis |
//! | `view.rs` | the data of the page, with the mistakes of each side and better moves |
//! | `folder_report.rs` | the page of a folder of any number of games |
//! | `page_file.rs` | a page that is written game by game |
//! | `games_of_file.rs` | the games of a file in PDN |
//!
//! The games are evaluated by the crate `analysis`, and kept as `evaluations/` says.

pub mod diagnose;
mod folder_report;
mod games_of_file;
mod page_file;
#[cfg(test)]
pub(crate) mod tests;
mod view;

use crate::crosstable::{self, CROSSTABLE};
use crate::diagnosis_page::{self, GameLinks};
use crate::draw_rule::DrawRuleArgs;
use crate::error::left_out;
use crate::evaluations::{EvaluationWork, GameEvaluator, progress_line};
use crate::report::folder_report::FolderReport;
use crate::report::page_file::page_failed;
use crate::shown_game::ShownGame;
use analysis::{GameEvaluations, PlayedGame, SearchLimits};
use clap::Args;
use cli::ProgramError;
use cli::file::{self, NewFile};
use cli::{counted, pool, visible};
use formats::feedback::StudentFeedback;
use maud::{Markup, html};
use pages::report_page;
use referee::JournalError;
use referee::journal::{JOURNAL, Results, folder_of, journal_scan};
use referee::results::RatedTable;
use std::fs::File;
use std::io::{self, Read, Write, stdout};
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
    /// Folder of a match or its journal.jsonl, or file of games in PDN
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
    let folder = folder_of(&args.dir);
    if folder.is_file() {
        return report_of_file(args);
    }
    let path = folder.join(JOURNAL);
    let feedback = feedback(folder)?;
    let scan = match journal_scan::scan(&path) {
        // An agent that was not admitted has no games, but its student gets the reason.
        Err(JournalError::Missing { .. }) if feedback.is_some() => None,
        scan => Some(scan?),
    };
    let games = scan.as_ref().map_or(0, |scan| scan.results.len());
    if games == 0 && feedback.is_none() {
        let path = visible::path(path);
        return Err(ProgramError::Failed(format!(
            "{path} holds no finished game yet; try again later"
        )));
    }
    let results = scan.as_ref().filter(|_| feedback.is_none()).map(|scan| &scan.results);
    let table = results.and_then(|results| crosstable(results, folder));
    cli::file::refuse_device(&args.html).map_err(ProgramError::usage)?;
    if table.is_some() && is_crosstable(&args.html, folder) {
        let file = visible::path(&args.html);
        return Err(ProgramError::Usage(format!(
            "{file} is the table of the players; name another"
        )));
    }
    let diagnosis = diagnosis_page::read(folder)?;
    let section = diagnosis
        .map(|found| diagnosis_page::section(&found, GameLinks::Elsewhere))
        .unwrap_or_else(|| html! {});
    let report = FolderReport { folder, nodes: args.nodes, jobs: jobs(args), feedback };
    let begin = || NewFile::create(&args.html).map_err(unwritable(&args.html));
    let file = report.write(scan.as_ref(), &section, begin)?;
    file.finish().map_err(unwritable(&args.html))?;
    tell_of_page(&args.html, games);
    let Some(table) = table else { return Ok(()) };
    save(&folder.join(CROSSTABLE), &table, games)
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
fn crosstable(results: &Results, folder: &Path) -> Option<String> {
    let plan = referee::results::plan_facts(folder, results);
    let RatedTable { table, meetings, ratings } = RatedTable::of(results, plan.as_ref());
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
    cli::file::refuse_device(file).map_err(ProgramError::usage)?;
    cli::file::replace(file, html).map_err(ProgramError::failed)?;
    tell_of_page(file, games);
    Ok(())
}

fn tell_of_page(file: &Path, games: usize) {
    let bytes = file.metadata().map_or(0, |about| about.len());
    let (file, megabytes) = (visible::path(file), bytes as f64 / 1e6);
    // The file is written: a closed standard output changes nothing.
    let games = counted(games, "game");
    let _ = writeln!(stdout(), "{file}: {games}, {megabytes:.2} MB; open it in a browser");
}

fn unwritable(file: &Path) -> impl FnOnce(io::Error) -> ProgramError {
    move |error| ProgramError::Failed(format!("{}: {error}", visible::path(file)))
}

/// The page of a file of games. Its evaluations are not kept.
fn report_of_file(args: &ReportArgs) -> Result<(), ProgramError> {
    if args.dir.extension().is_some_and(|name| name == "jsonl") {
        let folder = args.dir.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = visible::path(folder.unwrap_or(Path::new(".")));
        return Err(ProgramError::Usage(format!("name the folder of the match: {folder}")));
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

fn evaluated<G: ShownGame>(
    played: &[(u32, &PlayedGame<G>)],
    work: EvaluationWork<'_>,
) -> Result<Vec<GameEvaluations<G>>, ProgramError> {
    let mut evaluated = Vec::with_capacity(played.len());
    let progress = progress_line(played);
    GameEvaluator::open(work)?.evaluate(played, &progress, &mut |_, evaluations, _| {
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
        return Err(ProgramError::Usage(format!(
            "{file} is there, and is no page; name another file: --html report.html"
        )));
    }
    if file.is_dir() {
        let file = visible::path(file);
        return Err(ProgramError::Usage(format!(
            "{file} is a folder; name a file: --html report.html"
        )));
    }
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    match folder.filter(|folder| !folder.is_dir()) {
        None => Ok(()),
        Some(folder) => {
            let folder = visible::path(folder);
            Err(ProgramError::Usage(format!(
                "there is no folder {folder}; make it, or name another"
            )))
        }
    }
}
