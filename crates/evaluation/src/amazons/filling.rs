//! The winner once the amazons are separated: the side that has more moves left to fill its
//! territory.
//!
//! Squares that one side can reach and the other cannot are *private*. A side that only moves
//! within its private squares, and leaves no entrance to them, cannot be disturbed: so the moves it
//! can make there are a lower bound of those it has left. The squares that the other side can reach
//! are all it will ever have, which gives an upper bound of its moves. Where the lower bound of one
//! side exceeds the upper bound of the other, the game is decided. (Filling problems: Mueller and
//! Tegos, "Experiments in Computer Amazons", 2002.)
//!
//! An amazon beside a square of the enemy's is a *guard*: if it left, its square would be an
//! entrance. In the lower bound it may leave only by throwing its spear back to the square it left.

use crate::amazons::region::{Exhausted, Filler, Region, flood_fill};
use crate::amazons::view::View;
use games::Outcome;
use games::amazons::square::SquareSet;

/// The most regions that may be looked at; a second is enough for ten million.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RegionLimit(pub u32);

/// The squares that one side may reach, and those that only it may reach.
#[derive(Clone, Copy, Debug)]
struct Territory {
    amazons: SquareSet,
    /// Empty squares it can come to in any number of moves if the other side does not move.
    reach: SquareSet,
    /// Those of them that the other side cannot come to.
    private: SquareSet,
    guards: SquareSet,
}

impl Territory {
    /// The territories of the side to move and of the other.
    fn of_both(view: View) -> [Self; 2] {
        let amazons = [view.own, view.enemies];
        let reach = amazons.map(|amazons| flood_fill(amazons, view.empty | amazons) & view.empty);
        [[0, 1], [1, 0]].map(|[own, enemy]| Territory {
            amazons: amazons[own],
            reach: reach[own],
            private: reach[own] - reach[enemy],
            guards: amazons[own] & (amazons[enemy] | reach[enemy]).grown(),
        })
    }

    /// The region where this side's moves cannot be hindered: for the lower bound.
    fn safe(&self) -> Region {
        let free = self.amazons - self.guards;
        Region { empty: self.private, free, guards: self.guards }
    }

    /// The region of all its moves, if the other side opens no entrance: for the upper bound.
    fn whole(&self) -> Region {
        Region { empty: self.reach, free: self.amazons, guards: SquareSet::EMPTY }
    }

    /// Can this side make `moves` moves, whatever the other does?
    fn can_make(&self, moves: u32, filler: &mut Filler) -> Result<bool, Exhausted> {
        Ok(self.private.count() >= moves && filler.most(self.safe(), moves)?.is_some())
    }
}

/// The result for the side to move, if it is decided and can be proved within the budget.
///
/// If no square can be reached by both sides and no amazon is a guard, the game is decided: only
/// the budget may be too small.
pub fn result(view: View, budget: RegionLimit) -> Option<Outcome> {
    let [own, other] = Territory::of_both(view);
    let mut filler = Filler::with_budget(budget.0);
    by_counting(&own, &other, &mut filler).unwrap_or(None)
}

fn by_counting(
    own: &Territory,
    other: &Territory,
    filler: &mut Filler,
) -> Result<Option<Outcome>, Exhausted> {
    let rough = by_bounds(own, other, [own.reach.count(), other.reach.count()], filler)?;
    if rough.is_some() || own.reach.meets(other.reach) {
        return Ok(rough);
    }
    let [own_most, other_most] = [own.whole(), other.whole()].map(|all| filler.most(all, 0));
    by_bounds(own, other, [own_most?.unwrap_or(0), other_most?.unwrap_or(0)], filler)
}

/// The result, if the lower bound of one side's moves exceeds the other's upper bound, `most`.
fn by_bounds(
    own: &Territory,
    other: &Territory,
    most: [u32; 2],
    filler: &mut Filler,
) -> Result<Option<Outcome>, Exhausted> {
    let [own_most, other_most] = most;
    // The side to move runs out first if both have as many.
    if own.can_make(other_most + 1, filler)? {
        return Ok(Some(Outcome::Win));
    }
    if other.can_make(own_most, filler)? {
        return Ok(Some(Outcome::Loss));
    }
    Ok(None)
}
