//! Amazons.

use crate::api::game::asked_game::{AskedGame, EditFault, wrong_count};
use games::Notation;
use games::amazons::Position;
use games::amazons::rules::WHITE_AT_START;
use games::board::Side;

impl AskedGame for Position {
    const TITLE: &'static str = "Amazons";
    const LETTERS: &'static str = ".bwx";
    const LIMIT_REASON: &'static str = "the moves of the game are used up";

    fn of_rows(rows: &[&str], side: Side) -> Result<Self, String> {
        let cells = |row: &&str| row.chars().flat_map(|letter| [cell(letter), ' ']).collect();
        let text: Vec<String> = rows.iter().map(cells).collect();
        Position::read_board(&text.join("\n"), side).map_err(|error| error.to_string())
    }

    fn board_reason(&self, winner: Option<Side>) -> String {
        let loser = winner.map_or("nobody".to_string(), |side| (!side).to_string());
        format!("{loser} has no legal move")
    }

    fn edit_fault(rows: &[&str], _: Side) -> Option<EditFault> {
        wrong_count(rows, [("Black", "b"), ("White", "w")], WHITE_AT_START.len())
    }
}

const fn cell(letter: char) -> char {
    match letter {
        '.' => '-',
        'x' => 'S',
        letter => letter.to_ascii_uppercase(),
    }
}
