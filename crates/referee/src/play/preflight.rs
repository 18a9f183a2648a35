//! A test of each agent before the first game: a wrong path or a broken build costs a second and
//! not a match.
//!
//! The agents are asked one after the other, while nothing else runs. One that hangs costs at most
//! [`process::IDLE_LIMIT`](runner::process::IDLE_LIMIT), or, if it keeps computing, some
//! times the longest clock of a question.

use crate::error::MatchError;
use crate::journal::GameConditions;
use crate::play::match_game::{MatchGame, PlayerSetup, ProcessPlayer};
use crate::players::program::missing_file_hint;
use crate::players::{Participant, path_hint};
use crate::rules::{AskingMode, Ending, GamePlayer, GameState, ReplyRules, Timing, TurnQuestion};
use cli::visible;
use games::with_game;
use runner::{STDERR_FILE, TempRoot, cause_line};
use serde::Serialize;
use std::path::{Path, PathBuf};
use std::time::Duration;

pub use crate::play::preflight_question::PreflightQuestion;

/// The longest clock of the test: an agent that uses all of it must not stop a contest with long
/// clocks for many minutes.
const LONGEST_CLOCK: Duration = Duration::from_secs(20);

/// Characters that are shown of an agent's output.
const SHOWN: usize = 200;

/// An agent that did not answer with a legal move, and what is known of the cause.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PreflightFailure {
    pub agent: String,
    /// The ending that its move would have caused in a game.
    pub ending: String,
    /// The exact fault of its answer, if that was the cause.
    pub detail: Option<String>,
    /// The most informative line of its standard error; `None` if it has printed nothing.
    pub standard_error: Option<String>,
    pub hint: Option<String>,
    /// The file for `referee replay`.
    pub evidence: PathBuf,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Preflight {
    /// Both moves are legal and in time.
    Ready,
    Failed(PreflightFailure),
    /// The flag of the temporary folder has ended the runs.
    Stopped,
}

/// Asks an agent for the moves by which its game tries it. `asking` is called before each; the
/// files of a failure are kept below `evidence`, a folder for this agent alone.
pub fn test_agent(
    participant: &Participant,
    conditions: GameConditions,
    temp_root: &TempRoot,
    evidence: &Path,
    asking: &mut dyn FnMut(PreflightQuestion),
) -> Result<Preflight, MatchError> {
    let trial = PreflightTrial { participant, conditions, temp_root, evidence };
    with_game!(conditions.game, G => trial.run::<G>(asking))
}

struct PreflightTrial<'a> {
    participant: &'a Participant,
    conditions: GameConditions,
    temp_root: &'a TempRoot,
    evidence: &'a Path,
}

impl PreflightTrial<'_> {
    fn run<G: MatchGame>(
        &self,
        asking: &mut dyn FnMut(PreflightQuestion),
    ) -> Result<Preflight, MatchError> {
        let PreflightTrial { participant, conditions, temp_root, evidence } = *self;
        for (question, position) in G::questions() {
            asking(question);
            let (side, opening, cores) = (position.side_to_move(), &[], None);
            let setup = PlayerSetup { side, participant, opening, conditions, temp_root, cores };
            let mut player = G::Player::from_setup(&setup)?;
            let (limits, left) = (conditions.limits, [participant.clock.min(LONGEST_CLOCK); 2]);
            let asking = match question {
                PreflightQuestion::FirstMove => AskingMode::game(conditions.timing),
                // A board of no game, as a single move of the assignment may have it.
                PreflightQuestion::DoubleJump => AskingMode::single(Timing::Untimed),
            };
            let state = &GameState::new(position, limits);
            let reply = player.play(&TurnQuestion { state, left, asking });
            if temp_root.stop_flag().is_set() {
                return Ok(Preflight::Stopped);
            }
            let Err(ending) = reply.mv else { continue };
            if let Some(error) = player.take_failure() {
                return Err(error);
            }
            let folder = evidence.join(question.name().replace(' ', "-"));
            let evidence = player.keep(&folder, limits.replies, ending)?;
            return Ok(Preflight::Failed(failure::<G>(&player, ending, limits.replies, evidence)));
        }
        Ok(Preflight::Ready)
    }
}

fn failure<G: MatchGame>(
    player: &G::Player,
    ending: Ending,
    rules: ReplyRules,
    evidence: PathBuf,
) -> PreflightFailure {
    let (agent, dir) = player.place();
    let stderr = dir.read(STDERR_FILE).unwrap_or_default();
    let stderr = String::from_utf8_lossy(&stderr);
    PreflightFailure {
        agent: agent.name.clone(),
        ending: ending.to_string(),
        detail: player.answer_fault(ending, rules.answers),
        standard_error: cause_line(&stderr).map(|line| visible::cut(line, SHOWN) + path_hint(line)),
        hint: missing_file_hint(agent, dir.path(), &stderr),
        evidence,
    }
}
