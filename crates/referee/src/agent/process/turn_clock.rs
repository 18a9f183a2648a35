//! The clock of a program that lives as long as a game, shared by the referee's thread that asks it
//! and by the thread that watches its run.
//!
//! While it is the program's turn, its CPU time and its idleness count; in the turns of the other
//! side neither does. The watch notes the CPU time of the whole tree at every look.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Looks of the watch after which a time is that of now: the one that was going on, and another.
const FRESH: u64 = 2;
/// The longest wait for such a look.
const LONGEST_WAIT: Duration = Duration::from_secs(2);

#[derive(Debug, Default)]
pub struct TurnClock {
    state: Mutex<TurnState>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct TurnState {
    looks: u64,
    cpu: Duration,
    turn: Option<RunningTurn>,
    turns: u64,
    must_stop: bool,
    is_killed: bool,
    has_ended: bool,
}

#[derive(Clone, Copy, Debug)]
struct RunningTurn {
    number: u64,
    begun: Duration,
    limit: Duration,
}

/// What the watch has to know.
#[derive(Clone, Copy, Debug)]
pub(super) struct TurnLook {
    /// The CPU time of the whole run at which the turn's is used up, and the number of the turn;
    /// `None` while the other side is to move.
    pub(super) turn: Option<(Duration, u64)>,
    pub(super) must_stop: bool,
}

impl TurnClock {
    /// From now on it is the program's turn, with so much CPU time.
    pub fn begin_turn(&self, left: Duration) {
        let mut state = self.lock();
        state.turns += 1;
        let (number, begun) = (state.turns, state.cpu);
        state.turn = Some(RunningTurn { number, begun, limit: begun.saturating_add(left) });
    }

    /// The turn is over; returns the CPU time that it has cost.
    pub fn end_turn(&self) -> Duration {
        let state = self.lock();
        let wanted = state.looks + FRESH;
        let is_old = |state: &mut TurnState| state.looks < wanted && !state.has_ended;
        let waited = self.changed.wait_timeout_while(state, LONGEST_WAIT, is_old);
        let mut state = waited.unwrap_or_else(PoisonError::into_inner).0;
        let turn = state.turn.take();
        turn.map_or(Duration::ZERO, |turn| state.cpu.saturating_sub(turn.begun))
    }

    /// Has the watch end the run.
    pub fn stop(&self) {
        self.lock().must_stop = true;
    }

    /// The watch kills the run: nothing that is read from now on was surely said before.
    pub(super) fn kill(&self) {
        self.lock().is_killed = true;
    }

    /// Whether the watch has killed the run.
    pub fn is_killed(&self) -> bool {
        self.lock().is_killed
    }

    /// The run has ended and cost so much.
    pub fn ended(&self, cpu: Duration) {
        let mut state = self.lock();
        state.cpu = state.cpu.max(cpu);
        state.has_ended = true;
        drop(state);
        self.changed.notify_all();
    }

    /// Waits until the run has ended; whether it has.
    pub fn has_ended_within(&self, patience: Duration) -> bool {
        let lives = |state: &mut TurnState| !state.has_ended;
        let waited = self.changed.wait_timeout_while(self.lock(), patience, lives);
        waited.unwrap_or_else(PoisonError::into_inner).0.has_ended
    }

    /// A look of the watch, at which the run has used `cpu`.
    pub(super) fn look(&self, cpu: Duration) -> TurnLook {
        let mut state = self.lock();
        state.looks += 1;
        state.cpu = state.cpu.max(cpu);
        let turn = state.turn.map(|turn| (turn.limit, turn.number));
        let look = TurnLook { turn, must_stop: state.must_stop };
        drop(state);
        self.changed.notify_all();
        look
    }

    fn lock(&self) -> MutexGuard<'_, TurnState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;

    #[test]
    fn a_turn_costs_what_was_used_from_its_beginning_to_a_look_after_its_end() {
        let clock = TurnClock::default();
        let ms = Duration::from_millis;
        assert!(clock.look(ms(70)).turn.is_none());
        clock.begin_turn(ms(100));
        assert_eq!(clock.look(ms(80)).turn, Some((ms(170), 1)));
        let charge = thread::scope(|scope| {
            let waiting = scope.spawn(|| clock.end_turn());
            while !waiting.is_finished() {
                clock.look(ms(90));
            }
            waiting.join().expect("a time")
        });
        assert_eq!(charge, ms(20));
        assert!(clock.look(ms(95)).turn.is_none());
        clock.begin_turn(ms(100));
        clock.ended(ms(99));
        assert_eq!((clock.end_turn(), clock.has_ended_within(ms(0))), (ms(4), true));
    }
}
