//! A board of checkers with the side to move, as people type it.
//!
//! ```text
//! BLACK
//! .b.b.b.b
//! b.b.b.b.
//! ...
//! ```
//!
//! The side may also stand below the rows. Blank lines, and blanks around a line or between the
//! cells, do not matter.

use cli::lines::lines;
use cli::visible;
use games::NotationError;
use games::board::Side;
use games::checkers::Position;

const ROWS: usize = 8;

/// Reads a board. The sentence of the error begins with the line.
pub fn read_board(text: &str) -> Result<Position, NotationError> {
    let filled = lines(text).zip(1..).filter(|(line, _)| !line.trim().is_empty());
    let (sides, rows): (Vec<_>, Vec<_>) =
        filled.partition(|(line, _)| side_of_line(line).is_some());
    if let Some((line, place)) = rows.get(ROWS) {
        let line = visible::cut(line.trim(), 40);
        let ninth = format!("line {place}: \"{line}\" is a ninth row; a board has eight");
        return Err(NotationError::new(ninth));
    }
    let to_move = match sides[..] {
        [(line, _)] => side_of_line(line),
        [_, (_, place), ..] => {
            let twice = format!("line {place}: the side to move stands twice");
            return Err(NotationError::new(twice));
        }
        [] => None,
    };
    let Some(to_move) = to_move else {
        let missing = "line 1: write BLACK or WHITE above the board: who is to move?";
        return Err(NotationError::new(missing));
    };
    let cells: Vec<String> = rows.iter().map(|(row, _)| row.split_whitespace().collect()).collect();
    Position::from_rows(cells.iter().map(String::as_str), to_move).map_err(|error| {
        let last = lines(text).count();
        let line = error.row().and_then(|row| rows.get(row - 1)).map_or(last, |(_, place)| *place);
        let column = error.column().map(|column| format!(", column {column}")).unwrap_or_default();
        let sentence = visible::cut(&error.to_string(), 200);
        NotationError::new(format!("line {line}{column}: {sentence}"))
    })
}

/// The side to move, in a line that says nothing else: `black`, `WHITE`, `White to move`.
pub fn side_of_line(line: &str) -> Option<Side> {
    let line = line.trim().to_ascii_lowercase();
    Side::of_word(line.strip_suffix(" to move").unwrap_or(&line).trim_end())
}

/// Is this a row of a board of checkers, with or without blanks between the cells?
pub fn is_row(line: &str) -> bool {
    let cells = line.chars().filter(|c| !c.is_whitespace());
    cells.clone().count() == 8 && cells.into_iter().all(|c| ".wWbB".contains(c))
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::{Game, Walker};
    use proptest::prelude::{any, prop, proptest};

    #[test]
    fn a_line_that_says_only_the_side_names_it() {
        for line in ["black", " BLACK", "Black to move", "black  to move "] {
            assert_eq!(side_of_line(line), Some(Side::Black), "{line:?}");
        }
        assert_eq!(side_of_line("White TO MOVE"), Some(Side::White));
        for line in ["", "to move", "black moves", "black to move now", "b"] {
            assert_eq!(side_of_line(line), None, "{line:?}");
        }
    }

    #[test]
    fn a_row_is_eight_cells_of_checkers() {
        for line in [".b.b.b.b", " . w . W . b . B ", "........"] {
            assert!(is_row(line), "{line:?}");
        }
        for line in ["", ".......", ".........", ".x.b.b.b"] {
            assert!(!is_row(line), "{line:?}");
        }
    }

    #[test]
    fn what_is_written_is_read_with_the_side_above_or_below() {
        for position in Walker::new(3).game(Position::start(), 80) {
            let rows = position.rows_text('\n');
            let spaced = rows.replace('.', " . ");
            let side = position.side_to_move();
            for text in [
                format!("{side}\n{rows}"),
                format!("\n{rows}\r\n{side} to move"),
                format!("{side}\n\n{spaced}\n"),
            ] {
                assert_eq!(read_board(&text).as_ref(), Ok(&position), "{text}");
            }
        }
    }

    #[test]
    fn what_is_wrong_is_said_with_its_line() {
        let rows = Position::start().rows_text('\n');
        for (text, told) in [
            (rows.clone(), "line 1: write BLACK or WHITE"),
            (format!("BLACK\n{rows}\nwhite"), "line 10: the side to move stands twice"),
            (format!("BLACK\n{rows}\n{rows}"), "line 10: \".b.b.b.b\" is a ninth row"),
            ("BLACK\n.b.b.b.b".to_string(), "line 2: the board has 1 rows; it needs 8"),
            (format!("BLACK\n\n{}", rows.replacen('b', "x", 1)), "line 3, column 2: 'x' is not"),
            (format!("BLACK\n{}", rows.replacen('w', ".w", 1)), "line 7: this row of the board"),
        ] {
            let error = read_board(&text).expect_err(&text);
            assert!(error.to_string().starts_with(told), "{error}");
        }
    }

    proptest! {
        #[test]
        fn no_text_makes_it_panic(text in any::<String>()) {
            let _ = read_board(&text);
        }

        #[test]
        fn no_edit_of_a_board_makes_it_panic(at in 0..80_usize, bytes in prop::array::uniform3(any::<u8>())) {
            let mut text = format!("BLACK\n{}", Position::start().rows_text('\n')).into_bytes();
            let at = at.min(text.len() - 3);
            text[at..at + 3].copy_from_slice(&bytes);
            let _ = read_board(&String::from_utf8_lossy(&text));
        }
    }
}
