//! The position: the pieces of both sides, the side to move, and the key, updated incrementally.
//!
//! Only `place`, `move_piece`, `capture` and `pass_turn` change pieces or turn, and each updates
//! the key; they are private to this file and `position/game.rs`.

mod game;

use crate::board::{Key, KeyStream, Side};
use crate::checkers::bitboard::Bitboard;
use crate::checkers::moves::Move;
use crate::checkers::square::Square;

/// A kind of piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PieceKind {
    /// Moves and captures forward.
    Man,
    /// Moves and captures in all four directions.
    King,
}

/// A checkers position; 24 bytes, copied at each move.
///
/// Pieces are kept by turn, not by color: that saves an indexed access in the hottest code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// The pieces of the side to move.
    own: Bitboard,
    enemies: Bitboard,
    /// The kings of both sides.
    kings: Bitboard,
    side: Side,
    /// Number of pieces: read at every node, and slow to count without an instruction for it.
    count: u8,
    key: Key,
}

impl Position {
    /// The board without pieces, Black to move.
    pub const EMPTY: Position = Position {
        own: Bitboard::EMPTY,
        enemies: Bitboard::EMPTY,
        kings: Bitboard::EMPTY,
        side: Side::Black,
        count: 0,
        key: Key::EMPTY,
    };

    /// The position with these pieces. A man on the row where it is crowned stays a man and cannot
    /// move; no game leads to such a board.
    pub fn new(pieces: impl IntoIterator<Item = (Side, PieceKind, Square)>, side: Side) -> Self {
        let mut position = Self::EMPTY;
        for (owner, rank, square) in pieces {
            position.place(owner, rank, square);
        }
        if side != position.side {
            position.pass_turn();
        }
        position
    }

    /// The position with these sets of pieces: all of the side to move, all of the other side, and
    /// the kings of both.
    pub fn from_bitboards(own: Bitboard, enemies: Bitboard, kings: Bitboard, side: Side) -> Self {
        let turn = if side == Self::EMPTY.side { Key::EMPTY } else { KEYS.turn };
        let key = key_of(kings, own, side) ^ key_of(kings, enemies, !side) ^ turn;
        let count = (own | enemies).count() as u8;
        Position { own, enemies, kings, side, count, key }
    }

    /// All pieces of one side.
    #[inline]
    pub const fn pieces(&self, side: Side) -> Bitboard {
        if self.side.index() == side.index() { self.own } else { self.enemies }
    }

    /// The pieces of the side to move.
    #[inline]
    pub const fn own(&self) -> Bitboard {
        self.own
    }

    /// The pieces of the side that is not to move.
    #[inline]
    pub const fn enemies(&self) -> Bitboard {
        self.enemies
    }

    /// The kings of both sides.
    #[inline]
    pub const fn kings(&self) -> Bitboard {
        self.kings
    }

    /// The men of one side.
    #[inline]
    pub fn men(&self, side: Side) -> Bitboard {
        self.pieces(side) - self.kings
    }

    /// Number of pieces of both sides.
    #[inline]
    pub fn count(&self) -> u32 {
        u32::from(self.count)
    }

    /// The squares without a piece.
    #[inline]
    pub fn empty(&self) -> Bitboard {
        !(self.own | self.enemies)
    }

    /// The piece on a square.
    pub fn at(&self, square: Square) -> Option<(Side, PieceKind)> {
        let owner = Side::ALL.into_iter().find(|&side| self.pieces(side).has(square))?;
        Some((owner, if self.kings.has(square) { PieceKind::King } else { PieceKind::Man }))
    }

    /// Is the piece that `mv` moves crowned by it?
    #[inline]
    pub fn crowns(&self, mv: Move) -> bool {
        crown_row(self.side).has(mv.to()) && !self.kings.has(mv.from())
    }

    /// Is `mv` a conversion: does it capture or crown?
    #[inline]
    pub fn converts(&self, mv: Move) -> bool {
        mv.is_jump() || self.crowns(mv)
    }

    /// The mirror image: board turned by half a turn, colors exchanged.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        let pieces = Square::all().filter_map(|square| {
            let (owner, rank) = self.at(square)?;
            Some((!owner, rank, square.opposite()))
        });
        Self::new(pieces, !self.side)
    }

    /// The key computed from scratch, to check the one that is updated incrementally.
    pub fn recomputed_key(&self) -> Key {
        let pieces =
            Square::all().filter_map(|sq| self.at(sq).map(|(side, rank)| (side, rank, sq)));
        Self::new(pieces, self.side).key
    }

    fn place(&mut self, side: Side, rank: PieceKind, square: Square) {
        let set = if side == self.side { &mut self.own } else { &mut self.enemies };
        *set |= Bitboard::of(square);
        if rank == PieceKind::King {
            self.kings |= Bitboard::of(square);
        }
        self.count = (self.own | self.enemies).count() as u8;
        self.key ^= KEYS.pieces[side.index()][rank as usize][square.index()];
    }

    /// Moves a piece of the side to move; a man is crowned if it arrives. A piece may come back to
    /// the square it left.
    #[inline(always)]
    fn move_piece(&mut self, from: Square, to: Square) {
        let (leaves, arrives) = (Bitboard::of(from), Bitboard::of(to));
        self.own = (self.own - leaves) | arrives;
        let was_king = self.kings.has(from);
        let is_king = was_king || crown_row(self.side).has(to);
        self.kings = (self.kings - leaves) | if is_king { arrives } else { Bitboard::EMPTY };
        let keys = &KEYS.pieces[self.side.index()];
        self.key ^= keys[usize::from(was_king)][from.index()];
        self.key ^= keys[usize::from(is_king)][to.index()];
    }

    /// Takes pieces of the side that is not to move off the board.
    #[inline(always)]
    fn capture(&mut self, captured: Bitboard) {
        let keys = &KEYS.pieces[self.side.opponent().index()];
        for square in captured {
            self.key ^= keys[usize::from(self.kings.has(square))][square.index()];
            self.count -= 1;
        }
        self.enemies = self.enemies - captured;
        self.kings = self.kings - captured;
    }

    #[inline(always)]
    fn pass_turn(&mut self) {
        (self.own, self.enemies) = (self.enemies, self.own);
        self.side = !self.side;
        self.key ^= KEYS.turn;
    }
}

fn key_of(kings: Bitboard, pieces: Bitboard, owner: Side) -> Key {
    pieces.fold(Key::EMPTY, |key, square| {
        key ^ KEYS.pieces[owner.index()][usize::from(kings.has(square))][square.index()]
    })
}

/// The row on which the men of `side` are crowned.
#[inline]
pub const fn crown_row(side: Side) -> Bitboard {
    match side {
        Side::Black => BLACKS_CROWN_ROW,
        Side::White => WHITES_CROWN_ROW,
    }
}

/// The *system* of a side: the dark squares of the four columns that begin with a dark square on
/// its first row. The count of pieces there shows which side has the opposition.
#[inline]
pub const fn system(side: Side) -> Bitboard {
    match side {
        Side::Black => BLACKS_SYSTEM,
        Side::White => WHITES_SYSTEM,
    }
}

const BLACKS_CROWN_ROW: Bitboard = Bitboard::rank(0);
const WHITES_CROWN_ROW: Bitboard = Bitboard::rank(7);
const WHITES_SYSTEM: Bitboard = Bitboard::named([
    "a1", "a3", "a5", "a7", "c1", "c3", "c5", "c7", "e1", "e3", "e5", "e7", "g1", "g3", "g5", "g7",
]);
const BLACKS_SYSTEM: Bitboard = WHITES_SYSTEM.turned();

/// One key for each piece of each side on each square, and one for White's turn.
struct Keys {
    pieces: [[[Key; Square::COUNT]; 2]; 2],
    turn: Key,
}

static KEYS: Keys = {
    let (turn, mut stream) = KeyStream::new(0x0C4E_C4E5).next();
    let mut pieces = [[[Key::EMPTY; Square::COUNT]; 2]; 2];
    let mut i = 0;
    while i < 4 * Square::COUNT {
        let (key, rest) = stream.next();
        pieces[i / 64][i / 32 % 2][i % 32] = key;
        stream = rest;
        i += 1;
    }
    Keys { pieces, turn }
};
