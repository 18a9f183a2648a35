//! Amazons, as the course plays it on ten rows and columns. White moves first; nothing is captured
//! and there are no ties.

use crate::board::{ALL_DIRECTIONS, Board, Letter, Square};
use crate::{Cause, Ending, Oracle, Side};
use std::fmt;

const START: &str = "---B--B---\n----------\n----------\nB--------B\n----------\n\
                     ----------\nW--------W\n----------\n----------\n---W--W---\n";

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Cell {
    Empty,
    Amazon(Side),
    Spear,
}

impl Letter for Cell {
    fn read(letter: char) -> Option<Self> {
        match letter {
            '-' => Some(Self::Empty),
            'B' => Some(Self::Amazon(Side::Black)),
            'W' => Some(Self::Amazon(Side::White)),
            'S' => Some(Self::Spear),
            _ => None,
        }
    }

    fn letter(self) -> char {
        match self {
            Self::Empty => '-',
            Self::Amazon(Side::Black) => 'B',
            Self::Amazon(Side::White) => 'W',
            Self::Spear => 'S',
        }
    }
}

/// An amazon's move, and where it throws its spear.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Move {
    pub from: Square,
    pub to: Square,
    pub spear: Square,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}({})", self.from, self.to, self.spear)
    }
}

#[derive(Clone, Debug)]
pub struct AmazonsGame {
    board: Board<Cell, 10>,
    side: Side,
}

/// "A chess queen move": any number of empty squares in one direction.
fn queen_moves(board: &Board<Cell, 10>, from: Square) -> Vec<Square> {
    let mut targets = Vec::new();
    for direction in ALL_DIRECTIONS {
        let mut to = from.step(direction, 1);
        while board.get(to) == Some(Cell::Empty) {
            targets.push(to);
            to = to.step(direction, 1);
        }
    }
    targets
}

impl AmazonsGame {
    fn amazons(&self) -> impl Iterator<Item = Square> {
        let own = Some(Cell::Amazon(self.side));
        Board::<Cell, 10>::squares().filter(move |&square| self.board.get(square) == own)
    }
}

impl Oracle for AmazonsGame {
    type Move = Move;

    fn start() -> Self {
        Self::from_rows(START, Side::White).expect("the start is a board")
    }

    fn from_rows(rows: &str, side: Side) -> Option<Self> {
        Board::from_rows(rows).map(|board| Self { board, side })
    }

    fn rows(&self) -> String {
        self.board.rows()
    }

    fn side_to_move(&self) -> Side {
        self.side
    }

    fn moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        for from in self.amazons() {
            for to in queen_moves(&self.board, from) {
                let mut arrived = self.board.clone();
                arrived.set(from, Cell::Empty);
                arrived.set(to, Cell::Amazon(self.side));
                let spears = queen_moves(&arrived, to);
                moves.extend(spears.into_iter().map(|spear| Move { from, to, spear }));
            }
        }
        moves
    }

    fn play(&mut self, chosen: Move) {
        self.board.set(chosen.from, Cell::Empty);
        self.board.set(chosen.to, Cell::Amazon(self.side));
        self.board.set(chosen.spear, Cell::Spear);
        self.side = self.side.other();
    }

    fn limit(&mut self, _moves: u32) -> bool {
        false
    }

    /// "A player who has no legal move loses." An amazon that can step can throw: the square that
    /// it left is empty.
    fn end(&self) -> Option<(Cause, Ending)> {
        let is_shut_in = self.amazons().all(|from| queen_moves(&self.board, from).is_empty());
        is_shut_in.then_some((Cause::NoMove, Ending::Won(self.side.other())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{perft, played, texts};

    #[test]
    fn games_are_as_many_as_published() {
        assert_eq!(perft(&AmazonsGame::start(), 1), 2_176);
        assert_eq!(perft(&played(AmazonsGame::start(), "g1-g7(b7) d10-d4(g1)"), 1), 1_618);
    }

    #[test]
    fn the_example_of_the_assignment_is_played() {
        let game = played(AmazonsGame::start(), "d1-d7(g7) d10-c9(h4)");
        let rows = "------B---\n--B-------\n----------\nB--W--S--B\n----------\n----------\n\
                    W------S-W\n----------\n----------\n------W---\n";
        assert_eq!(game.rows(), rows);
        assert_eq!(game.side_to_move(), Side::White);
    }

    #[test]
    fn a_spear_may_land_on_the_square_just_left_and_no_one_passes_what_stands_there() {
        let corner = |row1: &str, row2: &str| {
            let empty = "SSSSSSSSSS\n".repeat(8);
            format!("{empty}{row2}\n{row1}\n")
        };
        let rows = corner("W--S-----B", "SSSSSSSSSS");
        let white = AmazonsGame::from_rows(&rows, Side::White).expect("a board");
        assert_eq!(
            texts(&white),
            ["a1-b1(a1)", "a1-b1(c1)", "a1-c1(a1)", "a1-c1(b1)"],
            "the spear in d1 stops all"
        );
        assert_eq!(white.ending(), None);
    }

    #[test]
    fn a_side_to_move_without_a_move_has_lost() {
        let rows = format!("{}{}", "SSSSSSSSSS\n".repeat(9), "WS-------B\n");
        assert_eq!(ending_of(&rows, Side::White), Some(Ending::Won(Side::Black)));
        assert_eq!(ending_of(&rows, Side::Black), None);
    }

    fn ending_of(rows: &str, side: Side) -> Option<Ending> {
        AmazonsGame::from_rows(rows, side).expect("a board").ending()
    }
}
