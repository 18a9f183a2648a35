//! An honest evaluation by hand: the yardstick.
//!
//! Every term is written once, for a player whose men go north; the other player is asked the same
//! question about the board turned by half a turn. Contract: antisymmetric but for the right to
//! move, pure, and never a decided score.

use crate::checkers::weights;
use games::Game;
use games::board::Side;
use games::checkers::bitboard::{Bitboard, Direction};
use games::checkers::position::{Position, system};
use games::checkers::square::Square;
use search::Score;

/// The value of the position for the side to move.
#[inline]
pub fn evaluate(position: &Position) -> Score {
    let white = View::of_white(position);
    let black = white.turned();
    let balance = white.value() - black.value() + lead(&white, &black);
    let for_mover = match position.side_to_move() {
        Side::White => balance,
        Side::Black => -balance,
    };
    Score::from_eval(for_mover + weights::TURN + the_move(position))
}

/// The board as one player sees it, its own men going north.
struct View {
    men: Bitboard,
    kings: Bitboard,
    enemy_men: Bitboard,
    enemy_kings: Bitboard,
}

/// c1 and g1: with these two at home, two enemy men cannot crown unaided.
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

impl View {
    fn of_white(position: &Position) -> Self {
        View {
            men: position.men(Side::White),
            kings: position.pieces(Side::White) & position.kings(),
            enemy_men: position.men(Side::Black),
            enemy_kings: position.pieces(Side::Black) & position.kings(),
        }
    }

    fn turned(&self) -> Self {
        View {
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

    /// The sum of the terms that look at one player at a time.
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

    /// Men that stay at home keep the enemy from crowning, as long as it has men.
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

    /// Counts the steps the player could make, captures left aside.
    #[inline]
    fn mobility(&self) -> i32 {
        let empty = !(self.own() | self.enemies());
        let towards = |direction: Direction| empty.step(direction.reversed());
        let all = self.own();
        let (east, west) = (towards(Direction::NorthEast), towards(Direction::NorthWest));
        let forward = (all & east).count_both(all & west);
        let backward = if self.kings.any() {
            let (east, west) = (towards(Direction::SouthEast), towards(Direction::SouthWest));
            (self.kings & east).count_both(self.kings & west)
        } else {
            0
        };
        weights::MOBILITY * (forward + backward) as i32
    }

    /// Kings without any square to step to.
    fn trapped_kings(&self) -> i32 {
        let empty = !(self.own() | self.enemies());
        let free = Direction::ALL
            .into_iter()
            .fold(Bitboard::EMPTY, |set, direction| set | empty.step(direction));
        weights::TRAPPED_KING * (self.kings - free).count() as i32
    }

    /// Men past every enemy piece.
    fn runaways(&self) -> i32 {
        let rows_from_the_top = ROWS.into_iter().rev();
        let free = rows_from_the_top.take_while(|&row| (self.enemies() & row).is_empty());
        free.map(|row| weights::RUNAWAY * (self.men & row).count() as i32).sum()
    }
}

/// What the lead is worth beyond its material: trades, and the hunt for the last enemies. For
/// White.
#[inline]
fn lead(white: &View, black: &View) -> i32 {
    let (ours, theirs) = (white.material(), black.material());
    if ours == theirs {
        return 0;
    }
    let trades = (ours - theirs) * weights::TRADE / (ours + theirs);
    let hunt = match white.own().count_both(white.enemies()) {
        pieces if pieces > weights::HUNT_PIECES => 0,
        _ if ours > theirs => hunt(white),
        _ => -hunt(black),
    };
    trades + hunt
}

/// For the player who is ahead: close in with the kings and keep enemy kings out of the double
/// corners.
fn hunt(ahead: &View) -> i32 {
    let hiding = (ahead.enemy_kings & DOUBLE_CORNERS).count() as i32;
    let cornered = (ahead.enemy_kings & (EDGE - DOUBLE_CORNERS)).count() as i32;
    let distance: i32 = ahead.kings.filter_map(|king| nearest(king, ahead.enemies())).sum();
    weights::HIDING_KING * hiding
        + weights::CORNERED_KING * cornered
        + weights::HUNT_DISTANCE * distance
}

/// Steps of a king from `square` to the nearest of `targets` on an empty board.
fn nearest(square: Square, targets: Bitboard) -> Option<i32> {
    let steps = |other: Square| {
        let (files, ranks) = (square.file() - other.file(), square.rank() - other.rank());
        files.abs().max(ranks.abs())
    };
    targets.map(steps).min()
}

/// The opposition, for the side to move: with equal numbers, the side that has it will not be the
/// one to give way. It has it if the pieces in its own [`system`] are odd in number: the classical
/// count.
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
    fn both_players_are_judged_alike() {
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
