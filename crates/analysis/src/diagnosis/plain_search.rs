//! A plain search that counts pieces: what a program sees that looks this number of plies ahead,
//! follows jumps to their end and knows nothing else. It is the measure of mistakes and of
//! positions.
//!
//! Depth means what it means for `reference --depth`: at depth 1 the move is played and the jumps
//! that it leads to, at depth 2 one reply is tried before, and so on.

use games::Game;
use games::checkers::{Move, Position};
use games::game::plain_search::{ALL, PlainKnowledge, plain_value};

/// Hundredths of a man.
pub const MAN: i32 = 100;
/// A king counts as one and a half men.
pub const KING: i32 = 150;

/// The value of a move for the side that makes it, in hundredths of a man, by a search of `depth`
/// plies, at least 1.
pub fn value_of_move(position: &Position, mv: Move, depth: u32) -> i32 {
    -plain_value(&position.play(mv), depth.saturating_sub(1), ALL, &CountedPieces)
}

/// The pieces of the side to move less those of the other side.
pub fn material(position: &Position) -> i32 {
    let [own, other] = [position.own(), position.enemies()].map(|pieces| {
        let kings = (pieces & position.kings()).count() as i32;
        (pieces.count() as i32 - kings) * MAN + kings * KING
    });
    own - other
}

struct CountedPieces;

impl PlainKnowledge<Position> for CountedPieces {
    fn value(&self, position: &Position) -> i32 {
        material(position)
    }

    fn is_unsettled(&self, moves: &[Move]) -> bool {
        moves[0].is_jump()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::Notation;

    #[test]
    fn a_piece_that_is_left_to_be_taken_is_lost_at_depth_one() {
        let position = Position::from_fen("W:W22,32:B1,15,14").expect("a position");
        for (text, value) in [("22-18", -3 * MAN + MAN), ("32-28", -MAN)] {
            let mv = position.read_move(text).expect(text);
            assert_eq!(value_of_move(&position, mv, 1), value, "{text}");
        }
    }
}
