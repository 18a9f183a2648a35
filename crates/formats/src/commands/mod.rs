//! The language of the text programs: a game in it, its commands, a game that they change.

mod command_game;
mod game_history;
mod record;
mod text_command;

pub use crate::commands::command_game::{CommandForm, CommandGame, Comments, MoveLimit, MoveWords};
pub use crate::commands::game_history::{
    GAME_IS_OVER, GameHistory, GameStep, GameTurn, NOTHING_TO_TAKE_BACK,
};
pub use crate::commands::record::parse_record;
pub use crate::commands::text_command::{TextCommand, shown, shown_file};
