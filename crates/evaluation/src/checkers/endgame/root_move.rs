//! The move at a root inside the DTC table: the table is probed one move ahead, without a search.
//!
//! The winner plays for the nearest conversion (capture or crowning) that keeps the win:
//! conversions cannot be undone, while WDL alone would let it go round in circles until the game is
//! drawn by the quiet-turn limit. The loser delays the conversion. In a drawn position every move
//! that keeps the draw is equal against an opponent with the same tables; so the one is played to
//! which the largest share of replies loses.

use crate::checkers::endgame::dtc::probe::DtcProbe;
use crate::checkers::endgame::tablebases::{DTC_PIECES, Tablebases};
use crate::checkers::hand_crafted::evaluate;
use games::board::Key;
use games::checkers::moves::Move;
use games::checkers::position::Position;
use games::checkers::rules::REPETITION;
use games::{Game, Outcome, Repetition};
use std::cmp::Reverse;

/// The counts of the draw rules so far.
pub struct DrawCounts<F> {
    /// Quiet turns (plies) that the game has left; `None` without a limit.
    pub turns_left: Option<u32>,
    /// Number of times that the position of a key has occurred.
    pub occurred: F,
}

/// The best move of a position of at most [`DTC_PIECES`] pieces; `None` for more pieces, without a
/// table and without a legal move.
pub fn best_move(
    tables: Tablebases<'_>,
    position: &Position,
    counts: &DrawCounts<impl Fn(Key) -> usize>,
) -> Option<Move> {
    let (best, moves) = best_result(tables, position, counts)?;
    let moves = moves.into_iter();
    let mut probe = tables.dtc_probe();
    match best {
        Outcome::Win => {
            moves.min_by_key(|&mv| win_order(position, mv, counts.turns_left, &mut probe))
        }
        Outcome::Loss => {
            let mut longest = 0;
            moves.min_by_key(|&mv| {
                let order = loss_order(tables, position, mv, longest, &mut probe);
                longest = longest.max(order.0.unwrap_or(0));
                Reverse(order)
            })
        }
        Outcome::Draw => moves.min_by_key(|&mv| {
            let child = position.play(mv);
            ((counts.occurred)(child.key()), Reverse(draw_order(tables, &child)))
        }),
    }
}

/// The moves that keep the draw in a drawn position of at most [`DTC_PIECES`] pieces; `None` if it
/// is won or lost, for more pieces, without a table and without a legal move.
pub fn drawing_moves(
    tables: Tablebases<'_>,
    position: &Position,
    counts: &DrawCounts<impl Fn(Key) -> usize>,
) -> Option<Vec<Move>> {
    let (best, moves) = best_result(tables, position, counts)?;
    (best == Outcome::Draw).then_some(moves)
}

/// The best result that a move leads to, the draw rules included, and all moves that lead to it. A
/// position beyond the limit of the tables is not known even if all its moves capture.
fn best_result(
    tables: Tablebases<'_>,
    position: &Position,
    counts: &DrawCounts<impl Fn(Key) -> usize>,
) -> Option<(Outcome, Vec<Move>)> {
    if position.count() > DTC_PIECES.min(tables.wdl().pieces() as u32) {
        return None;
    }
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let results: Option<Vec<_>> =
        moves.into_iter().map(|mv| Some((mv, result(tables, position, mv, counts)?))).collect();
    let results = results?;
    let best = [Outcome::Win, Outcome::Draw, Outcome::Loss]
        .into_iter()
        .find(|best| results.iter().any(|(_, result)| result == best))?;
    let moves = results.into_iter().filter(|&(_, result)| result == best).map(|(mv, _)| mv);
    Some((best, moves.collect()))
}

/// The result of a move for the side that plays it, the draw rules included; `None` if no table
/// holds it.
pub(super) fn result(
    tables: Tablebases<'_>,
    position: &Position,
    mv: Move,
    counts: &DrawCounts<impl Fn(Key) -> usize>,
) -> Option<Outcome> {
    let child = position.play(mv);
    let Repetition::Draws { occurrences } = REPETITION else { return None };
    let repeats = (counts.occurred)(child.key()) + 1 >= occurrences;
    let last_turn = counts.turns_left == Some(1) && !position.converts(mv);
    if repeats || (last_turn && child.can_move()) {
        return Some(Outcome::Draw);
    }
    tables.probe(&child).map(Outcome::for_opponent)
}

/// The order of a winning move, the smallest first: whether the conversion comes too late for the
/// quiet-turn limit or its distance is unknown; plies to the conversion; of two conversions the
/// pieces left, then plies to the one after.
///
/// The table counts in rounds of two plies: of two moves of which one is just in time and the other
/// a ply too late, the wrong one may be played. That needs a win without a single turn to spare.
fn win_order(
    position: &Position,
    mv: Move,
    turns_left: Option<u32>,
    probe: &mut DtcProbe<'_>,
) -> (bool, u32, u32, Option<u32>) {
    let child = position.play(mv);
    let after = probe.plies_to_conversion_when_lost(&child);
    let pieces = child.count();
    if position.converts(mv) {
        return (false, 1, pieces, after);
    }
    let plies = after.map_or(u32::MAX, |plies| plies + 1);
    let too_late = turns_left.is_some_and(|left| plies > left);
    (too_late, plies, pieces, None)
}

/// The order of a losing move, the largest first: plies to the conversion, exact only if not below
/// `longest`; then how few of the replies win.
fn loss_order(
    tables: Tablebases<'_>,
    position: &Position,
    mv: Move,
    longest: u32,
    probe: &mut DtcProbe<'_>,
) -> (Option<u32>, Reverse<usize>) {
    let child = position.play(mv);
    let plies = if position.converts(mv) {
        Some(0)
    } else {
        probe.plies_when_won_if_at_least(longest, &child)
    };
    let winning =
        replies(&child).filter(|after| tables.probe(after) == Some(Outcome::Loss)).count();
    (plies, Reverse(winning))
}

/// The order of a move that keeps the draw and leads to `child`, the largest first: the share of
/// the replies that lose, in thousandths, then our static evaluation.
fn draw_order(tables: Tablebases<'_>, child: &Position) -> (usize, i32) {
    let replies: Vec<_> = replies(child).collect();
    let losing = replies.iter().filter(|after| tables.probe(after) == Some(Outcome::Win)).count();
    (losing * 1_000 / replies.len().max(1), -evaluate(child).units())
}

/// The positions after each legal move.
fn replies(position: &Position) -> impl Iterator<Item = Position> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves.into_iter().map(|mv| position.play(mv))
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::board::Side;

    /// Three kings against one.
    const AHEAD: &str = "......../......../...B..../......../.......W/..W...../.....W../........";

    fn position(side: Side) -> Position {
        Position::from_rows(AHEAD.split('/'), side).expect("a board")
    }

    fn choice(position: &Position, turns_left: u32, repeated: Option<Key>) -> Move {
        let occurred = |key| if Some(key) == repeated { 2 } else { 0 };
        let counts = DrawCounts { turns_left: Some(turns_left), occurred };
        best_move(Tablebases::built_in(), position, &counts).expect("the tables know it")
    }

    #[test]
    fn the_winner_leaves_out_a_move_that_draws_by_repetition() {
        let position = position(Side::White);
        let best = choice(&position, 50, None);
        let other = choice(&position, 50, Some(position.play(best).key()));
        assert_ne!(best, other);
        assert_eq!(Tablebases::built_in().probe(&position.play(other)), Some(Outcome::Loss));
    }

    #[test]
    fn beyond_the_limit_of_the_tables_no_move_is_known() {
        let rows = "......../......../......../......../...b..../..W...../......../........";
        let position = Position::from_rows(rows.split('/'), Side::White).expect("a board");
        assert!(best(&position, 2).is_some(), "a capture that wins");
        assert_eq!(best(&position, 1), None);
    }

    fn best(position: &Position, pieces: u32) -> Option<Move> {
        let counts = DrawCounts { turns_left: Some(50), occurred: |_| 0 };
        best_move(Tablebases::built_in().limited_to(pieces), position, &counts)
    }

    #[test]
    fn the_loser_takes_a_draw_by_repetition_wherever_it_is() {
        let position = position(Side::Black);
        assert_eq!(Tablebases::built_in().probe(&position), Some(Outcome::Loss));
        let moves = position.move_list();
        for mv in moves {
            assert_eq!(choice(&position, 50, Some(position.play(mv).key())), mv);
        }
    }

    /// Two kings against two, one of which can be given away.
    #[test]
    fn the_moves_that_keep_a_draw_are_those_after_which_the_tables_tell_one() {
        let rows = ".B....../......../......../......../...B..../......../.W...W../........";
        let position = Position::from_rows(rows.split('/'), Side::White).expect("a board");
        let (tables, counts) =
            (Tablebases::built_in(), DrawCounts { turns_left: Some(50), occurred: |_| 0 });
        let legal = position.move_list();
        let expected: Vec<_> = legal
            .iter()
            .copied()
            .filter(|&mv| tables.probe(&position.play(mv)) == Some(Outcome::Draw))
            .collect();
        assert!(!expected.is_empty() && expected.len() < legal.len());
        assert_eq!(drawing_moves(tables, &position, &counts), Some(expected));
        assert_eq!(drawing_moves(tables, &self::position(Side::White), &counts), None, "won");
        assert_eq!(drawing_moves(tables, &self::position(Side::Black), &counts), None, "lost");
    }

    #[test]
    fn on_the_last_quiet_turn_only_a_conversion_or_the_end_can_win() {
        let position = position(Side::White);
        let quiet = choice(&position, 1, None);
        assert!(!position.converts(quiet));
        let counts = DrawCounts { turns_left: Some(1), occurred: |_| 0 };
        assert_eq!(result(Tablebases::built_in(), &position, quiet, &counts), Some(Outcome::Draw));
        let two_left = DrawCounts { turns_left: Some(2), occurred: |_| 0 };
        assert_ne!(
            result(Tablebases::built_in(), &position, choice(&position, 2, None), &two_left),
            Some(Outcome::Draw)
        );
    }

    #[test]
    fn each_of_the_winners_moves_comes_nearer_to_the_conversion() {
        let mut here = position(Side::White);
        let mut before = u32::MAX;
        for turn in 0..50 {
            let mv = choice(&here, 50 - turn, None);
            if here.converts(mv) {
                return;
            }
            let next = here.play(mv);
            let plies = Tablebases::built_in()
                .dtc_probe()
                .plies_to_conversion_when_lost(&next)
                .expect("known");
            assert!(plies < before, "{plies} after {before}");
            before = plies;
            here = next.play(choice(&next, 50, None));
        }
        panic!("no conversion in 50 turns");
    }
}
