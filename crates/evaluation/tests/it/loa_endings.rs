//! Ends of games of Lines of Action that the board does not show, as the search sees them.

use evaluation::loa::LoaEvaluator;
use games::board::Side;
use games::loa::{Move, Position};
use games::{Game, Notation};
use search::{DepthLimit, Evaluator, KeyHistory, Ply, SearchReport, TranspositionTable, search};

/// The position drawn by eight rows without blanks, the top one first.
fn board(rows: &str, side: Side) -> Position {
    let spaced: String = rows.chars().flat_map(|cell| [cell, ' ']).collect();
    Position::read_board(&spaced.replace('/', "\n"), side).expect("a board")
}

fn searched(position: &Position, turns: u16, depth: i16) -> SearchReport<Move> {
    let history = KeyHistory::starting_at(position, turns);
    let mut table = TranspositionTable::with_bytes(1 << 16);
    search(position, history, &mut table, &mut DepthLimit(depth), &mut LoaEvaluator)
        .expect("a move")
}

#[test]
fn the_sixtieth_turn_without_a_winner_is_a_draw() {
    assert_eq!(Position::QUIET_LIMIT, Some(60));
    let start = Position::start();
    assert_ne!(searched(&start, 0, 3).progress.score.units(), 0);
    assert_eq!(searched(&start, 57, 3).progress.score.units(), 0, "the third turn from here is it");
}

#[test]
fn a_win_on_the_last_turn_is_a_win() {
    // Black joins its pieces by b1-b3 or with the other one.
    let rows = "--------/--------/-------w/--------/-bb-----/--------/w-------/-b------";
    let position = board(rows, Side::Black);
    let report = searched(&position, 58, 2);
    assert_eq!(report.progress.score.plies_to_end(), Some(1), "{:?}", report.best);
}

/// No game brings such boards about, but a user can set them up.
#[test]
fn a_side_without_pieces_can_be_evaluated_and_may_pass() {
    let rows = "--------/--------/-----w--/--------/--------/--------/--------/w-------";
    for position in Side::ALL.map(|side| board(rows, side)) {
        assert!(LoaEvaluator.null_move(&position).is_some());
        assert!(!LoaEvaluator.evaluate(&position, Ply::ROOT).is_decisive());
    }
    assert!(!LoaEvaluator.evaluate(&Position::EMPTY, Ply::ROOT).is_decisive());
}
