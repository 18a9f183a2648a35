//! Floor 2: the games. Each is a tower of its own, blind to the others, to search and to time.

pub mod amazons;
pub mod checkers;
