//! `crownhead diagnosis`: what follows from the games and answers that `referee diagnose` has left.

use crate::diagnosis_page::{self, GameLinks};
use crate::evaluations::{EVALUATIONS, EvaluationWork};
use crate::report::view::{ReportFrame, ReportView};
use crate::report::{evaluated, page};
use crate::shown_game::ReplayedGame;
use analysis::SearchLimits;
use analysis::diagnosis::Diagnosis;
use clap::Args;
use classroom::diagnose::{ANSWERS, AboutDiagnosis};
use cli::ProgramError;
use cli::{pool, visible};
use formats::PositionAnswer;
use formats::feedback::StudentFeedback;
use games::checkers::Position;
use referee::JournalError;
use referee::journal::{JOURNAL, Records, file as journal, results_of};
use std::fs::File;
use std::io::{BufReader, ErrorKind, Write, stdout};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

const PAGE: &str = "diagnosis.html";

const EXAMPLES: &str = "\
Example:
  referee diagnose build                    asks, plays, and then runs this command
  crownhead diagnosis diagnose-out          makes the page again

It reads answers.jsonl and journal.jsonl in DIR, evaluates each position of each game, and writes
DIR/diagnosis.html (one file) and DIR/diagnosis.json (every count).";

/// Explains an agent's losses from the results of `referee diagnose`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct DiagnosisArgs {
    /// Folder of `referee diagnose`
    pub dir: PathBuf,
    /// Search nodes for each position
    #[arg(long, default_value_t = 10_000, value_name = "N",
        value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    pub nodes: u64,
    /// Searches to run at the same time [default: all cores]
    #[arg(long, value_name = "N")]
    pub jobs: Option<NonZeroUsize>,
}

pub fn run(args: &DiagnosisArgs) -> Result<(), ProgramError> {
    let folder = &args.dir;
    let about = AboutDiagnosis::read(folder).map_err(ProgramError::failed)?;
    let about = about.ok_or_else(|| {
        let folder = visible::path(folder);
        ProgramError::Failed(format!(
            "{folder} holds no diagnosis; make one with: referee diagnose AGENT"
        ))
    })?;
    let records = match journal::read(&folder.join(JOURNAL)) {
        Err(JournalError::Missing { .. }) => Records::new(),
        records => records.map_err(ProgramError::failed)?,
    };
    let stored = stored_answers(&folder.join(ANSWERS))?;
    let replayed: Result<Vec<_>, JournalError> =
        records.values().map(ReplayedGame::<Position>::new).collect();
    let games = replayed.map_err(ProgramError::failed)?;
    let path = folder.join(EVALUATIONS);
    let work = EvaluationWork {
        limits: SearchLimits::of_nodes(args.nodes),
        jobs: pool::threads(args.jobs.map(NonZeroUsize::get)),
        kept_in: Some(path.as_path()),
    };
    let played: Vec<_> = games.iter().map(|one| (one.record.id, &one.game)).collect();
    let evaluated = evaluated(&played, work)?;
    let counted = diagnosis_page::diagnosed_games(&games, &evaluated, &about);
    let found =
        analysis::diagnosis::diagnose(&about.agent, &stored, &counted, about.left_out.clone());
    diagnosis_page::write(folder, &found)?;
    let mut view = ReportView::new(ReportFrame::new(&results_of(records.values()), args.nodes));
    view.add(&games, &evaluated, about.evidence_paths);
    view.frame.feedback = Some(feedback(&found, about.beginning.clone()));
    let page = page(&view, &diagnosis_page::section(&found, GameLinks::OnThisPage))?;
    cli::file::replace(&folder.join(PAGE), page).map_err(ProgramError::failed)?;
    let text = diagnosis_page::summary(&found, &about.beginning);
    let place = visible::path(folder.join(PAGE));
    // The files are written: a closed standard output changes nothing.
    let _ = write!(stdout(), "{}\npage: {place}; open it in a browser\n", visible::lines(&text));
    Ok(())
}

fn feedback(diagnosis: &Diagnosis, beginning: String) -> StudentFeedback {
    let title = format!("Why does {} lose?", diagnosis.agent);
    let mut feedback = StudentFeedback::new(title, vec![beginning], Vec::new());
    feedback.agent = Some(diagnosis.agent.clone());
    feedback
}

/// The answers of the file, without changing it; none if it is not there.
fn stored_answers(path: &Path) -> Result<Vec<PositionAnswer>, ProgramError> {
    let file = match File::open(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        file => {
            file.map_err(|error| ProgramError::Failed(format!("{}: {error}", visible::path(path))))?
        }
    };
    let mut lines = cli::WholeLines::new(path, BufReader::new(file));
    let mut answers = Vec::new();
    while let Some(line) = lines.next_line().map_err(ProgramError::failed)? {
        answers.push(line.read().map_err(ProgramError::failed)?);
    }
    Ok(answers)
}
