//! The numbers of games when agents were added to a tournament that had begun.
//!
//! The list of games then has another order, but a finished game keeps its number: its pair of
//! games is found again by its players and its opening. All other pairs get new numbers behind the
//! highest one.

use crate::plan::contest::Contest;
use crate::record::Results;
use crate::schedule::{GameId, Leg, ScheduledGame};
use std::collections::{BTreeMap, VecDeque};

/// What a pair of games is known by: the player who has Black first, the other one, the board.
type PairKey = (String, String, String);

/// The games with the numbers of the results where these have them.
pub fn as_in_results(
    contest: &Contest<'_>,
    games: Vec<ScheduledGame>,
    results: &Results,
) -> Vec<ScheduledGame> {
    let mut known = pairs(results);
    let mut free = results.values().map(|result| result.pair as usize).max().unwrap_or(0);
    let mut numbers: BTreeMap<usize, usize> = BTreeMap::new();
    let mut numbered = Vec::with_capacity(games.len());
    for game in games {
        let pair = *numbers.entry(game.id.pair()).or_insert_with(|| {
            let found = known.get_mut(&key(contest, &game)).and_then(VecDeque::pop_front);
            found.unwrap_or_else(|| {
                free += 1;
                free - 1
            })
        });
        numbered.push(ScheduledGame { id: GameId::new(pair, game.id.leg()), ..game });
    }
    numbered
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

fn key(contest: &Contest<'_>, game: &ScheduledGame) -> PairKey {
    let players = match game.id.leg() {
        Leg::First => [game.black, game.white],
        Leg::Second => [game.white, game.black],
    };
    let [first, second] = players.map(|player| contest.contender(player).name.clone());
    let opening = contest.openings.get(game.opening);
    (first, second, opening.map_or(String::new(), |one| one.position.rows_text('/')))
}
