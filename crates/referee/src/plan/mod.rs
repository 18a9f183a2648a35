//! A tournament as a plan: which games are to be played now, as a pure function of the agents, the
//! options and the results so far; and how its parts are played apart and joined.
//!
//! | to learn | read |
//! |---|---|
//! | what a tournament is | `contest.rs` |
//! | the games of the current round | `current_round.rs`, `numbering.rs` |
//! | the file of a plan | `plan_file.rs` |
//! | which games one of many processes plays | `slice.rs` |
//! | how the journals of all slices become one | `merge.rs` |

mod contest;
mod current_round;
mod merge;
mod numbering;
mod plan_file;
mod slice;

pub use crate::plan::contest::{Contender, Contest, PlanError};
pub use crate::plan::current_round::{CurrentRound, current_round};
pub use crate::plan::merge::{MergeError, Merged, merge};
pub use crate::plan::plan_file::{
    AbsentAgent, Plan, PlanFileError, PlanFormat, PlanHeader, PlanTerms, PlannedAgent, PlannedBye,
};
pub use crate::plan::slice::{Slice, SliceError};
