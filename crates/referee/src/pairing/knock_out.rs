//! A bracket: winners go on, losers leave. The bracket is the usual one of seeded tournaments: if
//! the better seed always wins, the last two are seeds 1 and 2. Where the number of players is no
//! power of two, the best seeds have a bye in the first round.

use crate::pairing::format::{Pairing, Player, Round};
use crate::pairing::result::RoundResult;

pub fn next_round(players: usize, finished: &[RoundResult]) -> Round {
    let mut round = Round::default();
    for places in bracket(players, finished).chunks(2) {
        match *places {
            [Some(one), Some(other)] => {
                let (first, second) = (one.min(other), one.max(other));
                round.pairings.push(Pairing { first, second });
            }
            [one, other] => round.byes.extend(one.or(other)),
            _ => {}
        }
    }
    round
}

/// The places of the bracket before the next round, in which neighbors meet.
fn bracket(players: usize, finished: &[RoundResult]) -> Vec<Option<Player>> {
    let mut places: Vec<_> = seeds(players.next_power_of_two())
        .into_iter()
        .map(|place| Some(Player(place)).filter(|_| place < players))
        .collect();
    for round in finished {
        places = places
            .chunks(2)
            .map(|pair| pair.iter().flatten().copied().find(|&p| goes_on(round, p)))
            .collect();
    }
    places
}

fn goes_on(round: &RoundResult, player: Player) -> bool {
    let meeting = round.meetings.iter().find(|meeting| meeting.players.contains(&player));
    meeting.is_none_or(|meeting| meeting.winner() == player)
}

/// The seeds from 0 in the order of the bracket; `places` is a power of two.
fn seeds(places: usize) -> Vec<usize> {
    let mut order = vec![0];
    while order.len() < places {
        let last = order.len() * 2 - 1;
        order = order.into_iter().flat_map(|seed| [seed, last - seed]).collect();
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pairing::format::Format;
    use crate::pairing::next_round;
    use crate::pairing::result::{HalfPoints, MeetingResult};

    /// The round as it ends if the better seed always wins.
    fn played(round: &Round) -> RoundResult {
        let meeting = |pairing: &Pairing| MeetingResult {
            players: [pairing.first, pairing.second],
            points: [HalfPoints(u32::from(pairing.first < pairing.second) * 4), HalfPoints(1)],
            blacks: [1, 1],
            micros: [0, 0],
        };
        let byes = round.byes.clone();
        RoundResult { meetings: round.pairings.iter().map(meeting).collect(), byes }
    }

    #[test]
    fn eight_places_are_seeded_as_usual() {
        assert_eq!(seeds(8), [0, 7, 3, 4, 1, 6, 2, 5]);
    }

    #[test]
    fn the_best_seeds_rest_first_and_the_two_best_meet_last() {
        for players in 2..40 {
            let rounds = Format::KnockOut.rounds(players).expect("two or more");
            let mut finished = Vec::new();
            let mut games = 0;
            while let Some(round) =
                next_round(Format::KnockOut, players, &finished).expect("two or more")
            {
                if finished.is_empty() {
                    let resting = players.next_power_of_two() - players;
                    let mut byes: Vec<_> = round.byes.iter().map(|player| player.0).collect();
                    byes.sort_unstable();
                    assert_eq!(byes, (0..resting).collect::<Vec<_>>(), "{players}");
                } else {
                    assert_eq!(round.byes, [], "{players}");
                }
                games += round.pairings.len();
                finished.push(played(&round));
            }
            assert_eq!((finished.len(), games), (rounds, players - 1));
            let last = &finished[rounds - 1].meetings;
            assert_eq!(last.len(), 1);
            assert_eq!(last[0].players, [Player(0), Player(1)]);
        }
    }
}
