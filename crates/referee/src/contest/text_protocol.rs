//! The games of text programs as games between processes: each program lives as long as the game.

use crate::agent::{Agent, AgentDir, AgentRunError, LiveRun, text_game};
use crate::contest::protocol::{Protocol, Seat};
use crate::game::{Ending, Profile, Refereed, moves_to};
use crate::record::BadMoveError;
use crate::schedule::{BallotError, Opening, OpeningList, Seed};
use games::{Walker, amazons, loa, tablut};
use std::path::{Path, PathBuf};

/// The openings of a contest, besides the start position.
const OPENINGS: usize = 100;
/// Plies of each: an even number, so that the side which begins a game also begins here.
const OPENING_PLIES: usize = 4;

fn player<G: Refereed>(seat: &Seat<'_, G::Move>) -> Result<LiveRun, AgentRunError> {
    let game = text_game(G::NAME).map_err(AgentRunError::TextGame)?;
    let place = (seat.temp_root, seat.conditions.sandbox_mode);
    let mut run = LiveRun::new(seat.entrant, game, seat.side, place, seat.cores.clone())?;
    let mut position = G::start();
    for &mv in seat.opening {
        if position.forced_pass().is_none() {
            run.tell(position.move_text(mv));
        }
        position = position.play(mv);
    }
    Ok(run)
}

/// Random openings, named by their moves.
fn random_openings<G: Refereed>(seed: Seed) -> OpeningList {
    let mut walker = Walker::new(seed.0);
    let mut openings: Vec<Opening> = Vec::new();
    for _ in 0..OPENINGS {
        let mut position = G::start();
        let mut moves = Vec::new();
        while moves.len() < OPENING_PLIES
            && let Some(mv) = walker.step(&position)
        {
            moves.push(position.move_text(mv));
            position = position.play(mv);
        }
        let opening = Opening::new(moves.join(" "), &position);
        let is_new = openings.iter().all(|other| other.board != opening.board);
        if is_new && position.outcome().is_none() && position.can_move() {
            openings.push(opening);
        }
    }
    OpeningList::new::<G>(openings)
}

macro_rules! played_by_text_programs {
    ($($Position:ty: $program:literal),*) => {$(
        impl Protocol for $Position {
            type Player = LiveRun;
            const PROGRAM: &'static str = $program;

            fn player(seat: &Seat<'_, Self::Move>) -> Result<LiveRun, AgentRunError> {
                player::<Self>(seat)
            }

            fn opening(name: &str, start: &Self) -> Option<Vec<Self::Move>> {
                moves_to(name, start)
            }

            fn usual_openings(seed: Seed) -> Result<OpeningList, BallotError> {
                Ok(random_openings::<Self>(seed))
            }

            fn place(player: &LiveRun) -> (&Agent, &AgentDir) {
                (player.agent(), player.dir())
            }

            fn error(player: &LiveRun) -> Option<String> {
                player.error().map(ToString::to_string)
            }

            fn take_error(player: &mut LiveRun) -> Option<AgentRunError> {
                player.take_error()
            }

            fn detail(player: &LiveRun, _: Ending, _: Profile) -> Option<String> {
                player.detail()
            }

            fn answer_detail(player: &LiveRun, _: Ending, _: Profile) -> Option<String> {
                player.fault()
            }

            fn keep(
                player: &LiveRun,
                folder: &Path,
                _: Profile,
                _: Ending,
            ) -> Result<PathBuf, BadMoveError> {
                Ok(player.keep_evidence(folder)?)
            }
        }
    )*};
}

played_by_text_programs!(
    loa::Position: "loa",
    tablut::Position: "tablut",
    amazons::Position: "amazons"
);
