//! Games between two agents that are processes: matches and tournaments. Mostly of checkers; also
//! of Lines of Action, Tablut and Amazons between text programs.
//!
//! The referee checks every move by the rules and charges time. It links no search, evaluation or
//! player, so that no agent is checked by its own code. It has no options and prints nothing: what
//! it finds are values, texts and files.
//!
//! | folder | job |
//! |---|---|
//! | [`rules`] | one game: turns, clocks, endings; knows no process and no file, only what `runner` calls the kinds of clocks |
//! | [`schedule`] | which games are played, from which openings |
//! | [`pairing`] | who plays whom in a tournament: round robin, gauntlet, Swiss, knock-out; only computes |
//! | [`players`] | an agent's program, and how it is asked |
//! | [`journal`] | what is stored: the journal, and the files of a bad move |
//! | [`plan`] | which games of a tournament are to be played now, and by which process |
//! | [`play`] | games between agents, and all games of a schedule |
//! | [`results`] | tables, statistics and game files from the records |
//! | [`JournalError`], [`MatchError`] | why something could not be done; all folders use them |
//! | [`testing`] | random games for the tests of whatever reads records |
//!
//! # Layers
//!
//! A folder may use those of lower layers only.
//!
//! | layer | folder | may use |
//! |---|---|---|
//! | 5 | `results` | `plan`, and all below |
//! | 4 | `play`, `plan` | `journal`, and all below |
//! | 3 | `journal` | `players`, `schedule`, `rules` |
//! | 2 | `players`, `schedule` | `rules`, `pairing` |
//! | 1 | `rules`, `pairing` | - |

#![cfg(target_os = "linux")]

pub mod checksum;
mod error;
pub mod journal;
pub mod pairing;
pub mod plan;
pub mod play;
pub mod players;
pub mod results;
pub mod rules;
pub mod schedule;
pub mod testing;

pub use crate::error::{JournalError, MatchError};
