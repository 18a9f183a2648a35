//! What is known of one table_index while its ending is being solved, in one byte.
//!
//! ```text
//! 0 ..= 20    open: so many quiet moves are left of which we do not know that they lose
//! 21          open, but never lost: a capture or crowning draws
//! 22          drawn, or at the end still open
//! 23          no position
//! 24 + 2d     won, with the next capture or crowning (or the end) after d plies
//! 25 + 2d     lost, likewise
//! ```

use games::Outcome;

/// The byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State(pub u8);

/// The most quiet moves that are counted: five kings have at most twenty.
const MOST_MOVES: u8 = 20;
const FIRST_DECIDED: u8 = 24;

impl State {
    /// Open, but never lost.
    pub const HELD: State = State(21);
    /// Drawn.
    pub const DRAWN: State = State(22);
    /// No position has this index.
    pub const IMPOSSIBLE: State = State(23);
    /// The longest distance that can be told.
    pub const MOST_PLIES: u8 = (u8::MAX - 1 - FIRST_DECIDED) / 2;

    /// Open, with so many moves whose value is not known yet.
    pub const fn open(moves: usize) -> Self {
        assert!(moves <= MOST_MOVES as usize, "more quiet moves than five kings have");
        State(moves as u8)
    }

    /// Won, with the next conversion after `plies`.
    pub const fn won(plies: u8) -> Self {
        assert!(plies <= Self::MOST_PLIES, "a distance beyond what a byte can tell");
        State(FIRST_DECIDED + 2 * plies)
    }

    /// Lost, with the next conversion after `plies`.
    pub const fn lost(plies: u8) -> Self {
        State(Self::won(plies).0 + 1)
    }

    /// Won or lost and in how many plies, if it is decided.
    pub const fn decided(self) -> Option<(Decision, u8)> {
        if self.0 < FIRST_DECIDED {
            return None;
        }
        let code = self.0 - FIRST_DECIDED;
        let decision = if code.is_multiple_of(2) { Decision::Won } else { Decision::Lost };
        Some((decision, code / 2))
    }

    /// The result for the side to move, once nothing more can be found out.
    pub const fn outcome(self) -> Outcome {
        match self.decided() {
            None => Outcome::Draw,
            Some((Decision::Won, _)) => Outcome::Win,
            Some((Decision::Lost, _)) => Outcome::Loss,
        }
    }

    /// Is nothing more known than that it is not lost by force of the moves looked at?
    const fn is_open(self) -> bool {
        self.0 <= Self::HELD.0
    }

    /// What becomes of an open state when a move of it turns out to be `child` for the opponent,
    /// decided at `plies`; none if nothing changes.
    #[inline]
    pub fn after(self, child: Decision, plies: u8) -> Option<State> {
        match child {
            _ if !self.is_open() => None,
            Decision::Lost => Some(State::won(plies + 1)),
            Decision::Won if self == State::HELD => None,
            Decision::Won if self.0 <= 1 => Some(State::lost(plies + 1)),
            Decision::Won => Some(State(self.0 - 1)),
        }
    }

    /// The state when nothing more can be found out: what is open is drawn.
    pub const fn settled(self) -> State {
        if self.is_open() { State::DRAWN } else { self }
    }
}

/// The side that a decided position is decided for, seen by the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// The side to move wins.
    Won,
    /// The side to move loses.
    Lost,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decisions_are_read_back() {
        for plies in 0..=State::MOST_PLIES {
            assert_eq!(State::won(plies).decided(), Some((Decision::Won, plies)));
            assert_eq!(State::lost(plies).decided(), Some((Decision::Lost, plies)));
        }
        for state in [State::open(0), State::open(20), State::HELD, State::DRAWN, State::IMPOSSIBLE]
        {
            assert_eq!(state.decided(), None);
        }
    }

    #[test]
    fn the_last_move_that_loses_decides_and_one_that_wins_does_at_once() {
        let two = State::open(2);
        assert_eq!(two.after(Decision::Lost, 4), Some(State::won(5)));
        let one = two.after(Decision::Won, 3).expect("one move less");
        assert_eq!(one, State::open(1));
        assert_eq!(one.after(Decision::Won, 5), Some(State::lost(6)));
        assert_eq!(State::HELD.after(Decision::Won, 5), None);
        assert_eq!(State::HELD.after(Decision::Lost, 5), Some(State::won(6)));
        for state in [State::DRAWN, State::IMPOSSIBLE, State::won(1), State::lost(0)] {
            assert_eq!(state.after(Decision::Lost, 0), None);
            assert_eq!(state.settled(), state);
        }
        assert_eq!(one.settled(), State::DRAWN);
    }
}
