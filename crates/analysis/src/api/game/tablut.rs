//! Tablut.

use crate::api::game::asked_game::{AskedGame, EditFault, squares_where};
use games::board::Side;
use games::tablut::Position;
use games::tablut::rules::{START, THRONE};
use games::{Game, Notation};

/// The last line of a board: the names of its columns.
const COLUMNS: &str = "a b c d e f g h i";

impl AskedGame for Position {
    const TITLE: &'static str = "Tablut";
    const LETTERS: &'static str = ".bwk";
    const LIMIT_REASON: &'static str = "the moves of the game are used up";

    fn of_rows(rows: &[&str], side: Side) -> Result<Self, String> {
        let line = |(nth, row): (usize, &&str)| {
            let cells = row.chars().flat_map(|letter| [' ', cell(letter)]);
            format!("{}{}\n", rows.len() - nth, cells.collect::<String>())
        };
        let text: String = rows.iter().enumerate().map(line).collect();
        Position::read_board(&(text + COLUMNS), side).map_err(|error| error.to_string())
    }

    fn board_reason(&self, winner: Option<Side>) -> String {
        match (self.outcome(), winner) {
            (None, _) | (_, None) => format!("{} has no legal move", self.side_to_move()),
            (Some(_), Some(Side::White)) => "the king has escaped".to_string(),
            (Some(_), Some(Side::Black)) => "the king is captured".to_string(),
        }
    }

    fn edit_fault(rows: &[&str], _: Side) -> Option<EditFault> {
        let kings = squares_where(rows, |letter, _| letter == 'k');
        if kings.len() != 1 {
            let sentence = match kings.len() {
                0 => "White has no king; put one on the board".to_string(),
                many => format!("White has {many} kings; there can be only one"),
            };
            return Some(EditFault { sentence, squares: kings });
        }
        let throne = THRONE.to_string();
        let is_there = |letter, (file, rank)| {
            "bw".contains(letter) && (file, rank) == (THRONE.file(), THRONE.rank())
        };
        let squares = squares_where(rows, is_there);
        if !squares.is_empty() {
            let sentence = format!("{throne}: only the king can stand on the throne");
            return Some(EditFault { sentence, squares });
        }
        too_many(rows, "Black", 'b').or_else(|| too_many(rows, "White", 'w'))
    }
}

/// More pieces than a game begins with, the king apart.
fn too_many(rows: &[&str], name: &str, letter: char) -> Option<EditFault> {
    let begins = START.iter().flat_map(|row| row.iter());
    let most = begins.filter(|&&cell| char::from(cell).to_ascii_lowercase() == letter).count();
    let squares = squares_where(rows, |found, _| found == letter);
    let found = squares.len();
    let sentence = format!("{name} has {found} pieces like these; there can be at most {most}");
    (found > most).then_some(EditFault { sentence, squares })
}

const fn cell(letter: char) -> char {
    match letter {
        '.' => '-',
        letter => letter.to_ascii_uppercase(),
    }
}
