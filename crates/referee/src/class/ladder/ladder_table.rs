//! Who stands where: by rating, since not all have played the same opponents.

use crate::class::forms::graded_submission::LadderStanding;
use crate::record::Results;
use crate::result::RatedTable;

/// A line of the table.
#[derive(Clone, Debug, PartialEq)]
pub struct LadderRow {
    pub name: String,
    /// In Elo, with half the length of the 95 % interval; `None` without games.
    pub rating: Option<[f64; 2]>,
    pub wins: u64,
    pub draws: u64,
    pub losses: u64,
    pub forfeits: u64,
}

/// The players with games, the strongest first, then `others` without games.
pub fn rows(results: &Results, others: &[String]) -> Vec<LadderRow> {
    let RatedTable { table, ratings, .. } = RatedTable::of(results, None);
    let row = |(place, row): (usize, &crate::result::PlayerRow)| LadderRow {
        name: row.name.clone(),
        rating: ratings.players[place].map(|rating| [rating.elo, rating.error]),
        wins: row.wins,
        draws: row.draws,
        losses: row.losses,
        forfeits: row.forfeited(),
    };
    let mut rows: Vec<LadderRow> = table.rows.iter().enumerate().map(row).collect();
    let key = |row: &LadderRow| row.rating.map_or(f64::NEG_INFINITY, |[elo, _]| elo);
    rows.sort_by(|one, other| key(other).total_cmp(&key(one)));
    let without_games =
        others.iter().filter(|name| !table.rows.iter().any(|row| row.name == **name));
    rows.extend(without_games.map(|name| LadderRow {
        name: name.clone(),
        rating: None,
        wins: 0,
        draws: 0,
        losses: 0,
        forfeits: 0,
    }));
    rows
}

/// The standing of one player; `None` without games.
pub fn standing(rows: &[LadderRow], name: &str) -> Option<LadderStanding> {
    let at = rows.iter().position(|row| row.name == name)?;
    let [rating, error] = rows[at].rating?;
    let LadderRow { wins, draws, losses, .. } = rows[at];
    let games = wins + draws + losses;
    Some(LadderStanding { place: at + 1, players: rows.len(), rating, error, games })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Ending;
    use crate::record::random::random_record;
    use crate::record::results_of;

    #[test]
    fn the_stronger_stand_higher_and_who_has_no_games_stands_last() {
        let mut records: Vec<_> = (1..=6).map(|n| random_record(n, Ending::NoMoves)).collect();
        for (number, record) in records.iter_mut().enumerate() {
            // Black has lost or won, whoever was to move.
            let loser = record.result().winner().map(|winner| !winner).expect("decided");
            let names = if number % 2 == 0 { ["anna", "bea"] } else { ["bea", "cleo"] };
            let [better, worse] = names.map(Into::into);
            let (black, white) = (&mut record.black.name, &mut record.white.name);
            match loser {
                games::board::Side::Black => (*black, *white) = (worse, better),
                games::board::Side::White => (*black, *white) = (better, worse),
            }
        }
        let rows = rows(&results_of(&records), &["zoe".to_string(), "anna".to_string()]);
        let names: Vec<_> = rows.iter().map(|row| row.name.as_str()).collect();
        assert_eq!(names, ["anna", "bea", "cleo", "zoe"]);
        let bea = standing(&rows, "bea").expect("it has games");
        assert_eq!((bea.place, bea.players, bea.games), (2, 4, 6));
        assert!(bea.error > 0.0 && standing(&rows, "zoe").is_none());
    }
}
