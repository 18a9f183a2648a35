//! What the network is told of a position: which of its inputs are on.
//!
//! A player sees the board with its own men going north. For each of the four kinds of pieces (own
//! men and kings, the enemy's men and kings) there is an input for each square, and all of these four
//! times over: a piece is worth something else where nobody has a king, where one player has, and where
//! both have ([`KingBuckets`]). One more tells the parity of the pieces in the player's own system, from
//! which the opposition follows: a sum over the whole board that no small network would find by itself.
//!
//! All of it is inlined by force: it counts bits, for which newer processors have an instruction that
//! only the versions of `stack.rs` may use.

use games::board::Side;
use games::checkers::bitboard::Bitboard;
use games::checkers::position::{Position, system};
use games::checkers::square::Square;

/// The number of inputs.
pub const INPUTS: usize = KingBuckets::COUNT * PIECES + 1;
/// The inputs for the pieces while the same players have kings.
pub const PIECES: usize = KINDS * Square::COUNT;
/// The input that is on if the player's system holds an odd number of pieces.
pub const ODD_SYSTEM: usize = INPUTS - 1;
/// Kinds of pieces, as a player sees them.
const KINDS: usize = 4;
/// The first input that stands for a piece of Black's, in White's eyes.
const BLACKS_FIRST: u8 = (KINDS / 2 * Square::COUNT) as u8;

/// The pieces on a board, or some of them: a bit for each that stands somewhere in White's eyes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pieces {
    /// White's men, and its kings in the upper half.
    white: u64,
    /// The same of Black.
    black: u64,
}

/// Which players have kings, by the index of the side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KingBuckets([bool; 2]);

impl KingBuckets {
    /// As many cases there are.
    pub const COUNT: usize = 4;

    /// The case as `side` sees it, below [`KingBuckets::COUNT`].
    #[inline(always)]
    pub fn seen_by(self, side: Side) -> usize {
        let has_kings = |side: Side| usize::from(self.0[side.index()]);
        2 * has_kings(side) + has_kings(side.opponent())
    }
}

/// A piece that one board has and another has not.
#[derive(Clone, Copy, Debug)]
pub struct Piece {
    /// The input that stands for it in White's eyes where nobody has a king.
    input: u8,
}

impl Pieces {
    /// The pieces of a position.
    #[inline(always)]
    pub fn of(position: &Position) -> Self {
        let kings = position.kings();
        let owned = |all: Bitboard| {
            u64::from((all - kings).bits()) | u64::from((all & kings).bits()) << Square::COUNT
        };
        Pieces {
            white: owned(position.pieces(Side::White)),
            black: owned(position.pieces(Side::Black)),
        }
    }

    /// A bit for each piece, since no two stand on one square.
    #[inline(always)]
    fn either(&self) -> u64 {
        self.white | self.black
    }

    /// How many there are.
    #[inline(always)]
    pub fn number(&self) -> u32 {
        self.either().count_ones()
    }

    /// The pieces that these have and the others have not.
    #[inline(always)]
    pub fn beyond(&self, other: &Pieces) -> Pieces {
        Pieces { white: self.white & !other.white, black: self.black & !other.black }
    }

    /// On how many squares, about, the two boards differ: what was captured by a piece of its own rank
    /// that stands there now is not seen.
    #[inline(always)]
    pub fn distance_to(&self, other: &Pieces) -> u32 {
        (self.either() ^ other.either()).count_ones()
    }

    /// Is there just one?
    #[inline(always)]
    pub fn is_one(&self) -> bool {
        self.either().is_power_of_two()
    }

    /// Does the system of a player hold an odd number of pieces? By the index of the side.
    #[inline(always)]
    pub fn odd_systems(&self) -> [bool; 2] {
        let either = self.either();
        let all = Bitboard::from_bits(either as u32 | (either >> Square::COUNT) as u32);
        Side::ALL.map(|side| (all & system(side)).count() % 2 == 1)
    }

    /// Who has kings?
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

    /// The inputs that are on in the eyes of `side`.
    pub fn inputs(&self, side: Side) -> impl Iterator<Item = usize> {
        let odd = self.odd_systems()[side.index()].then_some(ODD_SYSTEM);
        let king_buckets = self.king_buckets();
        self.map(move |piece| piece.input(side, king_buckets)).chain(odd)
    }
}

impl Iterator for Pieces {
    type Item = Piece;

    /// Takes out one piece after the other, White's first.
    #[inline(always)]
    fn next(&mut self) -> Option<Piece> {
        let (set, first) = match (self.white, self.black) {
            (0, 0) => return None,
            (0, _) => (&mut self.black, BLACKS_FIRST),
            _ => (&mut self.white, 0),
        };
        let input = first + set.trailing_zeros() as u8;
        *set &= *set - 1;
        Some(Piece { input })
    }
}

impl Piece {
    /// The input that stands for the piece in the eyes of `side`, on a board of such king_buckets.
    #[inline(always)]
    pub fn input(self, side: Side, king_buckets: KingBuckets) -> usize {
        let input = match side {
            Side::White => self.input,
            Side::Black => TURNED[usize::from(self.input)],
        };
        king_buckets.seen_by(side) * PIECES + usize::from(input)
    }
}

/// For each input of White's what the same piece is to Black: the board turned by half a turn, and the
/// kinds of the two players exchanged.
const TURNED: [u8; PIECES] = {
    let mut turned = [0; PIECES];
    let mut input = 0;
    while input < turned.len() {
        let (kind, square) = (input / Square::COUNT, Square::from_bit(input as u32));
        turned[input] = ((kind ^ 2) * Square::COUNT + square.opposite().index()) as u8;
        input += 1;
    }
    turned
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
    fn a_step_leaves_one_piece_beyond_on_either_side() {
        for seed in 0..20 {
            for pair in Walker::new(seed).game(Position::start(), 80).windows(2) {
                let (before, after) = (Pieces::of(&pair[0]), Pieces::of(&pair[1]));
                let (arrived, gone) = (after.beyond(&before), before.beyond(&after));
                assert_eq!(gone.is_one(), before.number() == after.number());
                assert_eq!((arrived.number(), arrived.is_one()), (1, true));
                assert_eq!(gone.number(), 1 + before.number() - after.number());
                assert_eq!(gone.count() as u32, gone.number());
            }
        }
    }

    #[test]
    fn the_start_has_a_piece_on_24_inputs_and_even_systems() {
        let start = Pieces::of(&Position::start());
        for side in Side::ALL {
            assert_eq!(start.inputs(side).count(), 24);
        }
        assert_eq!(start.number(), 24);
    }
}
