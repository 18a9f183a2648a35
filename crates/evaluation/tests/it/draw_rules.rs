//! The draw rules inside the search, at their exact limits.

use evaluation::checkers::CheckersEvaluator;
use games::board::Side;
use games::checkers::Position;
use search::{DepthLimit, KeyHistory, Ply, Score, TranspositionTable, search};

const LIMIT: u16 = 50;

/// White is a king ahead; neither side can capture at once.
const AHEAD: &str = "......../......../...B..../......../.......W/..W...../......../........";
/// White shuts the last man in by a1-b2, a quiet move.
const SHUTS_IN: &str = "......../......../......../......../......../b......./......../W.w.....";

fn score(rows: &str, quiet: u16, depth: i16) -> Score {
    score_where_draws_count(Score::DRAW, rows, quiet, depth)
}

/// The score where a draw is worth this to White.
fn score_where_draws_count(draw: Score, rows: &str, quiet: u16, depth: i16) -> Score {
    let position = Position::from_rows(rows.split('/'), Side::White).expect("a board");
    let mut table = TranspositionTable::with_bytes(1 << 20);
    let history = KeyHistory::starting_at(&position, quiet).doubting_the_limit();
    let (history, control) = (history.valuing_draws(draw), &mut DepthLimit(depth));
    let mut evaluator = CheckersEvaluator::built_in();
    let report = search(&position, history, &mut table, control, &mut evaluator);
    report.expect("a move").progress.score
}

#[test]
fn the_fiftieth_quiet_turn_is_a_draw_in_the_search() {
    assert!(score(AHEAD, 0, 6) > Score::from_eval(50));
    assert_eq!(score(AHEAD, LIMIT - 2, 6), Score::DRAW, "the reply is the fiftieth quiet turn");
    assert_eq!(score(AHEAD, LIMIT - 3, 6), Score::DRAW, "nothing can be captured in three turns");
    assert!(score(AHEAD, LIMIT - 3, 2) > Score::from_eval(50), "out of sight at two plies");
}

/// A drawn game may be won on the clock, or lost.
#[test]
fn the_draw_by_quiet_turns_is_worth_what_a_draw_is_worth() {
    for worth in [-40, 0, 40].map(Score::from_eval) {
        for quiet in [LIMIT - 2, LIMIT - 3] {
            assert_eq!(score_where_draws_count(worth, AHEAD, quiet, 6), worth, "{quiet}");
        }
        let in_sight = score_where_draws_count(worth, AHEAD, 0, 6);
        assert_eq!(in_sight, score(AHEAD, 0, 6), "a draw far away");
    }
}

/// Where every quiet move is the same draw by our count, a referee that counts otherwise goes on:
/// the moves are rated as if there were no count.
#[test]
fn at_the_limit_and_beyond_the_count_is_forgotten() {
    for quiet in [LIMIT - 1, LIMIT, LIMIT + 30] {
        assert_eq!(score(AHEAD, quiet, 6), score(AHEAD, 0, 6), "{quiet} quiet turns");
    }
}

#[test]
fn a_win_on_the_fiftieth_quiet_turn_is_a_win() {
    let won = Score::win_in(Ply::new(1));
    assert_eq!(score(SHUTS_IN, 0, 4), won);
    assert_eq!(score(SHUTS_IN, LIMIT - 1, 4), won);
}
