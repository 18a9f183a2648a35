//! `crownhead report`: a match as one file of HTML that can be mailed and opened from disk.
//!
//! | file | job |
//! |---|---|
//! | `diagnose.rs` | `crownhead diagnosis`: the same page below a diagnosis |
//! | `feedback.rs` | a student's feedback above the games |
//! | `worst_moves.rs` | the three worst moves of each side |
//! | `view.rs` | the data of the page |
//! | `html.rs` | the file |
//!
//! The games are evaluated by the crate `analysis`, and kept as `evaluations/` says.

pub mod diagnose;
mod feedback;
mod html;
#[cfg(test)]
mod tests;
mod view;
mod worst_moves;

use crate::diagnosis_page::{self, GameLinks};
use crate::effort::Effort;
use crate::error::AppError;
use crate::evaluations::{BestLines, EVALUATIONS, EvaluationWork, evaluate_all};
use crate::replayed_game::ReplayedGame;
use crate::shown_game::ShownGame;
use clap::Args;
use feedback::FeedbackView;
use games::{GameName, with_game};
use referee::record::{JournalError, Records, ReplayError, journal};
use std::io::{Write, stdout};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::thread;
use view::ReportView;

const EXAMPLES: &str = "\
Example:
  crownhead report referee-out --html report.html

Our player evaluates each position of each game and keeps the results in DIR/evaluations.jsonl. A
report that was interrupted goes on from there, and the next one computes only what is new.

Where `referee class` has left DIR/feedback.json, the page begins with it: what failed, and the
command that shows it again. Above it stands DIR/diagnosis.json of `crownhead diagnosis`, if it is
there.";

/// Write a match as one HTML file that can be mailed and opened from disk.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct ReportArgs {
    /// The folder of a match: it holds journal.jsonl
    pub dir: PathBuf,
    /// The file to write
    #[arg(long, value_name = "FILE")]
    pub html: PathBuf,
    /// Nodes of the search of each position
    #[arg(long, default_value_t = 10_000, value_name = "N",
        value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    pub nodes: u64,
    /// Searches at a time [default: all cores]
    #[arg(long, value_name = "N")]
    pub jobs: Option<NonZeroUsize>,
}

pub fn run(args: &ReportArgs) -> Result<(), AppError> {
    check_place(&args.html)?;
    let path = args.dir.join("journal.jsonl");
    let feedback = feedback::read(&args.dir)?;
    let records = match journal::read(&path) {
        // An agent that was not admitted has no games, but its student gets the reason.
        Err(JournalError::Missing { .. }) if feedback.is_some() => Records::new(),
        records => records.map_err(AppError::file)?,
    };
    if records.is_empty() && feedback.is_none() {
        let path = visible::path(path);
        return Err(AppError::File(format!("{path} holds no finished game yet; try again later")));
    }
    let cores = || thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let jobs = args.jobs.unwrap_or_else(cores);
    let diagnosis = diagnosis_page::read(&args.dir)?;
    let section = diagnosis
        .map(|found| diagnosis_page::section(&found, GameLinks::Elsewhere))
        .unwrap_or_default();
    let html = report(&records, (feedback, &section), &args.dir, (args.nodes, jobs))?;
    formats::file::replace(&args.html, &html).map_err(AppError::file)?;
    // The file is written: a closed standard output changes nothing.
    let (file, games, megabytes) =
        (visible::path(&args.html), records.len(), html.len() as f64 / 1e6);
    let _ = writeln!(stdout(), "{file}: {games} games, {megabytes:.2} MB; open it in a browser");
    Ok(())
}

/// Checks that a file can be written there, before minutes are spent on it.
fn check_place(file: &Path) -> Result<(), AppError> {
    if file.is_dir() {
        let file = visible::path(file);
        return Err(AppError::File(format!("{file} is a folder; name a file: --html report.html")));
    }
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    match folder.filter(|folder| !folder.is_dir()) {
        None => Ok(()),
        Some(folder) => {
            let folder = visible::path(folder);
            Err(AppError::File(format!("there is no folder {folder}; make it, or name another")))
        }
    }
}

/// The page of these games, below a diagnosis and the feedback. Their evaluations are kept in
/// `folder`. Each position is searched with `nodes`, `jobs` games at a time.
fn report(
    records: &Records,
    (feedback, section): (Option<FeedbackView>, &str),
    folder: &Path,
    (nodes, jobs): (u64, NonZeroUsize),
) -> Result<String, AppError> {
    let path = folder.join(EVALUATIONS);
    let (effort, kept_in) = (Effort::of_nodes(nodes), Some(path.as_path()));
    let work = EvaluationWork { effort, jobs, kept_in, best_lines: BestLines::Welcome };
    let mut view = ReportView::new(records, nodes);
    view.feedback = feedback;
    for game in GameName::ALL {
        if records.values().any(|record| record.game == game) {
            with_game!(game, Position => add_games::<Position>(records, folder, work, &mut view))?;
        }
    }
    let failed = |error: &dyn std::fmt::Display| AppError::File(format!("the page: {error}"));
    let json = serde_json::to_string(&view).map_err(|error| failed(&error))?;
    html::page(&json, section).map_err(|error| failed(&error))
}

/// Evaluates the games of one kind and adds them to the page.
fn add_games<G: ShownGame>(
    records: &Records,
    folder: &Path,
    work: EvaluationWork<'_>,
    view: &mut ReportView,
) -> Result<(), AppError> {
    let records = records.values().filter(|record| record.game == G::NAME);
    let replayed: Result<Vec<_>, ReplayError> = records.map(ReplayedGame::<G>::new).collect();
    let games = replayed.map_err(|error| {
        let path = folder.join("journal.jsonl");
        AppError::File(format!("{}: {error}; play the match again", visible::path(path)))
    })?;
    let played: Vec<_> = games.iter().map(|one| (one.record.id, &one.game)).collect();
    let mut evaluated = Vec::with_capacity(games.len());
    evaluate_all(&played, work, &mut |_, evaluations, _| {
        evaluated.push(evaluations);
        Ok(())
    })?;
    view.add(&games, &evaluated);
    Ok(())
}
