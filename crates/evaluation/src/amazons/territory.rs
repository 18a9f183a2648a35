//! Distances of both sides to the empty squares, on which most Amazons evaluations rest.
//!
//! All amazons of a side step at once; the squares first reached after the same number of steps
//! form a ring around them. A step is a queen's move (any distance in one direction) or a king's
//! (one square). The king's distances say who will own a square when the board has filled up, the
//! queen's who can get there now (Lieberum 2005, after the *minimum distance heuristic* of
//! Hashimoto and others 2001).
//!
//! All squares of a ring move together, as sets: the distances of a board cost a few hundred
//! instructions, whatever the number of squares.

use crate::amazons::view::View;
use games::amazons::square::{SquareSet, stepped};

/// A comparison of the distances of two sides, own and enemy.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Distances {
    /// The empty squares the own side can come to in any number of steps if nothing else moves.
    pub reach: SquareSet,
    /// The same for the enemy.
    pub enemy_reach: SquareSet,
    /// Squares the own side is nearer to, less those the enemy is nearer to (Lieberum's t).
    pub lead: i32,
    /// By how many steps the own side is nearer, summed over all squares; a square out of reach, or
    /// farther than [`MAX_DISTANCE`] steps, counts as [`MAX_DISTANCE`] away (Lieberum's c2, times
    /// six but for far squares).
    pub head_start: i32,
    /// The sum over all squares of 2 to the power of minus the distance, the own side's less the
    /// enemy's, in 1/[`CLOSENESS_UNIT`] (half of Lieberum's c1).
    pub closeness: i32,
    /// The contact of the two sides: 2 for each square that both reach at once, 1 where
    /// one of them is a step behind (twice Lieberum's w without its smaller terms).
    pub contact: usize,
}

/// Distances from this one on count the same.
pub const MAX_DISTANCE: i32 = 7;
/// The closeness of a square at distance 0.
pub const CLOSENESS_UNIT: i32 = 1 << MAX_DISTANCE;

/// The distances by king's moves.
#[inline]
pub fn by_king(view: View) -> Distances {
    measure(view, [SquareSet::ALL; 2], |ring| ring.grown() & view.empty)
}

/// The distances by queen's moves. Kings and queens come to the same squares in the end: so those
/// by king's moves tell when the queens are done.
#[inline]
pub fn by_queen(view: View, by_king: &Distances) -> Distances {
    let goals = [by_king.reach, by_king.enemy_reach];
    measure(view, goals, |ring| queen_reach_of_all(ring, view.empty))
}

/// Measures until each side has reached its goal or can go no farther; `step` leads from a set of
/// squares to the empty squares one step away, of which those reached before are left out here.
#[inline(always)]
fn measure(view: View, goals: [SquareSet; 2], step: impl Fn(SquareSet) -> SquareSet) -> Distances {
    let mut distances = Distances::default();
    // Amazons do not stand on empty squares: the first rings have no ring behind them.
    let (mut behind, mut enemy_behind) = (SquareSet::EMPTY, SquareSet::EMPTY);
    for distance in 1.. {
        let (from, enemy_from) =
            if distance == 1 { (view.own, view.enemies) } else { (behind, enemy_behind) };
        let Distances { reach, enemy_reach, .. } = distances;
        let ring = if reach == goals[0] { SquareSet::EMPTY } else { step(from) - reach };
        let enemy_ring =
            if enemy_reach == goals[1] { SquareSet::EMPTY } else { step(enemy_from) - enemy_reach };
        if (ring | enemy_ring).is_empty() {
            break;
        }
        distances.add([ring, enemy_ring], [behind, enemy_behind], distance);
        (behind, enemy_behind) = (ring, enemy_ring);
    }
    distances
}

impl Distances {
    /// Adds the rings at one distance; `behind` are those one step before.
    #[inline(always)]
    fn add(&mut self, rings: [SquareSet; 2], behind: [SquareSet; 2], distance: i32) {
        let ([ring, enemy_ring], [behind, enemy_behind]) = (rings, behind);
        let at_once = (ring & enemy_ring).count();
        let one_behind = (ring & enemy_behind).count() + (enemy_ring & behind).count();
        self.contact += (2 * at_once + one_behind) as usize;
        self.reach |= ring;
        self.enemy_reach |= enemy_ring;
        let first = (ring - self.enemy_reach).count() as i32;
        let enemy_first = (enemy_ring - self.reach).count() as i32;
        self.lead += first - enemy_first;
        if distance < MAX_DISTANCE {
            let gained = ring.count() as i32 - enemy_ring.count() as i32;
            self.head_start += gained * (MAX_DISTANCE - distance);
            self.closeness += gained << (MAX_DISTANCE - distance);
        }
    }

    /// Number of squares that the own side can reach, less those of the enemy.
    #[inline]
    pub fn spare_squares(&self) -> i32 {
        self.reach.count() as i32 - self.enemy_reach.count() as i32
    }

    /// Is there no square that both sides can reach?
    #[inline]
    pub fn is_separated(&self) -> bool {
        !self.reach.meets(self.enemy_reach)
    }
}

/// The empty squares within one queen's move of any square of the set.
#[inline]
pub fn queen_reach_of_all(from: SquareSet, empty: SquareSet) -> SquareSet {
    let mut flying = [from; 8];
    let mut reached = SquareSet::EMPTY;
    loop {
        flying = stepped(flying, empty);
        let now = flying.into_iter().fold(SquareSet::EMPTY, |all, set| all | set);
        if now.is_empty() {
            return reached;
        }
        reached |= now;
    }
}
