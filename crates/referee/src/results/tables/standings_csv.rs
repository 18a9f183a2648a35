//! `standings.csv`: one line for each agent with all its results, the best agent first.

use crate::results::csv::field;
use crate::results::tables::crosstable::Crosstable;
use crate::results::tables::crosstable_text::letters;
use crate::results::tables::points::Points;
use statistics::Ratings;

/// The names of the columns; times are seconds, ratings and their errors (half of the 95 %
/// interval) are Elo.
const HEADER: &str = "place,agent,games,course_points,wins,draws,losses,draws_won_on_time,\
    draws_lost_on_time,board_points,buchholz,sonneborn_berger,rating,rating_error,rating_group,\
    cpu_seconds_a_game,forfeits,forfeit_causes\n";

/// The file's text. Unknown values are empty fields.
pub fn text(table: &Crosstable, ratings: &Ratings) -> String {
    let mut text = HEADER.to_string();
    for (place, (row, points)) in table.rows.iter().zip(&table.points).enumerate() {
        let Points { course, board, buchholz, sonneborn_berger } = points;
        let rating = ratings.players[place].map_or(",,".to_string(), |rating| {
            format!("{:.1},{:.1},{}", rating.elo, rating.error, letters(rating.component))
        });
        let causes: Vec<String> =
            row.forfeits.iter().map(|(cause, count)| format!("{count} {cause}")).collect();
        text += &format!(
            "{},{},{},{course},{},{},{},{},{},{board},{buchholz},{sonneborn_berger},{rating},{},\
             {},{}\n",
            place + 1,
            field(&row.name),
            row.games(),
            row.wins,
            row.draws,
            row.losses,
            row.draws_won_on_time,
            row.draws_lost_on_time,
            row.seconds_a_game().map_or(String::new(), |seconds| format!("{seconds:.6}")),
            row.forfeited(),
            field(&causes.join("; ")),
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::tables::example_tables::rounds;

    #[test]
    fn every_agent_has_a_line_with_all_columns() {
        let mut table = rounds(64, 3);
        table.rows[1].name = "comma, \"quote\"".to_string();
        let text = text(&table, &table.ratings(&table.meetings()));
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 65);
        assert!(lines[2].starts_with("2,\"comma, \"\"quote\"\"\",6,"), "{}", lines[2]);
        for (place, line) in lines.iter().enumerate().skip(1).filter(|(place, _)| *place != 2) {
            assert!(line.starts_with(&format!("{place},agent-")), "{line}");
            assert_eq!(line.split(',').count(), lines[0].split(',').count(), "{line}");
        }
    }

    #[test]
    fn without_a_clock_the_cell_of_the_seconds_is_empty() {
        let mut table = rounds(2, 1);
        let seconds = |table: &Crosstable| {
            let text = text(table, &table.ratings(&table.meetings()));
            text.lines().nth(1).and_then(|line| line.split(',').nth(15)).map(str::to_string)
        };
        assert!(seconds(&table).is_some_and(|cell| cell.parse::<f64>().is_ok()));
        table.rows[0].timed_games = 0;
        assert_eq!(seconds(&table), Some(String::new()));
    }
}
