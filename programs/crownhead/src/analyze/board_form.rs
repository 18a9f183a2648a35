//! A board with the side to move, as people type it.
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
use formats::board_lines::side_of_line;
use games::checkers::Position;

const ROWS: usize = 8;

/// Reads a board. The error is a sentence that begins with the line.
pub fn read(text: &str) -> Result<Position, String> {
    let filled = lines(text).zip(1..).filter(|(line, _)| !line.trim().is_empty());
    let (sides, rows): (Vec<_>, Vec<_>) =
        filled.partition(|(line, _)| side_of_line(line).is_some());
    if let Some((line, place)) = rows.get(ROWS) {
        let line = visible::cut(line.trim(), 40);
        return Err(format!("line {place}: \"{line}\" is a ninth row; a board has eight"));
    }
    let to_move = match sides[..] {
        [(line, _)] => side_of_line(line),
        [_, (_, place), ..] => return Err(format!("line {place}: the side to move stands twice")),
        [] => None,
    };
    let Some(to_move) = to_move else {
        return Err("line 1: write BLACK or WHITE above the board: who is to move?".to_string());
    };
    let cells: Vec<String> = rows.iter().map(|(row, _)| row.split_whitespace().collect()).collect();
    Position::from_rows(cells.iter().map(String::as_str), to_move).map_err(|error| {
        let last = lines(text).count();
        let (row, column) = error.place();
        let line = row.and_then(|row| rows.get(row - 1)).map_or(last, |(_, place)| *place);
        let column = column.map(|column| format!(", column {column}")).unwrap_or_default();
        format!("line {line}{column}: {}", visible::cut(&error.to_string(), 200))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::{Game, Walker};
    use proptest::prelude::{any, prop, proptest};

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
                assert_eq!(read(&text).as_ref(), Ok(&position), "{text}");
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
            let error = read(&text).expect_err(&text);
            assert!(error.starts_with(told), "{error}");
        }
    }

    proptest! {
        #[test]
        fn no_text_makes_it_panic(text in any::<String>()) {
            let _ = read(&text);
        }

        #[test]
        fn no_edit_of_a_board_makes_it_panic(at in 0..80_usize, bytes in prop::array::uniform3(any::<u8>())) {
            let mut text = format!("BLACK\n{}", Position::start().rows_text('\n')).into_bytes();
            let at = at.min(text.len() - 3);
            text[at..at + 3].copy_from_slice(&bytes);
            let _ = read(&String::from_utf8_lossy(&text));
        }
    }
}
