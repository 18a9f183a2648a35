//! How a match stands: counts from the journal's records, never kept beside them.
//!
//! Two countings, never mixed: on the *board* a draw is half a point, and Elo is made of that alone;
//! the *course* gives a drawn game to the side with more time left.

use crate::board::Side;
use crate::referee::crosstable::score;
use crate::referee::ending::Kind;
use crate::referee::journal::Records;
use crate::referee::record::{GameRecord, Player};
use crate::referee::statistics::{
    Elo, GameCounts, GameScore, PairCounts, likelihood_of_superiority,
};
use std::collections::BTreeMap;
use std::fmt;

/// The match seen by its first player.
#[derive(Clone, Debug)]
pub struct Standing {
    /// The first player's name.
    pub name: String,
    /// The other player's name.
    pub other: String,
    /// Single games on the board.
    pub games: GameCounts,
    /// Finished pairs on the board.
    pub pairs: PairCounts,
    /// Drawn games won and lost on time.
    pub on_time: (u64, u64),
    /// Endings by which games were forfeited, for each player, with their numbers.
    pub forfeits: [BTreeMap<String, u64>; 2],
    /// Games that count for nobody.
    pub void: u64,
    /// Seconds charged in all games, for each player.
    pub seconds: [f64; 2],
}

impl Standing {
    /// The standing of a match whose first player is called `name`.
    pub fn of<'a>(
        name: &str,
        other: &str,
        records: impl IntoIterator<Item = &'a GameRecord>,
    ) -> Self {
        let mut standing = Standing {
            name: name.to_string(),
            other: other.to_string(),
            games: GameCounts::EMPTY,
            pairs: PairCounts::EMPTY,
            on_time: (0, 0),
            forfeits: Default::default(),
            void: 0,
            seconds: [0.0; 2],
        };
        let mut halves: BTreeMap<u32, GameScore> = BTreeMap::new();
        for record in records {
            standing.count(record, &mut halves);
        }
        standing
    }

    /// The standing of the match that these games are; the first player is the one who has Black in
    /// its first game.
    pub fn of_match(records: &Records) -> Self {
        let first = records.values().next();
        let name = |color: fn(&GameRecord) -> &Player| first.map_or("", |game| &color(game).name);
        Standing::of(name(|game| &game.black), name(|game| &game.white), records.values())
    }

    fn count(&mut self, record: &GameRecord, halves: &mut BTreeMap<u32, GameScore>) {
        let first = if record.black.name == self.name { Side::Black } else { Side::White };
        for (index, side) in [first, !first].into_iter().enumerate() {
            let player = record.player(side);
            self.seconds[index] += player.seconds - player.left;
        }
        let Some(score) = score(record, first) else {
            self.void += 1;
            return;
        };
        if record.ending.kind() == Kind::Forfeited {
            let loser = usize::from(record.to_move() != first);
            *self.forfeits[loser].entry(record.ending.to_string()).or_insert(0) += 1;
        }
        match record.winner_on_time() {
            Some(side) if side == first => self.on_time.0 += 1,
            Some(_) => self.on_time.1 += 1,
            None => {}
        }
        self.games.record(score);
        match halves.remove(&record.pair) {
            Some(one) => self.pairs.record(one, score),
            None => {
                halves.insert(record.pair, score);
            }
        }
    }

    /// The course's points of the first player: won games, and draws won on time; draws with equal
    /// clocks count half.
    pub fn course_points(&self) -> f64 {
        let undecided = self.games.draws() - self.on_time.0 - self.on_time.1;
        (self.games.wins() + self.on_time.0) as f64 + undecided as f64 / 2.0
    }

    /// The points of the first player on the board, a draw counted half.
    pub fn board_points(&self) -> f64 {
        self.games.wins() as f64 + self.games.draws() as f64 / 2.0
    }

    /// One line for a progress display.
    pub fn line(&self) -> String {
        let (wins, draws, losses) = (self.games.wins(), self.games.draws(), self.games.losses());
        let forfeits = [0, 1].map(|player| self.causes(player)).join(" / ");
        format!("+{wins} ={draws} -{losses}, Elo {}, forfeits {forfeits}", elo_text(&self.elo()))
    }

    /// The difference in strength on the board: from pairs if there are any, else from games.
    pub fn elo(&self) -> Elo {
        if self.pairs.total() > 0 { Elo::logistic(&self.pairs) } else { Elo::logistic(&self.games) }
    }
}

/// `+12 [-3, +27]`, with words where there is no number.
fn elo_text(elo: &Elo) -> String {
    let Some(value) = elo.value else {
        return match (elo.low, elo.high) {
            (Some(low), _) => format!("more than {low:+.0}"),
            (None, Some(high)) => format!("less than {high:+.0}"),
            (None, None) => "not known yet".to_string(),
        };
    };
    let end = |end: Option<f64>| end.map_or("?".to_string(), |end| format!("{end:+.0}"));
    format!("{value:+.0} [{}, {}]", end(elo.low), end(elo.high))
}

impl fmt::Display for Standing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (wins, draws, losses) = (self.games.wins(), self.games.draws(), self.games.losses());
        let played = self.games.total();
        writeln!(f, "{} against {}: {played} games", self.name, self.other)?;
        writeln!(f, "  on the board     +{wins} ={draws} -{losses}")?;
        writeln!(f, "  Elo (board)      {}", elo_text(&self.elo()))?;
        writeln!(f, "  normalized Elo   {}", elo_text(&Elo::normalized(&self.pairs)))?;
        let likely = 100.0 * likelihood_of_superiority(&self.pairs);
        writeln!(f, "  stronger         with a likelihood of {likely:.1} %")?;
        let (won, lost) = self.on_time;
        writeln!(f, "  draws on time    {won} won, {lost} lost")?;
        writeln!(f, "  course's points  {} of {played}", self.course_points())?;
        let names = [&self.name, &self.other];
        for (index, name) in names.into_iter().enumerate() {
            let mean = self.seconds[index] / (played + self.void).max(1) as f64;
            writeln!(f, "  {name}: {mean:.3} CPU s a game; forfeits: {}", self.causes(index))?;
        }
        if self.void > 0 {
            writeln!(f, "  {} games count for nobody: the referee failed", self.void)?;
        }
        Ok(())
    }
}

impl Standing {
    fn causes(&self, player: usize) -> String {
        if self.forfeits[player].is_empty() {
            return "none".to_string();
        }
        let each = |(cause, count): (&String, &u64)| format!("{count} {cause}");
        self.forfeits[player].iter().map(each).collect::<Vec<_>>().join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::referee::ending::Ending;
    use crate::referee::record::tests::random_record;

    /// Game `id` of alpha against beta, colors in turn, broken off after `turns` turns.
    fn game(id: u64, turns: usize, ending: Ending) -> GameRecord {
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
        let standing = Standing::of("alpha", "beta", &records);
        let games = &standing.games;
        assert_eq!((games.wins(), games.draws(), games.losses()), (1, 2, 1));
        assert_eq!((standing.pairs.total(), standing.on_time, standing.void), (2, (0, 2), 1));
        assert!((standing.course_points() - 1.0).abs() < 1e-9);
        assert!(standing.forfeits[0].is_empty());
        assert_eq!(standing.causes(1), "1 malformed output.txt");
        let text = standing.to_string();
        for part in ["alpha against beta: 4 games", "+1 =2 -1", "0 won, 2 lost", "1 of 4"] {
            assert!(text.contains(part), "{text}");
        }
    }

    #[test]
    fn nothing_played_is_told_without_numbers() {
        let standing = Standing::of("alpha", "beta", &[]);
        assert_eq!(standing.line(), "+0 =0 -0, Elo not known yet, forfeits none / none");
    }
}
