//! All moves of a root inside the DTC table with their results and distances, for people who want
//! to know why one of them was played. [`best_move`] comes first; a player needs only that one.

use crate::checkers::endgame::dtc::probe::DtcProbe;
use crate::checkers::endgame::root_move::{DrawCounts, best_move, result};
use crate::checkers::endgame::tablebases::{DTC_PIECES, Tablebases};
use games::board::Key;
use games::checkers::moves::Move;
use games::checkers::position::Position;
use games::{Game, Outcome};
use std::cmp::Reverse;

/// A move, and what the tables say of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RatedMove {
    #[expect(missing_docs, reason = "the type says it")]
    pub mv: Move,
    /// The result for the side that plays it, the draw rules included.
    pub result: Outcome,
    /// Plies from before this move to the next capture or crowning, or to the end of the game, at
    /// most one too many; `None` for a draw, and where the tables do not hold it.
    pub plies: Option<u32>,
}

/// The legal moves of a position of at most [`DTC_PIECES`] pieces: the best first, then by results,
/// of wins the fastest first, of losses the slowest. `None` for more pieces, without a table and
/// without a legal move.
pub fn rated_moves(
    tables: Tablebases<'_>,
    position: &Position,
    counts: &DrawCounts<impl Fn(Key) -> usize>,
) -> Option<Vec<RatedMove>> {
    if position.count() > DTC_PIECES {
        return None;
    }
    let best = best_move(tables, position, counts)?;
    let mut probe = tables.dtc_probe();
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let rated = moves.into_iter().map(|mv| {
        let result = result(tables, position, mv, counts)?;
        Some(RatedMove { mv, result, plies: plies(position, mv, result, &mut probe) })
    });
    let mut rated: Vec<_> = rated.collect::<Option<_>>()?;
    rated.sort_by_key(|rated| (rated.mv != best, order(rated)));
    Some(rated)
}

/// Plies to the conversion, the move itself included.
fn plies(position: &Position, mv: Move, result: Outcome, probe: &mut DtcProbe<'_>) -> Option<u32> {
    let child = position.play(mv);
    let after = match result {
        Outcome::Draw => return None,
        _ if position.converts(mv) => Some(0),
        Outcome::Win => probe.plies_to_conversion_when_lost(&child),
        Outcome::Loss => probe.plies_to_conversion_when_won(&child),
    };
    after.map(|plies| plies + 1)
}

/// The smallest first.
fn order(rated: &RatedMove) -> (u8, u32, Reverse<u32>) {
    let plies = rated.plies.unwrap_or(u32::MAX);
    match rated.result {
        Outcome::Win => (0, plies, Reverse(0)),
        Outcome::Draw => (1, 0, Reverse(0)),
        Outcome::Loss => (2, 0, Reverse(plies)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::Walker;

    fn roots() -> impl Iterator<Item = Position> {
        let games = (0..200).flat_map(|seed| Walker::new(seed).game(Position::start(), 200));
        games.filter(|position| position.count() <= DTC_PIECES && position.can_move())
    }

    #[test]
    fn the_best_move_leads_and_results_never_rise() {
        let tables = Tablebases::built_in();
        let counts = DrawCounts { turns_left: Some(50), occurred: |_| 0 };
        let mut seen = 0;
        for root in roots() {
            let rated = rated_moves(tables, &root, &counts).expect("the tables know it");
            assert_eq!(Some(rated[0].mv), best_move(tables, &root, &counts));
            assert_eq!(rated.len() as u64, root.count_moves());
            assert!(rated.is_sorted_by_key(|rated| order(rated).0), "{}", root.fen());
            assert_eq!(Some(rated[0].result), tables.probe(&root), "{}", root.fen());
            assert!(
                rated.iter().all(|rated| (rated.result == Outcome::Draw) == rated.plies.is_none())
            );
            seen += 1;
        }
        assert!(seen > 100, "{seen} positions");
    }
}
