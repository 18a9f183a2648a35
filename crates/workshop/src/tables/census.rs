//! How many positions of an ending are won, lost and drawn, and how long the longest one lasts.
//!
//! The counts of unlimited play are published (`docs/LAB.md`): the first thing by which a mistake in
//! the rules or in the solving shows.

use crate::tables::state::{Decision, State};
use std::fmt;
use std::ops::AddAssign;

/// The count, over positions of one or many materials.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Census {
    /// Positions that the side to move wins.
    pub won: u64,
    /// Positions that it loses.
    pub lost: u64,
    /// Positions that nobody wins.
    pub drawn: u64,
    /// The most plies to the next capture, crowning or end.
    pub longest: u8,
}

impl Census {
    /// Counts these states.
    pub fn of(states: &[State]) -> Self {
        let mut by_state = [0; 256];
        for state in states {
            by_state[usize::from(state.0)] += 1;
        }
        let mut census =
            Census { drawn: by_state[usize::from(State::DRAWN.0)], ..Census::default() };
        for (state, count) in (0..=u8::MAX).map(State).zip(by_state) {
            let Some((decision, plies)) = state.decided().filter(|_| count > 0) else { continue };
            census.longest = census.longest.max(plies);
            match decision {
                Decision::Won => census.won += count,
                Decision::Lost => census.lost += count,
            }
        }
        census
    }

    /// All positions.
    pub fn total(&self) -> u64 {
        self.won + self.lost + self.drawn
    }
}

impl AddAssign for Census {
    fn add_assign(&mut self, other: Census) {
        self.won += other.won;
        self.lost += other.lost;
        self.drawn += other.drawn;
        self.longest = self.longest.max(other.longest);
    }
}

impl fmt::Display for Census {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Census { won, lost, drawn, longest } = self;
        write!(f, "{:>13} {won:>13} {lost:>13} {drawn:>13} {longest:>7}", self.total())
    }
}
