//! One game: turns, clocks, the check of each answer, and how the game ends.
//!
//! Nothing here knows a process or a file. [`GameLoop`] asks two [`Contestant`]s in turn and
//! returns a [`FinishedGame`] of plain values; `record` turns that into what is stored.
//!
//! | to learn | read |
//! |---|---|
//! | how a game can end, and which side has won then | `ending.rs`, `result.rs` |
//! | when the rules end a game | `state.rs` |
//! | whether an answer is a legal move | `move_check.rs` |
//! | how the two rule profiles charge time and read answers | `profile.rs` |
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
