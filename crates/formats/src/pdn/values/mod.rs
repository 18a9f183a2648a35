//! Values of tags: dates, results, games.

pub mod date;
pub mod game_type;
pub mod result_text;
pub mod variant;
