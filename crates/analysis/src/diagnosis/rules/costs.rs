//! What a kind of mistake cost: its number, its games, its points.

use crate::diagnosis::game_mistakes::LastStanding;
use crate::diagnosis::mistake::{GamePart, Mistake};
use crate::diagnosis::played::AgentEnd;
use crate::diagnosis::result::Diagnosis;

/// A habit costs at least this many points, and this share of all points, and happens twice.
const LEAST_POINTS: f64 = 0.5;
const LEAST_SHARE: f64 = 0.05;
const LEAST_TIMES: usize = 2;
/// Games that are named in evidence.
const NAMED: usize = 6;

#[derive(Clone, Debug, PartialEq)]
pub struct HabitCost {
    pub mistakes: usize,
    /// The numbers of the games and the plies, the worst first.
    pub places: Vec<(u32, usize, u32)>,
    pub games: usize,
    /// In each game at most what the agent did not get.
    pub points: f64,
}

impl HabitCost {
    /// Of the mistakes that are `wanted`. In a forfeited game none costs anything: the forfeit did.
    pub fn of(diagnosis: &Diagnosis, wanted: impl Fn(&Mistake) -> bool) -> Self {
        let found: Vec<&Mistake> = diagnosis.mistakes.iter().filter(|one| wanted(one)).collect();
        let mut games: Vec<u32> = found.iter().map(|mistake| mistake.game).collect();
        games.sort_unstable();
        games.dedup();
        let points = games.iter().map(|id| {
            let game = diagnosis.games.iter().find(|game| game.id == *id);
            let most = game.filter(|game| !game.end.is_forfeit());
            let most = most.map_or(0.0, |game| game.end.points_lost());
            let losses = found.iter().filter(|mistake| mistake.game == *id);
            let loss: u32 = losses.map(|mistake| mistake.loss).sum();
            (f64::from(loss) / 100.0).min(most)
        });
        HabitCost {
            mistakes: found.len(),
            places: found.iter().map(|one| (one.game, one.ply, one.loss)).collect(),
            games: games.len(),
            points: points.sum(),
        }
    }

    /// Does it happen often enough, and cost enough, to be shown?
    pub fn is_habit(&self, diagnosis: &Diagnosis) -> bool {
        self.mistakes >= LEAST_TIMES && self.points >= least_points(diagnosis)
    }

    /// `7 of 12 games`.
    pub fn in_games(&self, diagnosis: &Diagnosis) -> String {
        format!("{} of {}", self.games, cli::counted(diagnosis.games.len(), "game"))
    }

    pub fn evidence(&self) -> Vec<String> {
        vec![points_text(self.points), self.named_places()]
    }

    pub fn named_places(&self) -> String {
        let named: Vec<_> = self
            .places
            .iter()
            .map(|(game, ply, loss)| format!("game {game}, ply {ply} ({loss} % of the point)"))
            .collect();
        cli::first_of(&named, NAMED, ", ")
    }
}

/// A game that was lost for two reasons counts for both.
pub fn points_text(points: f64) -> String {
    format!("it cost {points:.1} points in these games, some of which other advice may count too")
}

/// The points that a habit costs at least.
pub fn least_points(diagnosis: &Diagnosis) -> f64 {
    (LEAST_SHARE * diagnosis.games.len() as f64).max(LEAST_POINTS)
}

/// `once`, `twice`, `7 times`.
pub fn times_word(count: usize) -> String {
    match count {
        1 => "once".to_string(),
        2 => "twice".to_string(),
        _ => format!("{count} times"),
    }
}

/// The part of the game in which these mistakes lost most, and the hundredths of points.
pub fn worst_part(mistakes: &[&Mistake]) -> Option<(GamePart, u32)> {
    let losses = GamePart::ALL.into_iter().map(|part| {
        let of_part = mistakes.iter().filter(|mistake| mistake.part == part);
        (part, of_part.map(|mistake| mistake.loss).sum())
    });
    losses.max_by_key(|&(_, loss)| loss)
}

/// Whole games that were drawn although the agent stood to win at the end.
pub fn drawn_games_ahead(diagnosis: &Diagnosis) -> Vec<(u32, &str)> {
    let drawn = diagnosis.games.iter().filter_map(|game| match &game.end {
        AgentEnd::Drawn(why) if game.last_standing == LastStanding::Agent => {
            Some((game.id, why.as_str()))
        }
        _ => None,
    });
    drawn.collect()
}

/// `3 of 12 games`, for evidence.
pub fn of_games(count: usize, all: usize) -> String {
    format!("{count} of {}", cli::counted(all, "game"))
}
