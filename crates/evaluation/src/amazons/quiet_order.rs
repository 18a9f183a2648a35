//! The order of moves before any search. Good moves spread out, keep to the open, stay close to
//! where the amazon was, and throw the spear where it takes room from the enemy and not from the
//! own amazons.
//!
//! The weights are those of a linear regression, within each position of some hundred games, of the
//! evaluation after each move. A few table look-ups for each move.

use games::Game;
use games::amazons::moves::Move;
use games::amazons::position::Position;
use games::amazons::square::{Square, SquareSet};
use search::QUIET_ORDER_LIMIT;

/// An empty square beside the one the amazon comes to.
const ROOM: i32 = 6;
/// Own amazons beside it.
const CROWD: i32 = -25;
/// Enemies beside it.
const CONTACT: i32 = 6;
/// Each square of the amazon's way.
const DISTANCE: i32 = -8;
/// Own amazons other than the thrower beside the spear.
const OBSTACLE: i32 = -10;
/// A spear within two squares of an enemy.
const NEARNESS: i32 = 4;
/// A spear beside an enemy, divided by the number of empty squares around that enemy.
const SIEGE: i32 = 40;
/// Scales the sum to about the size of the search's history scores.
const SCALE: i32 = 16;

/// The order of a legal move, within [`QUIET_ORDER_LIMIT`] on either side of 0.
pub fn quiet_order(position: &Position, mv: Move) -> i32 {
    let side = position.side_to_move();
    let others = position.amazons(side).without(mv.from());
    let (enemies, empty) = (position.amazons(!side), position.empty());
    let (near_from, near_to) = (NEAR[mv.from().index()], NEAR[mv.to().index()]);
    let near_spear = NEAR[mv.spear().index()];
    let way = ROOM * (room(near_to, empty) - room(near_from, empty))
        + if near_to.meets(others) { CROWD } else { 0 }
        + if near_to.meets(enemies) { CONTACT } else { 0 }
        + DISTANCE * distance(mv.from(), mv.to());
    let besieged = (near_spear & enemies).into_iter();
    let siege: i32 = besieged.map(|at| SIEGE / room(NEAR[at.index()], empty).max(1)).sum();
    let throw = siege
        + if near_spear.meets(others) { OBSTACLE } else { 0 }
        + if near_spear.grown().meets(enemies) { NEARNESS } else { 0 };
    (SCALE * (way + throw)).clamp(-QUIET_ORDER_LIMIT, QUIET_ORDER_LIMIT)
}

#[inline]
fn room(near: SquareSet, empty: SquareSet) -> i32 {
    (near & empty).count() as i32
}

/// The number of squares from one end of a queen's move to the other.
fn distance(from: Square, to: Square) -> i32 {
    from.file().abs_diff(to.file()).max(from.rank().abs_diff(to.rank())) as i32
}

/// The squares around each square.
static NEAR: [SquareSet; Square::COUNT] = {
    let mut near = [SquareSet::EMPTY; Square::COUNT];
    let mut index = 0;
    while index < Square::COUNT {
        let square = Square::from_index(index);
        near[index] = SquareSet::of(square).grown().without(square);
        index += 1;
    }
    near
};
