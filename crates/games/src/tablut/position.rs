//! The position: the board, the side to move, and the key, updated incrementally.
//!
//! Only `toggle` and `pass_turn` change board or turn, and each updates the key; they are private
//! to this file and `position/game.rs`. The history of a game is not part of a position.

mod game;

use crate::board::{Key, KeyStream, Side};
use crate::tablut::board::{Board, Piece};
use crate::tablut::captures::captured;
use crate::tablut::moves::Move;
use crate::tablut::rules::FIRST;
use crate::tablut::squares::{Square, SquareSet};

/// A Tablut position; 64 bytes, copied at each move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    board: Board,
    side: Side,
    key: Key,
}

impl Position {
    /// The board without pieces, Black to move. Without a king, White has lost.
    pub const EMPTY: Position = Position { board: Board::EMPTY, side: FIRST, key: Key::EMPTY };

    /// The position with `piece`, or nothing, on `square`. A second king replaces the first. Any
    /// piece can be put on the throne, although only the king can move there.
    #[must_use]
    pub fn with_piece(mut self, square: Square, piece: Option<Piece>) -> Self {
        let former_king = self.board.king().filter(|_| piece == Some(Piece::King));
        for emptied in [Some(square), former_king].into_iter().flatten() {
            if let Some(stood) = self.board.at(emptied) {
                self.toggle(stood, emptied);
            }
        }
        if let Some(piece) = piece {
            self.toggle(piece, square);
        }
        self
    }

    /// The same board with `side` to move.
    #[must_use]
    pub fn with_side_to_move(mut self, side: Side) -> Self {
        if side != self.side {
            self.pass_turn();
        }
        self
    }

    /// The pieces.
    #[inline]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The squares of the pieces that `mv`, which must be legal here, captures.
    #[inline]
    pub fn captured_by(&self, mv: Move) -> SquareSet {
        captured(&self.with_piece_moved(mv).board, mv.to(), self.side)
    }

    /// The key computed from scratch, to check the one that is updated incrementally.
    pub fn recomputed_key(&self) -> Key {
        let placed = Square::all().fold(Self::EMPTY, |position, square| {
            position.with_piece(square, self.board.at(square))
        });
        placed.with_side_to_move(self.side).key
    }

    /// The position with the piece moved, before captures and with the same side to move.
    #[inline]
    fn with_piece_moved(&self, mv: Move) -> Self {
        let mut next = *self;
        if let Some(piece) = self.board.at(mv.from()) {
            next.toggle(piece, mv.from());
            next.toggle(piece, mv.to());
        }
        next
    }

    #[inline]
    fn toggle(&mut self, piece: Piece, square: Square) {
        self.board.toggle(piece, square);
        self.key ^= KEYS.pieces[piece.index()][square.index()];
    }

    #[inline]
    fn pass_turn(&mut self) {
        self.side = !self.side;
        self.key ^= KEYS.turn;
    }
}

/// One key for each piece on each square, and one for White's turn.
struct Keys {
    pieces: [[Key; Square::COUNT]; Piece::ALL.len()],
    turn: Key,
}

static KEYS: Keys = {
    let (turn, mut stream) = KeyStream::new(0x07AB_1D07).next();
    let mut pieces = [[Key::EMPTY; Square::COUNT]; Piece::ALL.len()];
    let mut i = 0;
    while i < Piece::ALL.len() * Square::COUNT {
        let (key, rest) = stream.next();
        pieces[i / Square::COUNT][i % Square::COUNT] = key;
        stream = rest;
        i += 1;
    }
    Keys { pieces, turn }
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, Notation, Outcome, Walker};
    use crate::tablut::sketch::{sketch, square};
    use crate::tablut::squares::SIZE;

    #[test]
    fn black_begins_with_sixteen_against_nine() {
        let start = Position::start();
        assert_eq!(start.side_to_move(), Side::Black);
        let board = start.board();
        assert_eq!((board.muscovites().count(), board.swedes().count()), (16, 8));
        assert_eq!(board.king(), Some(square("e5")));
    }

    #[test]
    fn play_keeps_the_key() {
        for seed in 0..100 {
            for position in Walker::new(seed).game(Position::start(), 600) {
                assert_eq!(position.key(), position.recomputed_key());
            }
        }
    }

    #[test]
    fn placing_pieces_keeps_the_key_and_one_king() {
        let mut walker = Walker::new(1);
        let mut position = Position::start();
        for _ in 0..2_000 {
            let piece = [None].into_iter().chain(Piece::ALL.map(Some)).nth(walker.below(4));
            let square = Square::from_index(walker.below(Square::COUNT));
            position = position.with_piece(square, piece.flatten());
            position = position.with_side_to_move(Side::ALL[walker.below(2)]);
            assert_eq!(position.board().at(square), piece.flatten());
            assert_eq!(position.key(), position.recomputed_key());
            assert!(position.board().king.count() <= 1);
        }
    }

    #[test]
    fn the_king_wins_on_every_edge_square_and_nowhere_else() {
        for at in Square::all() {
            let won = [at.file(), at.rank()].iter().any(|&line| line == 0 || line == SIZE - 1);
            let position = Position::EMPTY.with_piece(at, Some(Piece::King));
            assert_eq!(position.outcome(), won.then_some(Outcome::Loss), "{at}, Black to move");
            let white = position.with_side_to_move(Side::White);
            assert_eq!(white.outcome(), won.then_some(Outcome::Win), "{at}, White to move");
        }
    }

    #[test]
    fn a_captured_king_is_gone_and_white_has_lost() {
        let position = sketch("Kc3 We1 Bb3 Bd1", Side::Black);
        let after = position.play(position.read_move("d1-3").expect("legal"));
        assert_eq!(after.board().king(), None);
        assert!(!after.board_text().contains('K'));
        assert_eq!((after.side_to_move(), after.outcome()), (Side::White, Some(Outcome::Loss)));
    }
}
