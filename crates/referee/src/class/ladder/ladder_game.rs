//! A game as the page replays it: its moves, its first board, and what each move changes on it.
//!
//! Boards are texts, as the game writes them. A change is the place in that text and the new
//! character, `12b30.`: a game of sixty moves takes about a kilobyte.

use crate::class::ladder::hidden_names::NameVeil;
use crate::game::Refereed;
use crate::record::{RecordedGame, ReplayError};
use games::board::Side;
use games::{Named, with_game};
use serde::Serialize;

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LadderGame {
    id: u32,
    date: String,
    black: String,
    white: String,
    /// `black`, `white` or nothing.
    winner: &'static str,
    end: String,
    opening: String,
    board: String,
    moves: Vec<String>,
    changes: Vec<String>,
}

impl LadderGame {
    pub fn new(record: &RecordedGame, veil: &NameVeil) -> Result<Self, ReplayError> {
        let boards = with_game!(record.game, G => boards::<G>(record))?;
        let winner = record.winner().map_or("", Side::word);
        Ok(LadderGame {
            id: record.id,
            date: record.date.as_ref().map_or(String::new(), |date| date.to_string()),
            black: veil.shown(&record.black.name),
            white: veil.shown(&record.white.name),
            winner,
            end: record.ending.to_string(),
            opening: record.opening.to_string(),
            board: boards[0].clone(),
            moves: record.turns.iter().map(|turn| turn.mv.clone()).collect(),
            changes: boards.windows(2).map(|two| changes(&two[0], &two[1])).collect(),
        })
    }
}

fn boards<G: Refereed + Named>(record: &RecordedGame) -> Result<Vec<String>, ReplayError> {
    Ok(record.positions::<G>()?.iter().map(rows).collect())
}

/// Every board of a game has as many characters: not so in one line, which may be FEN.
fn rows<G: Refereed>(position: &G) -> String {
    position.board_text().replace('\n', "/")
}

/// What turns one board into the next.
fn changes(before: &str, after: &str) -> String {
    let pairs = before.chars().zip(after.chars()).enumerate();
    let changed = pairs.filter(|(_, (old, new))| old != new);
    changed.map(|(at, (_, new))| format!("{at}{new}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::class::scheme_values::PageNames;
    use crate::game::Ending;
    use crate::record::random::random_record;
    use games::checkers::Position;
    use std::path::Path;

    /// As the page does it.
    fn applied(board: &str, changes: &str) -> String {
        let mut cells: Vec<char> = board.chars().collect();
        let mut digits = String::new();
        for c in changes.chars() {
            if c.is_ascii_digit() {
                digits.push(c);
            } else {
                cells[digits.parse::<usize>().expect("a place")] = c;
                digits.clear();
            }
        }
        cells.into_iter().collect()
    }

    #[test]
    fn the_changes_lead_from_board_to_board() {
        let record = random_record(3, Ending::MaxPlies);
        let veil = NameVeil::new(PageNames::Shown, Path::new("")).expect("no secret");
        let game = LadderGame::new(&record, &veil).expect("by the rules");
        assert_eq!(game.changes.len(), game.moves.len());
        let mut board = game.board.clone();
        for (change, position) in
            game.changes.iter().zip(&record.positions::<Position>().expect("by the rules")[1..])
        {
            board = applied(&board, change);
            assert_eq!(board, rows(position));
        }
    }
}
