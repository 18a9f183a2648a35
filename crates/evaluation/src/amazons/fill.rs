//! Who wins once the amazons are shut off from each other: the side that has more moves left.
//!
//! Squares that one side can reach and the other cannot are *private*. A side that only moves
//! within its private squares, and leaves no door open, cannot be disturbed: so the moves it can
//! make there are a lower bound of those it has left. The squares that the other side can reach are
//! then all that one will ever have, which is an upper bound of its moves. Where the lower bound of
//! one beats the upper bound of the other, the game is decided whatever is played meanwhile.
//!
//! An amazon that stands beside a square of the enemy's is a *guard*: if it left, its square would
//! be a door. In the lower bound it may leave only by shutting the door behind it with its spear.

use crate::amazons::region::{Exhausted, Filler, Region, flooded};
use crate::amazons::view::View;
use games::Outcome;
use games::amazons::square::SquareSet;

/// How many regions may be looked at for a verdict; some ten million a second can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort(pub u32);

/// What one side may reach and what only it may reach.
#[derive(Clone, Copy, Debug)]
struct Holdings {
    amazons: SquareSet,
    /// Empty squares it can come to in any number of moves, the other side standing still.
    reach: SquareSet,
    /// Those of them that the other side cannot come to.
    private: SquareSet,
    guards: SquareSet,
}

impl Holdings {
    /// The holdings of the side to move and of the other.
    fn of_both(view: View) -> [Self; 2] {
        let reach = [view.own, view.enemies]
            .map(|amazons| flooded(amazons, view.empty | amazons) & view.empty);
        let holdings = |amazons: SquareSet, enemies: SquareSet, [own, enemy]: [SquareSet; 2]| {
            let guards = amazons & (enemies | enemy).grown();
            Holdings { amazons, reach: own, private: own - enemy, guards }
        };
        let [own, enemy] = reach;
        [holdings(view.own, view.enemies, reach), holdings(view.enemies, view.own, [enemy, own])]
    }

    /// Where this side's moves cannot be hindered.
    fn safe(&self) -> Region {
        let free = self.amazons - self.guards;
        Region { empty: self.private, free, guards: self.guards }
    }

    /// Where all its moves will be, if the other side lets no door open.
    fn whole(&self) -> Region {
        Region { empty: self.reach, free: self.amazons, guards: SquareSet::EMPTY }
    }

    /// Can this side make so many moves, whatever the other does?
    fn can_make(&self, moves: u32, filler: &mut Filler) -> Result<bool, Exhausted> {
        Ok(self.private.count() >= moves && filler.most(self.safe(), moves)?.is_some())
    }
}

/// The result for the side to move, if it is settled and can be proved with this effort.
///
/// Where no square can be reached by both sides and no amazon is a guard, it always is settled, and
/// only the effort may be wanting.
pub fn decided(view: View, effort: Effort) -> Option<Outcome> {
    let [own, other] = Holdings::of_both(view);
    let mut filler = Filler::with_effort(effort.0);
    by_counting(&own, &other, &mut filler).unwrap_or(None)
}

fn by_counting(
    own: &Holdings,
    other: &Holdings,
    filler: &mut Filler,
) -> Result<Option<Outcome>, Exhausted> {
    let rough = by_bounds(own, other, [own.reach.count(), other.reach.count()], filler)?;
    if rough.is_some() || own.reach.meets(other.reach) {
        return Ok(rough);
    }
    let [own_most, other_most] = [own.whole(), other.whole()].map(|all| filler.most(all, 0));
    by_bounds(own, other, [own_most?.unwrap_or(0), other_most?.unwrap_or(0)], filler)
}

/// The result, if one side's sure moves beat what the other can make at `most`.
fn by_bounds(
    own: &Holdings,
    other: &Holdings,
    most: [u32; 2],
    filler: &mut Filler,
) -> Result<Option<Outcome>, Exhausted> {
    let [own_most, other_most] = most;
    // Who has the move runs out first if both have as many.
    if own.can_make(other_most + 1, filler)? {
        return Ok(Some(Outcome::Win));
    }
    if other.can_make(own_most, filler)? {
        return Ok(Some(Outcome::Loss));
    }
    Ok(None)
}
