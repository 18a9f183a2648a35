//! The static evaluation: the king's safety, how open the board is for him, the pieces left and
//! where they stand.
//!
//! All terms are White's point of view. They are what players of tafl games look at: the king's
//! open lines (one is a threat, two win), the net around him, the guards, the quarters of the board
//! that Black has left open. Contract: the same for all eight symmetries of the board, and never a
//! mate or tablebase score; certain wins within the next moves get a large value, for the search to
//! prove.

use crate::tablut::lines::{OpenLines, exits, reach_of_all, spread};
use crate::tablut::weights;
use games::Game;
use games::board::{Side, rook_reach};
use games::tablut::board::{Board, CASTLE};
use games::tablut::captures::{king_capturing_squares, ways_out_of_castle};
use games::tablut::movegen::slide_from;
use games::tablut::position::Position;
use games::tablut::rules::THRONE;
use games::tablut::squares::{SIZE, Square, SquareSet, neighbors};
use search::Score;

/// The evaluation of a position for the side to move, in units of the score.
#[inline]
pub fn evaluate(position: &Position) -> Score {
    let board = position.board();
    let Some(king) = board.king() else { return Score::DRAW };
    let view = KingView::of(board, king);
    let lasting = weights::EVEN + material(board) + places(board, king) + quarters(board);
    let balance = lasting + view.king_and_net() + view.openness() / 10;
    Score::from_eval(match position.side_to_move() {
        Side::White => weights::TURN + balance + view.with_white_to_move(),
        Side::Black => weights::TURN - balance - view.with_black_to_move(),
    })
}

/// May a search try a null move? Not where the king has a clear line: White wins by taking it, and
/// Black must answer. And not where Black has enclosed him: then zugzwang is common, since
/// repetition loses.
#[inline]
pub fn allows_null_move(position: &Position) -> bool {
    let board = position.board();
    let free = board.king().filter(|&king| !OpenLines::of(board).one.has(king));
    free.is_some() && !exits(board).is_empty()
}

/// The board around the king, as several terms need it.
struct KingView<'a> {
    board: &'a Board,
    king: Square,
    lines: OpenLines,
    /// The squares that the king can reach.
    reach: SquareSet,
}

impl<'a> KingView<'a> {
    #[inline]
    fn of(board: &'a Board, king: Square) -> Self {
        let reach = rook_reach(king, board.occupied());
        KingView { board, king, lines: OpenLines::of(board), reach }
    }

    /// Certain wins of the king.
    #[inline]
    fn with_white_to_move(&self) -> i32 {
        if self.lines.one.has(self.king) {
            return weights::WINS_AT_ONCE;
        }
        // Without a Muscovite near him, none can capture him with one move.
        let safe = self.reach - spread(self.board.muscovites());
        if safe.meets(self.lines.two) { weights::FORKS_NEXT } else { 0 }
    }

    /// White's threats, which Black has to answer unless it can capture the king.
    #[inline]
    fn with_black_to_move(&self) -> i32 {
        if self.can_capture_king() {
            weights::KING_CAPTURED
        } else if self.lines.two.has(self.king) {
            weights::FORKS
        } else if self.lines.one.has(self.king) {
            weights::THREAT
        } else {
            0
        }
    }

    /// Can Black, to move, capture the king?
    #[inline]
    fn can_capture_king(&self) -> bool {
        let muscovites = self.board.muscovites();
        let mut squares = king_capturing_squares(self.board).without(THRONE).into_iter();
        squares.any(|to| !slide_from(muscovites, to, self.board).is_empty())
    }

    /// The king's safety, and how close Black's net is.
    #[inline]
    fn king_and_net(&self) -> i32 {
        let near = match (neighbors(self.king) & self.board.muscovites()).count() {
            0 | 1 => 0,
            2 => weights::TWO_AT_KING,
            _ => weights::THREE_AT_KING,
        };
        let castle = match CASTLE.has(self.king) {
            true if ways_out_of_castle(self.board).count() == 1 => {
                weights::IN_CASTLE + weights::LAST_WAY_OUT
            }
            true => weights::IN_CASTLE,
            false => 0,
        };
        near + castle
    }

    /// The openness of the board for White, in tenths.
    #[inline]
    fn openness(&self) -> i32 {
        let occupied = self.board.occupied();
        let second = reach_of_all(self.reach, !occupied) - self.reach;
        let swedes = self.board.swedes().into_iter();
        let mobility: u32 = swedes.map(|swede| rook_reach(swede, occupied).count()).sum();
        weights::SECOND_STEP * second.count() as i32
            + weights::MOBILITY * mobility as i32
            + weights::CLEAR * self.lines.one.count() as i32
            + weights::CLEAR_TWICE * self.lines.two.count() as i32
            + weights::EXIT * exits(self.board).count() as i32
    }
}

#[inline]
fn material(board: &Board) -> i32 {
    let (swedes, muscovites) = (board.swedes().count(), board.muscovites().count());
    weights::SWEDE * swedes as i32 + weights::MUSCOVITE * muscovites as i32
}

/// Quarters of the board that Black has left open.
#[inline]
fn quarters(board: &Board) -> i32 {
    QUARTERS
        .into_iter()
        .map(|quarter| match (quarter & board.muscovites()).count() {
            0 => weights::EMPTY_QUARTER,
            1 => weights::THIN_QUARTER,
            _ => 0,
        })
        .sum()
}

#[inline]
fn places(board: &Board, king: Square) -> i32 {
    sum(board.muscovites(), &MUSCOVITES)
        + sum(board.swedes(), &SWEDES)
        + i32::from(KING[king.index()])
}

fn sum(squares: SquareSet, places: &[i16; Square::COUNT]) -> i32 {
    squares.into_iter().map(|square| i32::from(places[square.index()])).sum()
}

static MUSCOVITES: [i16; Square::COUNT] = unfolded(&weights::MUSCOVITES);
static SWEDES: [i16; Square::COUNT] = unfolded(&weights::SWEDES);
static KING: [i16; Square::COUNT] = unfolded(&weights::KING);

/// Piece-square table of the whole board from that of one eighth.
const fn unfolded(places: &weights::Places) -> [i16; Square::COUNT] {
    let mut table = [0; Square::COUNT];
    let mut index = 0;
    while index < Square::COUNT {
        let square = Square::from_index(index);
        let files = square.file().abs_diff(SIZE / 2);
        let ranks = square.rank().abs_diff(SIZE / 2);
        let (far, near) = if files > ranks { (files, ranks) } else { (ranks, files) };
        table[index] = places[far][near] as i16;
        index += 1;
    }
    table
}

/// The four corners of 4 by 4 squares.
const QUARTERS: [SquareSet; 4] = {
    let mut quarters = [SquareSet::EMPTY; 4];
    let mut index = 0;
    while index < Square::COUNT {
        let square = Square::from_index(index);
        let (east, north) = (square.file() > SIZE / 2, square.rank() > SIZE / 2);
        if square.file() != SIZE / 2 && square.rank() != SIZE / 2 {
            let quarter = east as usize + 2 * north as usize;
            quarters[quarter] = quarters[quarter].with(square);
        }
        index += 1;
    }
    quarters
};

#[cfg(test)]
mod tests {
    use super::*;
    use games::tablut::board::Piece;
    use games::tablut::sketch::sketch;
    use games::{Outcome, Walker};

    /// Positions of random games that are not over.
    fn positions(seeds: u64) -> impl Iterator<Item = Position> {
        let games = (0..seeds).flat_map(|seed| Walker::new(seed).game(Position::start(), 150));
        games.filter(|position| position.outcome().is_none())
    }

    fn mapped(position: &Position, to: impl Fn(Square) -> Option<Square>) -> Position {
        let mapped = Square::all().fold(Position::EMPTY, |mapped, from| {
            mapped.with_piece(to(from).expect("on the board"), position.board().at(from))
        });
        mapped.with_side_to_move(position.side_to_move())
    }

    #[test]
    fn all_reflections_of_a_board_are_worth_the_same() {
        for position in positions(40) {
            let flipped = mapped(&position, |from| Square::at(SIZE - 1 - from.file(), from.rank()));
            let turned = mapped(&position, |from| Square::at(from.rank(), from.file()));
            assert_eq!(evaluate(&position), evaluate(&flipped), "{position:?}");
            assert_eq!(evaluate(&position), evaluate(&turned), "{position:?}");
        }
    }

    /// Can the side to move force a win within `plies` plies, repetitions ignored?
    fn wins_within(position: &Position, plies: u32) -> bool {
        match position.outcome() {
            Some(outcome) => outcome == Outcome::Win,
            None => plies > 0 && replies(position).iter().any(|next| loses_within(next, plies - 1)),
        }
    }

    fn loses_within(position: &Position, plies: u32) -> bool {
        match position.outcome() {
            Some(outcome) => outcome == Outcome::Loss,
            None => plies > 0 && replies(position).iter().all(|next| wins_within(next, plies - 1)),
        }
    }

    fn replies(position: &Position) -> Vec<Position> {
        let moves = position.move_list();
        moves.into_iter().map(|mv| position.play(mv)).collect()
    }

    #[test]
    fn wins_reported_as_certain_are_certain() {
        let mut called = [0; 4];
        for position in positions(60) {
            let king = position.board().king().expect("the game is not over");
            let view = KingView::of(position.board(), king);
            let (kind, certain) = match position.side_to_move() {
                Side::White => match view.with_white_to_move() {
                    weights::WINS_AT_ONCE => (0, wins_within(&position, 1)),
                    weights::FORKS_NEXT => (1, wins_within(&position, 3)),
                    _ => continue,
                },
                Side::Black => match view.with_black_to_move() {
                    weights::KING_CAPTURED => (2, wins_within(&position, 1)),
                    weights::FORKS => (3, loses_within(&position, 2)),
                    _ => continue,
                },
            };
            assert!(certain, "{kind} in {position:?}");
            called[kind] += 1;
        }
        assert!(called.iter().all(|&times| times >= 5), "{called:?}");
    }

    #[test]
    fn a_win_with_the_next_move_is_never_missed() {
        for position in positions(20) {
            if wins_within(&position, 1) {
                let least = weights::FORKS_NEXT / 2;
                assert!(evaluate(&position).units() > least, "{position:?}");
            }
        }
    }

    #[test]
    fn no_null_move_on_a_clear_line_or_in_a_closed_net() {
        assert_eq!(may("Ke3 We4 Be2 Bc3 Bg3"), [true; 2]);
        assert_eq!(may("Ke3 We4 Be2 Bc3"), [false; 2]);
        assert_eq!(may("Ke5 Be8 Bd7 Bc6 Bb5 Bc4 Bd3 Be2 Bf3 Bg4 Bh5 Bg6 Bf7"), [false; 2]);
        assert!(allows_null_move(&Position::start()));
    }

    fn may(pieces: &str) -> [bool; 2] {
        Side::ALL.map(|side| allows_null_move(&sketch(pieces, side)))
    }

    #[test]
    fn guards_are_good_for_white_and_hunters_for_black() {
        for position in positions(20).step_by(5) {
            for (piece, better) in [(Piece::Swede, 1), (Piece::Muscovite, -1)] {
                let empty = !position.board().occupied();
                let more = empty.first().map(|square| position.with_piece(square, Some(piece)));
                let more = more.expect("there are empty squares");
                assert!(better * (material_of(&more) - material_of(&position)) > 0);
            }
        }
    }

    fn material_of(position: &Position) -> i32 {
        material(position.board())
    }

    #[test]
    fn a_net_closed_around_the_king_is_bad_for_white() {
        let open = "Ke5 We4 We6 Wd5 Wf5 Ba5 Bi5 Be1 Be9 Bb2 Bb8 Bh2 Bh8";
        let closed = "Ke5 We4 We6 Wd5 Wf5 Bc5 Bg5 Be3 Be7 Bd4 Bd6 Bf4 Bf6";
        assert!(value_for_white(closed) < value_for_white(open));
    }

    fn value_for_white(pieces: &str) -> Score {
        evaluate(&sketch(pieces, Side::White))
    }
}
