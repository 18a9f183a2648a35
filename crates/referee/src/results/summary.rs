//! The result of a contest as JSON, for programs: alone on standard output.

use crate::journal::Results;
use crate::results::gate::GateStatus;
use crate::results::match_result::MatchResult;
use crate::results::plan_facts::PlanFacts;
use crate::results::tables::crosstable::{Crosstable, RatedTable};
use crate::results::tables::crosstable_text::letters;
use crate::results::tables::player_row::PlayerRow;
use crate::results::tables::points::Points;
use cli::visible;
use serde::Serialize;
use statistics::{DrawRate, Elo, Rating, Ratings};

/// A number with its 95 % interval; unknown values are `None`.
#[derive(Clone, Copy, Debug, Serialize)]
struct Interval {
    value: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
}

impl From<Elo> for Interval {
    fn from(elo: Elo) -> Self {
        Interval { value: elo.value, low: elo.low, high: elo.high }
    }
}

/// A player with the points of its games, in the order of the places.
#[derive(Clone, Debug, Serialize)]
struct PlayerSummary<'a> {
    /// From 1.
    place: usize,
    #[serde(flatten)]
    row: &'a PlayerRow,
    board_points: f64,
    course_points: f64,
    buchholz: f64,
    sonneborn_berger: f64,
    /// Elo by Bradley-Terry with draws; empty without games.
    rating: Interval,
    /// Only players of the same group can be compared by their ratings.
    rating_group: Option<String>,
}

impl<'a> PlayerSummary<'a> {
    fn of(place: usize, row: &'a PlayerRow, points: &Points, rating: Option<Rating>) -> Self {
        let Points { course, board, buchholz, sonneborn_berger } = *points;
        PlayerSummary {
            place,
            row,
            board_points: board,
            course_points: course,
            buchholz,
            sonneborn_berger,
            rating: Interval {
                value: rating.map(|rating| rating.elo),
                low: rating.map(|rating| rating.elo - rating.error),
                high: rating.map(|rating| rating.elo + rating.error),
            },
            rating_group: rating.map(|rating| letters(rating.component)),
        }
    }
}

fn players<'a>(table: &'a Crosstable, ratings: &Ratings) -> Vec<PlayerSummary<'a>> {
    let rows = table.rows.iter().zip(&table.points).zip(&ratings.players).enumerate();
    rows.map(|(i, ((row, points), rating))| PlayerSummary::of(i + 1, row, points, *rating))
        .collect()
}

/// The part of the summary that only a match of two players has.
#[derive(Clone, Debug, Serialize)]
struct JsonPairing {
    first: String,
    /// Pairs in which the first player got 0, 1/2, 1, 3/2 and 2 points on the board.
    pairs: [u64; 5],
    elo_board: Interval,
    normalized_elo_board: Interval,
}

#[derive(Clone, Debug, Serialize)]
struct Forfeit<'a> {
    game: u32,
    agent: &'a str,
    ending: String,
    replay: Option<&'a str>,
}

#[derive(Debug, Serialize)]
struct JsonSummary<'a> {
    games: usize,
    void: usize,
    /// Games that repeat an earlier one move by move.
    repeated_games: usize,
    plan: Option<&'a PlanFacts>,
    /// The share of draws between equal players, by the model of the ratings.
    draw_rate: Option<f64>,
    players: Vec<PlayerSummary<'a>>,
    pairing: Option<JsonPairing>,
    forfeits: Vec<Forfeit<'a>>,
    gate: Option<String>,
}

/// The summary of these games as JSON, `repeated_games` of which repeat earlier ones;
/// `standing` is given for a match of two players.
pub fn text(
    (results, repeated_games): (&Results, usize),
    RatedTable { table, ratings, .. }: &RatedTable,
    standing: Option<&MatchResult>,
    gate: Option<GateStatus>,
    plan: Option<&PlanFacts>,
) -> String {
    let pairing = standing.map(|standing| JsonPairing {
        first: standing.rows[0].name.clone(),
        pairs: *standing.pairs.counts(),
        elo_board: standing.elo().into(),
        normalized_elo_board: Elo::normalized(&standing.pairs).into(),
    });
    let forfeits = results.values().filter_map(|record| {
        Some(Forfeit {
            game: record.id,
            agent: &record.player(record.forfeiter()?).name,
            ending: record.ending.to_string(),
            replay: record.evidence.as_deref(),
        })
    });
    let void = results.values().filter(|record| record.is_void()).count();
    let summary = JsonSummary {
        games: results.len(),
        void,
        repeated_games,
        plan,
        draw_rate: ratings.draws.map(DrawRate::share),
        players: players(table, ratings),
        pairing,
        forfeits: forfeits.collect(),
        gate: gate.map(|status| status.to_string()),
    };
    // It cannot fail: it consists of names and numbers.
    let json = serde_json::to_string_pretty(&summary);
    json.map_or_else(
        |error| format!("{{\"error\": \"{error}\"}}"),
        |json| visible::json(&json).into_owned(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::journal::random::random_record;
    use crate::journal::results_of;
    use crate::rules::Ending;

    #[test]
    fn the_summary_is_json_that_agrees_with_the_table() {
        let games = (0..6).map(|id| random_record(id, Ending::Malformed));
        let records = results_of(&games.collect::<Vec<_>>());
        let (table, standing) = (RatedTable::of(&records, None), MatchResult::of_match(&records));
        let text = text((&records, 0), &table, Some(&standing), Some(GateStatus::Met), None);
        let value: serde_json::Value = serde_json::from_str(&text).expect("it is JSON");
        assert_eq!(value["games"], 6);
        assert_eq!(value["forfeits"].as_array().map(Vec::len), Some(6));
        let found = value["players"][0]["wins"].as_u64();
        assert_eq!(found, Some(Crosstable::of(records.values()).rows[0].wins));
        assert_eq!((&value["gate"], &value["pairing"]["first"]), (&"met".into(), &"alpha".into()));
    }
}
