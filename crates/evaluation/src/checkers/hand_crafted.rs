//! The hand-crafted evaluation: what the network is measured against.
//!
//! Every term is written once, for a player whose men go north; for the other player the board is
//! turned by half a turn. Contract: the value of a position depends on nothing else, is the same
//! for its mirror image (board turned, colors exchanged), and is never a mate or tablebase score.

use crate::checkers::weights;
use games::Game;
use games::board::Side;
use games::checkers::bitboard::{Bitboard, Diagonal};
use games::checkers::position::{Position, system};
use games::checkers::square::Square;
use search::Score;

/// The evaluation of a position for the side to move, in hundredths of a man.
#[inline]
pub fn evaluate(position: &Position) -> Score {
    let white = SideView::of_white(position);
    let black = white.turned();
    let balance = white.value() - black.value() + lead(&white, &black);
    let for_mover = match position.side_to_move() {
        Side::White => balance,
        Side::Black => -balance,
    };
    Score::from_eval(for_mover + weights::TURN + the_move(position))
}

/// The board as one player sees it, its own men going north.
struct SideView {
    men: Bitboard,
    kings: Bitboard,
    enemy_men: Bitboard,
    enemy_kings: Bitboard,
}

/// c1 and g1: with men on both, two enemy men cannot crown without help.
const BRIDGE: Bitboard = Bitboard::named(["c1", "g1"]);
const CENTER: Bitboard = Bitboard::named(["c3", "e3", "d4", "f4", "c5", "e5", "d6", "f6"]);
/// The two corners where a king has two squares to move between.
const DOUBLE_CORNERS: Bitboard = Bitboard::named(["g1", "h2", "b8", "a7"]);
const EDGE: Bitboard = Bitboard::named([
    "a1", "c1", "e1", "g1", "a3", "a5", "a7", "h2", "h4", "h6", "h8", "b8", "d8", "f8",
]);

const ROWS: [Bitboard; 8] = {
    let mut rows = [Bitboard::EMPTY; 8];
    let mut rank = 0;
    while rank < 8 {
        rows[rank] = Bitboard::rank(rank as i32);
        rank += 1;
    }
    rows
};

impl SideView {
    fn of_white(position: &Position) -> Self {
        SideView {
            men: position.men(Side::White),
            kings: position.pieces(Side::White) & position.kings(),
            enemy_men: position.men(Side::Black),
            enemy_kings: position.pieces(Side::Black) & position.kings(),
        }
    }

    fn turned(&self) -> Self {
        SideView {
            men: self.enemy_men.turned(),
            kings: self.enemy_kings.turned(),
            enemy_men: self.men.turned(),
            enemy_kings: self.kings.turned(),
        }
    }

    #[inline]
    fn own(&self) -> Bitboard {
        self.men | self.kings
    }

    #[inline]
    fn enemies(&self) -> Bitboard {
        self.enemy_men | self.enemy_kings
    }

    /// The sum of the terms that look at one player alone.
    #[inline]
    fn value(&self) -> i32 {
        let men_only = self.back_row() + self.advancement() + self.runaways();
        let all = self.material() + self.center() + self.mobility();
        all + men_only + if self.kings.any() { self.trapped_kings() } else { 0 }
    }

    #[inline]
    fn material(&self) -> i32 {
        weights::MAN * self.men.count() as i32 + weights::KING * self.kings.count() as i32
    }

    /// Men on the back row keep the enemy from crowning, as long as it has men.
    fn back_row(&self) -> i32 {
        if self.enemy_men.is_empty() {
            return 0;
        }
        let home = self.men & Bitboard::rank(0);
        let bridge = if (BRIDGE - home).is_empty() { weights::BRIDGE } else { 0 };
        weights::BACK_ROW_MAN * home.count() as i32 + bridge
    }

    #[inline]
    fn advancement(&self) -> i32 {
        let of_row =
            |rank: usize| weights::ADVANCEMENT[rank] * (self.men & ROWS[rank]).count() as i32;
        (1..7).map(of_row).sum()
    }

    #[inline]
    fn center(&self) -> i32 {
        weights::CENTER_MAN * (self.men & CENTER).count() as i32
            + weights::CENTER_KING * (self.kings & CENTER).count() as i32
    }

    /// Counts the steps the player could make if it had no capture.
    #[inline]
    fn mobility(&self) -> i32 {
        let empty = !(self.own() | self.enemies());
        let (all, kings) = (self.own(), self.kings);
        let (east, west) = (all.step(Diagonal::NorthEast), all.step(Diagonal::NorthWest));
        let forward = (empty & east).count_both(empty & west);
        let backward = if kings.any() {
            let (east, west) = (kings.step(Diagonal::SouthEast), kings.step(Diagonal::SouthWest));
            (empty & east).count_both(empty & west)
        } else {
            0
        };
        weights::MOBILITY * (forward + backward) as i32
    }

    /// Kings without any square to step to.
    fn trapped_kings(&self) -> i32 {
        let empty = !(self.own() | self.enemies());
        let free = Diagonal::ALL
            .into_iter()
            .fold(Bitboard::EMPTY, |set, direction| set | empty.step(direction));
        weights::TRAPPED_KING * (self.kings - free).count() as i32
    }

    /// Men that have passed every enemy piece.
    fn runaways(&self) -> i32 {
        let from_the_last_row = ROWS.into_iter().rev();
        let free = from_the_last_row.take_while(|&row| (self.enemies() & row).is_empty());
        free.map(|row| weights::RUNAWAY * (self.men & row).count() as i32).sum()
    }
}

/// For White: what a lead is worth in addition to its material, for it makes trades good and the
/// hunt for the last enemy pieces possible.
#[inline]
fn lead(white: &SideView, black: &SideView) -> i32 {
    let (own, enemy) = (white.material(), black.material());
    if own == enemy {
        return 0;
    }
    let trades = (own - enemy) * weights::TRADE / (own + enemy);
    let hunt = match white.own().count_both(white.enemies()) {
        pieces if pieces > weights::HUNT_PIECES => 0,
        _ if own > enemy => hunt(white),
        _ => -hunt(black),
    };
    trades + hunt
}

/// For the player ahead: bring the kings near the enemy and keep its kings out of the double
/// corners.
fn hunt(ahead: &SideView) -> i32 {
    let hiding = (ahead.enemy_kings & DOUBLE_CORNERS).count() as i32;
    let cornered = (ahead.enemy_kings & (EDGE - DOUBLE_CORNERS)).count() as i32;
    let distance: i32 = ahead.kings.filter_map(|king| nearest(king, ahead.enemies())).sum();
    weights::HIDING_KING * hiding
        + weights::CORNERED_KING * cornered
        + weights::HUNT_DISTANCE * distance
}

/// Steps of a king from `square` to the nearest of `targets` on an empty board; `None` without one.
fn nearest(square: Square, targets: Bitboard) -> Option<i32> {
    targets
        .map(|other| {
            let (files, ranks) = (square.file() - other.file(), square.rank() - other.rank());
            files.abs().max(ranks.abs())
        })
        .min()
}

/// The opposition (*the move*), for the side to move: with equal numbers, the side that has it
/// makes the last free move. The side to move has it if its own [`system`] holds an odd number of
/// pieces: the classical count of checkers books.
#[inline]
fn the_move(position: &Position) -> i32 {
    let (white, black) = (position.pieces(Side::White), position.pieces(Side::Black));
    if white.count() != black.count() {
        return 0;
    }
    let inside = ((white | black) & system(position.side_to_move())).count();
    if inside % 2 == 1 { weights::THE_MOVE } else { -weights::THE_MOVE }
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::Walker;

    fn board(rows: &str, side: Side) -> Position {
        Position::from_rows(rows.split('/'), side).expect("a board")
    }

    #[test]
    fn a_position_and_its_mirror_image_are_worth_the_same() {
        for seed in 0..200 {
            for position in Walker::new(seed).game(Position::start(), 80) {
                assert_eq!(evaluate(&position), evaluate(&position.mirrored()));
            }
        }
    }

    #[test]
    fn an_even_trade_helps_the_side_ahead() {
        let three_to_two = board(
            "......../..b...b./......../......../......../w.w...w./......../........",
            Side::White,
        );
        let two_to_one = board(
            "......../..b...../......../......../......../w.w...../......../........",
            Side::White,
        );
        assert!(evaluate(&two_to_one) > evaluate(&three_to_two));
    }

    #[test]
    fn a_king_in_the_double_corner_is_worse_to_hunt_than_one_on_the_edge() {
        let corner = board(
            ".B....../......../.W.W..../......../......../......../......../........",
            Side::White,
        );
        let edge = board(
            "...B..../......../.W.W..../......../......../......../......../........",
            Side::White,
        );
        assert!(evaluate(&edge) > evaluate(&corner));
    }

    #[test]
    fn the_start_is_even_but_for_the_turn() {
        let start = Position::start();
        assert!(evaluate(&start).units().abs() < weights::MAN / 5);
    }
}
