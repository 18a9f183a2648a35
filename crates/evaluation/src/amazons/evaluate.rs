//! The static evaluation: territory and mobility, after Jens Lieberum ("An Evaluation Function for
//! the Game of Amazons", 2005).
//!
//! Distances of both sides to every empty square (`territory.rs`) say which side controls it;
//! amazons that are nearly enclosed cost extra while there is something to fight for. Once no
//! square can be reached by both sides, the game is a count of moves, which `filling.rs` makes
//! where it is close.
//!
//! Contract: the value of a position depends on nothing else, stays the same when the colors are
//! exchanged, and is never a mate or tablebase score.

use crate::amazons::filling::RegionLimit;
use crate::amazons::territory::Distances;
use crate::amazons::view::View;
use crate::amazons::weights::Weights;
use crate::amazons::{filling, territory, weights};
use games::Outcome;
use games::amazons::position::Position;
use games::amazons::square::SquareSet;
use search::Score;

/// Regions that counting moves may look at for one position: about ten microseconds.
const BUDGET: RegionLimit = RegionLimit(1_000);

/// The evaluation of a position for the side to move, in units of the score (100: even chances
/// become 73 %).
#[inline]
pub fn evaluate(position: &Position) -> Score {
    evaluate_view(View::of(position))
}

/// The evaluation of a board, for the side whose view it is.
pub fn evaluate_view(view: View) -> Score {
    let by_king = territory::by_king(view);
    if by_king.is_separated() {
        return Score::from_eval(separated(view, &by_king));
    }
    let by_queen = territory::by_queen(view, &by_king);
    Score::from_eval(contested(view, &by_king, &by_queen) / 64)
}

/// The evaluation, in 64ths of a unit, where there are squares that both sides can reach.
#[inline]
fn contested(view: View, by_king: &Distances, by_queen: &Distances) -> i32 {
    let weights = Weights::at(by_queen.contact);
    let enclosure = enclosure(view.own, by_king.enemy_reach, view.empty)
        - enclosure(view.enemies, by_king.reach, view.empty);
    weights.turn
        + weights.queen_lead * by_queen.lead
        + weights.king_lead * by_king.lead
        + weights.closeness * by_queen.closeness
        + weights.head_start * by_king.head_start
        + weights.enclosed * enclosure
}

/// The evaluation where each side has squares of its own. Where they are nearly as many, the
/// squares that cannot be filled decide, and the moves are counted.
fn separated(view: View, by_king: &Distances) -> i32 {
    let is_close = by_king.spare_squares().abs() <= CLOSE;
    let counted = if is_close { filling::result(view, BUDGET) } else { None };
    let bonus = match counted {
        Some(Outcome::Win) => weights::COUNTED_OUT,
        Some(Outcome::Loss) => -weights::COUNTED_OUT,
        Some(Outcome::Draw) | None => 0,
    };
    bonus + separated_estimate(by_king)
}

/// The same without counting: the side to move must have one square more than the other, so that
/// having as many is half a square too few.
fn separated_estimate(by_king: &Distances) -> i32 {
    weights::OWN_SQUARE * by_king.spare_squares() - weights::OWN_SQUARE / 2
}

/// The score of a game that counting moves decides, at bounded cost: beyond any static evaluation.
pub fn recognize(view: View) -> Option<Score> {
    let outcome = filling::result(view, BUDGET)?;
    let estimate = separated_estimate(&territory::by_king(view));
    Some(Score::from_eval(match outcome {
        Outcome::Win => weights::DECIDED + estimate,
        Outcome::Loss => -weights::DECIDED + estimate,
        Outcome::Draw => 0,
    }))
}

/// Is there enough to fight for that a move is worth more than the square it costs?
#[inline]
pub fn is_contested(view: View) -> bool {
    let by_king = territory::by_king(view);
    (by_king.reach & by_king.enemy_reach).count() >= CONTESTED
}

/// With fewer squares that both sides can reach, zugzwang is possible. (With this many or more, a
/// null move was evaluated better than every move in 5 of 1,502 positions of games.)
const CONTESTED: u32 = 32;

/// A lead of at most this many squares may be lost because squares cannot be filled.
const CLOSE: i32 = 3;

/// The degree to which the amazons are enclosed on their way to `goals`: for each of them from 0 to
/// [`ENOUGH_ROOM`] squared.
#[inline]
fn enclosure(amazons: SquareSet, goals: SquareSet, empty: SquareSet) -> i32 {
    amazons.into_iter().map(|at| enclosure_of(SquareSet::of(at), goals, empty)).sum()
}

/// Counts the empty squares around each square to which the amazon can step and which is a goal;
/// what is missing to [`ENOUGH_ROOM`], squared.
#[inline]
fn enclosure_of(amazon: SquareSet, goals: SquareSet, empty: SquareSet) -> i32 {
    let mut missing = ENOUGH_ROOM;
    for step in amazon.grown() & goals {
        missing -= (SquareSet::of(step).grown() & empty).count() as i32;
        if missing <= 0 {
            return 0;
        }
    }
    missing * missing
}

/// Empty squares around an amazon's next steps with which it is not enclosed at all.
const ENOUGH_ROOM: i32 = 8;
