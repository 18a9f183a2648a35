//! Checkers: positions in FEN, moves by numbers or names, the files of agents.

use crate::api::game::asked_game::{AskedGame, EditFault, squares_where, wrong_count};
use core::time::Duration;
use formats::{Play, Request, answer};
use games::board::Side;
use games::checkers::rules::MEN_AT_START;
use games::checkers::{Move, Position, Square};
use games::{Game, Notation, NotationError};

/// The seconds that the input.txt of a page allows.
const SECONDS: u64 = 300;

impl AskedGame for Position {
    const TITLE: &'static str = "Checkers";
    const LETTERS: &'static str = ".bwBW";
    const LIMIT_REASON: &'static str = "50 turns in a row had no capture and no crowning";

    fn of_rows(rows: &[&str], side: Side) -> Result<Self, String> {
        Position::from_rows(rows.iter().copied(), side).map_err(|error| error.to_string())
    }

    fn board_reason(&self, winner: Option<Side>) -> String {
        let loser = winner.map_or(self.side_to_move(), |side| !side);
        if self.pieces(loser).is_empty() {
            format!("{loser} has no piece left")
        } else {
            format!("{loser} has no legal move")
        }
    }

    fn edit_fault(rows: &[&str], _: Side) -> Option<EditFault> {
        let is_light = |letter, (file, rank)| letter != '.' && (file + rank) % 2 == 1;
        let is_crowned =
            |letter, (_, rank)| (letter, rank) == ('w', 7) || (letter, rank) == ('b', 0);
        let fault = |squares: Vec<String>, sentence: &str| {
            let sentence = format!("{}: {sentence}", squares.join(", "));
            (!squares.is_empty()).then_some(EditFault { sentence, squares })
        };
        fault(squares_where(rows, is_light), "pieces stand on dark squares only")
            .or_else(|| {
                let squares = squares_where(rows, is_crowned);
                fault(squares, "a man on its last row is a king; put a king there")
            })
            .or_else(|| {
                wrong_count(rows, [("Black", "bB"), ("White", "wW")], MEN_AT_START as usize)
            })
    }

    fn start_text(&self) -> String {
        self.fen()
    }

    fn read_start(text: &str) -> Result<Self, String> {
        Position::from_fen(text)
            .map_err(|error| format!("the position, column {}: {error}", error.column))
    }

    /// By the numbers of squares or by their names, with `-`, `x` or `:` between them.
    fn read_played(&self, text: &str) -> Result<Move, NotationError> {
        let text = text.trim();
        let names: Option<Vec<Square>> = text
            .split(['-', 'x', ':'])
            .map(|word| Square::from_name(&word.to_ascii_lowercase()))
            .collect();
        let Some(squares) = names else { return self.read_move(&text.replace(':', "x")) };
        let numbers: Vec<_> = squares.iter().map(|square| square.number().to_string()).collect();
        self.read_move(&numbers.join("-"))
    }

    fn output_text(mv: Move) -> Option<String> {
        Some(answer::text(mv).trim_end().to_string())
    }

    fn input_text(&self) -> Option<String> {
        let remaining = Duration::from_secs(SECONDS);
        Some(Request { play: Play::Game, remaining, position: *self }.text())
    }

    fn is_compulsory(mv: Move) -> bool {
        mv.is_jump()
    }
}
