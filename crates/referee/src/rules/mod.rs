//! One game: turns, clocks, the check of each answer, and the ending.
//!
//! Nothing here knows a process or a file. [`GameLoop`] asks two [`Contestant`]s in turn and
//! returns a [`FinishedGame`] of plain values; `journal` turns that into the stored form.
//!
//! | to learn | read |
//! |---|---|
//! | the endings of a game, and the winner by each | `ending.rs`, `result.rs` |
//! | the contract of a game, and what the rules count | `refereed.rs`, `counts.rs` |
//! | the games | `checkers.rs`, `text_games.rs` |
//! | the state of a game | `state.rs` |
//! | how a player is asked | `contestant.rs`; by files: `file_protocol.rs`, `move_check.rs` |
//! | charging time and reading answers under the two profiles of checkers | `profile.rs` |
//! | the clock of programs that live | `time_control.rs` |
//! | the game itself | `game_loop.rs` |

mod checkers;
mod contestant;
mod counts;
mod ending;
mod file_protocol;
mod game_loop;
mod move_check;
mod profile;
mod refereed;
mod result;
mod state;
mod text_games;
mod time_control;

pub use crate::rules::contestant::{CheckedReply, Conclusion, Contestant, TurnQuestion};
pub use crate::rules::counts::{Clocks, GameLimits, RuleCounts};
pub use crate::rules::ending::{EndFault, Ending, EndingKind, RuleViolation, TurnSide};
pub use crate::rules::file_protocol::{FileAgent, FileGame, Reply, check_reply};
pub use crate::rules::game_loop::{FinishedGame, GameLoop, PlayedTurn};
pub use crate::rules::move_check::{AnswerForm, check_move};
pub use crate::rules::profile::{Cost, Profile, Timing};
pub use crate::rules::refereed::{DrawnGame, Refereed, move_between, moves_to};
pub use crate::rules::result::{result_text, side_ahead};
pub use crate::rules::state::GameState;
pub use crate::rules::time_control::TimeControl;
