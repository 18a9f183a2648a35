//! The fallback: a legal move that is not absurd, found in microseconds by looking one ply ahead.
//!
//! It is on disk before any search begins, and it is played if there is no time for one.

use games::{MoveHints, Outcome};
use search::{Evaluator, Ply, Score};
use std::cmp::Reverse;

/// The legal move after which the static evaluation is worst for the opponent, its best capture
/// included; before all others one that leaves the opponent without a legal move. `None` if there
/// is no legal move.
pub fn fallback_move<G: MoveHints>(
    position: &G,
    evaluator: &mut impl Evaluator<G>,
) -> Option<G::Move> {
    // The first of the best: of equal ones `max_by_key` would take the last.
    let scored = scored_moves(position, evaluator).into_iter();
    scored.min_by_key(|&(_, score)| Reverse(score)).map(|(mv, _)| mv)
}

/// The legal moves and their scores one ply ahead, for us: the static evaluation after the
/// opponent's best capture, if it has one.
pub fn scored_moves<G: MoveHints>(
    position: &G,
    evaluator: &mut impl Evaluator<G>,
) -> Vec<(G::Move, Score)> {
    let moves = position.move_list();
    moves.into_iter().map(|mv| (mv, -opponents_score(&position.play(mv), evaluator))).collect()
}

/// The score of a position for its side to move: after its best capture, if it has one.
fn opponents_score<G: MoveHints>(position: &G, evaluator: &mut impl Evaluator<G>) -> Score {
    match position.outcome() {
        Some(Outcome::Loss) => return Score::MIN,
        Some(Outcome::Win) => return Score::MAX,
        Some(Outcome::Draw) => return Score::DRAW,
        None if position.count_moves() == 0 => return Score::MIN,
        None => {}
    }
    let mut noisy = Vec::new();
    position.noisy_moves(&mut noisy);
    let after_noisy =
        noisy.into_iter().map(|mv| -evaluator.evaluate(&position.play(mv), Ply::ROOT));
    match after_noisy.max() {
        Some(best) => best,
        None => evaluator.evaluate(position, Ply::ROOT),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use evaluation::checkers::CheckersEvaluator;
    use games::Game;
    use games::board::Side;
    use games::checkers::Position;

    #[test]
    fn it_does_not_offer_a_man_for_nothing() {
        // c3-d4 would be captured by e5; everything else is safe.
        let rows = "......../......../......../....b.../......../..w...w./......../........";
        let position = Position::from_rows(rows.split('/'), Side::White).expect("a board");
        let mv = fallback_move(&position, &mut CheckersEvaluator::built_in()).expect("a move");
        assert_ne!((mv.from().to_string().as_str(), mv.to().to_string().as_str()), ("c3", "d4"));
    }

    #[test]
    fn it_prefers_to_leave_the_opponent_without_a_move() {
        // Black's man on h4 can go to g3 alone; White can go there first.
        let rows = "......../......../......../......../.......b/......../.....w.w/w.......";
        let position = Position::from_rows(rows.split('/'), Side::White).expect("a board");
        let mv = fallback_move(&position, &mut CheckersEvaluator::built_in()).expect("a move");
        assert_eq!(position.play(mv).count_moves(), 0, "{mv:?}");
    }

    #[test]
    fn without_a_legal_move_there_is_no_fallback() {
        let rows = ".b....../......../......../......../......../......../......../........";
        let position = Position::from_rows(rows.split('/'), Side::White).expect("a board");
        assert_eq!(fallback_move(&position, &mut CheckersEvaluator::built_in()), None);
    }
}
