//! A table with one line for each game, for spreadsheets (CSV, RFC 4180).

use crate::error::JournalError;
use crate::journal::RecordedGame;
use crate::rules::Refereed;
use cli::visible;
use games::board::Side;
use games::with_game;

/// The names of the columns; times are seconds.
pub const HEADER: &str = "game,pair,round,opening,black,white,winner,winner_on_time,ending,plies,black_left,white_left,final\n";

pub fn line(record: &RecordedGame) -> Result<String, JournalError> {
    Ok(format!(
        "{},{},{},{},{},{},{},{},{},{},{:.6},{:.6},{}\n",
        record.id,
        record.pair,
        record.round,
        field(&record.opening),
        field(&record.black.name),
        field(&record.white.name),
        side_text(record.winner()),
        side_text(record.winner_on_time()),
        field(&record.ending.to_string()),
        record.turns.len(),
        record.black.left,
        record.white.left,
        field(&last_board(record)?),
    ))
}

fn side_text(side: Option<Side>) -> String {
    side.map_or(String::new(), |s| s.to_string())
}

/// The last board: of checkers as FEN.
fn last_board(record: &RecordedGame) -> Result<String, JournalError> {
    with_game!(record.game, G => record.last_position::<G>().map(|last| last.in_one_line()))
}

/// A text as one field: in quotes where it needs them (RFC 4180). A spreadsheet takes a field that
/// begins with one of four characters for a formula, and names are chosen by the agents' authors:
/// such a text gets an apostrophe before it, and so does what would begin a field in a spreadsheet
/// that separates fields otherwise. What is hidden in it is shown.
pub fn field(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let (mut begins, mut is_separated) = (true, false);
    for char in visible::line(text).chars() {
        if begins && matches!(char, '=' | '+' | '-' | '@') {
            plain.push('\'');
        }
        plain.push(char);
        let separates = matches!(char, ';' | ',' | '|');
        is_separated |= separates;
        begins = separates || begins && is_separated && char == ' ';
    }
    if plain.contains([',', '"', ';', '|']) {
        format!("\"{}\"", plain.replace('"', "\"\""))
    } else {
        plain
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::journal::random::random_record;
    use crate::rules::{Ending, RuleViolation};

    #[test]
    fn every_line_has_the_fields_of_the_first() {
        let mut record = random_record(2, Ending::Illegal(RuleViolation::MissedJump));
        record.black.name = "a, \"b\"".into();
        let games = [&record, &random_record(3, Ending::Repetition)];
        let rows = games.map(|game| line(game).expect("a game by the rules"));
        let text = HEADER.to_string() + &rows.concat();
        let lines: Vec<_> = text.lines().collect();
        assert_eq!(lines.len(), 3);
        assert!(lines[1].contains(",\"a, \"\"b\"\"\",beta,"), "{}", lines[1]);
        // The board contains commas too; it is in quotes.
        assert_eq!(fields(lines[2]), fields(lines[0]));
        assert!(lines[2].contains(",,White,third repetition,"), "{}", lines[2]);
    }

    fn fields(line: &str) -> Option<usize> {
        line.split('"').next().map(|head| head.split(',').count())
    }

    #[test]
    fn a_name_is_no_formula_of_a_spreadsheet() {
        assert_eq!(field("=HYPERLINK(\"x\")"), "\"'=HYPERLINK(\"\"x\"\")\"");
        assert_eq!(field("=\n\u{202e}\t,"), "\"'=\\n\\u{202e}\\t,\"");
        assert_eq!((field("-a").as_str(), field("a-b").as_str()), ("'-a", "a-b"));
        assert_eq!(field("    - - b"), "    - - b");
        assert_eq!(field("late; =1+1;+x"), "\"late; '=1+1;'+x\"");
    }
}
