//! The checks of text programs: tables of text with one runner.

pub mod forced_win;
pub mod move_fault;
pub mod scripts;
pub mod text_case;
mod text_fault;
mod text_files;
mod text_position;
pub mod text_run;
