//! Hostile agents against the referee's process, files and sandbox.
//!
//! Each toy agent is a line of bash in a folder of its own. It must end as its own ending, quickly,
//! be charged all it used, and leave nothing. No test looks at how that is done: what is left is
//! looked for in `/proc` by the folder a process works in or has in its environment.

mod clocks;
mod endings;
mod leftovers;
mod outputs;
mod shut_in;
mod stage;
