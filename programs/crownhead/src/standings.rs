//! The table of players, for the report and for the page of a match that is being played.

use games::GameName;
use pages::StandingRow;
use referee::journal::Results;
use referee::results::{MatchResult, PlayerRow, RatedTable};
use referee::rules::DrawnGame;
use statistics::{Elo, Rating};

/// The rows, and true if there are two players.
pub fn standings(results: &Results) -> (Vec<StandingRow>, bool) {
    let RatedTable { table, ratings, .. } = RatedTable::of(results, None);
    let is_match = table.rows.len() == 2;
    let elos: Vec<Elo> = if is_match {
        let standing = MatchResult::of_match(results);
        let (first, elo) = (&standing.first().name, standing.elo());
        let rows = table.rows.iter();
        rows.map(|row| if row.name == *first { elo } else { opposite(elo) }).collect()
    } else {
        ratings.players.into_iter().map(|rating| rating.map_or_else(Elo::default, rated)).collect()
    };
    let rows = table.rows.iter().zip(elos);
    (rows.map(|(row, elo)| row_view(row, elo)).collect(), is_match)
}

/// The rating of the referee's own tables, as an interval.
fn rated(Rating { elo, error, .. }: Rating) -> Elo {
    Elo { value: Some(elo), low: Some(elo - error), high: Some(elo + error) }
}

/// Its seconds, as the tables head the column: what clocks count.
pub fn clock_unit(results: &Results) -> &'static str {
    let clock = results.values().find_map(|result| result.time).unwrap_or_default().clock;
    clock.unit()
}

/// Whether drawn games are won by the side with more time left: then the course's points are others
/// than those on the board.
pub fn draws_go_to_time(games: impl IntoIterator<Item = GameName>) -> bool {
    games.into_iter().any(|game| DrawnGame::of(game) == DrawnGame::ToMoreTime)
}

pub fn row_view(row: &PlayerRow, elo: Elo) -> StandingRow {
    StandingRow {
        name: row.name.clone(),
        games: row.games(),
        wins: row.wins,
        draws: row.draws,
        losses: row.losses,
        points: row.board_points(),
        course: row.course_points(),
        seconds: row.seconds_a_game(),
        forfeits: row.forfeited(),
        elo: [elo.value, elo.low, elo.high],
    }
}

/// The same difference, seen by the other player.
fn opposite(elo: Elo) -> Elo {
    let [value, low, high] =
        [elo.value, elo.high, elo.low].map(|number| number.map(|number| -number));
    Elo { value, low, high }
}
