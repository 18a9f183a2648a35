//! A position in 12 bytes, for files and memory that hold millions.
//!
//! The board is turned so that the men of the side to move go north: a position and its mirror
//! image, which are worth the same, are packed the same.

use crate::board::Side;
use crate::checkers::bitboard::Bitboard;
use crate::checkers::position::Position;
use crate::game::Game;

/// The pieces of the side to move, those of the other side, and the kings of both, as the bits of
/// [`Bitboard`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PackedPosition(pub [u32; 3]);

impl PackedPosition {
    /// Packs a position.
    pub fn of(position: &Position) -> Self {
        let sets = [position.own(), position.enemies(), position.kings()];
        PackedPosition(match position.side_to_move() {
            Side::White => sets.map(Bitboard::bits),
            Side::Black => sets.map(|set| set.turned().bits()),
        })
    }

    /// The position, or its mirror image if Black was to move: White is to move.
    pub fn position(self) -> Position {
        let [own, enemies, kings] = self.0.map(Bitboard::from_bits);
        Position::from_bitboards(own, enemies - own, kings, Side::White)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Walker;

    #[test]
    fn a_position_comes_back_as_itself_or_its_mirror_image() {
        for seed in 0..50 {
            for position in Walker::new(seed).game(Position::start(), 80) {
                let packed = PackedPosition::of(&position);
                assert_eq!(packed, PackedPosition::of(&position.mirrored()));
                let expected = match position.side_to_move() {
                    Side::White => position,
                    Side::Black => position.mirrored(),
                };
                assert_eq!(packed.position(), expected);
            }
        }
    }
}
