//! `crownhead diagnosis`: what follows from the games and answers that `referee diagnose` has left.

use crate::diagnosis_page::{self, GameLinks};
use crate::effort::Effort;
use crate::error::AppError;
use crate::evaluations::{EVALUATIONS, EvaluationWork, evaluate_all};
use crate::replayed_game::ReplayedGame;
use crate::report::feedback::FeedbackView;
use crate::report::html;
use crate::report::view::ReportView;
use analysis::GameEvaluations;
use analysis::diagnosis::Diagnosis;
use clap::Args;
use classroom::diagnose::{ANSWERS, AboutDiagnosis, JOURNAL, StoredAnswer};
use cli::visible;
use games::checkers::Position;
use referee::journal::{JournalError, Records, ReplayError, file as journal};
use std::fmt::Display;
use std::fs::File;
use std::io::{BufReader, ErrorKind, Write, stdout};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::thread;

/// The page, in the folder.
const PAGE: &str = "diagnosis.html";

const EXAMPLES: &str = "\
Example:
  referee diagnose build                    asks, plays, and then runs this command
  crownhead diagnosis diagnose-out          makes the page again

It reads answers.jsonl and journal.jsonl in DIR, evaluates each position of each game, and writes
DIR/diagnosis.html (one file, to be mailed) and DIR/diagnosis.json (every count).";

/// Say why an agent loses, from what `referee diagnose` has left in a folder.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct DiagnosisArgs {
    /// The folder of `referee diagnose`
    pub dir: PathBuf,
    /// Nodes of the search of each position
    #[arg(long, default_value_t = 10_000, value_name = "N",
        value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    pub nodes: u64,
    /// Searches at a time [default: all cores]
    #[arg(long, value_name = "N")]
    pub jobs: Option<NonZeroUsize>,
}

pub fn run(args: &DiagnosisArgs) -> Result<(), AppError> {
    let folder = &args.dir;
    let about = AboutDiagnosis::read(folder).map_err(AppError::file)?;
    let about = about.ok_or_else(|| {
        let folder = visible::path(folder);
        AppError::File(format!(
            "{folder} holds no diagnosis; make one with: referee diagnose AGENT"
        ))
    })?;
    let records = match journal::read(&folder.join(JOURNAL)) {
        Err(JournalError::Missing { .. }) => Records::new(),
        records => records.map_err(AppError::file)?,
    };
    let stored = stored_answers(&folder.join(ANSWERS))?;
    let replayed: Result<Vec<_>, ReplayError> = records.values().map(ReplayedGame::new).collect();
    let games = replayed.map_err(AppError::file)?;
    let evaluated = evaluated(&games, args)?;
    let counted = diagnosis_page::diagnosed_games(&games, &evaluated, &about);
    let answers = diagnosis_page::answers(&stored);
    let found =
        analysis::diagnosis::diagnose(&about.agent, &answers, &counted, about.left_out.clone());
    diagnosis_page::write(folder, &found)?;
    let mut view = ReportView::new(&records, args.nodes);
    view.add(&games, &evaluated);
    view.feedback = Some(feedback(&found));
    let failed = |error: &dyn Display| AppError::File(format!("the page: {error}"));
    let json = serde_json::to_string(&view).map_err(|error| failed(&error))?;
    let section = diagnosis_page::section(&found, GameLinks::OnThisPage);
    let page = html::page(&json, &section).map_err(|error| failed(&error))?;
    cli::file::replace(&folder.join(PAGE), page).map_err(AppError::file)?;
    let text = diagnosis_page::summary(&found);
    let place = visible::path(folder.join(PAGE));
    // The files are written: a closed standard output changes nothing.
    let _ = write!(stdout(), "{}\npage: {place}; open it in a browser\n", visible::lines(&text));
    Ok(())
}

fn evaluated(
    games: &[ReplayedGame<'_, Position>],
    args: &DiagnosisArgs,
) -> Result<Vec<GameEvaluations>, AppError> {
    let played: Vec<_> = games.iter().map(|one| (one.record.id, &one.game)).collect();
    let path = args.dir.join(EVALUATIONS);
    let cores = || thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let work = EvaluationWork {
        effort: Effort::of_nodes(args.nodes),
        jobs: args.jobs.unwrap_or_else(cores),
        kept_in: Some(path.as_path()),
    };
    let mut evaluated = Vec::with_capacity(games.len());
    evaluate_all(&played, work, &mut |_, evaluations, _| {
        evaluated.push(evaluations);
        Ok(())
    })?;
    Ok(evaluated)
}

/// The title, and whose moves are listed.
fn feedback(diagnosis: &Diagnosis) -> FeedbackView {
    FeedbackView {
        title: format!("Why does {} lose?", diagnosis.agent),
        summary: Vec::new(),
        agent: Some(diagnosis.agent.clone()),
        sections: Vec::new(),
    }
}

/// The answers of the file, without changing it; none if it is not there.
fn stored_answers(path: &Path) -> Result<Vec<StoredAnswer>, AppError> {
    let file = match File::open(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        file => {
            file.map_err(|error| AppError::File(format!("{}: {error}", visible::path(path))))?
        }
    };
    let mut lines = cli::WholeLines::new(path, BufReader::new(file));
    let mut answers = Vec::new();
    while let Some(line) = lines.next_line().map_err(AppError::file)? {
        answers.push(line.read().map_err(AppError::file)?);
    }
    Ok(answers)
}
