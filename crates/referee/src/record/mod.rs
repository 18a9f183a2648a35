//! What is stored of games: the journal of a match, one record for each game, the games in play,
//! and the files of a bad move.
//!
//! | to learn | read |
//! |---|---|
//! | the stored form of a game | `recorded_game.rs` |
//! | how a [`FinishedGame`](crate::game::FinishedGame) becomes a record | `game_setup.rs` |
//! | the file of a match | [`journal`] |
//! | a journal that grows while it is read | `journal_reader.rs` |
//! | what is being played, for whoever looks on | [`live`] |
//! | how a bad move is kept and asked for again | [`bad_move`] |

pub mod bad_move;
mod game_setup;
pub mod journal;
mod journal_reader;
pub mod live;
#[cfg(test)]
pub(crate) mod random;
mod recorded_game;

pub use crate::record::bad_move::{BadMoveError, MOVE_FILE};
pub use crate::record::game_setup::GameSetup;
pub use crate::record::journal::{Journal, JournalError, Records};
pub use crate::record::journal_reader::{Change, JournalReader};
pub use crate::record::live::{LIVE_FILE, LiveError, LiveGame, LiveMatch};
pub use crate::record::recorded_game::{
    Color, PlayerRecord, RecordedGame, RecordedTurn, ReplayError, VERSION,
};
