//! Points and tie-breaks of any number of players, from their games: plain numbers, no names.
//!
//! Players are ranked by the course's points; ties are broken in the order of the fields of
//! [`Points`]. All are sums of halves and quarters, and therefore exact.
//!
//! Source: the tie-breaks of Swiss tournaments (FIDE Handbook C.07: Buchholz, Sonneborn-Berger).
//! Here they count every game, since two players may meet in several, and take the course's points.

use statistics::GameScore;
use std::cmp::Ordering;

/// One game that counts, as its first player sees it. Players are numbered from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScoredGame {
    pub players: [usize; 2],
    /// On the board a draw is half a point.
    pub board: GameScore,
    /// By the course's count a draw is a win for the side with more time left.
    pub course: GameScore,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Points {
    pub course: f64,
    pub board: f64,
    /// Buchholz: the course's points of the opponents, one summand for each game.
    pub buchholz: f64,
    /// Sonneborn-Berger: for each game, the player's score times the opponent's points, both by the
    /// course's count.
    pub sonneborn_berger: f64,
}

impl Points {
    /// The points of `players` players from their games and the points for their byes. Games of
    /// higher numbers are left out; missing byes are 0.
    pub fn of_all(players: usize, games: &[ScoredGame], byes: &[f64]) -> Vec<Points> {
        let mut all = vec![Points::default(); players];
        for (points, bye) in all.iter_mut().zip(byes) {
            points.course = *bye;
        }
        let known = |game: &&ScoredGame| game.players.iter().all(|&player| player < players);
        for game in games.iter().filter(known) {
            let [first, second] = game.players;
            all[first].course += game.course.points();
            all[second].course += 1.0 - game.course.points();
            all[first].board += game.board.points();
            all[second].board += 1.0 - game.board.points();
        }
        for game in games.iter().filter(known) {
            let [first, second] = game.players;
            let (one, other) = (all[first].course, all[second].course);
            all[first].buchholz += other;
            all[second].buchholz += one;
            all[first].sonneborn_berger += game.course.points() * other;
            all[second].sonneborn_berger += (1.0 - game.course.points()) * one;
        }
        all
    }

    /// The order of two players in a table: `Less` comes first and has more points.
    pub fn order(&self, other: &Points) -> Ordering {
        let pairs = order_fields(other).into_iter().zip(order_fields(self));
        pairs.map(|(theirs, ours)| theirs.total_cmp(&ours)).fold(Ordering::Equal, Ordering::then)
    }
}

fn order_fields(p: &Points) -> [f64; 4] {
    [p.course, p.board, p.buchholz, p.sonneborn_berger]
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::{Strategy, prop_assert, prop_assert_eq, prop_oneof, proptest};
    use proptest::strategy::Just;

    fn score() -> impl Strategy<Value = GameScore> {
        prop_oneof![Just(GameScore::Loss), Just(GameScore::Draw), Just(GameScore::Win)]
    }

    fn games() -> impl Strategy<Value = Vec<ScoredGame>> {
        let game =
            (0_usize..5, 1_usize..5, score(), score()).prop_map(|(one, step, board, course)| {
                ScoredGame { players: [one, (one + step) % 5], board, course }
            });
        proptest::collection::vec(game, 0..20)
    }

    #[test]
    fn tie_breaks_are_those_of_a_table_made_by_hand() {
        let played =
            [game(0, 1, GameScore::Win), game(1, 2, GameScore::Win), game(2, 0, GameScore::Draw)];
        let all = Points::of_all(4, &played, &[0.0, 0.0, 0.0, 1.0]);
        let course: Vec<f64> = all.iter().map(|points| points.course).collect();
        assert_eq!(course, [1.5, 1.0, 0.5, 1.0]);
        let buchholz: Vec<f64> = all.iter().map(|points| points.buchholz).collect();
        assert_eq!(buchholz, [1.5, 2.0, 2.5, 0.0]);
        let sonneborn_berger: Vec<f64> = all.iter().map(|points| points.sonneborn_berger).collect();
        assert_eq!(sonneborn_berger, [1.25, 0.5, 0.75, 0.0]);
        assert_eq!(all[1].order(&all[3]), Ordering::Less, "the same points, but more on the board");
        assert_eq!(all[0].order(&all[1]), Ordering::Less);
    }

    fn game(first: usize, second: usize, course: GameScore) -> ScoredGame {
        ScoredGame { players: [first, second], board: GameScore::Draw, course }
    }

    proptest! {
        #[test]
        fn every_game_gives_one_point_and_a_better_result_no_worse_place(
            mut games in games(), result in score(),
        ) {
            let all = Points::of_all(5, &games, &[]);
            prop_assert_eq!(sum(&all, |points| points.course), games.len() as f64);
            prop_assert_eq!(sum(&all, |points| points.board), games.len() as f64);
            games.push(ScoredGame { players: [0, 1], board: result, course: GameScore::Draw });
            let before = Points::of_all(5, &games, &[])[0];
            games.pop();
            games.push(ScoredGame { players: [0, 1], board: result, course: GameScore::Win });
            let after = Points::of_all(5, &games, &[])[0];
            prop_assert!(after.order(&before) == Ordering::Less);
        }
    }

    fn sum(all: &[Points], field: fn(&Points) -> f64) -> f64 {
        all.iter().map(field).sum::<f64>()
    }
}
