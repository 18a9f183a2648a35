//! Games between agents: one game, or all games of a match or tournament.
//!
//! | to learn | read |
//! |---|---|
//! | one game between two agents | `agent_game.rs`, `conditions.rs` |
//! | how the players of a game are started and blamed | `protocol.rs`; of files `file_players.rs`, of text commands `text_protocol.rs` |
//! | the test of each agent before the first game | [`preflight`], `preflight_question.rs` |
//! | the measurement of the machine before the first game | `calibration.rs` |
//! | all games of a schedule, on several cores | `series.rs` |
//! | what must not change between two games | `guard.rs` |
//! | the file for spectators | `live_games.rs` |

mod agent_game;
mod calibration;
mod conditions;
mod file_players;
mod guard;
mod live_games;
pub mod preflight;
mod preflight_question;
mod protocol;
mod series;
mod text_protocol;

pub use crate::play::agent_game::{AgentGame, FinishedAgentGame};
pub use crate::play::calibration::calibrate;
pub use crate::play::conditions::GameConditions;
pub use crate::play::guard::{ChangedAgentError, ContestGuard};
pub use crate::play::protocol::{PlayerProcess, Protocol, Seat, WantedClock};
pub use crate::play::series::{Series, SeriesError};
