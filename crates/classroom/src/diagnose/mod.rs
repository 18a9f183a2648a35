//! Plays and asks what a diagnosis of an agent needs: positions of which the good moves are known,
//! games against `reference` near its own strength, won endings. What follows from them is found by
//! the program `crownhead`: this crate links no evaluation.
//!
//! | to learn | read |
//! |---|---|
//! | which positions and endings | `positions.txt`, `endings.txt`, read by `positions.rs` |
//! | how a position is asked | `answers.rs` |
//! | whom it meets, and which games are played | `played_games.rs` |
//! | what it is given, and what its folder holds | `settings.rs` |
//!
//! A fault of the agent is never an error of this folder: it is counted.

mod answers;
mod played_games;
mod positions;
mod settings;

pub use crate::diagnose::answers::{ANSWERS, AnswerFile};
pub use crate::diagnose::played_games::{
    DEEPEST, DEPTH_ROUND, ENDINGS_ROUND, diagnosis_conditions, diagnosis_players,
};
pub use crate::diagnose::settings::{ABOUT, AboutDiagnosis, DiagnoseSettings, EvidencePaths};

use crate::diagnose::answers::Asking;
use crate::diagnose::played_games::{DiagnosisGames, Finish};
use crate::diagnose::positions::known_positions;
use crate::error::ClassError;
use cli::ProgressLine;
use formats::PositionAnswer;
use referee::journal::{JOURNAL, Journal};
use referee::players::Participant;
use std::time::Duration;

/// The part of the time after which no further position is asked.
const POSITIONS_SHARE: f64 = 0.3;
/// Positions in a row without a legal move after which no further one is asked.
const FAILURES: usize = 4;
/// A position has this part of the clock of a game, and at least this time.
const CLOCK_PART: u32 = 20;
const LEAST_TIME: Duration = Duration::from_millis(500);

/// Asks and plays what the folder still lacks. `participants` are the agent, `reference` by depth
/// from 0 to [`DEEPEST`], and the defender of endings. Returns what was left out.
pub fn diagnose(
    settings: &DiagnoseSettings<'_>,
    participants: Vec<Participant>,
    about: &AboutDiagnosis,
) -> Result<Vec<String>, ClassError> {
    about.begin(&settings.out)?;
    let agent = participants[0].clone();
    let games = DiagnosisGames::new(participants, settings.conditions, about.games as usize / 2)?;
    let positions = known_positions()?;
    let progress = ProgressLine::new((positions.len() + games.most()) as u64, "steps");
    settings.note.iter().for_each(|note| progress.note(note.clone()));
    let mut left_out = Vec::new();
    left_out.extend(ask_positions(settings, &agent, &progress)?);
    let (mut depths, mut endings) = (Finish::OutOfTime, Finish::OutOfTime);
    if !settings.time.is_over() {
        let journal = Journal::open(&settings.out.join(JOURNAL));
        let journal = journal.map_err(|error| ClassError::of_journal(&error))?;
        let played = games.play_depths(settings, journal, &progress)?;
        depths = played.1;
        if !settings.time.is_over() {
            endings = games.play_endings(settings, played.0, &progress)?;
        }
    }
    progress.finish();
    for (finish, what) in [(depths, "games against the reference"), (endings, "endings")] {
        if finish == Finish::OutOfTime {
            left_out.push(format!("not all {what}: the time was over"));
        }
    }
    AboutDiagnosis { left_out: left_out.clone(), ..about.clone() }.write(&settings.out)?;
    Ok(left_out)
}

/// Asks the positions that are missing; returns why some were left out.
fn ask_positions(
    settings: &DiagnoseSettings<'_>,
    agent: &Participant,
    progress: &ProgressLine,
) -> Result<Option<String>, ClassError> {
    let positions = known_positions()?;
    let mut file = AnswerFile::open(&settings.out)?;
    let done = file.answers.len().min(positions.len());
    progress.skip(done as u64);
    progress.task(format!("asking {} for single moves", agent.agent.name));
    let asking = Asking {
        participant: agent,
        temp_root: settings.temp_root,
        sandbox_mode: settings.conditions.sandbox_mode,
        replies: settings.conditions.limits.replies,
        time: (agent.clock / CLOCK_PART).max(LEAST_TIME),
        core: settings.cores.first().copied().flatten(),
    };
    for known in positions.iter().skip(done) {
        let why = if has_given_up(&file.answers) {
            Some(format!("it gave no legal move {FAILURES} times in a row"))
        } else {
            settings.time.has_passed(POSITIONS_SHARE).then(|| "the time was over".to_string())
        };
        if let Some(why) = why {
            let left = positions.len() - file.answers.len();
            progress.skip(left as u64);
            return Ok(Some(format!("{left} of {} positions: {why}", positions.len())));
        }
        let answer = asking.ask(known)?;
        settings.go_on()?;
        if let Some(answer) = answer {
            file.append(answer)?;
            progress.add(1);
        }
    }
    Ok(None)
}

fn has_given_up(answers: &[PositionAnswer]) -> bool {
    let last = answers.iter().rev().take(FAILURES);
    last.filter(|answer| answer.played.is_none()).count() == FAILURES
}
