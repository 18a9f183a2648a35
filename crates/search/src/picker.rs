//! Move ordering: the better the first move, the more of the others are cut off.
//!
//! First the hash move, then noisy moves by what they capture, then the killers of this ply, then
//! the other quiet moves by their history and the evaluator's quiet order. The lists of all nodes
//! of the current line share one stack, so that no node allocates.

use crate::evaluator::{Evaluator, QUIET_ORDER_LIMIT};
use crate::history::History;
use crate::killers::Killers;
use crate::params::HISTORY_LIMIT;
use crate::score::Ply;
use crate::transposition_table::HashMove;
use games::MoveHints;
use games::board::Side;

const HASH_MOVE: i32 = 1 << 30;
const NOISY: i32 = 1 << 20;
const KILLER: i32 = HISTORY_LIMIT + QUIET_ORDER_LIMIT + 2;

/// The move lists of all nodes of the current line, one behind the other.
#[derive(Debug)]
pub struct Pool<M> {
    moves: Vec<M>,
    ranks: Vec<i32>,
}

/// The move list of one node: a range of the pool.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    start: usize,
    end: usize,
}

impl Frame {
    /// Number of moves.
    #[inline]
    pub fn len(self) -> usize {
        self.end - self.start
    }

    /// Is there no move?
    #[inline]
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }
}

impl<M: Copy + Eq> Pool<M> {
    /// An empty pool.
    pub fn new() -> Self {
        Pool { moves: Vec::with_capacity(1024), ranks: Vec::with_capacity(1024) }
    }

    /// Lets `fill` append a node's moves.
    #[inline]
    pub fn open(&mut self, fill: impl FnOnce(&mut Vec<M>)) -> Frame {
        let start = self.moves.len();
        fill(&mut self.moves);
        Frame { start, end: self.moves.len() }
    }

    /// Removes the last frame.
    #[inline]
    pub fn close(&mut self, frame: Frame) {
        self.moves.truncate(frame.start);
    }

    /// Ranks each move of the frame. Needed before [`Pool::pick`] unless the frame has one move.
    #[inline]
    pub fn rank(&mut self, frame: Frame, rank: impl Fn(M) -> i32) {
        // Frames below that have a single move have left no ranks.
        self.ranks.resize(frame.start, 0);
        self.ranks.extend(self.moves[frame.start..frame.end].iter().map(|&mv| rank(mv)));
    }

    /// Moves the highest ranked move at or after `index` to `index`, and returns it.
    #[inline]
    pub fn pick(&mut self, frame: Frame, index: usize) -> M {
        let next = frame.start + index;
        if next + 1 == frame.end {
            return self.moves[next];
        }
        let mut best = 0;
        let mut highest = i32::MIN;
        for (index, &rank) in self.ranks[next..frame.end].iter().enumerate() {
            if rank > highest {
                (best, highest) = (index, rank);
            }
        }
        self.moves.swap(next, next + best);
        self.ranks.swap(next, next + best);
        self.moves[next]
    }

    /// The move that was picked for `index`.
    #[inline]
    pub fn at(&self, frame: Frame, index: usize) -> M {
        self.moves[frame.start + index]
    }

    /// The moves of the frame that were picked before `index`.
    #[inline]
    pub fn picked(&self, frame: Frame, index: usize) -> &[M] {
        &self.moves[frame.start..frame.start + index]
    }
}

/// The statistics that moves are ordered by.
#[derive(Debug)]
pub struct MoveOrdering<M> {
    /// Cutoffs of quiet moves anywhere in the tree.
    pub history: History,
    /// Cutoffs of quiet moves at the same ply.
    pub killers: Killers<M>,
}

impl<M: Copy + Eq> MoveOrdering<M> {
    /// The rank of a move: the higher, the earlier it is tried.
    #[inline]
    pub fn rank<G>(
        &self,
        position: &G,
        evaluator: &impl Evaluator<G>,
        side: Side,
        killers: [Option<M>; 2],
        hash_move: Option<HashMove>,
        mv: M,
    ) -> i32
    where
        G: MoveHints<Move = M>,
    {
        let index = G::history_index(mv);
        if hash_move.is_some_and(|hash_move| hash_move.is_at(index)) {
            return HASH_MOVE;
        }
        let captured = position.capture_value(mv);
        if captured > 0 {
            return NOISY + captured;
        }
        match killers.iter().position(|&killer| killer == Some(mv)) {
            Some(age) => KILLER - age as i32,
            None => self.history.of(side, index) + evaluator.quiet_order(position, mv),
        }
    }

    /// The killers of `ply`.
    #[inline]
    pub fn killers_at(&self, ply: Ply) -> [Option<M>; 2] {
        self.killers.at(ply)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_come_by_rank_and_the_frame_below_is_untouched() {
        let mut pool = Pool::new();
        let below = pool.open(|moves| moves.extend([9, 8]));
        pool.rank(below, |mv| mv);
        let frame = pool.open(|moves| moves.extend([3, 1, 4, 1, 5]));
        pool.rank(frame, |mv| mv);
        let order: Vec<i32> = (0..frame.len()).map(|index| pool.pick(frame, index)).collect();
        assert_eq!(order, [5, 4, 3, 1, 1]);
        assert_eq!(pool.picked(frame, 2), [5, 4]);
        pool.close(frame);
        assert_eq!(pool.pick(below, 1), 8);
        assert_eq!((below.len(), below.is_empty()), (2, false));
    }
}
