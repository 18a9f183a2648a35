//! Legal moves, read from the lines.
//!
//! A piece moves along one of its lines by exactly the number of pieces of both sides on that line,
//! over its own pieces but not over the enemy's, and not onto its own; it captures an enemy on the
//! target. A side that has no move passes.

use crate::game::Game;
use crate::loa::moves::Move;
use crate::loa::position::Position;

/// Appends all legal moves.
#[inline]
pub fn legal_moves(position: &Position, moves: &mut Vec<Move>) {
    let start = moves.len();
    let side = position.side_to_move();
    position.lines().each_move(side, |from, to| moves.push(Move::Piece { from, to }));
    if moves.len() == start {
        moves.push(Move::PASS);
    }
}

/// Number of legal moves, at least 1.
#[inline]
pub fn count_moves(position: &Position) -> u64 {
    u64::from(position.lines().counts().moves(position.side_to_move()).max(1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Direction, Side};
    use crate::loa::squares::Square;
    use proptest::prelude::{any, proptest};

    /// The rule, square by square: how many pieces stand on the line, before and behind.
    fn pieces_on_line(position: &Position, from: Square, way: Direction) -> usize {
        let others = along(from, way).chain(along(from, way.opposite()));
        1 + others.filter(|&square| position.at(square).is_some()).count()
    }

    fn along(from: Square, way: Direction) -> impl Iterator<Item = Square> {
        std::iter::successors(from.step(way), move |at| at.step(way))
    }

    /// The square that the piece on `from` reaches if it may move in this direction.
    fn target(position: &Position, from: Square, way: Direction) -> Option<Square> {
        let side = position.at(from)?;
        let mut at = from;
        for step in 0..pieces_on_line(position, from, way) {
            if step > 0 && position.at(at) == Some(!side) {
                return None;
            }
            at = at.step(way)?;
        }
        (position.at(at) != Some(side)).then_some(at)
    }

    fn moves_by_the_rule(position: &Position) -> Vec<Move> {
        let ends = position
            .pieces(position.side_to_move())
            .flat_map(|from| Direction::ALL.into_iter().map(move |way| (from, way)));
        let moves = ends
            .filter_map(|(from, way)| Some(Move::Piece { from, to: target(position, from, way)? }));
        moves.collect()
    }

    fn agrees_with_the_rule(position: &Position) {
        let mut expected = moves_by_the_rule(position);
        let captures = expected.iter().filter(|&&mv| position.captures(mv)).count();
        let side = position.side_to_move();
        assert_eq!(position.lines().counts().moves(side) as usize, expected.len());
        assert_eq!(position.lines().counts().captures(side) as usize, captures);
        let mut captured = 0;
        position.lines().each_capture(side, |from, to| {
            assert!(expected.contains(&Move::Piece { from, to }));
            captured += usize::from(position.at(to) == Some(!side));
        });
        assert_eq!(captured, captures);
        if expected.is_empty() {
            expected.push(Move::PASS);
        }
        let mut listed = Vec::new();
        legal_moves(position, &mut listed);
        assert_eq!(count_moves(position), expected.len() as u64);
        assert_eq!(listed.len(), expected.len());
        assert!(expected.iter().all(|mv| listed.contains(mv)), "{expected:?} {listed:?}");
    }

    fn squares(bits: u64, owner: Side) -> Vec<(Side, Square)> {
        let picked = Square::all().filter(|square| bits >> square.index() & 1 != 0);
        picked.map(|square| (owner, square)).collect()
    }

    proptest! {
        #[test]
        fn moves_are_those_of_the_rule_on_any_board(
            black in any::<u64>(), white in any::<u64>(), thin in any::<u64>(),
        ) {
            for thin in [u64::MAX, thin, thin & thin.rotate_left(11)] {
                let mut pieces = squares(black & thin, Side::Black);
                pieces.extend(squares(white & thin & !black, Side::White));
                for side in Side::ALL {
                    let position = Position::new(pieces.iter().copied(), side);
                    agrees_with_the_rule(&position);
                }
            }
        }
    }
}
