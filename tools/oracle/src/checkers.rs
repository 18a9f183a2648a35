//! American checkers as the course plays it: jumps are compulsory, and so is every further jump.
//!
//! Written from the rules of the assignment: Black's men go down the board, White's go up; a man
//! that reaches the last row becomes a king, and its turn ends there.

use crate::Side;
use crate::board::{Board, Letter, Offset, Square};
use std::fmt;

/// One step up or down the board along a diagonal.
const UP: [Offset; 2] = [(-1, 1), (1, 1)];
const DOWN: [Offset; 2] = [(-1, -1), (1, -1)];

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Cell {
    Empty,
    Man(Side),
    King(Side),
}

impl Cell {
    fn owner(self) -> Option<Side> {
        match self {
            Self::Empty => None,
            Self::Man(side) | Self::King(side) => Some(side),
        }
    }

    /// Where this piece may step and jump.
    fn directions(self) -> Vec<Offset> {
        match self {
            Self::Empty => Vec::new(),
            Self::Man(Side::White) => UP.to_vec(),
            Self::Man(Side::Black) => DOWN.to_vec(),
            Self::King(_) => [UP, DOWN].concat(),
        }
    }

    /// Is this a man whose last row is that of the square?
    fn is_crowned_on(self, square: Square) -> bool {
        match self {
            Self::Man(Side::White) => square.row == 7,
            Self::Man(Side::Black) => square.row == 0,
            Self::Empty | Self::King(_) => false,
        }
    }
}

impl Letter for Cell {
    fn read(letter: char) -> Option<Self> {
        match letter {
            '.' => Some(Self::Empty),
            'b' => Some(Self::Man(Side::Black)),
            'B' => Some(Self::King(Side::Black)),
            'w' => Some(Self::Man(Side::White)),
            'W' => Some(Self::King(Side::White)),
            _ => None,
        }
    }

    fn letter(self) -> char {
        match self {
            Self::Empty => '.',
            Self::Man(Side::Black) => 'b',
            Self::King(Side::Black) => 'B',
            Self::Man(Side::White) => 'w',
            Self::King(Side::White) => 'W',
        }
    }
}

/// The squares that a piece visits, from the one it leaves to the one where it stays.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Move(pub Vec<Square>);

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = self.0.iter().map(ToString::to_string).collect();
        f.write_str(&names.join(" "))
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    board: Board<Cell, 8>,
    side: Side,
}

impl Position {
    /// A position; `rows` has one line per row, the highest row first, in the letters of
    /// `input.txt`. `None` if the size or a letter is wrong.
    pub fn from_rows(rows: &str, side: Side) -> Option<Self> {
        Some(Self { board: Board::from_rows(rows)?, side })
    }

    /// The board in the form that [`from_rows`](Self::from_rows) reads, with a line feed after each
    /// row.
    pub fn rows(&self) -> String {
        self.board.rows()
    }

    pub fn side_to_move(&self) -> Side {
        self.side
    }

    /// Every legal move, each once: jumps if there is one, else steps.
    pub fn moves(&self) -> Vec<Move> {
        let own =
            |square: &Square| self.board.get(*square).and_then(Cell::owner) == Some(self.side);
        let squares: Vec<_> = Board::<Cell, 8>::squares().filter(own).collect();
        let mut moves: Vec<_> = squares.iter().flat_map(|&from| self.jumps(from)).collect();
        if moves.is_empty() {
            moves = squares.iter().flat_map(|&from| self.steps(from)).collect();
        }
        moves
    }

    fn steps(&self, from: Square) -> Vec<Move> {
        let piece = self.board.get(from).expect("a square of the board");
        let targets = piece.directions().into_iter().map(|direction| from.step(direction, 1));
        let free = targets.filter(|&to| self.board.get(to) == Some(Cell::Empty));
        free.map(|to| Move(vec![from, to])).collect()
    }

    /// All jumps of the piece on this square, each to its end.
    fn jumps(&self, from: Square) -> Vec<Move> {
        let piece = self.board.get(from).expect("a square of the board");
        let mut board = self.board.clone();
        board.set(from, Cell::Empty);
        let ways = jumps_on(&board, from, piece);
        ways.into_iter().map(|squares| Move([vec![from], squares].concat())).collect()
    }

    /// The position after a move, which must be one of [`moves`](Self::moves).
    pub fn after(&self, chosen: &Move) -> Self {
        let mut board = self.board.clone();
        let (Some(&from), Some(&to)) = (chosen.0.first(), chosen.0.last()) else {
            return self.clone();
        };
        let piece = board.get(from).expect("a square of the board");
        board.set(from, Cell::Empty);
        for (&before, &after) in chosen.0.iter().zip(&chosen.0[1..]) {
            if (before.row - after.row).abs() == 2 {
                board.set(between(before, after), Cell::Empty);
            }
        }
        let crowned = piece.is_crowned_on(to);
        board.set(to, if crowned { Cell::King(self.side) } else { piece });
        Self { board, side: self.side.other() }
    }
}

/// Every way for a piece, which is lifted from the board, to jump from here until it can no more:
/// the squares where it lands. Empty if it cannot jump at all.
fn jumps_on(board: &Board<Cell, 8>, at: Square, piece: Cell) -> Vec<Vec<Square>> {
    let mut ways = Vec::new();
    for direction in piece.directions() {
        let (over, to) = (at.step(direction, 1), at.step(direction, 2));
        let is_enemy = board
            .get(over)
            .and_then(Cell::owner)
            .is_some_and(|owner| piece.owner() == Some(owner.other()));
        if !is_enemy || board.get(to) != Some(Cell::Empty) {
            continue;
        }
        let mut after = board.clone();
        after.set(over, Cell::Empty);
        let further = match piece.is_crowned_on(to) {
            true => Vec::new(),
            false => jumps_on(&after, to, piece),
        };
        match further.is_empty() {
            true => ways.push(vec![to]),
            false => ways.extend(further.into_iter().map(|rest| [vec![to], rest].concat())),
        }
    }
    ways
}

fn between(one: Square, other: Square) -> Square {
    Square { column: (one.column + other.column) / 2, row: (one.row + other.row) / 2 }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str =
        ".b.b.b.b\nb.b.b.b.\n.b.b.b.b\n........\n........\nw.w.w.w.\n.w.w.w.w\nw.w.w.w.\n";

    fn leaves(position: &Position, depth: u32) -> u64 {
        let moves = position.moves();
        match depth {
            1 => moves.len() as u64,
            _ => moves.iter().map(|chosen| leaves(&position.after(chosen), depth - 1)).sum(),
        }
    }

    /// The published counts of checkers: <https://www.aartbik.com/strategy.php>.
    #[test]
    fn counts_from_the_start_are_the_published_ones() {
        let start = Position::from_rows(START, Side::Black).expect("a board");
        let found = [1, 2, 3, 4, 5, 6].map(|depth| leaves(&start, depth));
        assert_eq!(found, [7, 49, 302, 1469, 7361, 36768]);
    }

    fn moves_of(rows: &str, side: Side) -> Vec<String> {
        let position = Position::from_rows(&rows.replace('/', "\n"), side).expect("a board");
        let mut texts: Vec<_> = position.moves().iter().map(ToString::to_string).collect();
        texts.sort();
        texts
    }

    #[test]
    fn a_king_may_return_to_where_it_began_and_a_crowned_man_stops() {
        let round = "......../......../..b.b.../......../..b.b.../...W..../......../........";
        let round = moves_of(round, Side::White);
        assert_eq!(round, ["d3 b5 d7 f5 d3", "d3 f5 d7 b5 d3"]);
        let crowned = "......../..b.b.../.w....../......../......../......../......../........";
        assert_eq!(moves_of(crowned, Side::White), ["b6 d8"]);
    }
}
