//! Floor 4: turns CPU seconds into a search control.
//!
//! The story of one move's time: the judge charges the CPU time of our process and subtracts it
//! from what we had left. A [`Reserve`] is set aside for what happens after our last look at the
//! clock: leaving, and the judge's way of counting. A [`Budget`] says how much of the rest this
//! move may use: a *soft* limit, asked between two depths, and a *hard* one, asked inside the
//! tree. A [`Deadline`] holds both against a [`Clock`]. Nobody but `clock.rs` reads a clock.

mod budget;
mod clock;
mod deadline;
mod reserve;
mod rival;

pub use budget::{Budget, Mode, Spent, Stage, Task};
pub use clock::{Clock, CpuClock, FakeClock, WallClock, children_cpu_time, time_awake};
pub use deadline::Deadline;
pub use reserve::{Costs, Reserve};
pub use rival::{Rival, Waits, Work};
