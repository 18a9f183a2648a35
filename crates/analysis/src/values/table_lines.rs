//! Lines of positions inside the table of distances: played out by the tables, without a search.
//!
//! The winner takes the fastest way to the next capture or crowning, the loser the slowest; so the
//! distances fall ply by ply. In a drawn position both sides keep the draw.

use crate::values::table_verdict::TableVerdict;
use crate::values::verdict::Verdict;
use evaluation::checkers::endgame::{DrawCounts, RatedMove, Tablebases, best_move, rated_moves};
use games::board::Key;
use games::checkers::{Move, Position};
use games::{Game, Outcome};
use search::KeyHistory;

/// Plies of a drawn line that are shown: it leads nowhere.
const DRAWN_PLIES: usize = 4;
/// The most plies of a line.
const MOST_PLIES: usize = 64;

/// A move by the tables, and how it goes on.
#[derive(Clone, Debug)]
pub struct TableLine<M = Move> {
    /// The result with best play from here on, this move first.
    pub verdict: Verdict,
    /// The moves, up to the next capture or crowning.
    pub moves: Vec<M>,
}

/// The best lines of a position, the last one of `history`, the best first; `None` where the table
/// of distances does not reach.
pub fn table_lines(
    tables: Tablebases<'_>,
    most: usize,
    position: &Position,
    history: &KeyHistory,
) -> Option<Vec<TableLine>> {
    let rated = rated_moves(tables, position, &counts(history))?;
    let lines = rated.into_iter().take(most).map(|rated| TableLine {
        verdict: verdict(position, rated, history.turns_left()),
        moves: played_out(tables, (position, history), rated.mv, rated.result),
    });
    Some(lines.collect())
}

fn counts(history: &KeyHistory) -> DrawCounts<impl Fn(Key) -> usize> {
    DrawCounts { turns_left: history.turns_left(), occurred: |key| history.occurrences(key) }
}

fn verdict(position: &Position, rated: RatedMove, turns_left: Option<u32>) -> Verdict {
    let side = position.side_to_move();
    let plies = rated.plies;
    let table = match rated.result {
        Outcome::Draw => TableVerdict::Drawn,
        Outcome::Win => TableVerdict::Won { by: side, plies },
        Outcome::Loss => TableVerdict::Won { by: !side, plies },
    };
    Verdict::of(table, turns_left)
}

/// The line that begins with `first`.
fn played_out(
    tables: Tablebases<'_>,
    (position, history): (&Position, &KeyHistory),
    first: Move,
    result: Outcome,
) -> Vec<Move> {
    let most = if result == Outcome::Draw { DRAWN_PLIES } else { MOST_PLIES };
    let (mut here, mut history) = (*position, history.clone());
    let mut moves = Vec::new();
    let mut next = Some(first);
    while let Some(mv) = next.filter(|_| moves.len() < most) {
        moves.push(mv);
        if here.converts(mv) {
            break;
        }
        let after = here.play(mv);
        history.played(&after, here.finality(mv));
        here = after;
        next = best_move(tables, &here, &counts(&history));
    }
    moves
}
