//! The commands about games: one, a match, a tournament in one piece or in slices.

pub mod contest;
pub mod contest_setup;
pub mod plan;
pub mod play;
pub mod single;
