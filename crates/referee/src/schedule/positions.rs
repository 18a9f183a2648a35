//! A file of opening positions, one a line:
//!
//! ```text
//! # board, row 8 first / side to move / any name
//! .b.b.b.b/b.b.b.b./.b.b...b/....b.../......../w.w.w.w./.w.w.w.w/w.w.w.w. WHITE Kelso
//! ```
//!
//! A file of games in PDN, or of positions in FEN, is read as well: an opening is the position
//! after the moves of a game, and its name is the event, or else the moves.
//!
//! Blank lines are skipped, and a field that begins with `#` makes the rest of its line a comment.
//! Line ends and the case of the side do not matter. Errors name the file, the line and the field.
//! A position in which the game is over, or that an earlier line already has, is an error: neither
//! makes a useful game.

use crate::error::MatchError;
use crate::schedule::openings::{Opening, OpeningList};
use cli::lines::lines;
use cli::visible;
use formats::pdn::{self, PdnGame};
use games::board::Side;
use games::checkers::Position;
use games::{BoardGame, Game, NotationError};

const FORMS: &str = "write on each line a board (eight rows with / between them) and BLACK or \
     WHITE, or a position in FEN, or games in PDN like 1. 11-15 23-19 *";
/// Characters of a field that a message shows, to stay on one line of a terminal.
const SHOWN: usize = 40;

/// Reads the text of a file of openings, behind the start position; `file` is its name in messages.
pub fn read(file: &str, text: &str) -> Result<OpeningList, MatchError> {
    openings(file, text).map(OpeningList::new::<Position>)
}

/// The openings of a file, at least one; `file` is its name in messages.
pub fn openings(file: &str, text: &str) -> Result<Vec<Opening>, MatchError> {
    let found = if is_of_games(text) { of_games(text) } else { of_boards(text) }
        .map_err(|(line, problem)| error_at(file, (line, problem)))?;
    for (index, (line, opening)) in found.iter().enumerate() {
        let is_same = |(_, other): &&(usize, Opening)| {
            (&other.board, other.begins) == (&opening.board, opening.begins)
        };
        if let Some(&(earlier, _)) = found[..index].iter().find(is_same) {
            let again = format!("this is the position of line {earlier} again");
            return Err(error_at(file, (*line, again + "; delete one of the two")));
        }
    }
    if found.is_empty() {
        let empty = "the file ends without any position; write one on each line: board, side, name";
        return Err(error_at(file, (lines(text).count().max(1), empty.to_string())));
    }
    Ok(found.into_iter().map(|(_, opening)| opening).collect())
}

fn error_at(file: &str, (line, problem): Problem) -> MatchError {
    MatchError::Correctable(format!("{file}, line {line}: {problem}"))
}

/// The number of a line, from 1, and what is wrong with it.
type Problem = (usize, String);

/// The openings of a file with their lines, or the first problem.
type FoundOpenings = Result<Vec<(usize, Opening)>, Problem>;

/// True if a line begins with a tag, a comment, the number of a move, or a position in FEN.
fn is_of_games(text: &str) -> bool {
    let first = lines(text).map(str::trim).find(|line| !line.is_empty() && !line.starts_with('#'));
    pdn::is_fen(text)
        || first.is_some_and(|line| {
            line.starts_with(['[', '{', ';', '%'])
                || digits(line) < line.len() && line[line.len() - digits(line)..].starts_with('.')
        })
}

fn digits(line: &str) -> usize {
    line.trim_start_matches(|c: char| c.is_ascii_digit()).len()
}

fn of_games(text: &str) -> FoundOpenings {
    let mut games = pdn::read_any(text);
    let mut found = Vec::new();
    while let Some(game) = games.next() {
        let game = game.map_err(|error| {
            let (column, reason) =
                (error.column.unwrap_or(1), visible::cut(&error.sentence, 5 * SHOWN));
            (error.line.unwrap_or(1), format!("{reason} (column {column})"))
        })?;
        let line = games.place().line;
        let position = game.positions().pop().unwrap_or(game.start);
        if position.count_moves() == 0 {
            return Err((line, over(position.side_to_move())));
        }
        found.push((line, Opening::new(name_of(&game, line), &position)));
    }
    Ok(found)
}

/// The event, or else the moves, or else the line.
fn name_of(game: &PdnGame, line: usize) -> String {
    let event = game.tag("Event").map(str::trim).filter(|event| !matches!(*event, "" | "?"));
    let moves = game.line.turns.iter().zip(game.positions());
    let moves: Vec<_> = moves.map(|(turn, here)| pdn::short_text(&here, turn.mv)).collect();
    match event {
        Some(event) => event.to_string(),
        None if moves.is_empty() => format!("line {line}"),
        None => moves.join(" "),
    }
}

/// The side to move has already lost.
fn over(side: Side) -> String {
    format!("{side} has no legal move; the game is over here")
}

fn of_boards(text: &str) -> FoundOpenings {
    let mut found = Vec::new();
    for (line, text) in (1..).zip(lines(text)) {
        if let Some(opening) = opening(line, text)? {
            found.push((line, opening));
        }
    }
    Ok(found)
}

/// The opening of a line; `None` if the line is blank.
fn opening(line: usize, text: &str) -> Result<Option<Opening>, Problem> {
    let mut fields = text.split_whitespace().take_while(|field| !field.starts_with('#'));
    let Some(board) = fields.next() else { return Ok(None) };
    let write = "write BLACK or WHITE after the board";
    if !board.contains('/') {
        return Err((line, format!("\"{}\" begins no position; {FORMS}", cut(board))));
    }
    let Some(side) = fields.next() else {
        return Err((line, format!("nothing follows \"{}\"; {write}", cut(board))));
    };
    let side = read_side(side)
        .ok_or_else(|| (line, format!("\"{}\" is not a side to move; {write}", cut(side))))?;
    let position = Position::from_rows(board.split('/'), side)
        .and_then(Position::checked)
        .map_err(|error| (line, in_board(board, &error)))?;
    if position.count_moves() == 0 {
        return Err((line, over(side)));
    }
    let name = fields.collect::<Vec<_>>().join(" ");
    let name = if name.is_empty() { format!("line {line}") } else { name };
    Ok(Some(Opening::new(visible::line(&name).into_owned(), &position)))
}

fn read_side(text: &str) -> Option<Side> {
    match text.to_ascii_uppercase().as_str() {
        "BLACK" => Some(Side::Black),
        "WHITE" => Some(Side::White),
        _ => None,
    }
}

fn in_board(board: &str, error: &NotationError) -> String {
    match error.row().and_then(|row| Some((row, board.split('/').nth(row - 1)?))) {
        Some((row, text)) => format!("in \"{}\", row {row} of the board: {error}", cut(text)),
        None => format!("in the board \"{}\": {error}", cut(board)),
    }
}

fn cut(field: &str) -> String {
    visible::cut(field, SHOWN)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schedule::openings::{OpeningIndex, OpeningOrder, Seed};
    use proptest::prelude::{ProptestConfig, any, prop, proptest};

    const KELSO: &str =
        ".b.b.b.b/b.b.b.b./.b...b.b/....b.../......../w.w.w.w./.w.w.w.w/w.w.w.w. WHITE Kelso";

    fn read_openings(text: &str) -> Vec<Opening> {
        let book = read("book.txt", text).expect("positions");
        let all = OpeningOrder::USUAL.indices(book.size(), Seed(0));
        all.into_iter().skip(1).filter_map(|index| book.get(index).cloned()).collect()
    }

    fn message(text: &str) -> String {
        read("book.txt", text).expect_err("an error").to_string()
    }

    #[test]
    fn a_position_is_read_with_side_and_name() {
        let found = read_openings(KELSO);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].name, "Kelso");
        assert_eq!(found[0].begins, Side::White);
        assert_eq!(format!("{} WHITE Kelso", found[0].board), KELSO);
    }

    #[test]
    fn comments_blanks_line_ends_and_case_do_not_matter() {
        let spread = format!("\u{FEFF}# mine\r\n\r\n \t{} \t # the best\r\n", KELSO);
        let spread = spread.replace("WHITE Kelso", " White   Kelso  #2 cross #1");
        assert_eq!(read_openings(&spread), read_openings(KELSO));
        let nameless = format!("\n\n{}", KELSO.replace(" Kelso", ""));
        assert_eq!(read_openings(&nameless)[0].name, "line 3");
        assert_eq!(read_openings(&KELSO.replace("Kelso", "Kelso  Cross"))[0].name, "Kelso Cross");
    }

    #[test]
    fn the_start_position_does_not_come_twice() {
        let start = format!("{} BLACK start", Position::start().rows_text('/'));
        let book = read("book.txt", &start).expect("a position");
        assert_eq!(book.size().get(), 1);
        let found = book.get(OpeningIndex::START).map(|opening| opening.name.as_str());
        assert_eq!(found, Some("start"));
    }

    #[test]
    fn errors_name_file_line_and_field() {
        assert_eq!(
            message_of_second(KELSO.replace("WHITE", "GREEN")),
            "book.txt, line 2: \"GREEN\" is not a side to move; write BLACK or WHITE after the board"
        );
        let piece = message_of_second(KELSO.replace("....b...", "....x..."));
        assert!(piece.starts_with("book.txt, line 2: in \"....x...\", row 4 of the board: 'x' is"));
        let light = message_of_second(KELSO.replace("....b...", "...b...."));
        assert!(light.contains("row 4 of the board: 'b' stands on a light square"), "{light}");
        let short = message_of_second(KELSO.replace("....b...", "....b.."));
        assert!(short.contains("\"....b..\", row 4 of the board: this row"), "{short}");
        let rows = message_of_second("......../b....... BLACK".to_string());
        let holds = rows.contains("in the board \"......../b.......\": the board has 2 rows");
        assert!(holds, "{rows}");
        assert!(message_of_second("a/b # BLACK".to_string()).contains("nothing follows \"a/b\""));
        assert_eq!(
            message_of_second("11-15 23-19".to_string()),
            format!("book.txt, line 2: \"11-15\" begins no position; {FORMS}")
        );
        assert_eq!(message_of_second("x".repeat(900)).len(), message(&"x".repeat(50)).len());
    }

    fn message_of_second(text: String) -> String {
        message(&format!("# one\n{text}"))
    }

    #[test]
    fn games_and_positions_of_other_programs_are_openings() {
        let games = "; my book\r[Event \"Kelso\"]\r1. 10-15 *\r\r[Event \"?\"]\r1. 11-15 23-19 *\r";
        let found = read_openings(games);
        let mut names: Vec<_> = found.iter().map(|opening| opening.name.as_str()).collect();
        names.sort_unstable();
        assert_eq!(names, ["11-15 23-19", "Kelso"]);
        let kelso = found.iter().find(|opening| opening.name == "Kelso").expect("it is there");
        assert_eq!(kelso.board, read_openings(KELSO)[0].board);
        let fens = "W:W21-32:B1-9,11,12,15 ; Kelso\nB:W19,21,22,24-32:B1-10,12,15\n";
        let found = read_openings(fens);
        assert_eq!(found.len(), 2);
        assert!(
            found.iter().any(|opening| opening.board == kelso.board && opening.name == "Kelso")
        );
        let told = message("[Event \"a\"]\n\n1. 10-99 *");
        assert!(told.starts_with("book.txt, line 3: `10-99` is not a move"), "{told}");
        assert!(message("1. 10-15 *\n\n1. 10-15 *").contains("position of line 1 again"));
    }

    #[test]
    fn useless_positions_are_refused() {
        assert!(message("\n\n# nothing\n").starts_with("book.txt, line 3: the file ends"));
        assert!(message("").starts_with("book.txt, line 1: the file ends"));
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
