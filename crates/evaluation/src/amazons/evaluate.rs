//! The judgement: territory and mobility, after Lieberum 2005.
//!
//! Two races over the empty squares (`territory.rs`) say who comes first where; amazons that are
//! nearly shut in cost extra as long as there is something to fight for. Once no square can be
//! reached by both sides, the game is a count of moves, which `fill.rs` makes where it is close.
//!
//! Contract: pure, never a decided score; exchanging the colors of a position leaves its value.

use crate::amazons::fill;
use crate::amazons::fill::Effort;
use crate::amazons::territory;
use crate::amazons::territory::Race;
use crate::amazons::view::View;
use crate::amazons::weights;
use crate::amazons::weights::Weights;
use games::Outcome;
use games::amazons::position::Position;
use games::amazons::square::SquareSet;
use search::Score;

/// What may be spent on counting out one position: about ten microseconds where it is needed.
const EFFORT: Effort = Effort(1_000);

/// The value of the position for the side to move.
#[inline]
pub fn evaluate(position: &Position) -> Score {
    evaluate_view(View::of(position))
}

/// The value of a board for the side to move.
pub fn evaluate_view(view: View) -> Score {
    let by_king = territory::by_king(view);
    if by_king.is_over() {
        return Score::from_eval(separated(view, &by_king));
    }
    let by_queen = territory::by_queen(view, &by_king);
    Score::from_eval(contested(view, &by_king, &by_queen) / 64)
}

/// The value in 64ths where there are squares that both sides can reach.
#[inline]
fn contested(view: View, by_king: &Race, by_queen: &Race) -> i32 {
    let weights = Weights::at(by_queen.contact);
    let walls = walls(view.own, by_king.enemy_reach, view.empty)
        - walls(view.enemies, by_king.reach, view.empty);
    weights.turn
        + weights.queen_lead * by_queen.lead
        + weights.king_lead * by_king.lead
        + weights.closeness * by_queen.closeness
        + weights.head_start * by_king.head_start
        + weights.shut_in * walls
}

/// The value where each side has its own squares. Where they are nearly as many, waste decides, and
/// the game is counted out.
fn separated(view: View, by_king: &Race) -> i32 {
    let counted =
        if by_king.spare_squares().abs() <= CLOSE { fill::decided(view, EFFORT) } else { None };
    let sure = match counted {
        Some(Outcome::Win) => weights::COUNTED_OUT,
        Some(Outcome::Loss) => -weights::COUNTED_OUT,
        Some(Outcome::Draw) | None => 0,
    };
    sure + estimate_apart(by_king)
}

/// The same without counting: the side to move must have one square more than the other, so that
/// having as many is half a square too few.
fn estimate_apart(by_king: &Race) -> i32 {
    weights::OWN_SQUARE * by_king.spare_squares() - weights::OWN_SQUARE / 2
}

/// The value of a game that counting decides, at bounded cost.
pub fn recognize(view: View) -> Option<Score> {
    let outcome = fill::decided(view, EFFORT)?;
    let estimate = estimate_apart(&territory::by_king(view));
    Some(Score::from_eval(match outcome {
        Outcome::Win => weights::SETTLED + estimate,
        Outcome::Loss => -weights::SETTLED + estimate,
        Outcome::Draw => 0,
    }))
}

/// Is there enough to fight for that a move is worth more than the square it costs?
#[inline]
pub fn is_contested(view: View) -> bool {
    let by_king = territory::by_king(view);
    (by_king.reach & by_king.enemy_reach).count() >= CONTESTED
}

/// With fewer squares that both sides can reach, having to move may be a burden. (With so many or
/// more, passing was judged better than every move in 5 of 1,502 positions of games.)
const CONTESTED: u32 = 32;

/// A lead of so many squares may be lost by waste.
const CLOSE: i32 = 3;

/// How much the amazons are shut in, if they want to go to `goals`: for each of them from 0 to
/// [`SHUT_IN`] squared.
#[inline]
fn walls(amazons: SquareSet, goals: SquareSet, empty: SquareSet) -> i32 {
    amazons.into_iter().map(|at| walls_around(SquareSet::of(at), goals, empty)).sum()
}

/// Counts the empty squares around each square to which the amazon can step and which is a goal; as
/// far as they are fewer than [`SHUT_IN`], squared.
#[inline]
fn walls_around(amazon: SquareSet, goals: SquareSet, empty: SquareSet) -> i32 {
    let mut missing = SHUT_IN;
    for step in amazon.grown() & goals {
        missing -= (SquareSet::of(step).grown() & empty).count() as i32;
        if missing <= 0 {
            return 0;
        }
    }
    missing * missing
}

/// So many empty squares around an amazon's next steps are enough.
const SHUT_IN: i32 = 8;
