//! The history heuristic (Schaeffer 1983): a quiet move that often cut off elsewhere is tried
//! early; one that was tried before the move that cut off is tried later.
//!
//! Counters move by a *gravity* rule: the further a counter is out, the less it moves on, so that
//! it stays within `HISTORY_LIMIT` and recent results weigh more.

use crate::depth::Depth;
use crate::params::{HISTORY_LIMIT, HISTORY_STEP};
use games::board::Side;

/// A counter for each side and each index of a game's moves.
#[derive(Debug)]
pub struct History {
    counters: [Vec<i16>; 2],
}

impl History {
    /// All counters at nothing.
    pub fn new(size: usize) -> Self {
        History { counters: [vec![0; size], vec![0; size]] }
    }

    /// The counter of a move.
    #[inline]
    pub fn of(&self, side: Side, index: usize) -> i32 {
        i32::from(self.counters[side.index()][index])
    }

    /// A quiet move cut off after a search of `depth`.
    #[inline]
    pub fn reward(&mut self, side: Side, index: usize, depth: Depth) {
        self.push(side, index, step(depth));
    }

    /// A quiet move was tried in vain before the one that cut off after a search of `depth`.
    #[inline]
    pub fn punish(&mut self, side: Side, index: usize, depth: Depth) {
        self.push(side, index, -step(depth));
    }

    fn push(&mut self, side: Side, index: usize, step: i32) {
        let counter = &mut self.counters[side.index()][index];
        let value = i32::from(*counter);
        *counter = (value + step - value * step.abs() / HISTORY_LIMIT) as i16;
    }
}

fn step(depth: Depth) -> i32 {
    let plies = i32::from(depth.plies());
    (plies * plies).min(HISTORY_STEP)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters_never_leave_their_range() {
        let mut history = History::new(2);
        for _ in 0..10_000 {
            history.reward(Side::White, 0, Depth::new(30));
            history.punish(Side::White, 1, Depth::new(30));
        }
        assert!(
            (HISTORY_LIMIT - HISTORY_STEP..=HISTORY_LIMIT).contains(&history.of(Side::White, 0))
        );
        assert!(
            (-HISTORY_LIMIT..=HISTORY_STEP - HISTORY_LIMIT).contains(&history.of(Side::White, 1))
        );
        assert_eq!(history.of(Side::Black, 0), 0);
    }
}
