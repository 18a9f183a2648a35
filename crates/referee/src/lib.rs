//! Games between two agents that are processes: matches, tournaments, checks. Mostly of checkers;
//! also of Lines of Action, Tablut and Amazons between text programs.
//!
//! The referee runs programs that it does not trust, charges them CPU time, and checks every move
//! by the rules. It links no search, evaluation or player, so that no agent is checked by its own
//! code.
//!
//! | folder | job |
//! |---|---|
//! | [`game`] | one game: turns, clocks, endings; knows no process and no file |
//! | [`pairing`] | who plays whom in a tournament: round robin, gauntlet, Swiss, knock-out; only computes |
//! | [`schedule`] | which games are played, from which openings |
//! | [`agent`] | an agent's program, directory, sandbox and processes |
//! | [`record`] | what is stored: the journal, and the files of a bad move |
//! | [`plan`] | which games of a tournament are to be played now, and by which process |
//! | [`contest`] | games between agents, and all games of a schedule |
//! | [`result`] | tables, statistics and game files from the records |
//! | [`check`] | does an agent keep the rules, whatever it finds in its directory? |
//! | `class` | a folder of submissions: built, checked, played and graded |
//! | [`diagnose`] | what a diagnosis of an agent needs: positions, games, endings |
//! | `commands` | the subcommands and their options |
//!
//! # Layers
//!
//! A folder may use those of lower layers only; folders of one layer do not use each other.
//!
//! | layer | folder | may use |
//! |---|---|---|
//! | 7 | `commands` | all |
//! | 6 | `class` | all below |
//! | 5 | `diagnose` | all below |
//! | 4 | `contest` | `record`, `agent`, `game`, `schedule` |
//! | 4 | `plan` | `record`, `agent`, `game`, `schedule` |
//! | 4 | `result` | `record`, `game` |
//! | 4 | `check` | `agent`, `game` |
//! | 3 | `record` | `agent`, `game`, `schedule` |
//! | 2 | `agent` | `game` |
//! | 1 | `game`, `pairing`, `schedule` | - |
//!
//! # Systems
//!
//! It runs on Linux. Elsewhere this library is empty, and the program prints a sentence that names
//! the container.

#![cfg(target_os = "linux")]

pub mod agent;
pub mod check;
mod class;
mod commands;
pub mod contest;
pub mod diagnose;
pub mod game;
pub mod pairing;
pub mod plan;
pub mod record;
pub mod result;
pub mod schedule;

pub use class::{BuildOnDemand, ClassError, built_agent};
pub use commands::{Cli, RefereeError, plan_facts, run};
