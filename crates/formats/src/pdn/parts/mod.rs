//! The parts of a file: tags and moves of each game.

pub mod move_text;
pub mod section_doubts;
pub mod section_game;
pub mod sections;
pub mod squares;
pub mod unplayable;
