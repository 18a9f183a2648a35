//! Agents that misbehave, against the referee's processes, files and sandbox.
//!
//! Each toy agent is some bash in a directory of its own. It must end in its own way, be charged
//! all that it used, and leave nothing. The tests do not depend on how that is done: they look for
//! processes in `/proc` by their working directory and their environment. Linux only: elsewhere the
//! referee does not promise all of this.

mod clocks;
mod endings;
mod hidden;
mod leftovers;
mod outputs;
mod reach;
mod resting;
mod sandbox;
mod stage;
mod starting;
