//! A tournament as a plan: the games to be played now, as a pure function of the agents, the
//! options and the results so far; and the division of a plan into parts whose journals are joined
//! again.
//!
//! | to learn | read |
//! |---|---|
//! | the terms of a tournament, as values and as options | `contest.rs`, `contest_options.rs` |
//! | the games of the current round | `current_round.rs`, `numbering.rs` |
//! | the file of a plan | `plan_file.rs` |
//! | the games of one of many processes | `slice.rs` |
//! | joining the journals of all slices | `merge.rs` |

mod contest;
mod contest_options;
mod current_round;
mod merge;
mod numbering;
mod plan_file;
mod slice;

pub use crate::plan::contest::{Contest, PlannedAgent};
pub use crate::plan::contest_options::SprtOptions;
pub use crate::plan::current_round::{CurrentRound, current_round};
pub use crate::plan::merge::{Merged, merge};
pub use crate::plan::plan_file::{AbsentAgent, Plan, PlanFormat, PlanHeader, PlannedBye};
pub use crate::plan::slice::Slice;
