//! The properties that games are counted and filtered by: result, opening, and the pieces at the
//! end.

use crate::error::AppError;
use formats::pdn::{PdnGame, PdnResult, Turn, short_text};
use games::Game as _;
use games::board::Side;
use games::checkers::Position;
use games::checkers::ballots::{Ballot, deck};
use serde::Serialize;
use std::collections::HashMap;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ResultCounts {
    /// All of them.
    pub games: u64,
    /// Won by Black.
    pub black: u64,
    pub drawn: u64,
    /// Won by White.
    pub white: u64,
    pub unknown: u64,
}

impl ResultCounts {
    pub fn add(&mut self, game: &PdnGame) {
        self.games += 1;
        *match game.outcome() {
            Some(PdnResult::Won(Side::Black)) => &mut self.black,
            Some(PdnResult::Won(Side::White)) => &mut self.white,
            Some(PdnResult::Drawn) => &mut self.drawn,
            None => &mut self.unknown,
        } += 1;
    }

    pub fn add_all(&mut self, other: &ResultCounts) {
        self.games += other.games;
        self.black += other.black;
        self.drawn += other.drawn;
        self.white += other.white;
        self.unknown += other.unknown;
    }

    /// The heads of the columns of [`Self::columns`].
    pub const HEADS: &str = "  games   Black   drawn   White       *";

    /// The counts as columns of a table.
    pub fn columns(&self) -> String {
        let ResultCounts { games, black, drawn, white, unknown } = self;
        format!("{games:>7} {black:>7} {drawn:>7} {white:>7} {unknown:>7}")
    }
}

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

    /// The opening in words: the moves of the ballot and its name, or the first moves.
    pub fn title(&self, game: &PdnGame) -> String {
        match self.of(game) {
            GameOpening::Ballot(ballot) => ballot.title(),
            GameOpening::SetUp => "from another position".to_string(),
            GameOpening::Other => first_moves(&game.start, &game.line.turns),
        }
    }
}

fn first_moves(start: &Position, turns: &[Turn]) -> String {
    let mut here = *start;
    let mut words = Vec::new();
    for turn in turns.iter().take(PLIES) {
        words.push(short_text(&here, turn.mv));
        here = here.play(turn.mv);
    }
    if words.is_empty() { "no move".to_string() } else { words.join(" ") }
}

pub fn last_position(game: &PdnGame) -> Position {
    game.line.turns.iter().fold(game.start, |here, turn| here.play(turn.mv))
}

/// The pieces of both sides, Black's first: `2 kings 1 man - 1 king`.
pub fn material(position: &Position) -> String {
    Side::ALL.map(|side| pieces(position, side)).join(" - ")
}

fn pieces(position: &Position, side: Side) -> String {
    let word = |count: u32, one: &str, more: &str| match count {
        0 => None,
        1 => Some(format!("1 {one}")),
        many => Some(format!("{many} {more}")),
    };
    let men = position.men(side).count();
    let kings = position.pieces(side).count() - men;
    let words = [word(kings, "king", "kings"), word(men, "man", "men")];
    let words: Vec<_> = words.into_iter().flatten().collect();
    if words.is_empty() { "nothing".to_string() } else { words.join(" ") }
}
