//! Games between agents: one game, or all games of a match or tournament.
//!
//! | to learn | read |
//! |---|---|
//! | one game between two agents | `agent_game.rs` |
//! | how the players of a game are started and blamed | `match_game.rs`; of files `file_players.rs`, of text commands `text_players.rs` |
//! | the measurement of the machine before the first game | `calibration.rs` |
//! | the test of each agent before the first game | [`preflight`], `preflight_question.rs` |
//! | all games of a schedule, on several cores | `game_runner.rs` |
//! | what must not change between two games | `file_watch.rs` |
//! | the file for spectators | `live_games.rs` |
//! | the log of all games for people | `game_log.rs` |

mod agent_game;
mod calibration;
mod file_players;
mod file_watch;
mod game_log;
mod game_runner;
mod live_games;
mod match_game;
pub mod preflight;
mod preflight_question;
mod text_players;

pub use crate::play::agent_game::{AgentGame, FinishedAgentGame};
pub use crate::play::calibration::calibrate;
pub use crate::play::file_watch::FileWatch;
pub use crate::play::game_log::{GameLog, LoggedGame};
pub use crate::play::game_runner::GameRunner;
pub use crate::play::match_game::{
    MatchGame, PlayerSetup, ProcessPlayer, ProgramLifetime, WantedClock,
};
