//! The table of a contest for a terminal, at most a screen or two however many agents there are.
//!
//! Of many agents the first and the last are shown; `standings.csv` holds all.
//! For few agents, a second table shows the points of each against each.

use crate::results::tables::crosstable::{Crosstable, MOST_RATED, Meeting, Meetings};
use crate::results::tables::player_row::PlayerRow;
use cli::visible;
use statistics::{Rating, Ratings};

/// With more agents than this, only the best and the last are shown.
const MOST_ROWS: usize = 40;
/// The best that are shown then.
const FIRST: usize = 30;
/// The last that are shown then.
const LAST: usize = 5;
/// With at most this many agents, all meetings are shown.
const MOST_COLUMNS: usize = 14;
const NAME_WIDTH: usize = 24;
pub fn text(table: &Crosstable, meetings: &Meetings, ratings: &Ratings) -> String {
    let count = table.rows.len();
    let is_whole = count <= MOST_ROWS;
    let shown_rows: Vec<usize> =
        (0..count).filter(|&row| is_whole || row < FIRST || row + LAST >= count).collect();
    let width = shown_rows.iter().map(|&row| cut(&table.rows[row].name).chars().count());
    let width = width.max().unwrap_or(0).max(5);
    let mut text = format!(
        "     {:width$}  {:>5}  {:>6}  {:>14}  {:>11}  {:>13}  {:>7}  forfeits\n",
        "agent",
        "games",
        "course",
        "+ = -",
        "draws w/l",
        "rating",
        table.clock().unit()
    );
    for &row in &shown_rows {
        if !is_whole && row + LAST == count {
            text += "     ...\n";
        }
        text += &line(table, ratings, row, width);
    }
    text += &footer(table, ratings);
    if !is_whole {
        text += &format!("All {count} agents are in standings.csv.\n");
    }
    if (3..=MOST_COLUMNS).contains(&count) {
        text += &matrix(table, meetings, width);
    }
    text
}

fn line(table: &Crosstable, ratings: &Ratings, row: usize, width: usize) -> String {
    let player = &table.rows[row];
    let PlayerRow { wins, draws, losses, draws_won_on_time, draws_lost_on_time, .. } = player;
    format!(
        "{:>3}. {:width$}  {:>5}  {:>6}  {:>14}  {:>11}  {:>13}  {:>7}  {}\n",
        row + 1,
        cut(&player.name),
        player.games(),
        table.points[row].course,
        format!("+{wins} ={draws} -{losses}"),
        format!("{draws_won_on_time}/{draws_lost_on_time}"),
        rating_text(ratings.players[row], ratings.components),
        seconds_text(player),
        player.forfeited(),
    )
}

/// `+120 ±45`, with a letter if there are several components; `?` without games.
pub fn rating_text(rating: Option<Rating>, components: usize) -> String {
    let Some(Rating { elo, error, component }) = rating else { return "?".to_string() };
    let group = if components > 1 { " ".to_string() + &letters(component) } else { String::new() };
    // Adding 0 turns -0 into 0.
    format!("{:+.0} ±{error:.0}{group}", elo.round() + 0.0)
}

/// `1.29`, the mean of a game; `-` if no clock ran.
pub fn seconds_text(player: &PlayerRow) -> String {
    player.seconds_a_game().map_or("-".to_string(), |mean| format!("{mean:.2}"))
}

/// The name of a component: A to Z, then AA.
pub fn letters(component: usize) -> String {
    let last = char::from(b'A' + (component % 26) as u8);
    let before = if component < 26 { String::new() } else { letters(component / 26 - 1) };
    before + &last.to_string()
}

fn footer(table: &Crosstable, ratings: &Ratings) -> String {
    let (count, unit) = (table.rows.len(), table.clock().unit());
    let times = format!("{unit}: the mean of a game.\n");
    let mut text = "\
course: a draw is a win for the side with more time left; draws w/l: won and lost in this way.
Equal points: points on the board (a draw is half a point), then Buchholz (the opponents' course
points), Sonneborn-Berger (those of each opponent, times the points won from it), least time.
"
    .to_string();
    if count > MOST_RATED {
        text += &format!("rating: left out, since more than {MOST_RATED} agents have played.\n");
        return text + &times;
    }
    text += "\
rating: Elo by Bradley-Terry with draws, from the results on the board against all opponents;
±: 95 % interval. ";
    text += match ratings.components {
        0 | 1 => "0 is the mean of all.\n",
        _ => {
            "Agents with different letters have no games that connect them: their ratings\n\
             cannot be compared. 0 is the mean of a letter.\n"
        }
    };
    text + &times
}

/// The course's points of each agent against each other.
fn matrix(table: &Crosstable, meetings: &Meetings, width: usize) -> String {
    let count = table.rows.len();
    let cells: Vec<Vec<String>> = (0..count)
        .map(|row| (0..count).map(|column| cell(meetings, row, column)).collect())
        .collect();
    let broad = cells.iter().flatten().map(String::len).max().unwrap_or(0).max(3);
    let mut text = format!("\ncourse points of the row against the column:\n     {:width$}", "");
    for place in 1..=count {
        text += &format!("  {place:>broad$}");
    }
    text.push('\n');
    for (row, cells) in cells.iter().enumerate() {
        text += &format!("{:>3}. {:width$}", row + 1, cut(&table.rows[row].name));
        cells.iter().for_each(|cell| text += &format!("  {cell:>broad$}"));
        text.push('\n');
    }
    text
}

fn cell(meetings: &Meetings, row: usize, column: usize) -> String {
    match meeting(meetings, row, column) {
        Some(meeting) => meeting.course.to_string(),
        None if row == column => "\\".to_string(),
        None => "-".to_string(),
    }
}

/// The games of a row against a column, as the row sees them.
pub fn meeting(meetings: &Meetings, row: usize, column: usize) -> Option<Meeting> {
    let found = meetings.get(&(row.min(column), row.max(column)))?;
    Some(if row < column { *found } else { found.reversed() })
}

/// A name for a column of the terminal.
fn cut(name: &str) -> String {
    visible::cut(name, NAME_WIDTH - 3)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::tables::example_tables::{round_robin, rounds};

    fn shown_text(table: &Crosstable) -> String {
        let meetings = table.meetings();
        text(table, &meetings, &table.ratings(&meetings))
    }

    #[test]
    fn few_agents_have_a_matrix_whose_sums_are_the_points() {
        let table = round_robin(6);
        let text = shown_text(&table);
        let (_, matrix) = text.split_once("against the column:\n").expect("a matrix");
        for (line, points) in matrix.lines().skip(1).zip(&table.points) {
            let cells = line.split_whitespace().skip(2).filter_map(|cell| cell.parse::<f64>().ok());
            assert_eq!(cells.sum::<f64>(), points.course, "{line}");
        }
        assert_eq!(matrix.lines().count(), 7);
        assert!(!shown_text(&round_robin(15)).contains("against the column"));
    }

    #[test]
    fn many_agents_are_cut_to_the_first_and_the_last() {
        let whole = shown_text(&rounds(40, 5));
        assert!(!whole.contains("...") && whole.contains("\n 40. "), "{whole}");
        let text = shown_text(&rounds(500, 11));
        let places: Vec<&str> = text.lines().filter_map(|line| line.split('.').next()).collect();
        let is_shown = |place: usize| places.contains(&format!("{place:>3}").as_str());
        assert!((1..=500).all(|place| is_shown(place) == (place <= 30 || place > 495)), "{text}");
        assert!(text.contains("All 500 agents are in standings.csv"), "{text}");
        assert!(text.lines().count() < 50 && text.lines().all(|line| line.chars().count() <= 110));
    }

    #[test]
    fn ratings_of_groups_have_letters_and_none_is_a_question_mark() {
        assert_eq!(rating_text(rating(0), 1), "+120 ±45");
        assert_eq!(rating_text(rating(27), 30), "+120 ±45 AB");
        let even = Some(Rating { elo: -0.2, error: 45.0, component: 0 });
        assert_eq!((rating_text(None, 3), rating_text(even, 1)), ("?".into(), "+0 ±45".into()));
        assert_eq!([0, 25, 26, 701, 702].map(letters), ["A", "Z", "AA", "ZZ", "AAA"]);
    }

    fn rating(component: usize) -> Option<Rating> {
        Some(Rating { elo: 120.4, error: 45.0, component })
    }

    #[test]
    fn a_name_cannot_leave_its_column() {
        let mut table = round_robin(3);
        table.rows[0].name = format!("\u{1b}[2J\n{}", "x".repeat(900));
        let text = shown_text(&table);
        assert!(text.contains("\\u{1b}[2J\\nxxx") && !text.contains('\u{1b}'), "{text}");
        assert!(text.lines().all(|line| line.chars().count() <= 110), "{text}");
    }
}
