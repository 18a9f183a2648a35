//! A look at each agent before the first game, so that a wrong path or a broken build costs a
//! second and not a match.

use crate::duel::{Contestant, judge};
use crate::encounter::{Conditions, Entrant};
use crate::ending::Ending;
use crate::estate::Estate;
use crate::reproducer;
use crate::reproducer::ReproducerError;
use formats::{Play, Request};
use games::Game;
use games::board::Side;
use games::checkers::Position;
use std::path::{Path, PathBuf};

/// A board on which White has to jump twice with one man.
const DOUBLE_JUMP: &str = "......../......../...b..../......../.b....../w......./......../........";

/// What an agent did instead of a legal move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// Its name.
    pub agent: String,
    /// What it did.
    pub ending: Ending,
    /// What `referee replay` takes.
    pub evidence: PathBuf,
}

/// Asks for two moves: the first one of a game, and a compulsory double jump. None if both are
/// legal and in time.
///
/// # Errors
/// The agent's home or process cannot be made, or the evidence not be kept.
pub fn look_at(
    entrant: &Entrant,
    conditions: Conditions,
    estate: &Estate,
    evidence: &Path,
) -> Result<Option<Refusal>, ReproducerError> {
    for (name, position) in [("first-move", Position::start()), ("double-jump", double_jump())] {
        let mut seat = entrant.seat(estate, conditions.shutting, None)?;
        let request = Request { play: Play::Game, remaining: entrant.clock, position };
        let reply = seat.ask(&request);
        let profile = conditions.limits.profile;
        let Err(ending) = judge(reply, &request, profile).played else { continue };
        if let Some(fault) = seat.take_fault() {
            return Err(fault.into());
        }
        let folder = evidence.join(format!("preflight-{name}"));
        let evidence = reproducer::keep(&folder, &seat, profile, ending)?;
        return Ok(Some(Refusal { agent: entrant.agent.name.clone(), ending, evidence }));
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
