//! The numbers of games after agents were added to a tournament that had begun.
//!
//! The list of games then has another order, but a finished game keeps its number: its pair of
//! games is found again by its players and its opening. All other pairs get new numbers after the
//! highest one. Where the agents are named in another order, the players of a pair may be
//! exchanged: its first game is then what would be the second one.

use crate::journal::Results;
use crate::plan::contest::Contest;
use crate::schedule::{GameId, Leg, ScheduledGame};
use std::collections::{BTreeMap, VecDeque};

/// The identity of a pair of games: the player who has Black first, the other one, the board.
type PairKey = (String, String, String);

/// The games with the numbers of the results where these have them.
pub fn as_in_results(
    contest: &Contest<'_>,
    games: Vec<ScheduledGame>,
    results: &Results,
) -> Vec<ScheduledGame> {
    let mut known = pairs(results);
    let mut free = results.values().map(|result| result.pair as usize).max().unwrap_or(0);
    let mut numbers: BTreeMap<usize, (usize, Order)> = BTreeMap::new();
    let mut numbered = Vec::with_capacity(games.len());
    for game in games {
        let (pair, order) = *numbers.entry(game.id.pair()).or_insert_with(|| {
            let [first, second, board] = key(contest, &game);
            let exchanged = (second.clone(), first.clone(), board.clone());
            let keys = [((first, second, board), Order::Same), (exchanged, Order::Exchanged)];
            let found = keys
                .into_iter()
                .find_map(|(key, order)| Some((known.get_mut(&key)?.pop_front()?, order)));
            found.unwrap_or_else(|| {
                free += 1;
                (free - 1, Order::Same)
            })
        });
        let leg = match (order, game.id.leg()) {
            (Order::Same, leg) => leg,
            (Order::Exchanged, Leg::First) => Leg::Second,
            (Order::Exchanged, Leg::Second) => Leg::First,
        };
        numbered.push(ScheduledGame { id: GameId::new(pair, leg), ..game });
    }
    numbered
}

/// The order of a pair's players, compared with the results.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    Same,
    Exchanged,
}

/// The pairs of the results, counted from 0, in the order of their numbers.
fn pairs(results: &Results) -> BTreeMap<PairKey, VecDeque<usize>> {
    let mut pairs: BTreeMap<PairKey, VecDeque<usize>> = BTreeMap::new();
    for result in results.values() {
        let [first, second] = result.pair_names().map(str::to_string);
        let of_key = pairs.entry((first, second, result.board.to_string())).or_default();
        let pair = (result.pair as usize).saturating_sub(1);
        if of_key.back() != Some(&pair) {
            of_key.push_back(pair);
        }
    }
    pairs
}

fn key(contest: &Contest<'_>, game: &ScheduledGame) -> [String; 3] {
    let players = match game.id.leg() {
        Leg::First => [game.black, game.white],
        Leg::Second => [game.white, game.black],
    };
    let [first, second] = players.map(|player| contest.name(player).to_string());
    let opening = contest.openings.get(game.opening);
    [first, second, opening.map_or(String::new(), |one| one.board.clone())]
}
