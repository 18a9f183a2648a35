//! The table of players, for the report and for the page of a match that is being played.

use pages::StandingView;
use referee::journal::{Records, results_of};
use referee::results::{MatchStanding, PlayerRow, RatedTable};
use statistics::{Elo, Rating};

/// The rows, and true if there are two players.
pub fn standings(records: &Records) -> (Vec<StandingView>, bool) {
    let results = results_of(records.values());
    let RatedTable { table, ratings, .. } = RatedTable::of(&results, None);
    let is_match = table.rows.len() == 2;
    let elos: Vec<Elo> = if is_match {
        let standing = MatchStanding::of_match(&results);
        let is_first = |row: &PlayerRow| standing.first().name == row.name;
        let elo = |row| if is_first(row) { standing.elo() } else { opposite(standing.elo()) };
        table.rows.iter().map(elo).collect()
    } else {
        ratings.players.into_iter().map(|rating| rating.map_or(UNKNOWN, rated)).collect()
    };
    let rows = table.rows.iter().zip(elos);
    (rows.map(|(row, elo)| row_view(row, elo)).collect(), is_match)
}

/// Without games, or among too many players to rate.
const UNKNOWN: Elo = Elo { value: None, low: None, high: None };

/// The rating of the referee's own tables, as an interval.
fn rated(Rating { elo, error, .. }: Rating) -> Elo {
    Elo { value: Some(elo), low: Some(elo - error), high: Some(elo + error) }
}

/// Its seconds, as the tables head the column: what clocks count.
pub fn clock_unit(records: &Records) -> &'static str {
    let clock = records.values().find_map(|record| record.time).unwrap_or_default().clock;
    clock.unit()
}

fn row_view(row: &PlayerRow, elo: Elo) -> StandingView {
    let games = row.games();
    StandingView {
        name: row.name.clone(),
        games,
        wins: row.wins,
        draws: row.draws,
        losses: row.losses,
        points: row.board_points(),
        course: row.course_points(),
        seconds: row.cpu_seconds / games.max(1) as f64,
        forfeits: row.forfeits.values().sum(),
        elo: [elo.value, elo.low, elo.high],
    }
}

/// The same difference, seen by the other player.
fn opposite(elo: Elo) -> Elo {
    let negative = |number: Option<f64>| number.map(|number| -number);
    Elo { value: negative(elo.value), low: negative(elo.high), high: negative(elo.low) }
}
