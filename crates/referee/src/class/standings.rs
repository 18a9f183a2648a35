//! Places in the tournament of a class.
//!
//! Points decide; then Buchholz (the sum of the opponents' points), then Sonneborn-Berger (each
//! opponent's points times the points won against it). No time does: the same games give the same
//! places. Players who are equal in all share the better place.

use crate::schedule::Pairs;
use tournament::{HalfPoints, Player, RoundResult};

/// The place of one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    /// From 1.
    pub(super) place: usize,
    /// Half points of all games; a bye counts as games that were won.
    pub(super) half_points: u32,
    /// Games and games of byes.
    pub(super) games: u32,
}

/// Points and tie-breaks, all in half points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Score {
    points: u32,
    buchholz: u32,
    sonneborn_berger: u64,
}

/// The standings after some rounds.
#[derive(Debug)]
pub(super) struct Standings {
    scores: Vec<Score>,
    games: Vec<u32>,
}

impl Standings {
    /// The standings of so many players, each of whose meetings has so many games.
    pub(super) fn of(players: usize, rounds: &[RoundResult], pairs: Pairs) -> Self {
        let each = pairs.games() as u32;
        let mut scores = vec![Score::default(); players];
        let mut games = vec![0; players];
        for round in rounds {
            for &Player(player) in &round.byes {
                scores[player].points += 2 * each;
                games[player] += each;
            }
            for meeting in &round.meetings {
                for (Player(player), HalfPoints(points)) in
                    meeting.players.into_iter().zip(meeting.points)
                {
                    scores[player].points += points;
                    games[player] += each;
                }
            }
        }
        let points: Vec<u32> = scores.iter().map(|score| score.points).collect();
        for meeting in rounds.iter().flat_map(|round| &round.meetings) {
            let [Player(one), Player(other)] = meeting.players;
            for (own, opponent, HalfPoints(won)) in
                [(one, other, meeting.points[0]), (other, one, meeting.points[1])]
            {
                scores[own].buchholz += points[opponent];
                scores[own].sonneborn_berger += u64::from(won) * u64::from(points[opponent]);
            }
        }
        Standings { scores, games }
    }

    /// Everybody's place, in the order of the players.
    pub(super) fn places(&self) -> Vec<Place> {
        let better = |score: &Score| self.scores.iter().filter(|other| *other > score).count();
        let each = self.scores.iter().zip(&self.games);
        let place = |(score, &games): (&Score, &u32)| Place {
            place: better(score) + 1,
            half_points: score.points,
            games,
        };
        each.map(place).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tournament::MeetingResult;

    fn round(meetings: &[([usize; 2], [u32; 2])], byes: &[usize]) -> RoundResult {
        let meeting = |&(players, points): &([usize; 2], [u32; 2])| MeetingResult {
            players: players.map(Player),
            points: points.map(HalfPoints),
            blacks: [1, 1],
            micros: [0, 0],
        };
        let byes = byes.iter().copied().map(Player).collect();
        RoundResult { meetings: meetings.iter().map(meeting).collect(), byes }
    }

    fn places(players: usize, rounds: &[RoundResult]) -> Vec<(usize, u32)> {
        let places = Standings::of(players, rounds, Pairs::for_games(2)).places();
        places.iter().map(|place| (place.place, place.half_points)).collect()
    }

    #[test]
    fn points_come_first_and_equals_share_a_place() {
        assert_eq!(places(3, &[]), [(1, 0); 3]);
        let rounds = [round(&[([0, 1], [2, 2])], &[2])];
        assert_eq!(places(3, &rounds), [(2, 2), (2, 2), (1, 4)]);
    }

    #[test]
    fn of_equal_points_those_against_better_opponents_are_worth_more() {
        // 0 and 3 have four half points each, against the same opponents.
        let rounds = [
            round(&[([0, 1], [4, 0]), ([2, 3], [4, 0])], &[]),
            round(&[([0, 2], [0, 4]), ([1, 3], [0, 4])], &[]),
        ];
        assert_eq!(places(4, &rounds), [(2, 4), (4, 0), (1, 8), (2, 4)]);
        let more = [rounds.as_slice(), &[round(&[([2, 3], [0, 0])], &[])]].concat();
        assert_eq!(places(4, &more), [(3, 4), (4, 0), (1, 8), (2, 4)]);
    }
}
