//! The stages of a class, and what each keeps for the next run.

pub mod board_results;
pub mod check_stage;
pub mod class_files;
pub mod diagnoses;
pub mod earlier_games;
mod equal_files;
pub mod estimate;
pub mod games;
pub mod level_score;
pub mod levels;
pub mod round_times;
pub mod series_folder;
pub mod stage;
pub mod submission;
pub mod swiss;
pub mod swiss_rounds;
