//! How the players of a game are started, and what is kept when one of them is to blame: the two
//! protocols are two kinds of players.

use crate::agent::{AgentRun, AgentRunError, Entrant, TempRoot, detail};
use crate::contest::agent_game::GameConditions;
use crate::game::{Contestant, Ending, Profile, Refereed};
use crate::record::{BadMoveError, bad_move};
use games::board::Side;
use games::checkers::{Move, Position};
use std::fmt::Debug;
use std::path::{Path, PathBuf};

/// A player's place in a game.
#[derive(Clone, Debug)]
pub struct Seat<'a, M> {
    pub side: Side,
    pub entrant: &'a Entrant,
    /// The moves that lead from the start of the game to its first turn.
    pub opening: &'a [M],
    pub conditions: GameConditions,
    /// The parent of the player's directory.
    pub temp_root: &'a TempRoot,
    /// The cores it may run on; `None` means all.
    pub cores: Option<Vec<usize>>,
}

/// A game whose players are processes.
pub trait Protocol: Refereed {
    type Player: Contestant<Self> + Debug;

    /// A new player in a directory of its own.
    fn player(seat: &Seat<'_, Self::Move>) -> Result<Self::Player, AgentRunError>;

    /// The moves of an opening that the players have to be told; `None` if these are not known.
    fn opening(name: &str, start: &Self) -> Option<Vec<Self::Move>>;

    /// Why the referee could not run the player, if that happened.
    fn error(player: &Self::Player) -> Option<String>;

    /// The exact fault of a player, if this ending is its fault.
    fn detail(player: &Self::Player, ending: Ending, profile: Profile) -> Option<String>;

    /// Keeps what proves a player's fault in `folder`; returns the file to look at.
    fn keep(
        player: &Self::Player,
        folder: &Path,
        profile: Profile,
        ending: Ending,
    ) -> Result<PathBuf, BadMoveError>;
}

impl Protocol for Position {
    type Player = AgentRun;

    fn player(seat: &Seat<'_, Move>) -> Result<AgentRun, AgentRunError> {
        let GameConditions { sandbox_mode, limits, .. } = seat.conditions;
        let run = seat.entrant.start(seat.temp_root, sandbox_mode, seat.cores.clone())?;
        Ok(run.with_grace(limits.profile.grace()))
    }

    /// None: each request shows the board.
    fn opening(_: &str, _: &Self) -> Option<Vec<Move>> {
        Some(Vec::new())
    }

    fn error(player: &AgentRun) -> Option<String> {
        player.error().map(ToString::to_string)
    }

    fn detail(player: &AgentRun, ending: Ending, profile: Profile) -> Option<String> {
        let passed = || player.passed().map(str::to_string);
        detail(player.dir(), ending, profile.form()).or_else(passed)
    }

    fn keep(
        player: &AgentRun,
        folder: &Path,
        profile: Profile,
        ending: Ending,
    ) -> Result<PathBuf, BadMoveError> {
        bad_move::keep(folder, player, profile, ending)
    }
}
