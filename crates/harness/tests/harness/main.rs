//! The harness against toy programs: every way to pass and to fail, through its command line.
//!
//! The toy (`toy.sh`) does what its script tells it to do, so that a test is a script and what must
//! be said of it. Whatever happens, nothing may be left running.

mod alone;
mod command;
mod endings;
mod limits;
mod pairs;
mod stage;
