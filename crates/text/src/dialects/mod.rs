//! The games, each described for its text program.

pub mod amazons;
pub mod checkers;
pub mod loa;
pub mod tablut;
