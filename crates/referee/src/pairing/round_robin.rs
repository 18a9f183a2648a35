//! Every player against every other, by the circle method (Schurig 1886): all but one player sit in
//! a circle and move on by one place after each turn of the circle, so that a player meets another
//! one in every turn.

use crate::pairing::format::{Pairing, Player};

/// Every two players, once; in a pairing the one with the lower number comes first.
pub fn pairings(players: usize) -> Vec<Pairing> {
    // With an odd number of players, the opponent of the missing one has a rest.
    let places = players.next_multiple_of(2);
    let circle = places.saturating_sub(1);
    let turns = (0..circle).flat_map(|turn| {
        std::iter::once((turn, circle)).chain(
            (1..places / 2)
                .map(move |step| ((turn + step) % circle, (turn + circle - step) % circle)),
        )
    });
    let in_order = turns.map(|(one, other)| (one.min(other), one.max(other)));
    let present = in_order.filter(|&(_, later)| later < players);
    present
        .map(|(first, second)| Pairing { first: Player(first), second: Player(second) })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn no_player_plays_twice_in_a_turn_of_the_circle() {
        for players in 2..=9_usize {
            let all = pairings(players);
            assert_eq!(all.len(), players * (players - 1) / 2);
            assert_eq!(all.iter().collect::<HashSet<_>>().len(), all.len());
            for turn in all.chunks(players / 2) {
                let names: HashSet<_> = turn.iter().flat_map(|p| [p.first, p.second]).collect();
                assert_eq!(names.len(), turn.len() * 2, "{players} players: {turn:?}");
            }
        }
        assert_eq!([pairings(0), pairings(1)], [vec![], vec![]]);
    }
}
