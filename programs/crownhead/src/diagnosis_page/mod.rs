//! A diagnosis of an agent as it is made from the folder of `referee diagnose`, kept, and shown.
//! The subcommands `diagnosis` and `report` share it.
//!
//! | file | job |
//! |---|---|
//! | `games.rs` | from records and answers to what `analysis::diagnosis` counts; `diagnosis.json` |
//! | `section.rs` | the part of a page: advice, worst moves; `tables.rs`: the counts |
//! | `summary.rs` | the text for the terminal |

mod games;
mod section;
mod summary;
mod tables;

pub use games::{diagnosed_games, read, write};
pub use section::section;
pub use summary::summary;
pub use tables::GameLinks;
