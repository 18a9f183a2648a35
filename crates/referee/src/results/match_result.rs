//! The standing of a match of two players, counted from the records.
//!
//! There are two scores, never mixed: on the *board* a draw is half a point, and Elo comes from
//! that alone; the *course* gives a drawn game to the side with more time left.

use crate::journal::{GameResult, Results};
use crate::results::tables::player_row::PlayerRow;
use cli::{counted, visible};
use games::board::Side;
use statistics::{Elo, GameScore, PairCounts, likelihood_of_superiority};
use std::collections::BTreeMap;
use std::fmt;

/// The standing, as seen by the first player.
#[derive(Clone, Debug)]
pub struct MatchResult {
    pub rows: [PlayerRow; 2],
    pub pairs: PairCounts,
    /// Games that do not count.
    pub void: u64,
}

impl MatchResult {
    /// The standing of a match between the players of these names.
    pub fn of<'a>(
        first: &str,
        second: &str,
        results: impl IntoIterator<Item = &'a GameResult>,
    ) -> Self {
        let rows = [first, second].map(PlayerRow::new);
        let mut standing = MatchResult { rows, pairs: PairCounts::EMPTY, void: 0 };
        let mut halves: BTreeMap<u32, GameScore> = BTreeMap::new();
        for record in results {
            standing.count(record, &mut halves);
        }
        standing
    }

    /// The standing of a match, however many of its games are finished.
    pub fn of_match(results: &Results) -> Self {
        let [first, other] = results.values().next().map_or(["", ""], GameResult::pair_names);
        MatchResult::of(first, other, results.values())
    }

    fn count(&mut self, record: &GameResult, halves: &mut BTreeMap<u32, GameScore>) {
        let [first, other] = &mut self.rows;
        let side = if *record.black.name == *first.name { Side::Black } else { Side::White };
        other.count(record, !side);
        let Some(score) = first.count(record, side) else {
            self.void += 1;
            return;
        };
        match halves.remove(&record.pair) {
            Some(one) => self.pairs.record(one, score),
            None => {
                halves.insert(record.pair, score);
            }
        }
    }

    pub const fn first(&self) -> &PlayerRow {
        &self.rows[0]
    }

    /// One line for a progress display.
    pub fn line(&self) -> String {
        let PlayerRow { wins, draws, losses, .. } = self.first();
        let forfeits = self.rows.each_ref().map(causes).join(" / ");
        format!(
            "+{wins} ={draws} -{losses}, pairs {}, Elo {}, forfeits {forfeits}",
            self.pairs_text(),
            elo_text(&self.elo())
        )
    }

    /// The counts of pairs with 0, 1/2, 1, 3/2 and 2 points: `1 4 20 6 2`.
    fn pairs_text(&self) -> String {
        self.pairs.counts().map(|count| count.to_string()).join(" ")
    }

    /// The difference in strength by points on the board: from pairs if there are any, else from
    /// single games.
    pub fn elo(&self) -> Elo {
        if self.pairs.total() > 0 { Elo::logistic(&self.pairs) } else { self.first().elo() }
    }
}

fn signed(number: f64) -> String {
    // Adding 0 turns -0 into 0.
    format!("{:+.0}", number.round() + 0.0)
}

/// `+12 [-3, +27]` (95 % interval), or a text if there is no number.
fn elo_text(elo: &Elo) -> String {
    let Some(value) = elo.value else {
        return match (elo.low, elo.high) {
            (Some(low), _) => format!("{} or more (all games won)", signed(low)),
            (None, Some(high)) => format!("{} or less (all games lost)", signed(high)),
            (None, None) => "not known yet".to_string(),
        };
    };
    let (low, high) = (end_text(elo.low, "no lower end"), end_text(elo.high, "no upper end"));
    format!("{} [{low}, {high}]", signed(value))
}

fn end_text(end: Option<f64>, none: &str) -> String {
    end.map_or(none.to_string(), signed)
}

impl fmt::Display for MatchResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, other] = &self.rows;
        let PlayerRow { wins, draws, losses, .. } = first;
        let played = first.games();
        let games = counted(played as usize, "game");
        writeln!(
            f,
            "{} against {}: {games}",
            visible::line(&first.name),
            visible::line(&other.name)
        )?;
        writeln!(f, "  on the board     +{wins} ={draws} -{losses}")?;
        writeln!(f, "  pairs            {}, of 0, 1/2, 1, 3/2 and 2 points", self.pairs_text())?;
        writeln!(f, "  Elo (board)      {}", elo_text(&self.elo()))?;
        writeln!(f, "  normalized Elo   {}", elo_text(&Elo::normalized(&self.pairs)))?;
        let likely = 100.0 * likelihood_of_superiority(&self.pairs);
        writeln!(f, "  stronger         with a likelihood of {likely:.1} %")?;
        let (won, lost) = (first.draws_won_on_time, first.draws_lost_on_time);
        writeln!(f, "  draws on time    {won} won, {lost} lost")?;
        writeln!(f, "  course's points  {} of {played}", first.course_points())?;
        for row in &self.rows {
            let name = visible::line(&row.name);
            let time = row.seconds_a_game().map_or("no clock ran".to_string(), |seconds| {
                format!("{seconds:.3} {} a game", row.clock.unit())
            });
            writeln!(f, "  {name}: {time}; forfeits: {}", causes(row))?;
        }
        if self.void > 0 {
            let verb = if self.void == 1 { "does" } else { "do" };
            writeln!(
                f,
                "  {} {verb} not count: the referee failed",
                counted(self.void as usize, "game")
            )?;
        }
        Ok(())
    }
}

fn causes(row: &PlayerRow) -> String {
    if row.forfeits.is_empty() {
        return "none".to_string();
    }
    row.forfeits
        .iter()
        .map(|(cause, count)| format!("{count} {cause}"))
        .collect::<Vec<_>>()
        .join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::journal::random::random_record;
    use crate::journal::{RecordedGame, results_of};
    use crate::rules::Ending;

    /// Game `id` of alpha against beta, colors in turn, broken off after `turns` turns.
    fn game(id: u64, turns: usize, ending: Ending) -> RecordedGame {
        let mut record = random_record(id, ending);
        record.turns.truncate(turns);
        if id % 2 == 1 {
            std::mem::swap(&mut record.black, &mut record.white);
        }
        record
    }

    #[test]
    fn board_and_course_are_counted_apart() {
        let records = [
            game(0, 4, Ending::NoMoves),    // Black (alpha) has lost
            game(1, 4, Ending::Malformed),  // Black (beta) has forfeited
            game(2, 5, Ending::Repetition), // drawn, beta has more time
            game(3, 5, Ending::MaxPlies),
            game(4, 5, Ending::RefereeFault),
        ];
        let standing = MatchResult::of("alpha", "beta", results_of(&records).values());
        let [first, other] = &standing.rows;
        assert_eq!((first.wins, first.draws, first.losses), (1, 2, 1));
        let on_time = (first.draws_won_on_time, first.draws_lost_on_time);
        assert_eq!((standing.pairs.total(), on_time, standing.void), (2, (0, 2), 1));
        assert!((first.course_points() - 1.0).abs() < 1e-9);
        assert!(first.forfeits.is_empty());
        assert_eq!(causes(other), "1 malformed output.txt");
        let text = standing.to_string();
        for part in ["alpha against beta: 4 games", "+1 =2 -1", "0 won, 2 lost", "1 of 4"] {
            assert!(text.contains(part), "{text}");
        }
    }

    #[test]
    fn games_without_a_clock_are_not_in_the_mean() {
        let timed = game(0, 4, Ending::NoMoves);
        let mut untimed = game(1, 4, Ending::NoMoves);
        for player in [&mut untimed.black, &mut untimed.white] {
            player.left = player.seconds;
        }
        let first = |games: &[RecordedGame]| {
            MatchResult::of("alpha", "beta", results_of(games).values()).rows[0].clone()
        };
        let mean = first(std::slice::from_ref(&timed)).seconds_a_game();
        assert!(mean.is_some());
        assert_eq!(first(&[timed, untimed.clone()]).seconds_a_game(), mean);
        let none = MatchResult::of("alpha", "beta", results_of(&[untimed]).values());
        assert!(none.to_string().contains("alpha: no clock ran; forfeits: none"), "{none}");
    }

    #[test]
    fn the_first_player_is_the_same_whichever_game_is_finished_first() {
        // As the schedule has it: in games of even number the first player has White.
        let game = |id| RecordedGame { id, ..game(u64::from(id) + 1, 4, Ending::NoMoves) };
        let mut records = results_of(&(1..=4).map(game).collect::<Vec<_>>());
        while !records.is_empty() {
            assert_eq!(MatchResult::of_match(&records).first().name, "alpha");
            records.pop_first();
        }
    }

    #[test]
    fn an_interval_without_an_end_says_so() {
        assert_eq!(text_of(None, Some(-291.3), None), "-291 or more (all games won)");
        assert_eq!(text_of(None, None, Some(291.3)), "+291 or less (all games lost)");
        assert_eq!(text_of(Some(618.0), Some(426.0), None), "+618 [+426, no upper end]");
        assert_eq!(text_of(Some(-0.3), None, Some(0.4)), "+0 [no lower end, +0]");
        assert_eq!(text_of(None, None, None), "not known yet");
    }

    fn text_of(value: Option<f64>, low: Option<f64>, high: Option<f64>) -> String {
        elo_text(&Elo { value, low, high })
    }

    #[test]
    fn without_games_there_are_no_numbers() {
        let standing = MatchResult::of("alpha", "beta", &[]);
        let text = "+0 =0 -0, pairs 0 0 0 0 0, Elo not known yet, forfeits none / none";
        assert_eq!(standing.line(), text);
    }
}
