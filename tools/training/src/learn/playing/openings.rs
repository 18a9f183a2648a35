//! The positions in which games for training begin: as different as possible, but balanced.

use crate::learn::playing::play::play;
use crate::learn::playing::players::LoadedEvaluator;
use games::board::Side;
use games::checkers::ballots::{BallotStatus, deck};
use games::checkers::{PieceKind, Position, Square};
use games::{Game, MoveHints, Walker};
use search::KeyHistory;
use std::ops::{ControlFlow, RangeInclusive};

/// Where the games of a command begin.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct StartOptions {
    /// Begin with endings of 8 to 11 pieces in which both sides have a king and neither has more
    /// than one piece more
    #[arg(long)]
    pub(super) endings: bool,
    /// Begin as tournaments do, in equal parts with a three-move ballot, after two moves, and after
    /// two or three moves with a man of each side missing; then with up to two random moves
    #[arg(long, conflicts_with = "endings")]
    pub(super) ballots: bool,
}

impl StartOptions {
    /// A random start; `evaluator` plays the fast games that lead to endings.
    pub fn draw(&self, evaluator: &LoadedEvaluator, walker: &mut Walker) -> Position {
        match self {
            StartOptions { endings: true, .. } => ending_with_kings(evaluator, walker),
            StartOptions { ballots: true, .. } => tournament_opening(walker),
            _ => opening(walker),
        }
    }
}

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
        if let Some(balanced) = after_random_moves(start, plies, walker) {
            return balanced;
        }
    }
}

/// The position after this many random moves, if the game is not over and neither side far ahead.
fn after_random_moves(start: Position, plies: usize, walker: &mut Walker) -> Option<Position> {
    let positions = walker.game(start, plies);
    let last = positions.get(plies)?;
    is_balanced(last).then_some(*last)
}

fn tournament_opening(walker: &mut Walker) -> Position {
    let ballots = deck().unwrap_or_default();
    let in_play: Vec<_> =
        ballots.iter().filter(|ballot| ballot.status != BallotStatus::Barred).collect();
    loop {
        let (start, plies) = match walker.below(3) {
            0 => (in_play[walker.below(in_play.len())].position, 0),
            1 => (Position::start(), 2),
            _ => (without(1, walker), 2 + walker.below(2)),
        };
        let more = walker.below(3);
        if let Some(balanced) = after_random_moves(start, plies + more, walker) {
            return balanced;
        }
    }
}

/// Pieces on the board of [`ending_with_kings`].
const ENDING_PIECES: RangeInclusive<u32> = 8..=11;
/// Nodes for each move of the games that lead to an ending.
const NODES_TO_ENDING: u64 = 200;

/// An ending in which both sides have a king and neither more than one piece more, from a fast game
/// of `evaluator` against itself. Either side can be to move.
fn ending_with_kings(evaluator: &LoadedEvaluator, walker: &mut Walker) -> Position {
    loop {
        let most = ENDING_PIECES.start() + walker.below(ENDING_PIECES.count()) as u32;
        let mut players = vec![evaluator.player(NODES_TO_ENDING)];
        let ending = play(
            opening(walker),
            &mut players,
            |_| 0,
            |at, _| {
                let is_even =
                    lead_in_pieces(at) <= 1 && has_kings_on_both_sides(at) && at.is_quiet();
                match at.count() {
                    pieces if pieces < *ENDING_PIECES.start() => ControlFlow::Break(None),
                    pieces if pieces <= most && is_even => ControlFlow::Break(Some(*at)),
                    _ => ControlFlow::Continue(()),
                }
            },
        );
        if let ControlFlow::Break(Some(found)) = ending {
            return found;
        }
    }
}

pub fn has_kings_on_both_sides(at: &Position) -> bool {
    Side::ALL.into_iter().all(|side| !(at.pieces(side) & at.kings()).is_empty())
}

/// How many pieces one side has more than the other.
pub fn lead_in_pieces(at: &Position) -> u32 {
    at.own().count().abs_diff(at.enemies().count())
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
    fn endings_have_kings_on_both_sides_and_at_most_a_man_more_on_one() {
        let mut walker = Walker::new(6);
        for _ in 0..3 {
            let found = ending_with_kings(&LoadedEvaluator::HandCrafted, &mut walker);
            assert!(ENDING_PIECES.contains(&found.count()) && has_kings_on_both_sides(&found));
            assert!(lead_in_pieces(&found) <= 1 && found.is_quiet());
        }
    }

    #[test]
    fn tournament_openings_have_all_men_or_all_but_one_of_each_side() {
        let mut walker = Walker::new(8);
        let starts: Vec<_> = (0..60).map(|_| tournament_opening(&mut walker)).collect();
        assert!(starts.iter().all(|start| start.can_move() && start.count() >= 20));
        assert!(starts.iter().any(|start| start.count() == 24));
        assert!(starts.iter().any(|start| start.count() <= 22));
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
