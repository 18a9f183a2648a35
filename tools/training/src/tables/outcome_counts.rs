//! Numbers of won, lost and drawn positions of an ending, and the length of the longest one.
//!
//! The counts of play without a limit of quiet turns are published (`docs/lab/endgame-tables.md`):
//! a mistake in the rules or in the solver shows there first.

use crate::tables::state::{PositionState, WonOrLost};
use std::fmt;
use std::ops::AddAssign;

/// Counts of positions, of one material or of many.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OutcomeCounts {
    /// Positions that the side to move wins.
    pub won: u64,
    /// Positions that the side to move loses.
    pub lost: u64,
    pub drawn: u64,
    /// The longest distance to conversion (the next capture, crowning or end), in plies.
    pub longest: u8,
}

impl OutcomeCounts {
    pub fn of(states: &[PositionState]) -> Self {
        let mut by_state = [0; 256];
        for state in states {
            by_state[usize::from(state.0)] += 1;
        }
        let drawn = by_state[usize::from(PositionState::DRAWN.0)];
        let mut counts = OutcomeCounts { drawn, ..OutcomeCounts::default() };
        for (state, count) in (0..=u8::MAX).map(PositionState).zip(by_state) {
            let Some((decision, plies)) = state.decided().filter(|_| count > 0) else { continue };
            counts.longest = counts.longest.max(plies);
            match decision {
                WonOrLost::Won => counts.won += count,
                WonOrLost::Lost => counts.lost += count,
            }
        }
        counts
    }

    pub fn total(&self) -> u64 {
        self.won + self.lost + self.drawn
    }
}

impl AddAssign for OutcomeCounts {
    fn add_assign(&mut self, other: OutcomeCounts) {
        self.won += other.won;
        self.lost += other.lost;
        self.drawn += other.drawn;
        self.longest = self.longest.max(other.longest);
    }
}

impl fmt::Display for OutcomeCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let OutcomeCounts { won, lost, drawn, longest } = self;
        write!(f, "{:>13} {won:>13} {lost:>13} {drawn:>13} {longest:>7}", self.total())
    }
}
