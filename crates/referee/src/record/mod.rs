//! What is stored of games: the journal of a match, one record for each game, the games in play,
//! and the files of a bad move.
//!
//! | to learn | read |
//! |---|---|
//! | the stored form of a game | `recorded_game.rs` |
//! | how a [`FinishedGame`](crate::game::FinishedGame) becomes a record | `game_setup.rs` |
//! | a game without its moves, for tables and plans | `game_result.rs` |
//! | what both say of the result | `stored_game.rs` |
//! | the file of a match | [`journal`], `journal_line.rs`, [`journal_scan`] |
//! | a journal that grows while it is read | `journal_reader.rs` |
//! | a file that is whole at any moment | `replaced_file.rs` |
//! | what is being played, for whoever looks on | [`live`] |
//! | how a bad move is kept and asked for again | [`bad_move`] |

pub mod bad_move;
mod game_result;
mod game_rules;
mod game_setup;
pub mod journal;
mod journal_error;
mod journal_line;
mod journal_reader;
pub mod journal_scan;
pub mod live;
#[cfg(test)]
pub(crate) mod random;
mod recorded_game;
mod replaced_file;
mod stored_game;

pub use crate::record::bad_move::{BadMoveError, MOVE_FILE};
pub use crate::record::game_result::{GameResult, PlayerResult, Results, Texts, results_of};
pub use crate::record::game_rules::GameRules;
pub use crate::record::game_setup::GameSetup;
pub use crate::record::journal::{Journal, Records};
pub use crate::record::journal_error::JournalError;
pub use crate::record::journal_line::{
    LineError, read as read_line, read_result as read_result_line, write as write_line,
};
pub use crate::record::journal_reader::{Change, JournalReader};
pub use crate::record::live::{LIVE_FILE, LiveError, LiveGame, LiveMatch};
pub use crate::record::recorded_game::{
    Color, PlayerRecord, RecordedGame, RecordedTurn, ReplayError, VERSION,
};
pub use crate::record::replaced_file::replace;
pub use crate::record::stored_game::{StoredGame, StoredPlayer};
