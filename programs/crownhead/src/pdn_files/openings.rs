//! The opening and the last position of a game, by which games are filtered.

use crate::error::AppError;
use formats::pdn::PdnGame;
use games::Game as _;
use games::checkers::Position;
use games::checkers::ballots::{Ballot, deck};
use std::collections::HashMap;

/// Plies of a ballot.
const PLIES: usize = 3;

/// The ballots by the positions they lead to, in FEN.
#[derive(Debug)]
pub struct Openings {
    ballots: HashMap<String, Ballot>,
}

/// The opening of a game, whatever the order of its moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum GameOpening<'a> {
    /// A ballot: the game came through its position, or began there.
    Ballot(&'a Ballot),
    /// Other first moves.
    Other,
    /// The game began at another position.
    SetUp,
}

impl Openings {
    /// The openings of the deck. It is compiled in, and a test proves that it can be read.
    pub fn new() -> Result<Self, AppError> {
        let deck = deck().map_err(AppError::file)?;
        let ballots =
            deck.into_iter().map(|ballot: Ballot| (ballot.position.fen(), ballot)).collect();
        Ok(Openings { ballots })
    }

    pub fn of(&self, game: &PdnGame) -> GameOpening<'_> {
        let is_start = game.start == Position::start();
        let plies = if is_start { PLIES } else { 0 };
        let position =
            game.line.turns.iter().take(plies).fold(game.start, |here, turn| here.play(turn.mv));
        match self.ballots.get(&position.fen()) {
            Some(ballot) => GameOpening::Ballot(ballot),
            None if is_start => GameOpening::Other,
            None => GameOpening::SetUp,
        }
    }
}

pub fn last_position(game: &PdnGame) -> Position {
    game.line.turns.iter().fold(game.start, |here, turn| here.play(turn.mv))
}
