//! How many moves one side can make in a region that the other side cannot enter.
//!
//! Every move there fills one square: the amazon's old square comes free, its new one and the
//! spear's are taken. So a region of n empty squares has room for n moves at most, and the question
//! is how many squares must be wasted. The answer is searched for, starting with none: a move that
//! cuts off more squares than may be wasted is not followed, which leaves few of them, and parts
//! that have fallen asunder are counted one by one (compare Mueller and Tegos 2002, who call
//! regions that cannot be filled *defective*).
//!
//! Effort is counted in regions looked at, never in time: the same question has the same answer on
//! every machine.

use games::amazons::moves::Move;
use games::amazons::square::{Square, SquareSet};
use games::board::queen_reach;
use std::collections::HashMap;

/// Empty squares, and the amazons that may fill them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Region {
    /// The squares to fill.
    pub empty: SquareSet,
    /// Amazons whose square may be left open and used again.
    pub free: SquareSet,
    /// Amazons that keep a door shut: one of them may leave its square only by throwing the spear
    /// back to it, after which it is free.
    pub guards: SquareSet,
}

impl Region {
    /// The parts of the region that are not connected and that can be moved in.
    fn parts(self) -> impl Iterator<Item = Region> {
        let mut amazons = self.free | self.guards;
        std::iter::from_fn(move || {
            loop {
                let seed = SquareSet::of(amazons.first()?);
                let whole = flooded(seed, self.empty | self.free | self.guards);
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

    /// How many moves there is room for: the empty squares that an amazon can reach.
    pub fn room(self) -> u32 {
        let reached = flooded(self.free | self.guards, self.empty | self.free | self.guards);
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

/// The squares of `within` that are connected with those of `seed`, which are in it.
pub fn flooded(seed: SquareSet, within: SquareSet) -> SquareSet {
    let mut reached = seed;
    loop {
        let next = reached.grown() & within;
        if next == reached {
            return reached;
        }
        reached = next;
    }
}

/// The effort granted was not enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exhausted;

/// Counts moves in regions, and remembers what it has found out.
#[derive(Debug)]
pub struct Filler {
    /// Of connected parts: the moves that can surely be made, and those that may yet be possible.
    known: HashMap<Region, (u32, u32)>,
    effort: u32,
}

impl Filler {
    /// A filler that looks at `effort` regions at most.
    pub fn with_effort(effort: u32) -> Self {
        Filler { known: HashMap::new(), effort }
    }

    /// The most moves that can be made in the region; none if they are fewer than `floor`.
    ///
    /// # Errors
    /// [`Exhausted`]: the effort was not enough to know.
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

    /// Can so many moves be made in a connected part?
    fn has_moves(&mut self, part: Region, room: u32, moves: u32) -> Result<bool, Exhausted> {
        if moves <= 1 {
            // An amazon steps beside itself and throws back.
            return Ok(true);
        }
        let (least, most) = self.known.get(&part).copied().unwrap_or((1, room));
        if moves <= least || moves > most {
            return Ok(moves <= least);
        }
        let found = self.has_moves_after_one(part, moves - 1)?;
        let bounds = if found { (moves, most) } else { (least, moves - 1) };
        self.known.insert(part, bounds);
        Ok(found)
    }

    fn has_moves_after_one(&mut self, part: Region, moves: u32) -> Result<bool, Exhausted> {
        let mut plans = Vec::new();
        let neighbors = Neighbors::of(part);
        part.each_move(|mv| plans.push((neighbors.lost_by(mv), mv)));
        let looked_at = plans.len() as u32;
        self.effort = self.effort.checked_sub(looked_at).ok_or(Exhausted)?;
        plans.sort_unstable_by_key(|&(lost, _)| lost);
        for (_, mv) in plans {
            if self.most(part.after(mv), moves)?.is_some() {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// How many empty neighbors each square of a region has: a region is easy to fill as long as its
/// squares have many, so that those with few are filled first.
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

    /// How many pairs of empty neighbors the move breaks up, less those that it makes.
    fn lost_by(&self, mv: Move) -> i8 {
        let of = |square: Square| self.0[square.index()];
        of(mv.to()) + of(mv.spear()) - of(mv.from())
    }
}
