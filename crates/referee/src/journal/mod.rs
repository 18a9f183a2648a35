//! Storage of games: the journal of a match, one record for each game, the games in play, and the
//! files of a bad move.
//!
//! A finished game has three forms. The game's own loop ends with a
//! [`FinishedGame`](crate::rules::FinishedGame): plain values that know nothing of agents or files.
//! With players, opening and conditions it becomes a [`RecordedGame`], a line of the journal. A
//! [`GameResult`] is the same line read without its moves:
//! tables, ratings and plans work on these. Both are one type, [`StoredGame`].
//!
//! | to learn | read |
//! |---|---|
//! | the fields of a stored game, and facts derived from them | `stored_game.rs` |
//! | untrusted texts in them | `read_text.rs` |
//! | recording and replaying a game | `recorded_game.rs` |
//! | a line of the journal | `journal_line.rs` |
//! | appending to the journal of a match | [`mod@file`] |
//! | reading it: while it grows, or in the order of the games | `journal_reader.rs`, [`journal_scan`] |
//! | the games in play, for spectators | [`live`] |
//! | keeping a bad move, and asking for it again | [`bad_move`] |

pub const JOURNAL: &str = "journal.jsonl";

pub mod bad_move;
pub mod file;
mod journal_line;
mod journal_reader;
pub mod journal_scan;
pub mod live;
pub(crate) mod random;
pub(crate) mod read_text;
mod recorded_game;
mod stored_game;

pub use crate::journal::bad_move::MOVE_FILE;
pub use crate::journal::file::{Journal, folder_of};
pub use crate::journal::journal_line::{
    read as read_line, read_result as read_result_line, write as write_line,
};
pub use crate::journal::journal_reader::{JournalChange, JournalReader, Records};
pub use crate::journal::live::{LIVE_FILE, LiveGame, LiveMatch};
pub use crate::journal::recorded_game::{GameConditions, GameSetup};
pub use crate::journal::stored_game::{
    DrawRule, GameResult, GameRules, RecordedGame, RecordedTurn, Results, StoredGame, StoredPlayer,
    VERSION, results_of,
};
