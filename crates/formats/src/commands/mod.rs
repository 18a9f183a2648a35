//! The language of the text programs: a game in it, its commands, a game that they change.

mod command_game;
mod game_history;
mod record;
mod text_command;

pub use crate::commands::command_game::{CommandForm, CommandGame, Comments, MoveLimit, MoveWords};
pub use crate::commands::game_history::{GameHistory, GameStep, GameTurn, PlayError};
pub use crate::commands::record::{RecordError, parse_record};
pub use crate::commands::text_command::{TextCommand, TextCommandError, shown, shown_file};
