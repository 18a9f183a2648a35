//! The noisy moves: those that win the game, and captures towards the own center of mass.
//!
//! A capture that moves its piece away from the others is seldom good. So a capture is noisy only
//! if it does not move away from the own center of mass. With an earlier evaluation, at 4,000 nodes
//! a move and over 300 games each, that beat all captures by 57 Elo [20, 95], and adding winning
//! moves to captures gained 74 [45, 104].

use crate::game::Game;
use crate::loa::connectivity::{is_contiguous, joining_squares};
use crate::loa::moves::Move;
use crate::loa::position::Position;
use crate::loa::squares::Square;

/// The capture value of a move that wins the game: above that of any capture.
const WIN: i32 = 10_000;

/// The capture value of a legal move: a win or a capture that does not lead outward; 0 for all
/// other moves.
#[inline]
pub fn capture_value(position: &Position, mv: Move) -> i32 {
    let Move::Piece { from, to } = mv else { return 0 };
    let side = position.side_to_move();
    if is_contiguous(position.pieces(side).without(from).with(to)) {
        WIN
    } else if position.pieces(!side).has(to) {
        (1 + approach(position, from, to)).max(0)
    } else {
        0
    }
}

/// By how many king's steps a move brings its piece nearer to the own center of mass (as it is
/// before the move), multiplied by the number of own pieces.
#[inline]
pub fn approach(position: &Position, from: Square, to: Square) -> i32 {
    let mass = position.mass(position.side_to_move());
    mass.distance(from) - mass.distance(to)
}

/// Appends the legal moves with a capture value above 0.
#[inline]
pub fn noisy_moves(position: &Position, moves: &mut Vec<Move>) {
    let side = position.side_to_move();
    let mut consider = |from, to| {
        let mv = Move::Piece { from, to };
        if capture_value(position, mv) > 0 {
            moves.push(mv);
        }
    };
    let joining = joining_squares(position.pieces(side));
    if joining.is_empty() {
        return position.lines().each_capture(side, consider);
    }
    let targets = joining | position.pieces(!side);
    position.lines().each_move(side, |from, to| {
        if targets.has(to) {
            consider(from, to);
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Side;
    use crate::game::{Game, Notation, Walker};
    use crate::loa::movegen::legal_moves;

    fn position(rows: [&str; 8], side: Side) -> Position {
        Position::read_board(&rows.join("\n"), side).expect("a board")
    }

    #[test]
    fn noisy_moves_have_a_capture_value_and_winning_ones_the_largest() {
        let (mut wins, mut noisy_in_all) = (0, 0);
        for seed in 0..40 {
            for position in Walker::new(seed).game(Position::start(), 120) {
                if position.outcome().is_some() {
                    continue;
                }
                let (mut legal, mut noisy) = (Vec::new(), Vec::new());
                legal_moves(&position, &mut legal);
                noisy_moves(&position, &mut noisy);
                assert_eq!(legal.iter().filter(|mv| is_noisy(&position, mv)).count(), noisy.len());
                assert!(noisy.iter().all(|mv| is_noisy(&position, mv) && legal.contains(mv)));
                for mv in legal {
                    let next = position.play(mv);
                    let won = next.outcome() == Some(crate::game::Outcome::Loss);
                    assert_eq!(capture_value(&position, mv) >= WIN, won);
                    wins += usize::from(won);
                }
                noisy_in_all += noisy.len();
            }
        }
        assert!(wins > 40 && noisy_in_all > 1_000, "{wins} {noisy_in_all}");
    }

    fn is_noisy(position: &Position, mv: &Move) -> bool {
        capture_value(position, *mv) > 0
    }

    #[test]
    fn a_capture_is_noisy_unless_it_leads_outward() {
        let rows = [
            "- - - - - - - -",
            "- - - - - - - -",
            "- - w - - - - -",
            "- - - - - - - -",
            "- - b - - - - w",
            "- - b b - - - -",
            "- - - - - - - -",
            "- - - - - w - b",
        ];
        let position = position(rows, Side::Black);
        assert_eq!(value_of(&position, "c3-c6"), 0, "away from the others");
        assert!(value_of(&position, "h1-f1") > 0, "towards them");
        assert_eq!(value_of(&position, "h1-f3"), 0, "no capture");
    }

    fn value_of(position: &Position, text: &str) -> i32 {
        capture_value(position, position.read_move(text).expect("legal"))
    }
}
