//! Turns CPU seconds into a search control, and estimates the opponent's clock.
//!
//! The story of one move's time: the referee charges the CPU time of our process and subtracts it
//! from what we had left. A [`Reserve`] is set aside for what happens after our last look at the
//! clock: leaving, and the referee's way of counting ([`OwnTurns`] tells it from earlier moves). A
//! [`Budget`] says how much of the rest this move may use: a *soft* limit, checked between two
//! depths, and a *hard* one, checked inside the tree; it depends on the [`OpponentClock`]. A
//! [`Deadline`] holds both against a [`Clock`]. Only `system.rs` asks the system for CPU time.
//!
//! Players that live through a whole game count wall time. Their budgets come from a [`GameClock`],
//! which a GUI shows, or from [`TimeLimits`] that the user has set.

mod budget;
mod clock;
mod deadline;
mod game_clock;
mod opponent;
mod outer_limits;
mod own_turns;
mod reserve;
pub(crate) mod seconds;
mod stage;
mod system;
mod task;
mod time_limits;
mod waits;

pub use budget::Budget;
pub use clock::{Clock, CpuClock, FakeClock, WallClock};
pub use deadline::Deadline;
pub use game_clock::GameClock;
pub use opponent::OpponentClock;
pub use outer_limits::OuterLimits;
pub use own_turns::{MAX_TURNS, Overhead, OwnTurn, OwnTurns};
pub use reserve::{Costs, Reserve};
pub use stage::{Stage, moves_to_come};
pub use system::{children_cpu_time, machine_time};
pub use task::{Mode, Task};
pub use time_limits::{GameTime, Pace, Sides, TimeLimits, UsedTime};
pub use waits::{Observed, OpponentWaits, OwnCpu};
