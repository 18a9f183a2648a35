//! A test of each agent before the first game: a wrong path or a broken build costs a second and
//! not a match.
//!
//! The agents are asked one after the other, while nothing else runs. One that hangs costs at most
//! [`process::IDLE_LIMIT`](crate::agent::process::IDLE_LIMIT), or, if it keeps computing, some
//! times the longest clock of a question.

use crate::agent::{AgentRun, Entrant, STDERR_FILE, TempRoot};
use crate::agent::{answer_detail, missed_file, telling_line};
use crate::contest::agent_game::GameConditions;
use crate::game::{Ending, FileAgent, Profile, check_reply};
use crate::record::{BadMoveError, bad_move};
use formats::{Play, Request};
use games::Game;
use games::board::Side;
use games::checkers::Position;
use serde::Serialize;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A board on which White has to jump twice with one man.
const DOUBLE_JUMP: &str = "......../......../...b..../......../.b....../w......./......../........";

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
    /// The remedy, if it is known.
    pub hint: Option<String>,
    /// The file for `referee replay`.
    pub evidence: PathBuf,
}

/// The result of the test of one agent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Preflight {
    /// Both moves are legal and in time.
    Ready,
    Failed(PreflightFailure),
    /// The flag of the temporary folder has ended the runs.
    Stopped,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PreflightQuestion {
    /// The first move of a game.
    FirstMove,
    /// A compulsory double jump.
    DoubleJump,
}

impl PreflightQuestion {
    pub const fn name(self) -> &'static str {
        match self {
            PreflightQuestion::FirstMove => "first move",
            PreflightQuestion::DoubleJump => "double jump",
        }
    }

    fn position(self) -> Position {
        match self {
            PreflightQuestion::FirstMove => Position::start(),
            PreflightQuestion::DoubleJump => double_jump(),
        }
    }
}

/// Asks an agent for two moves: the first one of a game, and a compulsory double jump. `asking` is
/// called before each; the files of a failure are kept below `evidence`, a folder for this agent
/// alone.
pub fn test_agent(
    entrant: &Entrant,
    conditions: GameConditions,
    temp_root: &TempRoot,
    evidence: &Path,
    asking: &mut dyn FnMut(PreflightQuestion),
) -> Result<Preflight, BadMoveError> {
    for question in [PreflightQuestion::FirstMove, PreflightQuestion::DoubleJump] {
        asking(question);
        let mut run = entrant.start(temp_root, conditions.sandbox_mode, None)?;
        let remaining = entrant.clock.min(LONGEST_CLOCK);
        let request = Request { play: Play::Game, remaining, position: question.position() };
        let reply = run.ask(&request);
        if temp_root.stop_flag().is_set() {
            return Ok(Preflight::Stopped);
        }
        let profile = conditions.limits.profile;
        let Err(ending) = check_reply(reply, &request, profile).mv else { continue };
        if let Some(error) = run.take_error() {
            return Err(error.into());
        }
        let folder = evidence.join(question.name().replace(' ', "-"));
        let evidence = bad_move::keep(&folder, &run, profile, ending)?;
        return Ok(Preflight::Failed(failure(&run, ending, profile, evidence)));
    }
    Ok(Preflight::Ready)
}

fn failure(
    run: &AgentRun,
    ending: Ending,
    profile: Profile,
    evidence: PathBuf,
) -> PreflightFailure {
    let stderr = run.dir().read(STDERR_FILE).unwrap_or_default();
    let stderr = String::from_utf8_lossy(&stderr);
    PreflightFailure {
        agent: run.agent().name.clone(),
        ending: ending.to_string(),
        detail: answer_detail(run.dir(), ending, profile.form()),
        standard_error: telling_line(&stderr).map(|line| visible::cut(line, SHOWN)),
        hint: missed_file(run.agent(), run.dir().path(), &stderr),
        evidence,
    }
}

fn double_jump() -> Position {
    let board = Position::from_rows(DOUBLE_JUMP.split('/'), Side::White);
    board.unwrap_or_else(|_| Position::start())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_second_position_has_one_move_of_two_jumps() {
        let mut moves = Vec::new();
        double_jump().legal_moves(&mut moves);
        let jumped: Vec<_> = moves.iter().map(|mv| mv.captured().count()).collect();
        assert_eq!(jumped, [2]);
    }
}
