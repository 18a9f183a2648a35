//! The rules of all four games a second time, to compare the players' rules with.
//!
//! Each file is written from the text of the assignment alone: an array of squares, loops over it,
//! no bits, no tables, no incremental counts. Speed does not matter here; a reader should be able
//! to hold a function beside the sentence that it follows. The crate uses no other crate, so a
//! mistake in the players' rules cannot get in here. `soak legality` plays games and compares the
//! two.

#![forbid(unsafe_code)]

pub mod amazons;
mod board;
pub mod checkers;
pub mod loa;
pub mod tablut;

pub use board::Square;

use std::fmt::{self, Debug, Display};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// Moves first in checkers, Lines of Action and Tablut.
    Black,
    /// Moves first in Amazons.
    White,
}

impl Side {
    pub fn other(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    Won(Side),
    /// Nobody has won. Only Lines of Action knows ties.
    Tie,
}

/// The rule by which a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cause {
    /// Lines of Action: one side is contiguous.
    OneSideContiguous,
    /// Lines of Action: both sides are.
    BothSidesContiguous,
    /// Tablut: the king is captured.
    KingCaptured,
    /// Tablut: the king is on the edge.
    KingOnEdge,
    /// Tablut: the position has occurred before.
    Repetition,
    /// Tablut and Amazons: the side to move has no move.
    NoMove,
    /// Lines of Action and Tablut: the moves that were allowed have been made.
    MoveLimit,
}

impl Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::OneSideContiguous => "one side contiguous",
            Self::BothSidesContiguous => "both sides contiguous",
            Self::KingCaptured => "king captured",
            Self::KingOnEdge => "king on the edge",
            Self::Repetition => "repetition",
            Self::NoMove => "no move",
            Self::MoveLimit => "move limit",
        })
    }
}

/// A game in progress, with as much of its past as its rules ask for.
pub trait Oracle: Clone + Debug {
    /// A move. It is shown as the assignment writes it.
    type Move: Copy + Ord + Display + Debug;

    fn start() -> Self;

    /// A game that begins with this board and `side` to move.
    ///
    /// `rows` has one line per row, the highest row first, and one letter per square, the letters
    /// of the `dump` command. `None` if the size or a letter is wrong.
    fn from_rows(rows: &str, side: Side) -> Option<Self>;

    /// The board in the form that [`from_rows`](Self::from_rows) reads, with a line feed after each
    /// row.
    fn rows(&self) -> String;

    /// The side to move, also after the last move of a game.
    fn side_to_move(&self) -> Side;

    /// Every legal move, each once, in no particular order; none if the side to move has none. The
    /// answer for a game that has ended means nothing.
    fn moves(&self) -> Vec<Self::Move>;

    /// Plays a move, which must be one of [`moves`](Self::moves).
    fn play(&mut self, chosen: Self::Move);

    /// Applies the command `limit`: each side may make at most `moves` moves in this game. Whether
    /// the command is allowed; it is not if the moves are made already, or if the game has no such
    /// command.
    fn limit(&mut self, moves: u32) -> bool;

    /// The end of the game and its cause; `None` while it goes on.
    fn end(&self) -> Option<(Cause, Ending)>;

    fn ending(&self) -> Option<Ending> {
        self.end().map(|(_, ending)| ending)
    }
}

/// The number of games of `depth` moves from here; a game that ended earlier counts if it ended
/// with its last move.
#[cfg(test)]
fn perft<O: Oracle>(game: &O, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if game.ending().is_some() {
        return 0;
    }
    game.moves()
        .into_iter()
        .map(|chosen| {
            let mut next = game.clone();
            next.play(chosen);
            perft(&next, depth - 1)
        })
        .sum()
}

/// The moves of the side to move as sorted texts.
#[cfg(test)]
fn texts<O: Oracle>(game: &O) -> Vec<String> {
    let mut texts: Vec<_> = game.moves().iter().map(ToString::to_string).collect();
    texts.sort();
    texts
}

/// Plays the moves with these texts, which must be legal.
#[cfg(test)]
fn played<O: Oracle>(mut game: O, moves: &str) -> O {
    for text in moves.split_whitespace() {
        let chosen = game.moves().into_iter().find(|chosen| chosen.to_string() == text);
        game.play(chosen.expect(text));
    }
    game
}
