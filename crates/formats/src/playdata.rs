//! The part of `playdata.txt` that more than the agent reads: its side, and the boards of the game.

use games::BoardError;
use games::board::Side;
use games::checkers::Position;

/// The positions of these boards, the last one after a move of `side`. An error names its board,
/// from 1.
pub fn positions(side: Side, boards: &[String]) -> Result<Vec<Position>, (usize, BoardError)> {
    // The last position is the opponent's turn, and turns alternate.
    let mover = |index: usize| if (boards.len() - index) % 2 == 1 { !side } else { side };
    let position = |(index, board): (usize, &String)| {
        let read = Position::from_rows(board.split('/'), mover(index));
        read.map_err(|error| (index + 1, error))
    };
    boards.iter().enumerate().map(position).collect()
}
