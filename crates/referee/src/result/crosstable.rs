//! The table of a contest of any number of players: one row for each, the best first.
//!
//! Rows are ordered by points on the board. The course's points, which give a drawn game to the
//! side with more time left, are another column.

use crate::game::EndingKind;
use crate::record::GameResult;
use games::board::Side;
use serde::Serialize;
use statistics::{Elo, GameCounts, GameScore};
use std::collections::BTreeMap;
use std::fmt;

/// The results of one player against all others.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlayerRow {
    /// The player's name.
    pub name: String,
    /// Games won on the board or by the other's forfeit.
    pub wins: u64,
    /// Games drawn on the board.
    pub draws: u64,
    /// Games lost on the board or forfeited.
    pub losses: u64,
    /// Drawn games in which it had more time left.
    pub draws_won_on_time: u64,
    /// Drawn games in which it had less time left.
    pub draws_lost_on_time: u64,
    /// Games it forfeited, by cause.
    pub forfeits: BTreeMap<String, u64>,
    /// CPU seconds charged in all its games.
    pub cpu_seconds: f64,
}

impl PlayerRow {
    /// A player of this name without games.
    pub fn new(name: &str) -> Self {
        PlayerRow {
            name: name.to_string(),
            wins: 0,
            draws: 0,
            losses: 0,
            draws_won_on_time: 0,
            draws_lost_on_time: 0,
            forfeits: BTreeMap::new(),
            cpu_seconds: 0.0,
        }
    }

    /// Games that count.
    pub const fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The difference in strength to the opponents met, by points on the board.
    pub fn elo(&self) -> Elo {
        Elo::logistic(&GameCounts::new([self.losses, self.draws, self.wins]))
    }

    /// Points on the board: a draw is half a point.
    pub fn board_points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// The course's points: a draw is a win for the side with more time left, and half a point if
    /// both have the same.
    pub fn course_points(&self) -> f64 {
        let undecided = self.draws - self.draws_won_on_time - self.draws_lost_on_time;
        (self.wins + self.draws_won_on_time) as f64 + undecided as f64 / 2.0
    }

    /// Counts a game in which the player had `side`; returns its score on the board, or `None` if
    /// the game does not count.
    pub fn count(&mut self, record: &GameResult, side: Side) -> Option<GameScore> {
        let player = record.player(side);
        self.cpu_seconds += player.seconds - player.left;
        let score = score(record, side)?;
        match score {
            GameScore::Win => self.wins += 1,
            GameScore::Loss => self.losses += 1,
            GameScore::Draw => self.draws += 1,
        }
        match record.winner_on_time() {
            Some(winner) if winner == side => self.draws_won_on_time += 1,
            Some(_) => self.draws_lost_on_time += 1,
            None => {}
        }
        if record.ending.kind() == EndingKind::Forfeited && record.to_move() == side {
            *self.forfeits.entry(record.ending.to_string()).or_insert(0) += 1;
        }
        Some(score)
    }
}

/// The score of a game on the board for one side, or `None` if the game does not count.
fn score(record: &GameResult, side: Side) -> Option<GameScore> {
    match record.winner() {
        _ if record.ending.kind() == EndingKind::Void => None,
        Some(winner) if winner == side => Some(GameScore::Win),
        Some(_) => Some(GameScore::Loss),
        None => Some(GameScore::Draw),
    }
}

/// The players of a contest.
#[derive(Clone, Debug, PartialEq)]
pub struct Crosstable {
    /// One for each player, the best on the board first.
    pub rows: Vec<PlayerRow>,
}

impl Crosstable {
    /// The table of these games.
    pub fn of<'a>(records: impl IntoIterator<Item = &'a GameResult>) -> Self {
        let mut rows: Vec<PlayerRow> = Vec::new();
        for record in records {
            for side in Side::ALL {
                let name = &record.player(side).name;
                let place = rows.iter().position(|row| row.name == **name).unwrap_or_else(|| {
                    rows.push(PlayerRow::new(name));
                    rows.len() - 1
                });
                rows[place].count(record, side);
            }
        }
        rows.sort_by(|one, other| {
            let points = other.board_points().total_cmp(&one.board_points());
            points.then_with(|| other.course_points().total_cmp(&one.course_points()))
        });
        Crosstable { rows }
    }
}

impl fmt::Display for Crosstable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.rows.iter().map(|row| row.name.chars().count()).max().unwrap_or(0).max(5);
        writeln!(
            f,
            "    {:width$}  {:>5}  {:>6}  {:>14}  {:>7}  {:>8}  {:>7}  forfeits",
            "agent", "games", "points", "+ = -", "Elo", "course", "CPU s"
        )?;
        for (place, row) in self.rows.iter().enumerate() {
            let results = format!("+{} ={} -{}", row.wins, row.draws, row.losses);
            let elo = row.elo().value.map_or("?".to_string(), |elo| format!("{elo:+.0}"));
            let forfeits: u64 = row.forfeits.values().sum();
            writeln!(
                f,
                "{:>2}. {:width$}  {:>5}  {:>6}  {results:>14}  {elo:>7}  {:>8}  {:>7.2}  {forfeits}",
                place + 1,
                row.name,
                row.games(),
                row.board_points(),
                row.course_points(),
                row.cpu_seconds / row.games().max(1) as f64,
            )?;
        }
        writeln!(
            f,
            "points: on the board, a draw is half a point. Elo: from these points, against the opponents met."
        )?;
        writeln!(
            f,
            "course: a draw is a win for the side with more time left. CPU s: mean of a game."
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Ending;
    use crate::record::random::random_record;
    use crate::record::results_of;
    use proptest::prelude::{any, prop_assert_eq, proptest};

    const ENDINGS: [Ending; 5] = [
        Ending::NoMoves,
        Ending::Repetition,
        Ending::Malformed,
        Ending::RefereeFault,
        Ending::MaxPlies,
    ];

    proptest! {
        #[test]
        fn every_counted_game_gives_one_point(seeds in proptest::collection::vec(any::<u8>(), 0..20)) {
            let names = ["alpha", "beta", "gamma"];
            let records: Vec<_> = seeds.iter().enumerate().map(|(id, &seed)| {
                let mut record = random_record(id as u64, ENDINGS[usize::from(seed) % 5]);
                record.black.name = names[usize::from(seed) % 3].to_string();
                record.white.name = names[(usize::from(seed) + 1) % 3].to_string();
                record
            }).collect();
            let table = Crosstable::of(results_of(&records).values());
            let counted = records.iter().filter(|record| record.ending != Ending::RefereeFault);
            let counted = counted.count() as f64;
            prop_assert_eq!(table.rows.iter().map(|row| row.board_points()).sum::<f64>(), counted);
            prop_assert_eq!(table.rows.iter().map(|row| row.course_points()).sum::<f64>(), counted);
            prop_assert_eq!(table.to_string().lines().count(), table.rows.len() + 3);
        }
    }

    #[test]
    fn the_best_player_comes_first() {
        let mut record = random_record(2, Ending::NoMoves);
        record.turns.truncate(4);
        let table = Crosstable::of(results_of(&[record]).values());
        let names: Vec<_> = table.rows.iter().map(|row| row.name.as_str()).collect();
        assert_eq!(names, ["beta", "alpha"], "Black was to move and could not");
    }
}
