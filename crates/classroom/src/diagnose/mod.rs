//! Plays and asks what a diagnosis of an agent needs: positions of which the good moves are known,
//! games against `reference` near its own strength, won endings. What follows from them is found by
//! the program `crownhead`: this crate links no evaluation.
//!
//! | to learn | read |
//! |---|---|
//! | which positions and endings | `positions.txt`, `endings.txt`, read by `positions.rs` |
//! | how a position is asked | `answers.rs` |
//! | which games are played | `played_games.rs`; against which depth: `staircase.rs` |
//! | whom it meets | `opponents.rs` |
//! | when it ends | `time_cap.rs` |
//! | what it is given, and what its folder holds | `settings.rs` |
//!
//! A fault of the agent is never an error of this folder: it is counted.

mod answers;
mod error;
mod opponents;
mod played_games;
mod positions;
mod settings;
mod staircase;
mod time_cap;

pub use crate::diagnose::answers::{ANSWERS, AnswerFile, StoredAnswer};
pub use crate::diagnose::error::DiagnoseError;
pub use crate::diagnose::opponents::{diagnosis_conditions, opponents};
pub use crate::diagnose::played_games::{ENDINGS_ROUND, JOURNAL, LADDER_ROUND};
pub use crate::diagnose::settings::{ABOUT, AboutDiagnosis, DiagnoseSettings};
pub use crate::diagnose::staircase::DEEPEST;
pub use crate::diagnose::time_cap::TimeCap;

use crate::diagnose::answers::Asking;
use crate::diagnose::played_games::{DiagnosisGames, Finish};
use crate::diagnose::positions::known_positions;
use cli::ProgressLine;
use referee::journal::Journal;
use referee::players::Entrant;
use std::time::Duration;

/// The part of the time after which no further position is asked.
const POSITIONS_SHARE: f64 = 0.3;
/// Positions in a row without a legal move after which no further one is asked.
const FAILURES: usize = 4;
/// A position has this part of the clock of a game, and at least this time.
const CLOCK_PART: u32 = 20;
const LEAST_TIME: Duration = Duration::from_millis(500);

/// Asks and plays what the folder still lacks. `entrants` are the agent, `reference` by depth from
/// 0 to [`DEEPEST`], and the defender of endings. Returns what was left out.
pub fn diagnose(
    settings: &DiagnoseSettings<'_>,
    entrants: Vec<Entrant>,
    about: &AboutDiagnosis,
    cap: &TimeCap,
) -> Result<Vec<String>, DiagnoseError> {
    about.begin(&settings.out)?;
    let agent = entrants[0].clone();
    let games = DiagnosisGames::new(entrants, settings.conditions, about.games as usize / 2)?;
    let positions = known_positions()?;
    let progress = ProgressLine::new((positions.len() + games.most()) as u64, "steps");
    settings.note.iter().for_each(|note| progress.note(note.clone()));
    let mut left_out = Vec::new();
    let stop = settings.temp_root.stop_flag();
    let finished = cap.limit(stop, || {
        left_out.extend(ask_positions(settings, &agent, cap, &progress)?);
        if cap.is_over() {
            return Ok((Finish::OutOfTime, Finish::OutOfTime));
        }
        let journal = Journal::open(&settings.out.join(JOURNAL))?;
        let (journal, ladder) = games.play_ladder(settings, journal, cap, &progress)?;
        if cap.is_over() {
            return Ok((ladder, Finish::OutOfTime));
        }
        let endings = games.play_endings(settings, journal, cap, &progress)?;
        Ok::<_, DiagnoseError>((ladder, endings))
    })?;
    progress.finish();
    if finished.0 == Finish::OutOfTime {
        left_out.push("not all games against the reference: the time was over".to_string());
    }
    if finished.1 == Finish::OutOfTime {
        left_out.push("not all endings: the time was over".to_string());
    }
    AboutDiagnosis { left_out: left_out.clone(), ..about.clone() }.write(&settings.out)?;
    Ok(left_out)
}

/// Asks the positions that are missing; returns why some were left out.
fn ask_positions(
    settings: &DiagnoseSettings<'_>,
    agent: &Entrant,
    cap: &TimeCap,
    progress: &ProgressLine,
) -> Result<Option<String>, DiagnoseError> {
    let positions = known_positions()?;
    let mut file = AnswerFile::open(&settings.out)?;
    let done = file.answers.len().min(positions.len());
    progress.skip(done as u64);
    progress.task(format!("asking {} for single moves", agent.agent.name));
    let asking = Asking {
        entrant: agent,
        temp_root: settings.temp_root,
        sandbox_mode: settings.conditions.sandbox_mode,
        profile: settings.conditions.limits.profile,
        time: (agent.clock / CLOCK_PART).max(LEAST_TIME),
        core: settings.cores.first().copied().flatten(),
    };
    for known in positions.iter().skip(done) {
        let why = if has_given_up(&file.answers) {
            Some(format!("it gave no legal move {FAILURES} times in a row"))
        } else {
            cap.has_passed(POSITIONS_SHARE).then(|| "the time was over".to_string())
        };
        if let Some(why) = why {
            let left = positions.len() - file.answers.len();
            progress.skip(left as u64);
            return Ok(Some(format!("{left} of {} positions: {why}", positions.len())));
        }
        let answer = asking.ask(known)?;
        settings.go_on(cap)?;
        if let Some(answer) = answer {
            file.append(answer)?;
            progress.add(1);
        }
    }
    Ok(None)
}

fn has_given_up(answers: &[StoredAnswer]) -> bool {
    let last = answers.iter().rev().take(FAILURES);
    last.filter(|answer| answer.played.is_none()).count() == FAILURES
}
