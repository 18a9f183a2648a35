//! What a search needs to know about each game beyond its rules: evaluators, and for checkers endgame
//! tables and an opening book, with their data.
//!
//! Everything here only computes: no file, no clock, no global that changes. Data is compiled in
//! (`data/` beside its reader, with the command that made it) or handed in as bytes.

pub mod amazons;
pub mod checkers;
pub mod loa;
pub mod tablut;
