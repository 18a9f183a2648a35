//! Games between agents: one game, or all games of a match or tournament.
//!
//! | to learn | read |
//! |---|---|
//! | one game between two agents | `agent_game.rs` |
//! | how the players of a game are started and blamed | `protocol.rs` |
//! | the test of each agent before the first game | [`preflight`] |
//! | the measurement of the machine before the first game | `calibration.rs` |
//! | all games of a schedule, on several cores | `series.rs` |
//! | what must not change between two games | `guard.rs` |
//! | the file for spectators | `live_games.rs` |

mod agent_game;
mod calibration;
mod guard;
mod live_games;
pub mod preflight;
mod protocol;
mod series;

pub use crate::contest::agent_game::{AgentGame, FinishedAgentGame, GameConditions};
pub use crate::contest::calibration::calibrate;
pub use crate::contest::guard::{ChangedAgentError, ContestGuard};
pub use crate::contest::protocol::{Protocol, Seat};
pub use crate::contest::series::{Series, SeriesError};
