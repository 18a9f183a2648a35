//! The part of `playdata.txt` that more than the agent reads: its side, and the boards of the game.

use crate::error::FormatError;
use games::board::Side;
use games::checkers::Position;

/// The positions of these boards, the last one after a move of `side`. An error names its board.
pub fn positions(side: Side, boards: &[String]) -> Result<Vec<Position>, FormatError> {
    // The last position is the opponent's turn, and turns alternate.
    let position = boards.iter().enumerate().map(|(index, board)| {
        let mover = if (boards.len() - index) % 2 == 1 { !side } else { side };
        Position::from_rows(board.split('/'), mover)
            .map_err(|error| FormatError::new(format!("board {}: {error}", index + 1)))
    });
    position.collect()
}
