//! A file of opening positions, one a line:
//!
//! ```text
//! # board, row 8 first / side to move / any name
//! .b.b.b.b/b.b.b.b./.b.b...b/....b.../......../w.w.w.w./.w.w.w.w/w.w.w.w. WHITE Kelso
//! ```
//!
//! Blank lines are skipped, and a word that begins with `#` makes the rest of its line a comment.
//! Any line ends and any case of the side will do. What cannot be understood is told with the
//! file, the line and the word. A position in which the game is over, or which an earlier line has
//! already, is refused: neither makes a game worth counting.

use crate::openings::{Book, Opening};
use games::Game;
use games::board::Side;
use games::checkers::{BoardError, Position};
use thiserror::Error;

/// Longer words are cut in messages, so that these stay one line of a terminal.
const SHOWN: usize = 40;

/// Why a file holds no openings.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{file}, line {line}: {fault}")]
pub struct PositionsError {
    /// The file's name.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// What is wrong there.
    pub fault: Fault,
}

/// What may be wrong with a line.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Fault {
    /// The board as a whole is wrong.
    #[error("in the board \"{found}\": {error}")]
    Board {
        /// The word read.
        found: String,
        /// What is wrong with it.
        error: BoardError,
    },
    /// One row of the board is wrong.
    #[error("in \"{found}\", row {row} of the board: {error}")]
    Row {
        /// The row's text.
        found: String,
        /// Which one, 1 for the first.
        row: usize,
        /// What is wrong with it.
        error: BoardError,
    },
    /// The second word is no side.
    #[error("\"{found}\" is no side to move; write BLACK or WHITE behind the board")]
    Side {
        /// The word read.
        found: String,
    },
    /// There is no second word.
    #[error("nothing follows \"{found}\"; write BLACK or WHITE behind the board")]
    NoSide {
        /// The only word.
        found: String,
    },
    /// The side to move has already lost.
    #[error("{0} has no legal move; the game is over here")]
    Over(Side),
    /// The same position again.
    #[error("this is the position of line {earlier} again; take one of them out")]
    Again {
        /// The line that has it too.
        earlier: usize,
    },
    /// The file has no position at all.
    #[error("here the file ends without any position; write one a line, as board and side")]
    Empty,
}

/// Reads the text of a file; `file` is its name for messages.
///
/// # Errors
/// A line is no position, or there is none.
pub fn read(file: &str, text: &str) -> Result<Book, PositionsError> {
    let tell = |line, fault| PositionsError { file: file.to_string(), line, fault };
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
    let mut found: Vec<(usize, Opening)> = Vec::new();
    for (line, text) in (1..).zip(text.lines()) {
        let Some(opening) = opening(line, text).map_err(|fault| tell(line, fault))? else {
            continue;
        };
        let is_same = |(_, other): &&(usize, Opening)| other.position == opening.position;
        if let Some(&(earlier, _)) = found.iter().find(is_same) {
            return Err(tell(line, Fault::Again { earlier }));
        }
        found.push((line, opening));
    }
    if found.is_empty() {
        return Err(tell(text.lines().count().max(1), Fault::Empty));
    }
    Ok(Book::new(found.into_iter().map(|(_, opening)| opening).collect()))
}

/// What a line says, if it is not blank.
fn opening(line: usize, text: &str) -> Result<Option<Opening>, Fault> {
    let mut words = text.split_whitespace().take_while(|word| !word.starts_with('#'));
    let Some(board) = words.next() else { return Ok(None) };
    let side = words.next().ok_or_else(|| Fault::NoSide { found: cut(board) })?;
    let side = read_side(side).ok_or_else(|| Fault::Side { found: cut(side) })?;
    let position =
        Position::from_rows(board.split('/'), side).map_err(|error| in_board(board, error))?;
    if position.count_moves() == 0 {
        return Err(Fault::Over(side));
    }
    let name = words.collect::<Vec<_>>().join(" ");
    let name = if name.is_empty() { format!("line {line}") } else { name };
    Ok(Some(Opening { name, position }))
}

fn read_side(text: &str) -> Option<Side> {
    match text.to_ascii_uppercase().as_str() {
        "BLACK" => Some(Side::Black),
        "WHITE" => Some(Side::White),
        _ => None,
    }
}

fn in_board(board: &str, error: BoardError) -> Fault {
    let row = error.place().0;
    match row.and_then(|row| Some((row, board.split('/').nth(row - 1)?))) {
        Some((row, text)) => Fault::Row { found: cut(text), row, error },
        None => Fault::Board { found: cut(board), error },
    }
}

fn cut(word: &str) -> String {
    word.chars().take(SHOWN).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::openings::{OpeningIndex, Seed, order};
    use proptest::prelude::{ProptestConfig, any, prop, proptest};

    const KELSO: &str =
        ".b.b.b.b/b.b.b.b./.b...b.b/....b.../......../w.w.w.w./.w.w.w.w/w.w.w.w. WHITE Kelso";

    fn openings(text: &str) -> Vec<Opening> {
        let book = read("book.txt", text).expect("positions");
        let all = order(book.size(), Seed(0));
        all.into_iter().skip(1).filter_map(|index| book.get(index).cloned()).collect()
    }

    fn message(text: &str) -> String {
        read("book.txt", text).expect_err("a fault").to_string()
    }

    #[test]
    fn a_position_is_read_with_side_and_name() {
        let found = openings(KELSO);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].name, "Kelso");
        assert_eq!(found[0].position.side_to_move(), Side::White);
        assert_eq!(format!("{} WHITE Kelso", found[0].position.rows_text('/')), KELSO);
    }

    #[test]
    fn comments_blanks_line_ends_and_case_do_not_matter() {
        let spread = format!("\u{FEFF}# mine\r\n\r\n \t{} \t # the best\r\n", KELSO);
        let spread = spread.replace("WHITE Kelso", " White   Kelso  #2 cross #1");
        assert_eq!(openings(&spread), openings(KELSO));
        let nameless = format!("\n\n{}", KELSO.replace(" Kelso", ""));
        assert_eq!(openings(&nameless)[0].name, "line 3");
        assert_eq!(openings(&KELSO.replace("Kelso", "Kelso  Cross"))[0].name, "Kelso Cross");
    }

    #[test]
    fn the_start_position_does_not_come_twice() {
        let start = format!("{} BLACK start", Position::start().rows_text('/'));
        let book = read("book.txt", &start).expect("a position");
        assert_eq!(book.size().get(), 1);
        assert_eq!(
            book.get(OpeningIndex::START).map(|opening| opening.name.as_str()),
            Some("start")
        );
    }

    #[test]
    fn faults_name_file_line_and_word() {
        let second = |text: String| message(&format!("# one\n{text}"));
        assert_eq!(
            second(KELSO.replace("WHITE", "GREEN")),
            "book.txt, line 2: \"GREEN\" is no side to move; write BLACK or WHITE behind the board"
        );
        let piece = second(KELSO.replace("....b...", "....x..."));
        assert!(piece.starts_with("book.txt, line 2: in \"....x...\", row 4 of the board: 'x' is"));
        let light = second(KELSO.replace("....b...", "...b...."));
        assert!(light.contains("row 4 of the board: 'b' stands on a light square"), "{light}");
        let short = second(KELSO.replace("....b...", "....b.."));
        assert!(short.contains("\"....b..\", row 4 of the board: this row"), "{short}");
        let rows = second("......../b....... BLACK".to_string());
        assert!(
            rows.contains("in the board \"......../b.......\": the board has 2 rows"),
            "{rows}"
        );
        assert!(second("word # BLACK".to_string()).contains("nothing follows \"word\""));
        assert_eq!(second("x".repeat(900)).len(), message(&"x".repeat(50)).len());
    }

    #[test]
    fn useless_positions_are_refused() {
        assert!(message("\n\n# nothing\n").starts_with("book.txt, line 3: here the file ends"));
        assert!(message("").starts_with("book.txt, line 1: here the file ends"));
        let twice = format!("{KELSO}\n\n{}", KELSO.replace("Kelso", "again"));
        assert!(message(&twice).contains("line 3: this is the position of line 1 again"));
        let over = "b......./......../......../......../......../......../......../........ WHITE";
        assert!(
            message(&over.replacen("b.......", ".b......", 1)).contains("White has no legal move")
        );
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 1_000, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn no_bytes_make_the_parser_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let _ = read("book.txt", &String::from_utf8_lossy(&bytes));
        }

        #[test]
        fn no_edit_of_a_line_makes_the_parser_panic(at in 0..KELSO.len(), byte in any::<u8>()) {
            let mut bytes = KELSO.as_bytes().to_vec();
            bytes[at] = byte;
            let _ = read("book.txt", &String::from_utf8_lossy(&bytes));
        }
    }
}
