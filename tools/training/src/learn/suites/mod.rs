//! Positions that measure what a network knows.

pub mod asked;
pub mod endings;
pub mod errors;
pub mod lines;
pub mod mistakes;
pub mod solve;
