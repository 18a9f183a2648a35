//! Who comes to which empty square first: the race that most judgements of Amazons rest on.
//!
//! Both sides' amazons start at once and take one step at a time; the squares first reached after
//! the same number of steps form a ring around a side's amazons. A step is a queen's move (any
//! distance in one direction) or a king's (one square). The king's race tells who will own a square
//! when the board has filled up, the queen's who can get there now (Lieberum 2005, after the
//! *minimum distance heuristic* of Hashimoto and others 2001).
//!
//! All squares of a ring move together, as sets: a race costs a few hundred instructions, whatever
//! the number of squares.

use crate::amazons::view::View;
use games::amazons::square::{SquareSet, stepped};

/// The course of a race between one side's amazons and the other's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Race {
    /// The empty squares the first side can come to in any number of steps, nobody else moving.
    pub reach: SquareSet,
    /// The same for the second side.
    pub enemy_reach: SquareSet,
    /// Squares the first side is nearer to, less those the second is nearer to (Lieberum's t).
    pub lead: i32,
    /// By how many steps the first side is nearer, summed over all squares; a square that is
    /// [`HORIZON`] steps away or out of reach counts as [`HORIZON`] away (Lieberum's c2, times
    /// six but for far squares).
    pub head_start: i32,
    /// The sum over all squares of 2 to the power of minus the distance, the first side's less
    /// the second's, in [`CLOSENESS_UNIT`]ths (half of Lieberum's c1).
    pub closeness: i32,
    /// How much the two sides are entangled: 2 for each square that both reach at once, 1 where
    /// one of them is a step behind (twice Lieberum's w without its smaller terms).
    pub contact: usize,
}

/// DtcTable are told apart up to this one.
pub const HORIZON: i32 = 7;
/// The closeness of a square on which one stands.
pub const CLOSENESS_UNIT: i32 = 1 << HORIZON;

/// The race of king's moves.
#[inline]
pub fn by_king(view: View) -> Race {
    race(view, [SquareSet::ALL; 2], |ring| ring.grown() & view.empty)
}

/// The race of queen's moves, where the king's has been run: kings and queens come to the same
/// squares in the end, so that it is known when the queens are done.
#[inline]
pub fn by_queen(view: View, by_king: &Race) -> Race {
    let goals = [by_king.reach, by_king.enemy_reach];
    race(view, goals, |ring| slid(ring, view.empty))
}

/// Runs a race until each side has reached its goal or can go no further; `step` leads from a set
/// of squares to the empty squares one step away, of which those that were reached before are left
/// out here.
#[inline(always)]
fn race(view: View, goals: [SquareSet; 2], step: impl Fn(SquareSet) -> SquareSet) -> Race {
    let mut race = Race::default();
    // Amazons are no squares to reach: the first rings have no ring behind them.
    let (mut behind, mut enemy_behind) = (SquareSet::EMPTY, SquareSet::EMPTY);
    let advance = |from: SquareSet, reach: SquareSet, goal: SquareSet| {
        if reach == goal { SquareSet::EMPTY } else { step(from) - reach }
    };
    for distance in 1.. {
        let (from, enemy_from) =
            if distance == 1 { (view.own, view.enemies) } else { (behind, enemy_behind) };
        let ring = advance(from, race.reach, goals[0]);
        let enemy_ring = advance(enemy_from, race.enemy_reach, goals[1]);
        if (ring | enemy_ring).is_empty() {
            break;
        }
        race.add([ring, enemy_ring], [behind, enemy_behind], distance);
        (behind, enemy_behind) = (ring, enemy_ring);
    }
    race
}

impl Race {
    /// Takes the rings at one distance into account; `behind` are those before them.
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
        if distance < HORIZON {
            let gained = ring.count() as i32 - enemy_ring.count() as i32;
            self.head_start += gained * (HORIZON - distance);
            self.closeness += gained << (HORIZON - distance);
        }
    }

    /// How many squares more the first side can come to than the second.
    #[inline]
    pub fn spare_squares(&self) -> i32 {
        self.reach.count() as i32 - self.enemy_reach.count() as i32
    }

    /// Has the first side no more to gain from the second, nor the second from the first?
    #[inline]
    pub fn is_over(&self) -> bool {
        !self.reach.meets(self.enemy_reach)
    }
}

/// The empty squares within one queen's move of any square of the set.
#[inline]
pub fn slid(from: SquareSet, empty: SquareSet) -> SquareSet {
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
