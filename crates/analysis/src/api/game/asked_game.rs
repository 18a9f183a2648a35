//! The contract of a game that pages ask about. Each game is one value of it.

use crate::api::game::rows::{RowsShape, rows_text};
use crate::values::explained::Explained;
use games::{BoardGame, NotationError, board::Side};

/// What is wrong with a board that somebody has put together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EditFault {
    /// Without a full stop.
    pub sentence: String,
    /// Where, by name; may be empty.
    pub squares: Vec<String>,
}

/// A game that pages ask about.
pub trait AskedGame: BoardGame + Explained {
    /// Its name for people.
    const TITLE: &'static str;
    /// The letters that a board may have.
    const LETTERS: &'static str;
    /// The shape of its boards.
    const SHAPE: RowsShape =
        RowsShape { title: Self::TITLE, size: Self::SIZE, letters: Self::LETTERS };
    /// Why the limit of quiet turns has ended a game, as the end of a sentence.
    const LIMIT_REASON: &'static str;

    /// The position of these rows, the top one first, each of as many letters as the board has
    /// columns, all of them in [`AskedGame::LETTERS`].
    fn of_rows(rows: &[&str], side: Side) -> Result<Self, String>;

    /// Why the board shows that the game is over, as the end of a sentence.
    fn board_reason(&self, winner: Option<Side>) -> String;

    /// What no game could have, on a board of these rows.
    fn edit_fault(rows: &[&str], side: Side) -> Option<EditFault>;

    /// The position in one line: by default the side and the rows.
    fn start_text(&self) -> String {
        rows_text(self.side_to_move(), &self.letters(), Self::SIZE)
    }

    /// Reads what [`AskedGame::start_text`] writes.
    fn read_start(text: &str) -> Result<Self, String> {
        let (side, rows) = Self::SHAPE.read(text)?;
        Self::of_rows(&rows, side)
    }

    /// Reads a move as people write it.
    fn read_played(&self, text: &str) -> Result<Self::Move, NotationError> {
        self.read_move(text.trim())
    }

    /// The lines of output.txt that play a move.
    fn output_text(mv: Self::Move) -> Option<String> {
        let _ = mv;
        None
    }

    /// The input.txt that asks for a move.
    fn input_text(&self) -> Option<String> {
        None
    }

    /// True if the move captures and the rules would allow no other.
    fn is_compulsory(mv: Self::Move) -> bool {
        let _ = mv;
        false
    }
}

/// The squares with one of these letters for which `is_wrong` holds: file and row, from 0 and from
/// the bottom.
pub fn squares_where(
    rows: &[&str],
    is_wrong: impl Fn(char, (usize, usize)) -> bool,
) -> Vec<String> {
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

/// The name of a square, such as `c3`.
pub fn square_name(file: usize, rank: usize) -> String {
    format!("{}{}", char::from(b'a' + (file % 26) as u8), rank + 1)
}

/// How many squares have one of these letters.
pub fn count(rows: &[&str], letters: &str) -> usize {
    rows.iter().flat_map(|row| row.chars()).filter(|&letter| letters.contains(letter)).count()
}

/// The fault of a side that has no piece, or more than `most`.
pub fn wrong_count(rows: &[&str], sides: [(&str, &str); 2], most: usize) -> Option<EditFault> {
    sides.into_iter().find_map(|(name, letters)| {
        let found = count(rows, letters);
        let sentence = match found {
            0 => format!("{name} has no piece; put at least one on the board"),
            _ if found > most => {
                format!("{name} has {found} pieces; there can be at most {most}")
            }
            _ => return None,
        };
        let is_one = |letter, _| found > most && letters.contains(letter);
        Some(EditFault { sentence, squares: squares_where(rows, is_one) })
    })
}
