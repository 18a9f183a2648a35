//! The puzzles: one a line, `SIDE PLIES BOARD`, the rows of the board joined by `/`.

use games::Notation;
use games::board::Side;

/// A position in which the side to move wins.
pub struct Puzzle<G> {
    /// The line of the file, from 1.
    pub line: usize,
    pub position: G,
    /// The fewest plies in which it can force the win.
    pub plies: u32,
}

pub fn puzzles<G: Notation>(text: &str) -> Vec<Puzzle<G>> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.starts_with('#'));
    lines
        .map(|(index, line)| {
            let (side, rest) = line.split_once(' ').expect("a side");
            let (plies, board) = rest.split_once(' ').expect("plies");
            let side = if side == "black" { Side::Black } else { Side::White };
            let position = G::read_board(&board.replace('/', "\n"), side);
            let position = position.unwrap_or_else(|error| panic!("line {}: {error}", index + 1));
            Puzzle { line: index + 1, position, plies: plies.parse().expect("a number") }
        })
        .collect()
}

pub fn line<G: Notation>(position: &G, plies: u32) -> String {
    let side = if position.side_to_move() == Side::Black { "black" } else { "white" };
    format!("{side} {plies} {}", position.board_text().replace('\n', "/"))
}
