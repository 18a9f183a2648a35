//! What a run has used: the clocks of its processes, and what no clock of a process shows.

mod control_group;
pub mod cpu_counter;
#[allow(unsafe_code, reason = "perf has no safe form")]
mod perf_clock;
pub mod process_tree;
