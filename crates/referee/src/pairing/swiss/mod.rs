//! The Swiss system: in each round players of about the same points meet, and no two meet twice.
//!
//! All pairings of a round are chosen at once, as a perfect matching of least cost (`matching.rs`);
//! the cost measures the distance of a pairing from the ideal of the system (`cost.rs`). An odd
//! number of players is filled up by a phantom, whose opponent has a bye. Nothing has to be
//! repaired afterward, and a round is found whenever there is one.
//!
//! Source: the matching as in Ólafsson, "Weighted matching in chess tournaments" (Journal of the
//! Operational Research Society 41, 1990); the wishes follow the Dutch system of the FIDE Handbook
//! (C.04.3) in spirit: equal points first, the upper half of a group against its lower half, colors
//! in balance, a bye once at most and to a player low in the table.

mod cost;
mod matching;

use crate::pairing::format::{Pairing, Player, Round};
use crate::pairing::result::RoundResult;
use crate::pairing::swiss::cost::ScoreTable;

pub fn next_round(players: usize, finished: &[RoundResult]) -> Round {
    let table = ScoreTable::of(players, finished);
    let mut round = Round::default();
    for [one, other] in matching::of_least_cost(&table) {
        match (table.player(one), table.player(other)) {
            (Some(one), Some(other)) => round.pairings.push(colors(&table, one, other)),
            (one, other) => round.byes.extend(one.or(other)),
        }
    }
    round
}

/// The pairing in which the player who has had Black less often has it first; then the one who had
/// White last; then the one that is higher in the table in odd rounds and the lower one in even
/// ones.
fn colors(table: &ScoreTable, higher: Player, lower: Player) -> Pairing {
    let [one, other] = [higher, lower].map(|player| table.record(player));
    let least = one.color_balance().cmp(&other.color_balance());
    let order = least.then(one.last_balance.cmp(&other.last_balance));
    let higher_first =
        if order.is_eq() { table.rounds_played().is_multiple_of(2) } else { order.is_lt() };
    if higher_first {
        Pairing { first: higher, second: lower }
    } else {
        Pairing { first: lower, second: higher }
    }
}
