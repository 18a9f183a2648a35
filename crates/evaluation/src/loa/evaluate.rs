//! The static evaluation, after Winands, Van den Herik and Uiterwijk ("An Evaluation Function for
//! Lines of Action", 2003), with weights of our own (`weights.rs`).
//!
//! A side is better if its pieces are close together, connected, and can move and capture. Each
//! term looks at one side; the evaluation is the difference. Contract: antisymmetric but for the
//! right to move, the same for all eight symmetries of the board, and never a mate or tablebase
//! score.

use crate::loa::weights;
use games::Game;
use games::board::{Direction, Side};
use games::loa::mass::Mass;
use games::loa::position::Position;
use games::loa::squares::{SIZE, SquareSet};
use search::Score;

use Direction::{East, North, NorthEast, NorthWest, South, West};

/// The evaluation of a position for the side to move, in units of the score (100: even chances
/// become 73 %).
#[inline]
pub fn evaluate(position: &Position) -> Score {
    let side = position.side_to_move();
    Score::from_eval(value(position, side) - value(position, !side) + weights::TURN)
}

/// The sum of the terms of one side.
fn value(position: &Position, side: Side) -> i32 {
    let (own, enemies) = (position.pieces(side), position.pieces(!side));
    let mass = position.mass(side);
    let on_board = mass.pieces() + position.mass(!side).pieces();
    pieces(mass)
        + concentration(own, mass)
        + mobility(position, side)
        + connectedness(own, on_board)
        + walls(own, enemies)
}

#[inline]
fn pieces(mass: Mass) -> i32 {
    weights::PIECES[(mass.pieces() as usize).min(weights::PIECES.len() - 1)]
}

/// The distance of the pieces from their center of mass. Winands sums the distances in king's
/// steps; the squares of the distances say more, above all of one piece far away.
#[inline]
fn concentration(own: SquareSet, mass: Mass) -> i32 {
    let distances: i32 = own.map(|square| mass.distance(square)).sum();
    let sum = weights::DISTANCE * distances + weights::INERTIA * mass.inertia();
    // Both sums hold the number of pieces twice: once as a factor, once as terms.
    sum / (mass.pieces() * mass.pieces()).max(1)
}

/// The number of moves; captures and moves off the edge count more.
#[inline]
fn mobility(position: &Position, side: Side) -> i32 {
    let counts = position.lines().counts();
    let (to_edge, on_edge) = (counts.quiet_to_edge(side), counts.captures_on_edge(side));
    let (moves, captures) = (counts.moves(side), counts.captures(side));
    let tenths = (moves - captures - to_edge) * weights::QUIET_MOVE
        + to_edge * weights::QUIET_MOVE_TO_EDGE
        + (captures - on_edge) * weights::CAPTURE
        + on_edge * weights::CAPTURE_ON_EDGE;
    tenths as i32 / weights::TENTHS
}

/// Pairs of neighbors, each worth more with fewer pieces on the board.
#[inline]
fn connectedness(own: SquareSet, on_board: i32) -> i32 {
    let pairs = pairs_towards(own, East)
        + pairs_towards(own, North)
        + pairs_towards(own, NorthEast)
        + pairs_towards(own, NorthWest);
    let worth = (weights::PAIR + weights::PAIR_AMONG_MANY * on_board).max(0);
    pairs as i32 * worth / weights::TENTHS
}

#[inline]
fn pairs_towards(own: SquareSet, way: Direction) -> u32 {
    (own & own.shifted(way)).count()
}

/// Pieces on the edge that enemies keep from moving inward (Winands' *walls*).
#[inline]
fn walls(own: SquareSet, enemies: SquareSet) -> i32 {
    walls_along(SquareSet::file(0), East, [North, South], own, enemies)
        + walls_along(SquareSet::file(SIZE - 1), West, [North, South], own, enemies)
        + walls_along(SquareSet::rank(0), North, [East, West], own, enemies)
        + walls_along(SquareSet::rank(SIZE - 1), South, [East, West], own, enemies)
}

/// The same for one edge, from which `inward` leads away and `aside` along.
#[inline(always)]
fn walls_along(
    edge: SquareSet,
    inward: Direction,
    aside: [Direction; 2],
    own: SquareSet,
    enemies: SquareSet,
) -> i32 {
    let before = enemies.shifted(inward.opposite());
    let [one, other] = aside.map(|way| before.shifted(way.opposite()) | border(way));
    let at_edge = own & edge & before;
    let shut_in = SquareSet::count(at_edge & one & other) as i32;
    let walled_in = SquareSet::count(at_edge & (one ^ other)) as i32;
    weights::SHUT_IN * shut_in + weights::WALLED_IN * walled_in
}

/// The squares from which a step in this direction, one of the four straight ones, leaves the
/// board.
const fn border(way: Direction) -> SquareSet {
    match way {
        North => SquareSet::rank(SIZE - 1),
        South => SquareSet::rank(0),
        East => SquareSet::file(SIZE - 1),
        _ => SquareSet::file(0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::loa::squares::Square;
    use games::{Notation, Walker};

    fn walks() -> impl Iterator<Item = Position> {
        (0..60).flat_map(|seed| Walker::new(seed).game(Position::start(), 100))
    }

    /// The position with every square moved by `to` and every piece owned by `owner`'s answer.
    fn carried(
        position: &Position,
        to: impl Fn(usize, usize) -> (usize, usize),
        owner: impl Fn(Side) -> Side,
    ) -> Position {
        let pieces = Square::all().filter_map(|square| {
            let (file, rank) = to(square.file(), square.rank());
            Some((owner(position.at(square)?), Square::at(file, rank)?))
        });
        Position::new(pieces, owner(position.side_to_move()))
    }

    #[test]
    fn the_balance_is_the_same_for_both_sides_but_for_the_right_to_move() {
        for position in walks() {
            let other = position.with_side_to_move(!position.side_to_move());
            let sum = evaluate(&position).units() + evaluate(&other).units();
            assert_eq!(sum, 2 * weights::TURN);
            let exchanged = carried(&position, |file, rank| (file, rank), |side| !side);
            assert_eq!(evaluate(&exchanged), evaluate(&position));
            assert!(!evaluate(&position).is_mate());
        }
    }

    #[test]
    fn a_turned_or_mirrored_board_is_worth_the_same() {
        for position in walks() {
            let mirrored = carried(&position, |file, rank| (7 - file, rank), |side| side);
            let transposed = carried(&position, |file, rank| (rank, file), |side| side);
            assert_eq!(evaluate(&mirrored), evaluate(&position), "{}", position.board_text());
            assert_eq!(evaluate(&transposed), evaluate(&position), "{}", position.board_text());
        }
    }

    fn named(squares: &[&str]) -> SquareSet {
        squares.iter().map(|name| Square::from_name(name).expect("a square")).collect()
    }

    #[test]
    fn walls_are_counted_on_every_edge() {
        for (own, enemies, expected) in [
            ("a4", &["b3", "b4", "b5"][..], weights::SHUT_IN),
            ("h4", &["g3", "g4", "g5"], weights::SHUT_IN),
            ("d1", &["c2", "d2", "e2"], weights::SHUT_IN),
            ("d8", &["c7", "d7", "e7"], weights::SHUT_IN),
            ("a4", &["b4", "b5"], weights::WALLED_IN),
            ("d8", &["d7", "c7"], weights::WALLED_IN),
            ("a4", &["b3", "b5"], 0),
            ("c4", &["b3", "b4", "b5"], 0),
            ("a1", &["b1", "b2", "a2"], 2 * weights::SHUT_IN),
            ("a1", &["b1"], weights::WALLED_IN),
        ] {
            assert_eq!(walls(named(&[own]), named(enemies)), expected, "{own} {enemies:?}");
        }
    }

    #[test]
    fn pairs_are_counted_in_all_directions_and_count_more_when_few_are_left() {
        let one_pair = weights::PAIR + weights::PAIR_AMONG_MANY * 10;
        for pair in [["a1", "b1"], ["a1", "a2"], ["a1", "b2"], ["b1", "a2"]] {
            assert_eq!(connectedness(named(&pair), 10), one_pair / weights::TENTHS);
        }
        let square = named(&["c3", "c4", "d3", "d4"]);
        assert_eq!(connectedness(square, 10), 6 * one_pair / weights::TENTHS);
        assert_eq!(connectedness(named(&["h1", "a2"]), 10), 0);
        assert!(connectedness(square, 10) > connectedness(square, 20));
        assert_eq!(connectedness(square, 64), 0);
    }

    #[test]
    fn pieces_close_together_are_worth_more() {
        assert_eq!(worth(&["d4"]), 0);
        assert_eq!(worth(&["c4", "e4"]), weights::INERTIA + weights::DISTANCE);
        assert!(worth(&["c4", "d5", "e4"]) > worth(&["c4", "d5", "h8"]));
        assert_eq!(worth(&[]), 0);
    }

    fn worth(squares: &[&str]) -> i32 {
        let set = named(squares);
        let mut mass = Mass::NONE;
        set.for_each(|square| mass.put(square));
        concentration(set, mass)
    }
}
