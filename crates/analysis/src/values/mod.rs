//! What a position is worth: evaluations, shares of the point, verdicts of the endgame tables.

pub mod analyzed_game;
pub mod evaluation;
pub mod resources;
pub mod share;
pub mod table_lines;
pub mod table_verdict;
pub mod verdict;
