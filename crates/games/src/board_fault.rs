//! Boards that no game has: what is wrong with them, and where.

use crate::board::square_name;

/// What is wrong with a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardFault {
    /// Without a full stop.
    pub sentence: String,
    /// Where, by name; none if a side has too few pieces.
    pub squares: Vec<String>,
}

impl BoardFault {
    /// The board lacks a piece, as where a game is over.
    pub const fn is_missing(&self) -> bool {
        self.squares.is_empty()
    }
}

/// A side that has no piece, or more than the game begins with; `start` has the letters of its
/// first board.
pub fn of_counts(start: &str, rows: &[&str]) -> Option<BoardFault> {
    let sides = [("Black", "bB"), ("White", "wW")];
    let too_many = |(name, letters)| too_many(start, rows, name, letters, "");
    let missing = |(name, letters): (&str, &str)| {
        let sentence = format!("{name} has no piece; put at least one on the board");
        let is_missing = !rows.concat().contains(|letter| letters.contains(letter));
        is_missing.then_some(BoardFault { sentence, squares: Vec::new() })
    };
    sides.into_iter().find_map(too_many).or_else(|| sides.into_iter().find_map(missing))
}

pub fn of_checkers(start: &str, rows: &[&str]) -> Option<BoardFault> {
    let light = squares_where(rows, |letter, (file, rank)| letter != '.' && (file + rank) % 2 == 1);
    let crowned = squares_where(rows, |letter, (_, rank)| {
        (letter, rank) == ('w', 7) || (letter, rank) == ('b', 0)
    });
    fault(light, "pieces stand on dark squares only")
        .or_else(|| fault(crowned, "a man on its last row is a king; put a king there"))
        .or_else(|| of_counts(start, rows))
}

pub fn of_tablut(start: &str, rows: &[&str]) -> Option<BoardFault> {
    let kings = squares_where(rows, |letter, _| letter == 'k');
    let many = kings.len();
    if many > 1 {
        let sentence = format!("White has {many} kings; there can be only one");
        return Some(BoardFault { sentence, squares: kings });
    }
    // The throne is the middle of the board.
    let middle = (rows.len() / 2, rows.len() / 2);
    let on_throne = squares_where(rows, |letter, square| "bw".contains(letter) && square == middle);
    fault(on_throne, "only the king can stand on the throne")
        .or_else(|| too_many(start, rows, "Black", "b", " like these"))
        .or_else(|| too_many(start, rows, "White", "w", " like these"))
        .or_else(|| {
            let sentence = "White has no king; put one on the board".to_string();
            kings.is_empty().then_some(BoardFault { sentence, squares: kings })
        })
}

/// A fault of these squares; `None` without any.
fn fault(squares: Vec<String>, sentence: &str) -> Option<BoardFault> {
    let sentence = format!("{}: {sentence}", squares.join(", "));
    (!squares.is_empty()).then_some(BoardFault { sentence, squares })
}

/// More pieces with these letters than the game begins with.
fn too_many(
    start: &str,
    rows: &[&str],
    name: &str,
    letters: &str,
    which: &str,
) -> Option<BoardFault> {
    let most = start.chars().filter(|&letter| letters.contains(letter)).count();
    let squares = squares_where(rows, |letter, _| letters.contains(letter));
    let found = squares.len();
    let sentence = format!("{name} has {found} pieces{which}; there can be at most {most}");
    (found > most).then_some(BoardFault { sentence, squares })
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
