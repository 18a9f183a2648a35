//! The table of players for the heading of the report.

use referee::record::Records;
use referee::result::{Crosstable, MatchStanding, PlayerRow};
use serde::Serialize;
use statistics::Elo;

/// One player's results.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StandingView {
    /// Its name: text, never markup.
    pub name: String,
    /// Games that count.
    pub games: u64,
    /// Games won.
    pub wins: u64,
    /// Games drawn on the board.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Points on the board: a draw is half a point.
    pub points: f64,
    /// The course's points: a drawn game is won by the side with more time left.
    pub course: f64,
    /// Mean CPU seconds of a game.
    pub seconds: f64,
    /// Games forfeited.
    pub forfeits: u64,
    /// The difference in Elo to its opponents, with its 95 % interval: value, low, high; `null`
    /// where there is no number.
    pub elo: [Option<f64>; 3],
}

/// The rows, and whether there are two players.
pub fn standings(records: &Records) -> (Vec<StandingView>, bool) {
    let rows = Crosstable::of(records.values()).rows;
    let is_match = rows.len() == 2;
    let standing = MatchStanding::of_match(records);
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
