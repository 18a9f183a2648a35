//! The opening of a game: its ballot, whatever the order of the moves.

use crate::error::AppError;
use formats::pdn::{Game, Turn, short_text};
use games::checkers::Position;
use games::checkers::ballots::{Ballot, deck};
use std::collections::HashMap;

/// Plies of a ballot.
const PLIES: usize = 3;

/// The ballots by the positions they lead to.
#[derive(Debug)]
pub struct Openings {
    /// By the positions in FEN.
    ballots: HashMap<String, Ballot>,
}

/// What is known about the opening of a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Opening<'a> {
    /// A ballot: the game came through its position, or began there.
    Ballot(&'a Ballot),
    /// Other first moves.
    Other,
    /// The game began at another position.
    SetUp,
}

impl Openings {
    /// The openings of the deck.
    ///
    /// # Errors
    /// The deck that is compiled in is damaged, which a test excludes.
    pub fn new() -> Result<Self, AppError> {
        let deck = deck().map_err(|error| AppError::File(error.to_string()))?;
        let ballots =
            deck.into_iter().map(|ballot: Ballot| (ballot.position.fen(), ballot)).collect();
        Ok(Openings { ballots })
    }

    /// The opening of a game.
    pub fn of(&self, game: &Game) -> Opening<'_> {
        let is_start = game.start == <Position as games::Game>::start();
        let plies = if is_start { PLIES } else { 0 };
        let position = game
            .line
            .turns
            .iter()
            .take(plies)
            .fold(game.start, |here, turn| games::Game::play(&here, turn.mv));
        match self.ballots.get(&position.fen()) {
            Some(ballot) => Opening::Ballot(ballot),
            None if is_start => Opening::Other,
            None => Opening::SetUp,
        }
    }

    /// The opening in words: the moves of the ballot and its name, or the first moves.
    pub fn title(&self, game: &Game) -> String {
        match self.of(game) {
            Opening::Ballot(ballot) => ballot.title(),
            Opening::SetUp => "from another position".to_string(),
            Opening::Other => first_moves(&game.start, &game.line.turns),
        }
    }
}

fn first_moves(start: &Position, turns: &[Turn]) -> String {
    let mut here = *start;
    let mut words = Vec::new();
    for turn in turns.iter().take(PLIES) {
        words.push(short_text(&here, turn.mv));
        here = games::Game::play(&here, turn.mv);
    }
    if words.is_empty() { "no move".to_string() } else { words.join(" ") }
}
