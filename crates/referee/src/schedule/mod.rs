//! The games to be played: players, openings, colors.
//!
//! | to learn | read |
//! |---|---|
//! | the list of games and their numbers | `scheduled_games.rs` |
//! | the openings and their order | `openings.rs` |
//! | the sources of openings | [`ballots`] (built in), [`positions`] (a file), [`move_lists`] (built in and a file) |

pub mod ballots;
pub mod move_lists;
mod openings;
pub mod positions;
mod scheduled_games;

pub use crate::schedule::openings::{
    Opening, OpeningIndex, OpeningList, OpeningOrder, OrderKind, Seed, board_text, read_board,
};
pub use crate::schedule::scheduled_games::{GameId, GamesEach, Leg, RoundSchedule, ScheduledGame};
