//! Evaluators of the four games: all that a search needs to know about a game beyond its rules. For
//! checkers also endgame tables and an opening book, with their data.
//!
//! Everything here only computes: no file, no clock, no global that changes. Data is compiled in
//! (`data/` beside its reader, with the commands that made it) or handed in as bytes.

#![warn(missing_docs)]
#![warn(clippy::print_stdout, clippy::print_stderr)]

pub mod amazons;
pub mod checkers;
mod game_search;
pub mod loa;
pub mod problems;
mod source_hash;
pub mod tablut;

pub use game_search::GameSearch;
