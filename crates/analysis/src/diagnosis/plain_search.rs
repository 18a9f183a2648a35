//! A plain search that counts pieces: what a program sees that looks so many plies ahead, follows
//! jumps to their end and knows nothing else. It is the measure of mistakes and of positions.
//!
//! Depth means what it means for `reference --depth`: at depth 1 the move is played and the jumps
//! that it leads to, at depth 2 one reply is tried before, and so on. Alpha-beta finds the same
//! values as minimax.

use games::Game;
use games::checkers::{Bitboard, Move, Position};

/// Hundredths of a man.
pub const MAN: i32 = 100;
/// A king counts as one and a half men.
pub const KING: i32 = 150;
/// The value of a win; above all sums of pieces.
const WON: i32 = 100_000;
const BEYOND: i32 = 1_000_000;

/// The value of a move for the side that makes it, in hundredths of a man, by a search of `depth`
/// plies, at least 1.
pub fn value_of_move(position: &Position, mv: Move, depth: u32) -> i32 {
    -value(&position.play(mv), depth.saturating_sub(1), -BEYOND, BEYOND)
}

/// The pieces of the side to move less those of the other side.
pub fn material(position: &Position) -> i32 {
    let worth = |pieces: Bitboard| {
        let kings = (pieces & position.kings()).count() as i32;
        (pieces.count() as i32 - kings) * MAN + kings * KING
    };
    worth(position.own()) - worth(position.enemies())
}

fn value(position: &Position, depth: u32, mut alpha: i32, beta: i32) -> i32 {
    let mut moves = Vec::with_capacity(16);
    position.legal_moves(&mut moves);
    let Some(first) = moves.first() else { return -WON - depth as i32 };
    if depth == 0 && !first.is_jump() {
        return material(position);
    }
    let mut best = -BEYOND;
    for mv in moves {
        let found = -value(&position.play(mv), depth.saturating_sub(1), -beta, -alpha);
        best = best.max(found);
        alpha = alpha.max(found);
        if alpha >= beta {
            break;
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::{Notation, Walker};

    fn minimax(position: &Position, depth: u32) -> i32 {
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let Some(first) = moves.first() else { return -WON - depth as i32 };
        if depth == 0 && !first.is_jump() {
            return material(position);
        }
        let below = depth.saturating_sub(1);
        moves.iter().map(|&mv| -minimax(&position.play(mv), below)).max().unwrap_or(-WON)
    }

    #[test]
    fn alpha_beta_finds_the_values_of_minimax() {
        for seed in 0..12 {
            let positions = Walker::new(seed).game(Position::start(), 50);
            for position in positions.iter().step_by(7) {
                let mut moves = Vec::new();
                position.legal_moves(&mut moves);
                for mv in moves {
                    let plain = -minimax(&position.play(mv), 3);
                    assert_eq!(value_of_move(position, mv, 4), plain);
                }
            }
        }
    }

    #[test]
    fn a_piece_that_is_left_to_be_taken_is_lost_at_depth_one() {
        let position = Position::from_fen("W:W22,32:B1,15,14").expect("a position");
        let mv = |text: &str| position.read_move(text).expect(text);
        assert_eq!(value_of_move(&position, mv("22-18"), 1), -3 * MAN + MAN);
        assert_eq!(value_of_move(&position, mv("32-28"), 1), -MAN);
    }
}
