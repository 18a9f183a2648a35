//! Positions that measure what a network knows.

pub mod endings;
pub mod errors;
pub mod lines;
pub mod mistakes;
pub mod sampled_positions;
pub mod solve;
