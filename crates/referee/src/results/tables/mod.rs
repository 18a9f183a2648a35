//! The table of a tournament: rows, points, ratings, and its forms as text.

pub mod crosstable;
pub mod crosstable_text;
pub mod example_tables;
pub mod player_row;
pub mod points;
pub mod standings_csv;
