//! Tablut as the rest of the program sees it: the contracts [`Game`] and [`MoveHints`].

use super::Position;
use crate::board::{Key, Side};
use crate::game::{Finality, Game, MoveHints, Noise, Outcome, Repetition};
use crate::tablut::board::Piece;
use crate::tablut::captures::captured;
use crate::tablut::moves::Move;
use crate::tablut::squares::{SIZE, Square};
use crate::tablut::{movegen, rules};

impl Game for Position {
    type Move = Move;
    const NO_MOVES: Outcome = rules::NO_MOVES;
    const REPETITION: Repetition = rules::REPETITION;
    const QUIET_LIMIT: Option<u32> = rules::QUIET_TURNS;
    const AT_QUIET_LIMIT: Outcome = rules::AT_LIMIT;

    /// Sixteen Muscovites around eight Swedes and their king, Black to move.
    fn start() -> Self {
        let mut position = Self::EMPTY;
        for square in Square::all() {
            let letter = rules::START[SIZE - 1 - square.rank()][square.file()];
            position = position.with_piece(square, Piece::from_letter(char::from(letter)));
        }
        position
    }

    #[inline]
    fn side_to_move(&self) -> Side {
        self.side
    }

    /// The king on an edge square has won for White, a captured king has lost.
    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        let winner = match self.board.king() {
            None => Side::Black,
            Some(king) if rules::ESCAPES.has(king) => Side::White,
            Some(_) => return None,
        };
        Some(if winner == self.side { Outcome::Win } else { Outcome::Loss })
    }

    #[inline]
    fn legal_moves(&self, moves: &mut Vec<Move>) {
        movegen::legal_moves(self, moves);
    }

    #[inline]
    fn count_moves(&self) -> u64 {
        movegen::count_moves(self)
    }

    #[inline]
    fn play(&self, mv: Move) -> Self {
        let mut next = self.with_piece_moved(mv);
        for square in captured(&next.board, mv.to(), self.side) {
            if let Some(piece) = next.board.at(square) {
                next.toggle(piece, square);
            }
        }
        next.pass_turn();
        next
    }

    /// Only a capture cannot be taken back.
    #[inline]
    fn finality(&self, mv: Move) -> Finality {
        if self.captured_by(mv).is_empty() { Finality::Reversible } else { Finality::Irreversible }
    }

    #[inline]
    fn key(&self) -> Key {
        self.key
    }
}

impl MoveHints for Position {
    const HISTORY_SIZE: usize = Square::COUNT * Square::COUNT;
    const NOISE: Noise = Noise::Optional;

    #[inline]
    fn history_index(mv: Move) -> usize {
        mv.from().index() * Square::COUNT + mv.to().index()
    }

    #[inline]
    fn noisy_moves(&self, moves: &mut Vec<Move>) {
        movegen::noisy_moves(self, moves);
    }

    #[inline]
    fn capture_value(&self, mv: Move) -> i32 {
        movegen::capture_value(self, mv)
    }
}
