//! How good a move looks at first sight: spread out, keep to the open, stay close to where the
//! amazon was, and throw the spear where it takes room from the enemy and not from one's own.
//!
//! The weights are those that best told the moves whose positions are judged best from the others,
//! by linear regression within each position of some hundred games. A few table look-ups a move.

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
/// A square further away.
const DISTANCE: i32 = -8;
/// Own amazons beside the spear, the thrower aside.
const OBSTACLE: i32 = -10;
/// A spear within two squares of an enemy.
const NEARNESS: i32 = 4;
/// A spear beside an enemy, divided by the number of empty squares around that enemy.
const SIEGE: i32 = 40;
/// Brings the sum near to the size that counters of the search have.
const SCALE: i32 = 16;

/// The order of a legal move, within [`QUIET_ORDER_LIMIT`] on either side of 0.
pub fn quiet_order(position: &Position, mv: Move) -> i32 {
    let side = position.side_to_move();
    let others = position.amazons(side).without(mv.from());
    let (enemies, empty) = (position.amazons(!side), position.empty());
    let (near_from, near_to) = (NEAR[mv.from().index()], NEAR[mv.to().index()]);
    let near_spear = NEAR[mv.spear().index()];
    let room = |near: SquareSet| (near & empty).count() as i32;
    let way = ROOM * (room(near_to) - room(near_from))
        + if near_to.meets(others) { CROWD } else { 0 }
        + if near_to.meets(enemies) { CONTACT } else { 0 }
        + DISTANCE * distance(mv.from(), mv.to());
    let besieged = (near_spear & enemies).into_iter();
    let siege: i32 = besieged.map(|at| SIEGE / room(NEAR[at.index()]).max(1)).sum();
    let throw = siege
        + if near_spear.meets(others) { OBSTACLE } else { 0 }
        + if near_spear.grown().meets(enemies) { NEARNESS } else { 0 };
    (SCALE * (way + throw)).clamp(-QUIET_ORDER_LIMIT, QUIET_ORDER_LIMIT)
}

/// How many squares a queen's move passes.
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
