//! Places in the tournament of a class.
//!
//! Points decide; then Buchholz (the sum of the opponents' points, once for each game), then
//! Sonneborn-Berger (the points won in each game times the opponent's points). No time does: the
//! same games give the same places. Players who are equal in all share the better place.

use crate::class::games::half_points;
use crate::class::scheme::DrawRule;
use crate::record::Results;
use crate::schedule::GamesEach;
use games::board::Side;
use std::collections::BTreeMap;
use tournament::Player;

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

/// The standings of a tournament.
#[derive(Debug)]
pub(super) struct Standings {
    scores: Vec<Score>,
    games: Vec<u32>,
}

impl Standings {
    /// The standings after these games and byes; a bye stands for `each` games.
    pub(super) fn of(
        names: &[&str],
        results: &Results,
        byes: &[(u32, Player)],
        each: GamesEach,
    ) -> Self {
        let numbers: BTreeMap<&str, usize> =
            names.iter().enumerate().map(|(number, name)| (*name, number)).collect();
        let mut scores = vec![Score::default(); names.len()];
        let mut games = vec![0; names.len()];
        for &(_, Player(player)) in byes {
            scores[player].points += 2 * each.0 as u32;
            games[player] += each.0 as u32;
        }
        // What each player won against whom, game by game.
        let mut won: Vec<(usize, usize, u32)> = Vec::new();
        for result in results.values() {
            let numbers = Side::ALL.map(|side| numbers.get(&*result.player(side).name));
            let [Some(&black), Some(&white)] = numbers else { continue };
            for (side, own, other) in [(Side::Black, black, white), (Side::White, white, black)] {
                // Who has more time left was settled before: `swiss.rs`.
                let points = half_points(result, side, DrawRule::Time);
                scores[own].points += points;
                games[own] += 1;
                won.push((own, other, points));
            }
        }
        let points: Vec<u32> = scores.iter().map(|score| score.points).collect();
        for (own, other, won) in won {
            scores[own].buchholz += points[other];
            scores[own].sonneborn_berger += u64::from(won) * u64::from(points[other]);
        }
        Standings { scores, games }
    }

    /// Everybody's place, in the order of the players.
    pub(super) fn places(&self) -> Vec<Place> {
        let better = |score: &Score| self.scores.iter().filter(|other| *other > score).count();
        let place = |(score, &games): (&Score, &u32)| Place {
            place: better(score) + 1,
            half_points: score.points,
            games,
        };
        self.scores.iter().zip(&self.games).map(place).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Ending;
    use crate::record::random::random_record;
    use crate::record::results_of;

    const NAMES: [&str; 4] = ["a", "b", "c", "d"];

    /// Games in which the first player, who has Black, beats the other.
    fn won(games: &[(&str, &str)]) -> Results {
        let game = |(id, (winner, loser)): (u32, &(&str, &str))| {
            let mut record = random_record(u64::from(id), Ending::NoPieces);
            (record.black.name, record.white.name) = (winner.to_string(), loser.to_string());
            record.id = id;
            // White has to move and cannot.
            let black_moves_last = usize::from(Side::from(record.begins) == Side::Black);
            let even = record.turns.len() / 2 * 2 - 2;
            record.turns.truncate(even + black_moves_last);
            record
        };
        let records: Vec<_> = (1..).zip(games).map(game).collect();
        results_of(&records)
    }

    fn places(games: &[(&str, &str)], byes: &[(u32, Player)]) -> Vec<(usize, u32)> {
        let places = Standings::of(&NAMES, &won(games), byes, GamesEach(2)).places();
        places.iter().map(|place| (place.place, place.half_points)).collect()
    }

    #[test]
    fn points_come_first_and_equals_share_a_place() {
        assert_eq!(places(&[], &[]), [(1, 0); 4]);
        let all = places(&[("a", "b"), ("b", "a")], &[(1, Player(2))]);
        assert_eq!(all, [(2, 2), (2, 2), (1, 4), (4, 0)]);
    }

    #[test]
    fn of_equal_points_those_against_better_opponents_are_worth_more() {
        // Both a and d have won once; a against b, who has nothing, d against c, who has won twice.
        let games = [("a", "b"), ("d", "c"), ("c", "a"), ("c", "b"), ("b", "d")];
        let all = places(&games, &[]);
        assert_eq!(all.iter().map(|(_, points)| *points).collect::<Vec<_>>(), [2, 2, 4, 2]);
        // Buchholz: a 2 + 4, b 2 + 4 + 2, d 4 + 2; Sonneborn-Berger: a 2 * 2, d 2 * 4.
        assert_eq!(all.iter().map(|(place, _)| *place).collect::<Vec<_>>(), [4, 2, 1, 3]);
    }
}
