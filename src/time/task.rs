//! The facts from which a [`Budget`](crate::time::Budget) for one move is allotted, and the cost of
//! moves without a search.

use crate::time::opponent::{OpponentClock, Target};
use crate::time::own_turns::Overhead;
use crate::time::stage::Stage;
use std::time::Duration;

/// The moves for which the time left has to last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// This one move; the agent forfeits if it ends late.
    Single,
    /// This one move, for a time that the user has set: ending a little late does no harm.
    MoveTime,
    Game,
}

/// The facts that decide the budget. All times are CPU time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Task {
    pub mode: Mode,
    pub stage: Stage,
    /// The estimated number of our own moves to the end of the game, this one included.
    pub moves_to_come: u32,
    /// Time left by the referee's account, when this process started.
    pub remaining: Duration,
    /// This process has used at most so much until now.
    pub used: Duration,
    /// The system shows that this process has used so much: less than `used` on a coarse clock. The
    /// part that the clock hides belongs to `overhead` then.
    pub start_cost: Duration,
    /// The referee's charges in earlier moves beyond what we measured ourselves.
    pub overhead: Overhead,
    /// The referee charges no less for a move that uses this.
    pub free: Duration,
    /// The opponent's clock; `None` if it does not matter.
    pub opponent: Option<OpponentClock>,
}

/// No more than 95 % of the time left is ever used.
pub(super) const MOST: f64 = 0.95;
/// The number of moves for which their bare cost is set aside: a game that does not end. The
/// endings that the tables play may take a multiple of what is estimated.
const LONG_GAME: u32 = 80;
/// The number of moves whose bare cost no search may spend. With 0.2 s a side, one game of ours in
/// 170 was lost on time after 114 to 124 moves, each with its small search.
const LAST_MOVES: u32 = 50;
/// A longer start was an accident of this one move, and not part of a bare move.
const USUAL_START: Duration = Duration::from_millis(2);
/// The cost of a move beyond its start, if nothing is searched.
const LEAVING: Duration = Duration::from_millis(1);

impl Task {
    /// The cost of the start of each move, by what we see today.
    fn usual_start(&self) -> Duration {
        self.start_cost.min(USUAL_START)
    }

    /// The cost of the rest of a long game if we never think, by this referee's account:
    /// 80 x (start + leaving + overhead).
    pub(super) fn bare_moves(&self) -> Duration {
        (self.usual_start() + LEAVING).saturating_add(self.overhead.most).saturating_mul(LONG_GAME)
    }

    /// The least cost of a move without a search: start + least overhead.
    fn least_bare_move(&self) -> Duration {
        self.usual_start().saturating_add(self.overhead.least)
    }

    /// Time trouble: the time left does not even pay for a long game without a search. 95 % of it <
    /// 80 x (start + certain overhead).
    pub fn is_in_time_trouble(&self) -> bool {
        let bare_move = self.usual_start().saturating_add(self.overhead.certain);
        self.remaining.mul_f64(MOST) < bare_move.saturating_mul(LONG_GAME)
    }

    /// The cost of the last moves of a long game, none of them searched: 50 x (start + least
    /// overhead up to [`LEAVING`]). What a referee charges beyond that is no reason to save a
    /// search, which is small beside it.
    pub(super) fn last_moves(&self) -> Duration {
        (self.usual_start() + self.overhead.least.min(LEAVING)) * LAST_MOVES
    }

    /// What this opponent's clock says of our time.
    pub(super) fn target(&self, opponent: OpponentClock) -> Target {
        opponent.target(opponent.initial.saturating_sub(self.remaining), self.least_bare_move())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time::{Budget, Costs, OpponentWaits, OwnCpu, Reserve};
    use proptest::array;
    use proptest::prelude::{Just, Strategy, prop_assert, prop_oneof, proptest};

    const fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    proptest! {
        /// Whatever a file says of the opponent, there is a budget.
        #[test]
        fn no_record_of_the_opponent_does_harm(
            times in array::uniform9(prop_oneof![
                Just(Duration::ZERO), Just(Duration::MAX), Just(Duration::from_secs(1 << 63)),
                Just(Duration::from_secs(4_900_000_000)),
                (0..1_000_000_000u64).prop_map(Duration::from_micros),
            ]),
            count in prop_oneof![0..50u32, Just(u32::MAX)],
            now in prop_oneof![
                Just(Duration::ZERO), Just(Duration::MAX), (0..9u64).prop_map(Duration::from_secs),
            ],
        ) {
            let [initial, total, shortest, latest, previous, steady, used, elapsed, start_delay] =
                times;
            let waits = OpponentWaits { count, total, shortest, latest, previous, steady };
            let own_cpu = OwnCpu { used, elapsed, start_delay };
            let read = OpponentClock { waits, own_cpu, ..OpponentClock::unseen(initial) };
            let opponent = read.sanitized().after_wait(Duration::from_secs(1), now);
            let remaining = Duration::from_secs(10);
            prop_assert!((-1.0..=1.0).contains(&opponent.lead(remaining)));
            let task = Task {
                mode: Mode::Game,
                stage: Stage::Middle,
                moves_to_come: 20,
                remaining,
                used: ms(1),
                start_cost: ms(1),
                overhead: Overhead { least: ms(1), certain: ms(1), most: ms(1) },
                free: Duration::ZERO,
                opponent: Some(opponent),
            };
            let reserve = Reserve::of(Costs::DEFAULT, 0, task.overhead.most, remaining);
            prop_assert!(Budget::allot(task, reserve).hard <= remaining);
        }
    }
}
