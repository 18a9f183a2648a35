//! The knowledge of one position while its ending is solved, in one byte.
//!
//! ```text
//! 0 ..= 20    open: the number of quiet moves that are not known to lose
//! 21          open, but not lost: a capture or crowning draws
//! 22          drawn
//! 23          impossible: no position has this index
//! 24 + 2d     won, with the next conversion (capture, crowning or end) after d plies
//! 25 + 2d     lost, likewise
//! ```

use games::Outcome;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PositionState(pub u8);

/// The largest number of quiet moves: five kings have at most twenty.
const MAX_MOVES: u8 = 20;
const FIRST_DECIDED: u8 = 24;

impl PositionState {
    /// Open, but not lost.
    pub const NOT_LOST: PositionState = PositionState(21);
    pub const DRAWN: PositionState = PositionState(22);
    pub const IMPOSSIBLE: PositionState = PositionState(23);
    /// The longest distance to conversion that a byte can hold, in plies.
    pub const MAX_PLIES: u8 = (u8::MAX - 1 - FIRST_DECIDED) / 2;

    /// Open, with this number of quiet moves whose results are not known yet.
    ///
    /// # Panics
    /// If there are more than five kings can have.
    pub const fn open(moves: usize) -> Self {
        assert!(moves <= MAX_MOVES as usize, "more quiet moves than five kings have");
        PositionState(moves as u8)
    }

    /// Won, with the next conversion after `plies`.
    ///
    /// # Panics
    /// If `plies` is above [`Self::MAX_PLIES`].
    pub const fn won(plies: u8) -> Self {
        assert!(plies <= Self::MAX_PLIES, "a longer distance than a byte can hold");
        PositionState(FIRST_DECIDED + 2 * plies)
    }

    /// Lost, with the next conversion after `plies`.
    ///
    /// # Panics
    /// As [`Self::won`].
    pub const fn lost(plies: u8) -> Self {
        PositionState(Self::won(plies).0 + 1)
    }

    /// Won or lost, and the plies to the next conversion, if it is decided.
    pub const fn decided(self) -> Option<(WonOrLost, u8)> {
        if self.0 < FIRST_DECIDED {
            return None;
        }
        let code = self.0 - FIRST_DECIDED;
        let decision = if code.is_multiple_of(2) { WonOrLost::Won } else { WonOrLost::Lost };
        Some((decision, code / 2))
    }

    /// The result for the side to move, after the last round.
    pub const fn outcome(self) -> Outcome {
        match self.decided() {
            None => Outcome::Draw,
            Some((WonOrLost::Won, _)) => Outcome::Win,
            Some((WonOrLost::Lost, _)) => Outcome::Loss,
        }
    }

    /// Is the result still unknown?
    const fn is_open(self) -> bool {
        self.0 <= Self::NOT_LOST.0
    }

    /// The new state when a quiet move turns out to lead to a position decided at `plies`, `child`
    /// for the opponent; `None` if nothing changes.
    #[inline]
    pub fn after(self, child: WonOrLost, plies: u8) -> Option<PositionState> {
        match child {
            _ if !self.is_open() => None,
            WonOrLost::Lost => Some(PositionState::won(plies + 1)),
            WonOrLost::Won if self == PositionState::NOT_LOST => None,
            WonOrLost::Won if self.0 <= 1 => Some(PositionState::lost(plies + 1)),
            WonOrLost::Won => Some(PositionState(self.0 - 1)),
        }
    }

    /// The state after the last round: what is still open is drawn.
    pub const fn final_state(self) -> PositionState {
        if self.is_open() { PositionState::DRAWN } else { self }
    }
}

/// The result of a decided position for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WonOrLost {
    Won,
    Lost,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decisions_are_read_back() {
        for plies in 0..=PositionState::MAX_PLIES {
            assert_eq!(PositionState::won(plies).decided(), Some((WonOrLost::Won, plies)));
            assert_eq!(PositionState::lost(plies).decided(), Some((WonOrLost::Lost, plies)));
        }
        for state in [
            PositionState::open(0),
            PositionState::open(20),
            PositionState::NOT_LOST,
            PositionState::DRAWN,
            PositionState::IMPOSSIBLE,
        ] {
            assert_eq!(state.decided(), None);
        }
    }

    #[test]
    fn the_last_move_that_loses_decides_and_one_that_wins_does_at_once() {
        let two = PositionState::open(2);
        assert_eq!(two.after(WonOrLost::Lost, 4), Some(PositionState::won(5)));
        let one = two.after(WonOrLost::Won, 3).expect("one move less");
        assert_eq!(one, PositionState::open(1));
        assert_eq!(one.after(WonOrLost::Won, 5), Some(PositionState::lost(6)));
        assert_eq!(PositionState::NOT_LOST.after(WonOrLost::Won, 5), None);
        assert_eq!(PositionState::NOT_LOST.after(WonOrLost::Lost, 5), Some(PositionState::won(6)));
        for state in [
            PositionState::DRAWN,
            PositionState::IMPOSSIBLE,
            PositionState::won(1),
            PositionState::lost(0),
        ] {
            assert_eq!(state.after(WonOrLost::Lost, 0), None);
            assert_eq!(state.final_state(), state);
        }
        assert_eq!(one.final_state(), PositionState::DRAWN);
    }
}
