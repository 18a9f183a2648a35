//! The positions in which games for training begin: as different as possible, but balanced.

use crate::learn::play::play;
use crate::learn::players::LoadedEvaluator;
use games::board::Side;
use games::checkers::{PieceKind, Position, Square};
use games::{Game, MoveHints, Walker};
use search::KeyHistory;
use std::ops::{ControlFlow, RangeInclusive};

/// The largest lead of either side, in units of the evaluation.
const MAX_LEAD: i32 = 150;

/// The nodes of the search that measures the lead.
const NODES: u64 = 400;

/// A random balanced position.
pub fn opening(walker: &mut Walker) -> Position {
    loop {
        let missing = [0, 0, 0, 1, 1, 1, 1, 2, 2, 3][walker.below(10)];
        let start = without(missing, walker);
        // With fewer random moves the same games would be played again and again.
        let plies = if missing == 0 { 6 + walker.below(7) } else { 2 + walker.below(8) };
        let positions = walker.game(start, plies);
        let last = positions[positions.len() - 1];
        if positions.len() == plies + 1 && is_balanced(&last) {
            return last;
        }
    }
}

/// Pieces on the board of [`ending_a_man_up`].
const ENDING_PIECES: RangeInclusive<u32> = 8..=10;
/// Nodes for each move of the games that lead to an ending.
const NODES_TO_ENDING: u64 = 200;

/// An ending in which both sides have a king and one of them a piece more, from a fast game of
/// `evaluator` against itself. Either side can be to move.
pub fn ending_a_man_up(evaluator: &LoadedEvaluator, walker: &mut Walker) -> Position {
    loop {
        let pieces = ENDING_PIECES.start() + walker.below(ENDING_PIECES.count()) as u32;
        let mut players = vec![evaluator.player(NODES_TO_ENDING)];
        let ending = play(
            opening(walker),
            &mut players,
            |_| 0,
            |at, _| match is_man_up_with_kings(at) && at.count() <= pieces {
                true => ControlFlow::Break(*at),
                false => ControlFlow::Continue(()),
            },
        );
        if let ControlFlow::Break(found) = ending
            && ENDING_PIECES.contains(&found.count())
        {
            return found;
        }
    }
}

/// Has one side a piece more, and both a king, with no capture to play?
pub fn is_man_up_with_kings(at: &Position) -> bool {
    let kings = at.kings();
    let has_kings = |side: Side| !(at.pieces(side) & kings).is_empty();
    let [some, others] = Side::ALL.map(|side| at.pieces(side).count());
    Side::ALL.into_iter().all(has_kings) && some.abs_diff(others) == 1 && at.is_quiet()
}

/// Does a short search with the hand-crafted evaluation see neither side much ahead?
fn is_balanced(position: &Position) -> bool {
    let history = KeyHistory::starting_at(position, 0);
    let thought = LoadedEvaluator::HandCrafted.player(NODES).think(position, history);
    thought.is_some_and(|thought| thought.score.units().abs() <= MAX_LEAD)
}

/// The start position without this many men of each side, chosen at random.
fn without(missing: usize, walker: &mut Walker) -> Position {
    let mut pieces: Vec<_> = Square::all()
        .filter_map(|square| Some((Position::start().at(square)?.0, PieceKind::Man, square)))
        .collect();
    for side in Side::ALL {
        for _ in 0..missing {
            let theirs: Vec<_> = (0..pieces.len()).filter(|&nth| pieces[nth].0 == side).collect();
            pieces.swap_remove(theirs[walker.below(theirs.len())]);
        }
    }
    Position::new(pieces, Side::Black)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endings_have_kings_on_both_sides_and_a_man_more_on_one() {
        let mut walker = Walker::new(6);
        for _ in 0..3 {
            let found = ending_a_man_up(&LoadedEvaluator::HandCrafted, &mut walker);
            assert!(ENDING_PIECES.contains(&found.count()) && is_man_up_with_kings(&found));
        }
    }

    #[test]
    fn openings_are_even_in_number_and_playable() {
        let mut walker = Walker::new(5);
        for _ in 0..50 {
            let start = opening(&mut walker);
            assert!(start.can_move());
        }
        for missing in 0..4 {
            let start = without(missing, &mut walker);
            for side in Side::ALL {
                assert_eq!(start.pieces(side).count() as usize, 12 - missing);
            }
        }
    }
}
