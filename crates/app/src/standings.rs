//! The table of players, for the report and for the page of a match that is being played.

use pages::StandingView;
use referee::record::{Records, results_of};
use referee::result::{Crosstable, MatchStanding, PlayerRow};
use statistics::Elo;

/// The rows, and true if there are two players.
pub fn standings(records: &Records) -> (Vec<StandingView>, bool) {
    let results = results_of(records.values());
    let rows = Crosstable::of(results.values()).rows;
    let is_match = rows.len() == 2;
    let standing = MatchStanding::of_match(&results);
    let view = |row: &PlayerRow| {
        let first = standing.first().name == row.name;
        let elo = match (is_match, first) {
            (true, true) => standing.elo(),
            (true, false) => opposite(standing.elo()),
            (false, _) => row.elo(),
        };
        row_view(row, elo)
    };
    (rows.iter().map(view).collect(), is_match)
}

/// Its seconds, as the tables head the column: what clocks count.
pub fn clock_unit(records: &Records) -> &'static str {
    let clock = records.values().find_map(|record| record.time).unwrap_or_default().clock;
    clock.unit()
}

fn row_view(row: &PlayerRow, elo: Elo) -> StandingView {
    let games = row.games();
    let round = |number: f64| (number * 10.0).round() / 10.0;
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
        elo: [elo.value, elo.low, elo.high].map(|end| end.map(round)),
    }
}

/// The same difference, seen by the other player.
fn opposite(elo: Elo) -> Elo {
    let negative = |number: Option<f64>| number.map(|number| -number);
    Elo { value: negative(elo.value), low: negative(elo.high), high: negative(elo.low) }
}
