//! The inputs (features) of the network: which of them a position activates.
//!
//! Each player has a perspective of its own, in which its men go north. There is an input for each
//! kind of piece (own man, own king, enemy man, enemy king) on each of 32 squares, and a set of
//! these 128 for each of four *king buckets*: neither side has a king, the enemy has, we have, both
//! have ([`KingBuckets`]). So a position activates one input for each piece. The last input is the
//! parity of the pieces in the player's own system, which decides the opposition ([`system`]): a
//! sum over the whole board that a small network does not learn by itself.
//!
//! The index of an input is `128 * bucket + 32 * kind + square`, with [`Square::index`]; that of
//! the parity is 512. Chess networks have buckets by the squares of the kings (Stockfish's HalfKA);
//! ours depend only on who has kings, which change the value of everything else in checkers.
//!
//! All functions are inlined by force: they count bits, for which newer processors have an
//! instruction that only the version for them in `accumulator_stack.rs` may use.

use games::board::Side;
use games::checkers::bitboard::Bitboard;
use games::checkers::position::{Position, system};
use games::checkers::square::Square;

/// Number of inputs: 513.
pub const INPUTS: usize = KingBuckets::COUNT * PIECES + 1;
/// Number of inputs of one king bucket: 128.
pub const PIECES: usize = KINDS * Square::COUNT;
/// The input that is active if the player's system holds an odd number of pieces.
pub const PARITY_INPUT: usize = INPUTS - 1;
/// Kinds of pieces, as a player sees them.
const KINDS: usize = 4;
/// From White's perspective, the first input of a black piece.
const FIRST_OF_BLACK: u8 = (KINDS / 2 * Square::COUNT) as u8;

/// A set of pieces on squares; no two on one square.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pieces {
    /// Bits 0-31: squares of White's men; bits 32-63: of White's kings.
    white: u64,
    /// Black's, likewise.
    black: u64,
}

/// The sides that have kings, by the index of the side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KingBuckets([bool; 2]);

impl KingBuckets {
    /// Number of king buckets.
    pub const COUNT: usize = 4;

    /// The king bucket from the perspective of `side`, below [`KingBuckets::COUNT`].
    #[inline(always)]
    pub fn bucket(self, side: Side) -> usize {
        2 * usize::from(self.0[side.index()]) + usize::from(self.0[side.opponent().index()])
    }
}

/// A piece on a square.
#[derive(Clone, Copy, Debug)]
pub struct PlacedPiece {
    /// The input that stands for it from White's perspective, in bucket 0.
    input: u8,
}

impl Pieces {
    /// The pieces of a position.
    #[inline(always)]
    pub fn of(position: &Position) -> Self {
        let kings = position.kings();
        Pieces {
            white: men_and_kings(position.pieces(Side::White), kings),
            black: men_and_kings(position.pieces(Side::Black), kings),
        }
    }

    /// A bit for each piece of either side.
    #[inline(always)]
    fn either(&self) -> u64 {
        self.white | self.black
    }

    /// Number of pieces.
    #[inline(always)]
    pub fn number(&self) -> u32 {
        self.either().count_ones()
    }

    /// The pieces of this set that are not in `other`.
    #[inline(always)]
    pub fn without(&self, other: &Pieces) -> Pieces {
        Pieces { white: self.white & !other.white, black: self.black & !other.black }
    }

    /// About how many pieces differ: a piece captured by one of its own kind that now stands on its
    /// square is not seen.
    #[inline(always)]
    pub fn difference(&self, other: &Pieces) -> u32 {
        (self.either() ^ other.either()).count_ones()
    }

    /// Is there exactly one piece?
    #[inline(always)]
    pub fn is_one(&self) -> bool {
        self.either().is_power_of_two()
    }

    /// Does the system of a side hold an odd number of pieces? By the index of the side.
    #[inline(always)]
    pub fn odd_systems(&self) -> [bool; 2] {
        let either = self.either();
        let all = Bitboard::from_bits(either as u32 | (either >> Square::COUNT) as u32);
        Side::ALL.map(|side| (all & system(side)).count() % 2 == 1)
    }

    /// The sides that have kings.
    #[inline(always)]
    pub fn king_buckets(&self) -> KingBuckets {
        KingBuckets(Side::ALL.map(|side| {
            let pieces = match side {
                Side::White => self.white,
                Side::Black => self.black,
            };
            pieces >> Square::COUNT != 0
        }))
    }

    /// The active inputs from the perspective of `side`, each below [`INPUTS`].
    pub fn inputs(&self, side: Side) -> impl Iterator<Item = usize> {
        let parity = self.odd_systems()[side.index()].then_some(PARITY_INPUT);
        let king_buckets = self.king_buckets();
        self.map(move |piece| piece.input(side, king_buckets)).chain(parity)
    }
}

#[inline(always)]
fn men_and_kings(all: Bitboard, kings: Bitboard) -> u64 {
    u64::from((all - kings).bits()) | u64::from((all & kings).bits()) << Square::COUNT
}

impl Iterator for Pieces {
    type Item = PlacedPiece;

    /// Takes a piece out of the set, White's first.
    #[inline(always)]
    fn next(&mut self) -> Option<PlacedPiece> {
        let (set, first) = match (self.white, self.black) {
            (0, 0) => return None,
            (0, _) => (&mut self.black, FIRST_OF_BLACK),
            _ => (&mut self.white, 0),
        };
        let input = first + set.trailing_zeros() as u8;
        *set &= *set - 1;
        Some(PlacedPiece { input })
    }
}

impl PlacedPiece {
    /// The input that the piece activates from the perspective of `side`.
    #[inline(always)]
    pub fn input(self, side: Side, king_buckets: KingBuckets) -> usize {
        let input = match side {
            Side::White => self.input,
            Side::Black => FLIPPED[usize::from(self.input)],
        };
        king_buckets.bucket(side) * PIECES + usize::from(input)
    }
}

/// For each input from White's perspective the one from Black's: the board turned by half a turn,
/// own and enemy pieces exchanged.
const FLIPPED: [u8; PIECES] = {
    let mut flipped = [0; PIECES];
    let mut input = 0;
    while input < flipped.len() {
        let (kind, square) = (input / Square::COUNT, Square::from_bit(input as u32));
        flipped[input] = ((kind ^ 2) * Square::COUNT + square.opposite().index()) as u8;
        input += 1;
    }
    flipped
};

#[cfg(test)]
mod tests {
    use super::*;
    use games::{Game, Walker};
    use std::collections::BTreeSet;

    fn inputs(position: &Position, side: Side) -> BTreeSet<usize> {
        Pieces::of(position).inputs(side).collect()
    }

    #[test]
    fn both_players_see_the_same_of_a_board_and_its_mirror_image() {
        for seed in 0..50 {
            for position in Walker::new(seed).game(Position::start(), 80) {
                let mirrored = position.mirrored();
                assert_eq!(inputs(&position, Side::White), inputs(&mirrored, Side::Black));
                assert_eq!(inputs(&position, Side::Black), inputs(&mirrored, Side::White));
            }
        }
    }

    #[test]
    fn a_move_adds_one_piece_and_removes_one_and_those_captured() {
        for seed in 0..20 {
            for pair in Walker::new(seed).game(Position::start(), 80).windows(2) {
                let (before, after) = (Pieces::of(&pair[0]), Pieces::of(&pair[1]));
                let (arrived, gone) = (after.without(&before), before.without(&after));
                assert_eq!(gone.is_one(), before.number() == after.number());
                assert_eq!((arrived.number(), arrived.is_one()), (1, true));
                assert_eq!(gone.number(), 1 + before.number() - after.number());
                assert_eq!(gone.count() as u32, gone.number());
            }
        }
    }

    #[test]
    fn the_start_activates_24_inputs_and_has_even_systems() {
        let start = Pieces::of(&Position::start());
        for side in Side::ALL {
            assert_eq!(start.inputs(side).count(), 24);
        }
        assert_eq!(start.number(), 24);
    }
}
