//! The position: the amazons of both sides, the spears, the side to move, and the key, updated
//! incrementally.
//!
//! Only `put`, `lift` and `pass_turn` change pieces or turn, and each updates the key; they are
//! private to this file and `position/game.rs`.

mod game;

use crate::amazons::rules;
use crate::amazons::square::{Square, SquareSet};
use crate::board::{Key, KeyStream, Side};

/// Anything that can stand on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece {
    /// An amazon of one side.
    Amazon(Side),
    /// A spear, which stays where it is.
    Spear,
}

/// An Amazons position; 64 bytes, copied at each move. A board that was set up may have any number
/// of amazons and spears.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    amazons: [SquareSet; 2],
    spears: SquareSet,
    side: Side,
    key: Key,
}

impl Position {
    /// The board without pieces, White to move.
    pub const EMPTY: Position = Position {
        amazons: [SquareSet::EMPTY; 2],
        spears: SquareSet::EMPTY,
        side: rules::FIRST_TO_MOVE,
        key: Key::EMPTY,
    };

    /// The amazons of one side.
    #[inline]
    pub const fn amazons(&self, side: Side) -> SquareSet {
        self.amazons[side.index()]
    }

    /// The spears of both sides.
    #[inline]
    pub const fn spears(&self) -> SquareSet {
        self.spears
    }

    /// The squares with an amazon or a spear.
    #[inline]
    pub fn occupied(&self) -> SquareSet {
        self.amazons[0] | self.amazons[1] | self.spears
    }

    /// The empty squares.
    #[inline]
    pub fn empty(&self) -> SquareSet {
        !self.occupied()
    }

    /// The piece on a square; `None` if it is empty.
    pub fn at(&self, square: Square) -> Option<Piece> {
        if self.spears.has(square) {
            return Some(Piece::Spear);
        }
        let owner = Side::ALL.into_iter().find(|&side| self.amazons(side).has(square))?;
        Some(Piece::Amazon(owner))
    }

    /// Does `side` have a legal move if it is its turn? An amazon with an empty square beside it
    /// can step there and throw its spear back to the square it left; one without cannot move.
    #[inline]
    pub fn can_side_move(&self, side: Side) -> bool {
        self.amazons(side).grown().meets(self.empty())
    }

    /// The same position with `piece`, or nothing, on `square`.
    #[must_use]
    pub fn with_piece(mut self, square: Square, piece: Option<Piece>) -> Self {
        if let Some(old) = self.at(square) {
            self.lift(old, square);
        }
        if let Some(new) = piece {
            self.put(new, square);
        }
        self
    }

    /// The same board with `side` to move.
    #[inline]
    #[must_use]
    pub fn with_side_to_move(mut self, side: Side) -> Self {
        if side != self.side {
            self.pass_turn();
        }
        self
    }

    /// The mirror image: rows in the opposite order, colors exchanged.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        let mut mirrored = Self::EMPTY.with_side_to_move(!self.side);
        for square in Square::all() {
            let opposite = Square::at(square.file(), rules::SIZE - 1 - square.rank());
            let exchanged = self.at(square).map(|piece| match piece {
                Piece::Amazon(side) => Piece::Amazon(!side),
                Piece::Spear => Piece::Spear,
            });
            if let Some(opposite) = opposite {
                mirrored = mirrored.with_piece(opposite, exchanged);
            }
        }
        mirrored
    }

    /// The key computed from scratch, to check the one that is updated incrementally.
    pub fn recomputed_key(&self) -> Key {
        let board = Square::all()
            .fold(Self::EMPTY, |position, square| position.with_piece(square, self.at(square)));
        board.with_side_to_move(self.side).key
    }

    #[inline(always)]
    fn put(&mut self, piece: Piece, square: Square) {
        match piece {
            Piece::Amazon(side) => {
                self.amazons[side.index()] = self.amazons[side.index()].with(square);
                self.key ^= KEYS.amazons[side.index()][square.index()];
            }
            Piece::Spear => {
                self.spears = self.spears.with(square);
                self.key ^= KEYS.spears[square.index()];
            }
        }
    }

    #[inline(always)]
    fn lift(&mut self, piece: Piece, square: Square) {
        match piece {
            Piece::Amazon(side) => {
                self.amazons[side.index()] = self.amazons[side.index()].without(square);
                self.key ^= KEYS.amazons[side.index()][square.index()];
            }
            Piece::Spear => {
                self.spears = self.spears.without(square);
                self.key ^= KEYS.spears[square.index()];
            }
        }
    }

    #[inline(always)]
    fn pass_turn(&mut self) {
        self.side = !self.side;
        self.key ^= KEYS.turn;
    }
}

/// One key for each piece on each square, and one for Black's turn.
struct Keys {
    amazons: [[Key; Square::COUNT]; 2],
    spears: [Key; Square::COUNT],
    turn: Key,
}

static KEYS: Keys = {
    let (turn, mut stream) = KeyStream::new(0x0A3A_2088).next();
    let mut of_pieces = [[Key::EMPTY; Square::COUNT]; 3];
    let mut i = 0;
    while i < 3 * Square::COUNT {
        let (key, rest) = stream.next();
        of_pieces[i / Square::COUNT][i % Square::COUNT] = key;
        stream = rest;
        i += 1;
    }
    Keys { amazons: [of_pieces[0], of_pieces[1]], spears: of_pieces[2], turn }
};
