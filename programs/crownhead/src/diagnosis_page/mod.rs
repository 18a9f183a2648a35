//! A diagnosis of an agent as it is made from the folder of `referee diagnose`, kept, and shown.
//! The subcommands `diagnosis` and `report` share it.
//!
//! | file | job |
//! |---|---|
//! | `games.rs` | from records and answers to what `analysis::diagnosis` counts |
//! | `stored.rs` | `diagnosis.json` |
//! | `section.rs` | the part of a page: advice, worst moves; `tables.rs`: the counts |
//! | `board.rs` | a board as a picture |
//! | `markup.rs` | texts of strangers as HTML |
//! | `summary.rs` | the text for the terminal |

mod board;
mod games;
mod markup;
mod section;
mod stored;
mod summary;
mod tables;

pub use games::{answers, diagnosed_games};
pub use markup::{GameLinks, escaped};
pub use section::section;
pub use stored::{read, write};
pub use summary::summary;
