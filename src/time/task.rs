//! What the time of one move depends on, and what moves without a search cost: the facts from which
//! a [`Budget`](crate::time::Budget) is allotted.

use crate::time::opponent::OpponentClock;
use crate::time::own_turns::Overhead;
use crate::time::stage::Stage;
use std::time::Duration;

/// What the time left has to last for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// This one move; the agent forfeits if it ends late.
    Single,
    /// This one move, for a time that somebody has set: ending a little late does no harm.
    MoveTime,
    /// The rest of the game.
    Game,
}

/// What the budget depends on. All times are CPU time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Task {
    /// What the time is for.
    pub mode: Mode,
    /// The part of the game.
    pub stage: Stage,
    /// The estimated number of our own moves to the end of the game, this one included.
    pub moves_to_come: u32,
    /// Time left by the referee's account, when this process started.
    pub remaining: Duration,
    /// What this process has used so far, at most.
    pub used: Duration,
    /// What the system shows that it has used so far: less than `used` on a coarse clock. What the
    /// clock hides is part of `overhead` then.
    pub start_cost: Duration,
    /// What the referee charged in earlier moves beyond what we measured ourselves.
    pub overhead: Overhead,
    /// The opponent's clock; `None` if it does not matter.
    pub opponent: Option<OpponentClock>,
}

/// No more than 95 % of the time left is ever used.
pub(super) const MOST: f64 = 0.95;
/// The number of moves for which their bare cost is set aside: a game that does not end. The
/// endings that the tables play may take a multiple of what is estimated.
const LONG_GAME: u32 = 80;
/// The number of moves whose bare cost no search may spend. With 0.2 s a side, one game of ours in
/// 170 was lost on time after 83 to 124 moves, each with its small search.
const LAST_MOVES: u32 = 50;
/// A longer start was an accident of this one move, and not part of a bare move.
const USUAL_START: Duration = Duration::from_millis(2);
/// What a move costs beyond its start, if nothing is searched.
const LEAVING: Duration = Duration::from_millis(1);

impl Task {
    /// What the start of each move costs, by what we see today.
    fn usual_start(&self) -> Duration {
        self.start_cost.min(USUAL_START)
    }

    /// What the rest of a long game costs if we never think, by this referee's account:
    /// 80 x (start + leaving + overhead).
    pub(super) fn bare_moves(&self) -> Duration {
        (self.usual_start() + LEAVING).saturating_add(self.overhead.most).saturating_mul(LONG_GAME)
    }

    /// What a move without a search costs at least: start + least overhead.
    fn least_bare_move(&self) -> Duration {
        self.usual_start().saturating_add(self.overhead.least)
    }

    /// Time trouble: the time left does not even pay for a long game without a search. 95 % of it <
    /// 80 x (start + certain overhead).
    pub fn is_in_time_trouble(&self) -> bool {
        let bare_move = self.usual_start().saturating_add(self.overhead.certain);
        self.remaining.mul_f64(MOST) < bare_move.saturating_mul(LONG_GAME)
    }

    /// What the last moves of a long game cost, none of them searched: 50 x (start + least overhead
    /// up to [`LEAVING`]). What a referee charges beyond that is no reason to save a search, which
    /// is small beside it.
    pub(super) fn last_moves(&self) -> Duration {
        (self.usual_start() + self.overhead.least.min(LEAVING)) * LAST_MOVES
    }

    /// What this opponent's clock lets us think, if it sets a target.
    pub(super) fn target(&self, opponent: OpponentClock) -> Option<Duration> {
        opponent.target(opponent.initial.saturating_sub(self.remaining), self.least_bare_move())
    }
}
