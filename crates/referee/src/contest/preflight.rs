//! A test of each agent before the first game, so that a wrong path or a broken build costs a
//! second and not a match.

use crate::agent::{Entrant, TempRoot};
use crate::contest::agent_game::GameConditions;
use crate::game::{Contestant, Ending, check_reply};
use crate::record::{BadMoveError, bad_move};
use formats::{Play, Request};
use games::Game;
use games::board::Side;
use games::checkers::Position;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A board on which White has to jump twice with one man.
const DOUBLE_JUMP: &str = "......../......../...b..../......../.b....../w......./......../........";

/// The longest clock that the test gives: an agent that uses all of it must not stop a contest with
/// long clocks for many minutes.
const LONGEST_CLOCK: Duration = Duration::from_secs(20);

/// What an agent did instead of a legal move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PreflightFailure {
    /// Its name.
    pub agent: String,
    /// How its move would have ended a game.
    pub ending: Ending,
    /// The file that `referee replay` takes.
    pub evidence: PathBuf,
}

/// Asks an agent for two moves: the first one of a game, and a compulsory double jump. `None` if
/// both are legal and in time.
///
/// # Errors
/// The agent's directory or process cannot be made, or the evidence cannot be kept.
pub fn test_agent(
    entrant: &Entrant,
    conditions: GameConditions,
    temp_root: &TempRoot,
    evidence: &Path,
) -> Result<Option<PreflightFailure>, BadMoveError> {
    for (name, position) in [("first-move", Position::start()), ("double-jump", double_jump())] {
        let mut run = entrant.start(temp_root, conditions.sandbox_mode, None)?;
        let remaining = entrant.clock.min(LONGEST_CLOCK);
        let request = Request { play: Play::Game, remaining, position };
        let reply = run.ask(&request);
        let profile = conditions.limits.profile;
        let Err(ending) = check_reply(reply, &request, profile).mv else { continue };
        if let Some(error) = run.take_error() {
            return Err(error.into());
        }
        let folder = evidence.join(format!("preflight-{name}"));
        let evidence = bad_move::keep(&folder, &run, profile, ending)?;
        return Ok(Some(PreflightFailure { agent: entrant.agent.name.clone(), ending, evidence }));
    }
    Ok(None)
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
