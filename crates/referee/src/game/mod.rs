//! One game: turns, clocks, the check of each answer, and the ending.
//!
//! Nothing here knows a process or a file. [`GameLoop`] asks two [`Contestant`]s in turn and
//! returns a [`FinishedGame`] of plain values; `record` turns that into the stored form.
//!
//! | to learn | read |
//! |---|---|
//! | the endings of a game, and the winner by each | `ending.rs`, `result.rs` |
//! | the rules that end a game | `state.rs` |
//! | the check of an answer for a legal move | `move_check.rs` |
//! | charging time and reading answers under the two profiles | `profile.rs` |
//! | the game itself | `contestant.rs`, `game_loop.rs` |

mod contestant;
mod ending;
mod game_loop;
mod move_check;
mod profile;
mod result;
mod state;

pub use crate::game::contestant::{CheckedReply, Contestant, Reply, check_reply};
pub use crate::game::ending::{Ending, EndingKind, RuleViolation};
pub use crate::game::game_loop::{Clocks, FinishedGame, GameLoop, PlayedTurn};
pub use crate::game::move_check::{AnswerForm, check_move, form_problem};
pub use crate::game::profile::{Cost, Profile, Timing};
pub use crate::game::result::{result_text, side_ahead};
pub use crate::game::state::{GameLimits, GameState, move_between};
