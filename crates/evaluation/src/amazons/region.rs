//! The number of moves that one side can make in a region that the other side cannot enter.
//!
//! Every move there fills one square: the amazon's old square becomes free, its new one and the
//! spear's are taken. So a region of n empty squares has room for n moves at most, and the question
//! is how many squares must be wasted. The search for it begins with none: a move that cuts off
//! more squares than may be wasted is not followed, which leaves few of them, and parts that are no
//! longer connected are counted one by one (compare Mueller and Tegos 2002, who call regions that
//! cannot be filled *defective*).
//!
//! The budget is in regions looked at, never in time: the answer is the same on every machine.

use games::amazons::moves::Move;
use games::amazons::square::{Square, SquareSet};
use games::board::queen_reach;
use std::collections::HashMap;

/// Empty squares, and the amazons that may fill them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Region {
    /// The squares to fill.
    pub empty: SquareSet,
    /// Amazons that may leave their square, which can then be filled.
    pub free: SquareSet,
    /// Amazons that block an entrance: one of them may leave its square only by throwing the spear
    /// back to it, after which it is free.
    pub guards: SquareSet,
}

impl Region {
    /// The connected parts of the region in which an amazon can move.
    fn parts(self) -> impl Iterator<Item = Region> {
        let mut amazons = self.free | self.guards;
        std::iter::from_fn(move || {
            loop {
                let seed = SquareSet::of(amazons.first()?);
                let whole = flood_fill(seed, self.empty | self.free | self.guards);
                amazons = amazons - whole;
                let part = self.within(whole);
                if !part.empty.is_empty() {
                    return Some(part);
                }
            }
        })
    }

    fn within(self, squares: SquareSet) -> Self {
        Region {
            empty: self.empty & squares,
            free: self.free & squares,
            guards: self.guards & squares,
        }
    }

    /// Room for moves: the number of empty squares that an amazon can reach.
    pub fn room(self) -> u32 {
        let reached = flood_fill(self.free | self.guards, self.empty | self.free | self.guards);
        (reached & self.empty).count()
    }

    /// Hands over each possible move.
    fn each_move(self, mut found: impl FnMut(Move)) {
        for from in self.free {
            let others = !self.empty.with(from);
            for to in queen_reach(from, !self.empty) {
                for spear in queen_reach(to, others) {
                    found(Move::new(from, to, spear));
                }
            }
        }
        for from in self.guards {
            for to in queen_reach(from, !self.empty) {
                found(Move::new(from, to, from));
            }
        }
    }

    /// The region after one of its moves.
    fn after(self, mv: Move) -> Self {
        let (from, to) = (mv.from(), mv.to());
        if self.guards.has(from) {
            let (empty, free) = (self.empty.without(to), self.free.with(to));
            return Region { empty, free, guards: self.guards.without(from) };
        }
        let empty = self.empty.with(from).without(to).without(mv.spear());
        Region { empty, free: self.free.without(from).with(to), ..self }
    }
}

/// The squares of `within` that are connected with those of `seed`, a part of it.
pub fn flood_fill(seed: SquareSet, within: SquareSet) -> SquareSet {
    let mut reached = seed;
    loop {
        let next = reached.grown() & within;
        if next == reached {
            return reached;
        }
        reached = next;
    }
}

/// The budget was too small to find the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exhausted;

/// Counts moves in regions, and remembers what it has found.
#[derive(Debug)]
pub struct Filler {
    /// Of connected parts: lower and upper bound of the moves that can be made.
    bounds: HashMap<Region, (u32, u32)>,
    /// Regions that may still be looked at.
    budget: u32,
}

impl Filler {
    /// A filler that looks at `budget` regions at most.
    pub fn with_budget(budget: u32) -> Self {
        Filler { bounds: HashMap::new(), budget }
    }

    /// The largest number of moves that can be made in the region; `None` if it is below `floor`.
    /// [`Exhausted`] if the limit of regions is reached first.
    pub fn most(&mut self, region: Region, floor: u32) -> Result<Option<u32>, Exhausted> {
        let Some(mut spare) = region.room().checked_sub(floor) else { return Ok(None) };
        for part in region.parts() {
            let room = part.empty.count();
            match self.most_in_part(part, room, room.saturating_sub(spare))? {
                Some(moves) => spare -= room - moves,
                None => return Ok(None),
            }
        }
        Ok(Some(floor + spare))
    }

    fn most_in_part(
        &mut self,
        part: Region,
        room: u32,
        floor: u32,
    ) -> Result<Option<u32>, Exhausted> {
        for moves in (floor..=room).rev() {
            if self.has_moves(part, room, moves)? {
                return Ok(Some(moves));
            }
        }
        Ok(None)
    }

    /// Can `moves` moves be made in a connected part?
    fn has_moves(&mut self, part: Region, room: u32, moves: u32) -> Result<bool, Exhausted> {
        if moves <= 1 {
            // An amazon steps beside itself and throws back.
            return Ok(true);
        }
        let (least, most) = self.bounds.get(&part).copied().unwrap_or((1, room));
        if moves <= least || moves > most {
            return Ok(moves <= least);
        }
        let found = self.has_moves_after_one(part, moves - 1)?;
        let bounds = if found { (moves, most) } else { (least, moves - 1) };
        self.bounds.insert(part, bounds);
        Ok(found)
    }

    fn has_moves_after_one(&mut self, part: Region, moves: u32) -> Result<bool, Exhausted> {
        let mut moves_by_loss = Vec::new();
        let neighbors = Neighbors::of(part);
        part.each_move(|mv| moves_by_loss.push((neighbors.lost_by(mv), mv)));
        let looked_at = moves_by_loss.len() as u32;
        self.budget = self.budget.checked_sub(looked_at).ok_or(Exhausted)?;
        moves_by_loss.sort_unstable_by_key(|&(lost, _)| lost);
        for (_, mv) in moves_by_loss {
            if self.most(part.after(mv), moves)?.is_some() {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// Number of empty neighbors of each square of a region. A region is easy to fill as long as its
/// squares have many: so those with few are filled first.
struct Neighbors([i8; Square::COUNT]);

impl Neighbors {
    fn of(part: Region) -> Self {
        let mut counts = [0; Square::COUNT];
        for square in part.empty | part.free {
            let around = SquareSet::of(square).grown().without(square);
            counts[square.index()] = (around & part.empty).count() as i8;
        }
        Neighbors(counts)
    }

    /// Number of pairs of empty neighbors that a move removes, less those that it adds.
    fn lost_by(&self, mv: Move) -> i8 {
        let [to, spear, from] =
            [mv.to(), mv.spear(), mv.from()].map(|square| self.0[square.index()]);
        to + spear - from
    }
}
