//! The position: the pieces of both sides, the side to move, and what is updated incrementally with
//! them: key, lines and masses.
//!
//! Only `put`, `lift` and `pass_turn` change pieces or turn, and each updates the rest; they are
//! private to this file and `position/game.rs`.

mod game;

use crate::board::{Key, KeyStream, Side};
use crate::loa::lines::LinePatterns;
use crate::loa::mass::Mass;
use crate::loa::moves::Move;
use crate::loa::squares::{Square, SquareSet};

/// A position of Lines of Action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    pieces: [SquareSet; 2],
    side: Side,
    key: Key,
    masses: [Mass; 2],
    lines: LinePatterns,
}

impl Position {
    /// The board without pieces, Black to move.
    pub const EMPTY: Position = Position {
        pieces: [SquareSet::EMPTY; 2],
        side: Side::Black,
        key: Key::EMPTY,
        masses: [Mass::NONE; 2],
        lines: LinePatterns::EMPTY,
    };

    /// The position with these pieces; of two on one square the later one counts.
    pub fn new(pieces: impl IntoIterator<Item = (Side, Square)>, side: Side) -> Self {
        pieces
            .into_iter()
            .fold(Self::EMPTY, |board, (owner, square)| board.with_piece(square, Some(owner)))
            .with_side_to_move(side)
    }

    /// The same position with a piece of a side, or nothing, on a square.
    #[must_use]
    pub fn with_piece(mut self, square: Square, piece: Option<Side>) -> Self {
        if let Some(owner) = self.at(square) {
            self.lift(owner, square);
        }
        if let Some(owner) = piece {
            self.put(owner, square);
        }
        self
    }

    /// The same board with this side to move.
    #[must_use]
    pub fn with_side_to_move(mut self, side: Side) -> Self {
        if side != self.side {
            self.pass_turn();
        }
        self
    }

    /// The pieces of one side.
    #[inline]
    pub const fn pieces(&self, side: Side) -> SquareSet {
        self.pieces[side.index()]
    }

    /// Number and center of mass of the pieces of one side.
    #[inline]
    pub const fn mass(&self, side: Side) -> Mass {
        self.masses[side.index()]
    }

    /// The pattern of each line, and the moves along it.
    #[inline]
    pub const fn lines(&self) -> &LinePatterns {
        &self.lines
    }

    /// Whose piece is on a square; `None` if it is empty.
    pub fn at(&self, square: Square) -> Option<Side> {
        Side::ALL.into_iter().find(|&side| self.pieces(side).has(square))
    }

    /// Does the move, legal here, capture?
    #[inline]
    pub const fn captures(&self, mv: Move) -> bool {
        match mv {
            Move::Pass => false,
            Move::Piece { to, .. } => self.pieces(self.side.opponent()).has(to),
        }
    }

    /// The same position computed from scratch, to check what is updated incrementally.
    pub fn recomputed(&self) -> Self {
        let pieces = Square::all().filter_map(|square| Some((self.at(square)?, square)));
        Self::new(pieces, self.side)
    }

    /// Puts a piece on an empty square.
    #[inline(always)]
    fn put(&mut self, side: Side, square: Square) {
        let pieces = &mut self.pieces[side.index()];
        *pieces = pieces.with(square);
        self.key ^= KEYS.pieces[side.index()][square.index()];
        self.masses[side.index()].put(square);
        self.lines.put(side, square);
    }

    /// Removes the piece of a side from its square.
    #[inline(always)]
    fn lift(&mut self, side: Side, square: Square) {
        let pieces = &mut self.pieces[side.index()];
        *pieces = pieces.without(square);
        self.key ^= KEYS.pieces[side.index()][square.index()];
        self.masses[side.index()].lift(square);
        self.lines.lift(side, square);
    }

    #[inline(always)]
    fn pass_turn(&mut self) {
        self.side = !self.side;
        self.key ^= KEYS.turn;
    }
}

/// One key for a piece of each side on each square, and one for White's turn.
struct Keys {
    pieces: [[Key; Square::COUNT]; 2],
    turn: Key,
}

static KEYS: Keys = {
    let (turn, mut stream) = KeyStream::new(0x0001_10A0).next();
    let mut pieces = [[Key::EMPTY; Square::COUNT]; 2];
    let mut i = 0;
    while i < 2 * Square::COUNT {
        let (key, rest) = stream.next();
        pieces[i / Square::COUNT][i % Square::COUNT] = key;
        stream = rest;
        i += 1;
    }
    Keys { pieces, turn }
};
