//! How the players of a game are started, and what is kept when one of them is to blame: the two
//! protocols are two kinds of players.

use crate::agent::{
    Agent, AgentDir, AgentRun, AgentRunError, Entrant, HOMEWORK, TempRoot, answer_detail, detail,
};
use crate::contest::conditions::GameConditions;
use crate::contest::preflight_question::PreflightQuestion;
use crate::game::{Contestant, Ending, Profile, Refereed};
use crate::record::{BadMoveError, bad_move};
use crate::schedule::{BallotError, OpeningList, Seed, ballots};
use games::Game;
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

    /// Takes the reason why the referee could not run the player, if that happened.
    fn take_error(player: &mut Self::Player) -> Option<AgentRunError>;

    /// The program in an agent's directory.
    const PROGRAM: &'static str;

    /// Positions by which a player is tried before a contest.
    fn questions() -> Vec<(PreflightQuestion, Self)> {
        vec![(PreflightQuestion::FirstMove, Self::start())]
    }

    /// The openings of a contest that names none.
    fn usual_openings(seed: Seed) -> Result<OpeningList, BallotError>;

    /// The player's program, and the directory it works in.
    fn place(player: &Self::Player) -> (&Agent, &AgentDir);

    /// The exact fault of a player's last answer, without what it has printed besides.
    fn answer_detail(player: &Self::Player, ending: Ending, profile: Profile) -> Option<String>;

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

/// A board on which White has to jump twice with one man.
const DOUBLE_JUMP: &str = "......../......../...b..../......../.b....../w......./......../........";

impl Protocol for Position {
    type Player = AgentRun;
    const PROGRAM: &'static str = HOMEWORK;

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

    fn take_error(player: &mut AgentRun) -> Option<AgentRunError> {
        player.take_error()
    }

    fn questions() -> Vec<(PreflightQuestion, Self)> {
        let board = Position::from_rows(DOUBLE_JUMP.split('/'), Side::White);
        let jump = board.ok().map(|board| (PreflightQuestion::DoubleJump, board));
        [(PreflightQuestion::FirstMove, Self::start())].into_iter().chain(jump).collect()
    }

    fn usual_openings(_: Seed) -> Result<OpeningList, BallotError> {
        ballots::openings()
    }

    fn place(player: &AgentRun) -> (&Agent, &AgentDir) {
        (player.agent(), player.dir())
    }

    fn answer_detail(player: &AgentRun, ending: Ending, profile: Profile) -> Option<String> {
        answer_detail(player.dir(), ending, profile.form())
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_second_question_has_one_move_of_two_jumps() {
        let mut moves = Vec::new();
        Position::questions()[1].1.legal_moves(&mut moves);
        let jumped: Vec<_> = moves.iter().map(|mv| mv.captured().count()).collect();
        assert_eq!(jumped, [2]);
    }
}
