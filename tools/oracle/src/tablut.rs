//! Tablut as the course plays it: Black's Muscovites move first, White's king wants to the edge.
//!
//! The functions are in the order of the assignment's sentences, and quote them.

use crate::board::{Board, Letter, ORTHOGONAL, Offset, Square};
use crate::{Cause, Ending, Oracle, Side};
use std::fmt;

const START: &str = "---BBB---\n----B----\n----W----\nB---W---B\nBBWWKWWBB\n\
                     B---W---B\n----W----\n----B----\n---BBB---\n";
/// The middle square, e5.
const THRONE: Square = Square { column: 4, row: 4 };

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Cell {
    Empty,
    Muscovite,
    Swede,
    King,
}

impl Cell {
    fn owner(self) -> Option<Side> {
        match self {
            Self::Empty => None,
            Self::Muscovite => Some(Side::Black),
            Self::Swede | Self::King => Some(Side::White),
        }
    }
}

impl Letter for Cell {
    fn read(letter: char) -> Option<Self> {
        match letter {
            '-' => Some(Self::Empty),
            'B' => Some(Self::Muscovite),
            'W' => Some(Self::Swede),
            'K' => Some(Self::King),
            _ => None,
        }
    }

    fn letter(self) -> char {
        match self {
            Self::Empty => '-',
            Self::Muscovite => 'B',
            Self::Swede => 'W',
            Self::King => 'K',
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Move {
    pub from: Square,
    pub to: Square,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let to = self.to.to_string();
        let (column, row) = to.split_at(1);
        let end = if self.from.column == self.to.column { row } else { column };
        write!(f, "{}-{end}", self.from)
    }
}

/// A game of Tablut with all its earlier positions.
#[derive(Clone, Debug)]
pub struct TablutGame {
    board: Board<Cell, 9>,
    side: Side,
    /// Boards and sides to move before the latest move.
    earlier: Vec<(Board<Cell, 9>, Side)>,
    /// Moves that each side may make, if that was said.
    limit: Option<u32>,
}

impl TablutGame {
    /// "Any number of squares orthogonally. Pieces may not jump over each other or land on top of
    /// another piece. No piece other than the king may land on the throne, although any piece may
    /// pass through it when it is empty."
    fn targets(&self, from: Square, piece: Cell) -> Vec<Square> {
        let mut targets = Vec::new();
        for direction in ORTHOGONAL {
            let mut to = from.step(direction, 1);
            while self.board.get(to) == Some(Cell::Empty) {
                if to != THRONE || piece == Cell::King {
                    targets.push(to);
                }
                to = to.step(direction, 1);
            }
        }
        targets
    }

    /// "A square is hostile if it contains an enemy piece, or if it is the throne square and is
    /// empty (that is, it is hostile to both white and black pieces). The occupied throne is also
    /// hostile to white pieces when three of the four squares surrounding it are occupied by black
    /// pieces."
    fn is_hostile(&self, square: Square, victim: Side) -> bool {
        let Some(cell) = self.board.get(square) else { return false };
        if cell == Cell::Empty {
            return square == THRONE;
        }
        let is_enemy = cell.owner() == Some(victim.other());
        let is_besieged = square == THRONE && self.muscovites_around_throne() >= 3;
        is_enemy || victim == Side::White && is_besieged
    }

    fn muscovites_around_throne(&self) -> usize {
        let around = ORTHOGONAL.map(|direction| self.board.get(THRONE.step(direction, 1)));
        around.into_iter().filter(|&cell| cell == Some(Cell::Muscovite)).count()
    }

    /// "A piece other than the king is captured when, as a result of an enemy move to an
    /// orthogonally adjacent square, the piece is enclosed on two opposite sides by hostile
    /// squares." The move encloses along the line from the piece that moved; on the other line
    /// nothing results from it.
    ///
    /// "The king is captured like other pieces except when he is on the throne square or on one of
    /// the four squares orthogonally adjacent to the throne. In that case, the king is captured
    /// only when surrounded on all four sides by hostile squares."
    fn is_captured(&self, square: Square, from_mover: Offset) -> bool {
        let Some(piece) = self.board.get(square) else { return false };
        let Some(owner) = piece.owner().filter(|&owner| owner == self.side.other()) else {
            return false;
        };
        let is_hostile = |direction| self.is_hostile(square.step(direction, 1), owner);
        let (columns, rows) = from_mover;
        if piece == Cell::King && is_throne_or_beside(square) {
            ORTHOGONAL.into_iter().all(is_hostile)
        } else {
            is_hostile(from_mover) && is_hostile((-columns, -rows))
        }
    }

    /// Moves of both sides so far.
    fn plies(&self) -> u32 {
        u32::try_from(self.earlier.len()).expect("a game that fits in memory")
    }

    fn king(&self) -> Option<Square> {
        Board::<Cell, 9>::squares().find(|&square| self.board.get(square) == Some(Cell::King))
    }
}

fn is_throne_or_beside(square: Square) -> bool {
    square == THRONE || ORTHOGONAL.into_iter().any(|way| square == THRONE.step(way, 1))
}

fn is_edge(square: Square) -> bool {
    [square.column, square.row].into_iter().any(|number| number == 0 || number == 8)
}

impl Oracle for TablutGame {
    type Move = Move;

    fn start() -> Self {
        Self::from_rows(START, Side::Black).expect("the start is a board")
    }

    fn from_rows(rows: &str, side: Side) -> Option<Self> {
        Board::from_rows(rows).map(|board| Self { board, side, earlier: Vec::new(), limit: None })
    }

    fn rows(&self) -> String {
        self.board.rows()
    }

    fn side_to_move(&self) -> Side {
        self.side
    }

    fn moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        for from in Board::<Cell, 9>::squares() {
            if let Some(piece) = self.board.get(from)
                && piece.owner() == Some(self.side)
            {
                moves.extend(self.targets(from, piece).into_iter().map(|to| Move { from, to }));
            }
        }
        moves
    }

    /// Captures are decided on the board after the move, before any piece is removed.
    fn play(&mut self, chosen: Move) {
        self.earlier.push((self.board.clone(), self.side));
        let piece = self.board.get(chosen.from).expect("a square of the board");
        self.board.set(chosen.from, Cell::Empty);
        self.board.set(chosen.to, piece);
        let neighbors = ORTHOGONAL.map(|direction| (chosen.to.step(direction, 1), direction));
        let captured =
            neighbors.map(|(square, way)| self.is_captured(square, way).then_some(square));
        for square in captured.into_iter().flatten() {
            self.board.set(square, Cell::Empty);
        }
        self.side = self.side.other();
    }

    /// "Make N be the maximum number of moves that a player may make during the current game." What
    /// was reached already is refused.
    fn limit(&mut self, moves: u32) -> bool {
        let is_allowed = 2 * moves > self.plies();
        if is_allowed {
            self.limit = Some(moves);
        }
        is_allowed
    }

    /// "The white side wins if the king reaches one of the edges of the board." "A side also loses
    /// when it has no legal moves on its turn, or if its move returns the board to a previous
    /// position (same pieces in the same places and the same side to move)." With a limit, "a
    /// player loses if the game has not ended by the time he must make his (N+1)st move".
    fn end(&self) -> Option<(Cause, Ending)> {
        let mover = self.side.other();
        let Some(king) = self.king() else {
            return Some((Cause::KingCaptured, Ending::Won(Side::Black)));
        };
        if is_edge(king) {
            return Some((Cause::KingOnEdge, Ending::Won(Side::White)));
        }
        if self.earlier.iter().any(|(board, side)| *board == self.board && *side == self.side) {
            return Some((Cause::Repetition, Ending::Won(self.side)));
        }
        if self.moves().is_empty() {
            return Some((Cause::NoMove, Ending::Won(mover)));
        }
        let is_spent = self.limit.is_some_and(|limit| self.plies() >= 2 * limit);
        is_spent.then_some((Cause::MoveLimit, Ending::Won(mover)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{perft, played};

    /// A board with the pieces that are named, for example `Bd5`, and `side` to move.
    fn board(side: Side, pieces: &str) -> TablutGame {
        let empty = "---------\n".repeat(9);
        let mut game = TablutGame::from_rows(&empty, side).expect("a board");
        for piece in pieces.split_whitespace() {
            let mut letters = piece.chars();
            let cell = letters.next().and_then(Cell::read).expect(piece);
            let square = Board::<Cell, 9>::squares()
                .find(|square| square.to_string() == letters.as_str())
                .expect(piece);
            game.board.set(square, cell);
        }
        game
    }

    fn taken(game: &TablutGame, text: &str) -> usize {
        pieces(game) - pieces(&played(game.clone(), text))
    }

    fn pieces(game: &TablutGame) -> usize {
        game.rows().matches(['B', 'W', 'K']).count()
    }

    #[test]
    fn games_are_as_many_as_published() {
        assert_eq!(counts(&TablutGame::start()), [80, 4_400]);
        let later = played(TablutGame::start(), "i6-f f5-2 h5-3 e7-f h3-f e5-f");
        assert_eq!(counts(&later), [73, 3_901]);
        assert_eq!(perft(&TablutGame::start(), 3), 353_200);
    }

    fn counts(game: &TablutGame) -> [u64; 2] {
        [1, 2].map(|depth| perft(game, depth))
    }

    #[test]
    fn the_last_move_of_the_figure_captures() {
        let game = played(TablutGame::start(), "i6-g d5-7");
        assert_eq!(taken(&game, "i4-g"), 1);
    }

    #[test]
    fn only_the_king_stops_on_the_throne_and_all_pass_it_while_it_is_empty() {
        let game = board(Side::White, "Kc5 Wd5 We2 Ba1");
        let texts = crate::texts(&game);
        assert!(texts.contains(&"d5-f".into()) && !texts.contains(&"d5-e".into()));
        assert!(texts.contains(&"e2-9".into()) && !texts.contains(&"e2-5".into()));
        let king = board(Side::White, "Kc5 We2 Ba1");
        assert!(crate::texts(&king).contains(&"c5-e".into()));
    }

    #[test]
    fn a_piece_is_captured_by_the_move_that_encloses_it_and_by_no_other() {
        assert_eq!(taken(&board(Side::Black, "Kg7 Wb2 Ba2 Bc9"), "c9-2"), 1);
        assert_eq!(taken(&board(Side::White, "Kg7 Wb9 Ba2 Bc2"), "b9-2"), 0);
        assert_eq!(taken(&board(Side::Black, "Kg7 Wb2 Ba2 Bc2 Bb9"), "b9-3"), 0);
        assert_eq!(taken(&board(Side::Black, "Kg7 Wb1 Wc2 Wb3 Ba2 Bb4 Bd2 Bb9 Bh2"), "h2-g"), 0);
    }

    #[test]
    fn one_move_captures_up_to_three_pieces() {
        assert_eq!(taken(&board(Side::Black, "Kg8 Wb4 Wc3 Wd4 Ba4 Be4 Bc2 Bc9"), "c9-4"), 3);
    }

    #[test]
    fn the_empty_throne_is_hostile_to_both_sides_and_the_edge_to_nobody() {
        assert_eq!(taken(&board(Side::Black, "Kg7 Wd5 Bc9"), "c9-5"), 1);
        assert_eq!(taken(&board(Side::White, "Kg7 Bd5 Wc9"), "c9-5"), 1);
        assert_eq!(taken(&board(Side::Black, "Kg7 Wa2 Bb9"), "b9-2"), 0);
    }

    #[test]
    fn the_throne_with_the_king_is_hostile_to_white_when_three_neighbors_are_black() {
        assert_eq!(taken(&board(Side::Black, "Ke5 Wd5 Be4 Be6 Bf5 Bc9"), "c9-5"), 1);
        assert_eq!(taken(&board(Side::Black, "Ke5 Wd5 Be4 Be6 Bc9"), "c9-5"), 0);
    }

    #[test]
    fn the_king_is_taken_by_four_at_the_throne_and_by_two_elsewhere() {
        let won = Some(Ending::Won(Side::Black));
        assert_eq!(ending_after("Ke5 Be4 Be6 Bf5 Bd9", "d9-5"), won);
        assert_eq!(ending_after("Ke5 Be4 Be6 Bd9", "d9-5"), None);
        assert_eq!(ending_after("Kd5 Bd4 Bd6 Bc9", "c9-5"), won);
        assert_eq!(ending_after("Kd5 Bd4 Bc9", "c9-5"), None);
        assert_eq!(ending_after("Kd5 Bd4 Bd9", "d9-6"), None);
        assert_eq!(ending_after("Kc5 Bc4 Bc9", "c9-6"), won);
    }

    fn ending_after(pieces: &str, text: &str) -> Option<Ending> {
        played(board(Side::Black, pieces), text).ending()
    }

    #[test]
    fn the_king_wins_on_the_edge() {
        let game = played(board(Side::White, "Kc5 Bh8"), "c5-a");
        assert_eq!(game.ending(), Some(Ending::Won(Side::White)));
    }

    #[test]
    fn a_repeated_position_loses_for_the_mover_and_the_start_counts() {
        let game = played(TablutGame::start(), "d1-c e4-d c1-d");
        assert_eq!(game.ending(), None);
        assert_eq!(played(game, "d4-e").ending(), Some(Ending::Won(Side::Black)));
    }

    #[test]
    fn the_side_that_would_have_to_move_after_the_limit_has_lost() {
        let mut game = played(TablutGame::start(), "d1-c e4-d c1-b");
        assert!(!game.limit(1) && game.limit(2));
        assert_eq!(game.end(), None);
        let ended = played(game, "d4-c").end();
        assert_eq!(ended, Some((Cause::MoveLimit, Ending::Won(Side::White))));
    }

    #[test]
    fn a_side_without_a_move_has_lost() {
        let game = board(Side::Black, "Kg7 Ba1 Wa2 Wb1");
        assert_eq!(game.ending(), Some(Ending::Won(Side::White)));
    }
}
