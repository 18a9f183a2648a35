//! Long runs that count what must never happen: late answers, forfeits, lost games, illegal moves.
//!
//! Each run is a list of *units* that follows from the options and `--seed` alone. A finished unit
//! is a line of the journal in `--folder`, and is not run again. A unit that breaks a promise keeps
//! its files there, and the run ends with exit code 1. What the agent does is seen from outside;
//! only `legality/` links the programs' own rules and search.
//!
//! | to learn | read |
//! |---|---|
//! | the units that are done, and going on with the others | `journal.rs`, `units.rs` |
//! | how a process is run and what its CPU time was | `process.rs` |
//! | what a process must have left behind | `answer_check.rs` |
//! | positions of all phases | `positions.rs` |
//! | answers in time, under many conditions | `late/` |
//! | games against a pool of opponents | `games/`, `positions.rs` |
//! | kills, failing calls, journals in disorder | `faults/` |
//! | damaged files and full disks of a class and a match | `damage/` |
//! | the rules, compared with rules written apart from them | `legality/` |
//! | libraries that are loaded before the C library: clocks and failing calls | `shim/` |

#![cfg(target_os = "linux")]

mod answer_check;
mod cases;
mod cli;
mod damage;
mod error;
mod faults;
mod games;
mod journal;
mod late;
mod legality;
mod positions;
mod process;
mod programs;
mod shim;
mod units;

pub use cli::run;
