//! A script against programs: its lines, how they are played, and what a failure shows.

pub mod directive;
pub mod expected;
pub mod failure;
pub mod program;
pub mod script;
pub mod script_format;
pub mod script_run;
