//! The pieces on the board: three sets of squares.
//!
//! A board has no side to move and no key; `position.rs` adds both and alone changes the board of a
//! position.

use crate::board::Side;
use crate::tablut::rules::THRONE;
use crate::tablut::squares::{Square, SquareSet, cross};

/// A kind of piece; each belongs to one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Black's piece; they hunt the king.
    Muscovite,
    /// White's guards of the king.
    Swede,
    /// White's king; at most one.
    King,
}

impl Piece {
    /// All kinds, in the order of their indices.
    pub const ALL: [Piece; 3] = [Piece::Muscovite, Piece::Swede, Piece::King];

    /// The index in [`Piece::ALL`].
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Whose piece it is.
    pub const fn side(self) -> Side {
        match self {
            Piece::Muscovite => Side::Black,
            Piece::Swede | Piece::King => Side::White,
        }
    }

    /// The letter of the piece in the text of a board.
    pub const fn letter(self) -> char {
        match self {
            Piece::Muscovite => 'B',
            Piece::Swede => 'W',
            Piece::King => 'K',
        }
    }

    /// The piece of a letter; `None` for any other letter.
    pub const fn from_letter(letter: char) -> Option<Self> {
        match letter {
            'B' => Some(Piece::Muscovite),
            'W' => Some(Piece::Swede),
            'K' => Some(Piece::King),
            _ => None,
        }
    }
}

/// The pieces on their squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    pub(super) muscovites: SquareSet,
    pub(super) swedes: SquareSet,
    /// The king's square; empty once he is captured.
    pub(super) king: SquareSet,
}

/// The throne and the four squares next to it, where it takes four to capture the king.
pub const CASTLE: SquareSet = cross(THRONE).with(THRONE);

impl Board {
    /// No pieces.
    pub const EMPTY: Board =
        Board { muscovites: SquareSet::EMPTY, swedes: SquareSet::EMPTY, king: SquareSet::EMPTY };

    /// Black's pieces.
    #[inline]
    pub const fn muscovites(&self) -> SquareSet {
        self.muscovites
    }

    /// White's pieces but the king.
    #[inline]
    pub const fn swedes(&self) -> SquareSet {
        self.swedes
    }

    /// The king's square as a set; empty without a king.
    #[inline]
    pub const fn king_set(&self) -> SquareSet {
        self.king
    }

    /// The square of the king; `None` if he has been captured.
    #[inline]
    pub const fn king(&self) -> Option<Square> {
        self.king.first()
    }

    /// All pieces of one side.
    #[inline]
    pub fn pieces(&self, side: Side) -> SquareSet {
        match side {
            Side::Black => self.muscovites,
            Side::White => self.swedes | self.king,
        }
    }

    /// The squares with a piece.
    #[inline]
    pub fn occupied(&self) -> SquareSet {
        self.muscovites | self.swedes | self.king
    }

    /// The piece on a square.
    #[inline]
    pub const fn at(&self, square: Square) -> Option<Piece> {
        if self.muscovites.has(square) {
            Some(Piece::Muscovite)
        } else if self.swedes.has(square) {
            Some(Piece::Swede)
        } else if self.king.has(square) {
            Some(Piece::King)
        } else {
            None
        }
    }

    /// The throne as a set, empty if a piece is on it.
    #[inline]
    pub fn empty_throne(&self) -> SquareSet {
        SquareSet::of(THRONE) - self.occupied()
    }

    /// Puts a piece on an empty square, or removes it from the square it is on.
    #[inline]
    pub(super) fn toggle(&mut self, piece: Piece, square: Square) {
        let set = match piece {
            Piece::Muscovite => &mut self.muscovites,
            Piece::Swede => &mut self.swedes,
            Piece::King => &mut self.king,
        };
        *set ^= SquareSet::of(square);
    }
}
