//! Lines of Action: <https://boardspace.net/loa/english/rules.html>, with the course's changes.
//!
//! The game ends as a tie after 30 moves of each side. A side without a move passes; the
//! assignment does not say so, and `docs/RULES.md` gives the reason.

use crate::board::{ALL_DIRECTIONS, Board, Letter, Offset, Square};
use crate::{Cause, Ending, Oracle, Side};
use std::fmt;

/// Moves that each side may make before the game is a tie, if nothing else is said.
const LIMIT: u32 = 30;

const START: &str = "-bbbbbb-\nw------w\nw------w\nw------w\n\
                     w------w\nw------w\nw------w\n-bbbbbb-\n";

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Cell {
    Empty,
    Piece(Side),
}

impl Letter for Cell {
    fn read(letter: char) -> Option<Self> {
        match letter {
            '-' => Some(Self::Empty),
            'b' => Some(Self::Piece(Side::Black)),
            'w' => Some(Self::Piece(Side::White)),
            _ => None,
        }
    }

    fn letter(self) -> char {
        match self {
            Self::Empty => '-',
            Self::Piece(Side::Black) => 'b',
            Self::Piece(Side::White) => 'w',
        }
    }
}

/// One turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Move {
    /// The turn of a side that can move no piece.
    Pass,
    Piece {
        from: Square,
        to: Square,
    },
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pass => f.write_str("pass"),
            Self::Piece { from, to } => write!(f, "{from}-{to}"),
        }
    }
}

#[derive(Clone, Debug)]
pub struct LoaGame {
    board: Board<Cell, 8>,
    side: Side,
    /// Moves of both sides so far.
    plies: u32,
    /// Moves that each side may make.
    limit: u32,
}

impl LoaGame {
    /// "A piece must move a number of squares that is exactly equal to the total number of pieces
    /// (black and white) on the line along which it chooses to move."
    fn target(&self, from: Square, direction: Offset) -> Option<Square> {
        let distance = self.pieces_on_line(from, direction);
        let to = from.step(direction, distance);
        let crosses_enemy = (1..distance).any(|count| {
            self.board.get(from.step(direction, count)) == Some(Cell::Piece(self.side.other()))
        });
        let lands = self.board.get(to).is_some_and(|cell| cell != Cell::Piece(self.side));
        (lands && !crosses_enemy).then_some(to)
    }

    /// "This line contains both the squares behind and in front of the piece that moves, as well as
    /// the square the piece is on."
    fn pieces_on_line(&self, square: Square, direction: Offset) -> i8 {
        let cells = (-7..=7).filter_map(|count| self.board.get(square.step(direction, count)));
        cells.fold(0, |sum, cell| if cell == Cell::Empty { sum } else { sum + 1 })
    }

    /// "There is a path connecting any two pieces of that side's color by a sequence of steps to
    /// adjacent squares." A side without pieces, which no game leads to, is not contiguous.
    fn is_contiguous(&self, side: Side) -> bool {
        let is_own = |square: &Square| self.board.get(*square) == Some(Cell::Piece(side));
        let pieces: Vec<Square> = Board::<Cell, 8>::squares().filter(is_own).collect();
        let mut reached: Vec<Square> = pieces.first().copied().into_iter().collect();
        let mut next = 0;
        while next < reached.len() {
            for direction in ALL_DIRECTIONS {
                let square = reached[next].step(direction, 1);
                if is_own(&square) && !reached.contains(&square) {
                    reached.push(square);
                }
            }
            next += 1;
        }
        !pieces.is_empty() && reached.len() == pieces.len()
    }
}

impl Oracle for LoaGame {
    type Move = Move;

    fn start() -> Self {
        Self::from_rows(START, Side::Black).expect("the start is a board")
    }

    fn from_rows(rows: &str, side: Side) -> Option<Self> {
        Board::from_rows(rows).map(|board| Self { board, side, plies: 0, limit: LIMIT })
    }

    fn rows(&self) -> String {
        self.board.rows()
    }

    fn side_to_move(&self) -> Side {
        self.side
    }

    fn moves(&self) -> Vec<Move> {
        let own = Cell::Piece(self.side);
        let mut moves = Vec::new();
        for from in Board::<Cell, 8>::squares().filter(|&from| self.board.get(from) == Some(own)) {
            let targets = ALL_DIRECTIONS.into_iter().filter_map(|way| self.target(from, way));
            moves.extend(targets.map(|to| Move::Piece { from, to }));
        }
        if moves.is_empty() { vec![Move::Pass] } else { moves }
    }

    fn play(&mut self, chosen: Move) {
        if let Move::Piece { from, to } = chosen {
            self.board.set(from, Cell::Empty);
            self.board.set(to, Cell::Piece(self.side));
        }
        self.side = self.side.other();
        self.plies += 1;
    }

    /// "Sets the move limit to 2N (initially, it is N=30)." What was reached already is refused.
    fn limit(&mut self, moves: u32) -> bool {
        let is_allowed = 2 * moves > self.plies;
        if is_allowed {
            self.limit = moves;
        }
        is_allowed
    }

    /// "If a move causes both sides' pieces to be contiguous, the winner is the side that made that
    /// move." A win on the last move is a win: the tie is "without either side winning".
    fn end(&self) -> Option<(Cause, Ending)> {
        let mover = self.side.other();
        match (self.is_contiguous(mover), self.is_contiguous(self.side)) {
            (true, true) => Some((Cause::BothSidesContiguous, Ending::Won(mover))),
            (true, false) => Some((Cause::OneSideContiguous, Ending::Won(mover))),
            (false, true) => Some((Cause::OneSideContiguous, Ending::Won(self.side))),
            (false, false) => {
                let is_tie = self.plies >= 2 * self.limit;
                is_tie.then_some((Cause::MoveLimit, Ending::Tie))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{perft, played, texts};

    #[test]
    fn games_are_as_many_as_published() {
        assert_eq!(counts(&LoaGame::start()), [36, 1_244, 44_952]);
        let later = played(LoaGame::start(), "b1-d3 a3-d3 f1-a1");
        assert_eq!(counts(&later), [41, 1_269, 50_423]);
    }

    fn counts(game: &LoaGame) -> [u64; 3] {
        [1, 2, 3].map(|depth| perft(game, depth))
    }

    #[test]
    fn a_piece_moves_as_far_as_its_line_is_full_over_its_own_pieces_only() {
        let rows =
            "--------\n--------\n--------\n--------\n--------\nb-b-----\n--------\nb--w----\n";
        let game = LoaGame::from_rows(rows, Side::Black).expect("a board");
        let from_a1: Vec<_> =
            texts(&game).into_iter().filter(|text| text.starts_with("a1")).collect();
        // Along the row two pieces, along the column two with one of our own there, along the
        // diagonal two with one of our own there.
        assert_eq!(from_a1, ["a1-c1"]);
        let from_c3: Vec<_> =
            texts(&game).into_iter().filter(|text| text.starts_with("c3")).collect();
        assert_eq!(from_c3, ["c3-b4", "c3-c2", "c3-c4", "c3-d2", "c3-e3", "c3-e5"]);
        let white = LoaGame::from_rows(rows, Side::White).expect("a board");
        assert_eq!(texts(&white), ["d1-b1", "d1-c2", "d1-d2", "d1-e2", "d1-f1"]);
    }

    #[test]
    fn an_enemy_in_the_way_stops_a_piece_and_one_on_the_target_is_taken() {
        let crossed = format!("{}b-------\nbww-----\n", "--------\n".repeat(6));
        let game = LoaGame::from_rows(&crossed, Side::Black).expect("a board");
        assert_eq!(texts(&game), ["a1-a3", "a1-b2", "a2-a4", "a2-b2", "a2-b3"]);
        let taken = format!("{}b-w-----\n", "--------\n".repeat(7));
        let game = LoaGame::from_rows(&taken, Side::Black).expect("a board");
        assert_eq!(texts(&game), ["a1-a2", "a1-b2", "a1-c1"]);
        assert_eq!(played(game, "a1-c1").rows(), taken.replace("b-w", "--b"));
    }

    #[test]
    fn a_side_that_can_move_no_piece_passes() {
        let rows = format!("{}ww------\nbw------\n", "--------\n".repeat(6));
        let game =
            LoaGame::from_rows(&rows.replace("--\nww", "-w\nww"), Side::Black).expect("a board");
        assert_eq!(texts(&game), ["pass"]);
        assert_eq!(played(game.clone(), "pass").rows(), game.rows());
    }

    #[test]
    fn the_mover_wins_if_both_sides_are_contiguous_and_the_other_if_only_it_is() {
        let rows =
            "--------\n--------\n--------\n--------\n--------\n--------\nb-------\nb---ww--\n";
        assert_eq!(ending_of(rows, Side::White), Some(Ending::Won(Side::Black)));
        assert_eq!(ending_of(rows, Side::Black), Some(Ending::Won(Side::White)));
        let apart = rows.replace("ww--", "w-w-");
        let game = LoaGame::from_rows(&apart, Side::Black).expect("a board");
        assert_eq!(game.ending(), Some(Ending::Won(Side::Black)));
    }

    fn ending_of(rows: &str, side: Side) -> Option<Ending> {
        LoaGame::from_rows(rows, side).expect("a board").ending()
    }

    #[test]
    fn the_sixtieth_move_without_a_winner_makes_a_tie() {
        let there_and_back = "b1-b3 a5-c5 b3-b1 c5-a5 ";
        let game = played(LoaGame::start(), &there_and_back.repeat(15)[..15 * 24 - 6]);
        assert_eq!(game.ending(), None);
        assert_eq!(played(game, "c5-a5").ending(), Some(Ending::Tie));
    }

    #[test]
    fn another_limit_may_be_set_while_it_is_not_reached() {
        let mut game = played(LoaGame::start(), "b1-b3 a5-c5 b3-b1");
        assert!(!game.limit(1) && game.limit(2));
        assert_eq!(game.end(), None);
        let mut game = played(game, "c5-a5");
        assert_eq!(game.end(), Some((Cause::MoveLimit, Ending::Tie)));
        assert!(!game.limit(2) && game.limit(3));
        assert_eq!(game.end(), None);
    }
}
