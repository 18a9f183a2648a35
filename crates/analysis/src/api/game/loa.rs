//! Lines of Action.

use crate::api::game::asked_game::{AskedGame, EditFault, wrong_count};
use games::board::Side;
use games::loa::Position;
use games::{Game, Notation};

/// The most pieces of a side.
const MOST_PIECES: usize = 12;

impl AskedGame for Position {
    const TITLE: &'static str = "Lines of Action";
    const LETTERS: &'static str = ".bw";
    const LIMIT_REASON: &'static str = "each side has made 30 moves";

    fn of_rows(rows: &[&str], side: Side) -> Result<Self, String> {
        let cells = |row: &&str| row.chars().flat_map(|letter| [cell(letter), ' ']).collect();
        let text: Vec<String> = rows.iter().map(cells).collect();
        Position::read_board(&text.join("\n"), side).map_err(|error| error.to_string())
    }

    fn board_reason(&self, winner: Option<Side>) -> String {
        let Some(winner) = winner else { return "nobody can move".to_string() };
        let last = !self.side_to_move();
        let both = self.with_side_to_move(!self.side_to_move()).outcome() == self.outcome();
        match both {
            // Each side, if it were to move, would have lost to the other.
            true => format!("the pieces of both sides are connected, and {last} has moved last"),
            false => format!("{winner}'s pieces are connected"),
        }
    }

    fn edit_fault(rows: &[&str], _: Side) -> Option<EditFault> {
        wrong_count(rows, [("Black", "b"), ("White", "w")], MOST_PIECES)
    }
}

const fn cell(letter: char) -> char {
    match letter {
        '.' => '-',
        letter => letter,
    }
}
