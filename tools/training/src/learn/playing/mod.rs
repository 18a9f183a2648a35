//! Games to learn from, and matches between networks.

pub mod matches;
pub mod openings;
pub mod play;
pub mod players;
pub mod sampling;
pub mod selfplay;
pub mod shards;
