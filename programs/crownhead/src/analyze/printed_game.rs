//! The contract of a game that is printed: how its moves, positions and results are written. Each
//! game is one value of it.

use analysis::{Explained, RecordedResult};
use formats::pdn::PdnResult;
use games::board::Side;
use games::checkers::Move;
use games::{amazons, checkers, loa, tablut};
use text::dialect::Dialect;

/// A game whose positions and moves are printed.
pub trait PrintedGame: Explained + Dialect {
    /// A move in a second notation, by the names of its squares, if the first one is another.
    fn by_names(mv: Self::Move) -> Option<String> {
        let _ = mv;
        None
    }

    /// The position in one line of a notation that the world knows.
    fn fen(&self) -> Option<String> {
        None
    }

    /// A result as files of the game have it.
    fn result_text(result: RecordedResult) -> Option<&'static str> {
        match result {
            RecordedResult::Won(Side::Black) => Some("Black won"),
            RecordedResult::Won(Side::White) => Some("White won"),
            RecordedResult::Drawn => Some("a tie"),
            RecordedResult::Unknown => None,
        }
    }
}

impl PrintedGame for checkers::Position {
    fn by_names(mv: Move) -> Option<String> {
        let squares: Vec<_> = mv.squares().iter().map(ToString::to_string).collect();
        Some(squares.join(if mv.is_jump() { "x" } else { "-" }))
    }

    fn fen(&self) -> Option<String> {
        Some(checkers::Position::fen(self))
    }

    fn result_text(result: RecordedResult) -> Option<&'static str> {
        match result {
            RecordedResult::Won(side) => Some(PdnResult::Won(side).text()),
            RecordedResult::Drawn => Some(PdnResult::Drawn.text()),
            RecordedResult::Unknown => None,
        }
    }
}

impl PrintedGame for loa::Position {}

impl PrintedGame for tablut::Position {}

impl PrintedGame for amazons::Position {}

/// A line of moves from a position, each in the notation of the game.
pub fn line_words<G: PrintedGame>(position: &G, moves: &[G::Move]) -> Vec<String> {
    let mut here = position.clone();
    let mut words = Vec::with_capacity(moves.len());
    for &mv in moves {
        words.push(here.move_text(mv));
        here = here.play(mv);
    }
    words
}

/// The same in one text.
pub fn line_text<G: PrintedGame>(position: &G, moves: &[G::Move]) -> String {
    line_words(position, moves).join(" ")
}
