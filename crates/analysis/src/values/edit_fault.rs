//! Boards that a person has put together, and that no game could have.

use games::tablut::rules::{START, THRONE};
use games::{BoardGame, checkers, square_name};

/// What is wrong with a board that a person has put together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EditFault {
    /// Without a full stop.
    pub sentence: String,
    /// Where, by name; may be empty.
    pub squares: Vec<String>,
}

/// A side that has no piece, or more than a game of `G` begins with.
pub fn of_counts<G: BoardGame>(rows: &[&str]) -> Option<EditFault> {
    let start = G::start().letters();
    [("Black", "bB"), ("White", "wW")].into_iter().find_map(|(name, letters)| {
        let most = start.chars().filter(|&letter| letters.contains(letter)).count();
        let squares = squares_where(rows, |letter, _| letters.contains(letter));
        match squares.len() {
            0 => {
                let sentence = format!("{name} has no piece; put at least one on the board");
                Some(EditFault { sentence, squares })
            }
            found if found > most => {
                let sentence = format!("{name} has {found} pieces; there can be at most {most}");
                Some(EditFault { sentence, squares })
            }
            _ => None,
        }
    })
}

/// A fault of these squares; `None` without any.
fn fault(squares: Vec<String>, sentence: &str) -> Option<EditFault> {
    let sentence = format!("{}: {sentence}", squares.join(", "));
    (!squares.is_empty()).then_some(EditFault { sentence, squares })
}

pub fn of_checkers(rows: &[&str]) -> Option<EditFault> {
    fault(
        squares_where(rows, |letter, (file, rank)| letter != '.' && (file + rank) % 2 == 1),
        "pieces stand on dark squares only",
    )
    .or_else(|| {
        let squares = squares_where(rows, |letter, (_, rank)| {
            (letter, rank) == ('w', 7) || (letter, rank) == ('b', 0)
        });
        fault(squares, "a man on its last row is a king; put a king there")
    })
    .or_else(|| of_counts::<checkers::Position>(rows))
}

pub fn of_tablut(rows: &[&str]) -> Option<EditFault> {
    let kings = squares_where(rows, |letter, _| letter == 'k');
    if kings.len() != 1 {
        let sentence = match kings.len() {
            0 => "White has no king; put one on the board".to_string(),
            many => format!("White has {many} kings; there can be only one"),
        };
        return Some(EditFault { sentence, squares: kings });
    }
    let squares = squares_where(rows, |letter, square| {
        "bw".contains(letter) && square == (THRONE.file(), THRONE.rank())
    });
    if !squares.is_empty() {
        let sentence = format!("{THRONE}: only the king can stand on the throne");
        return Some(EditFault { sentence, squares });
    }
    too_many(rows, "Black", 'b').or_else(|| too_many(rows, "White", 'w'))
}

/// More pieces than a game of Tablut begins with, the king apart.
fn too_many(rows: &[&str], name: &str, letter: char) -> Option<EditFault> {
    let begins = START.iter().flat_map(|row| row.iter());
    let most = begins.filter(|&&cell| char::from(cell).to_ascii_lowercase() == letter).count();
    let squares = squares_where(rows, |found, _| found == letter);
    let found = squares.len();
    let sentence = format!("{name} has {found} pieces like these; there can be at most {most}");
    (found > most).then_some(EditFault { sentence, squares })
}

/// The squares with one of these letters for which `is_wrong` holds: file and row, from 0 and from
/// the bottom.
fn squares_where(rows: &[&str], is_wrong: impl Fn(char, (usize, usize)) -> bool) -> Vec<String> {
    let mut found = Vec::new();
    for (from_top, row) in rows.iter().enumerate() {
        let rank = rows.len() - 1 - from_top;
        for (file, letter) in row.chars().enumerate() {
            if is_wrong(letter, (file, rank)) {
                found.push(square_name(file, rank));
            }
        }
    }
    found
}

/// The letters of a board as rows.
pub fn rows_of(letters: &str, size: usize) -> Vec<String> {
    let letters: Vec<char> = letters.chars().collect();
    letters.chunks(size).map(|row| row.iter().collect()).collect()
}
