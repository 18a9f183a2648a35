//! A saved game: the commands that lead from a new game to it.

use crate::commands::command_game::CommandGame;
use crate::commands::game_history::GameHistory;
use crate::commands::text_command::TextCommand;
use cli::lines::lines;
use std::fmt::Display;
use thiserror::Error;

/// Why a record is not a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {message}")]
pub struct RecordError {
    /// Counted from 1.
    pub line: usize,
    pub message: String,
}

pub fn parse_record<G: CommandGame>(text: &str) -> Result<GameHistory<G>, RecordError> {
    let mut game = GameHistory::<G>::default();
    for (index, line) in lines(text).enumerate() {
        let command = TextCommand::read(line, G::command_form());
        let done = match command.map_err(|error| wrong(index, &error))? {
            None => Ok(()),
            Some(TextCommand::New) => {
                game = GameHistory::default();
                Ok(())
            }
            Some(TextCommand::Limit(limit)) => game.set_limit(limit),
            Some(TextCommand::Set(square, piece, next)) => game.set(&square, &piece, next, line),
            Some(TextCommand::Position(line)) => game.set_position(&line),
            Some(TextCommand::Move(text)) => game.play_text(&text),
            // Who plays is no part of a game; the files of the referee name it.
            Some(TextCommand::Auto(_) | TextCommand::Manual(_)) => Ok(()),
            Some(_) => {
                let allowed = "a saved game holds new, limit, set, auto, manual and moves";
                return Err(wrong(index, &allowed));
            }
        };
        done.map_err(|error| wrong(index, &error))?;
    }
    Ok(game)
}

fn wrong(index: usize, message: &dyn Display) -> RecordError {
    RecordError { line: index + 1, message: message.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::loa;

    fn read(text: &str) -> loa::Position {
        *parse_record::<loa::Position>(text).expect("a saved game").position()
    }

    #[test]
    fn a_game_is_loaded_with_the_line_ends_of_any_system() {
        let text = "new\nlimit 60\nb8-b6\na3-c3\n";
        for end in ["\r\n", "\r"] {
            assert_eq!(read(&text.replace('\n', end)), read(text), "{end:?}");
        }
        assert_ne!(read(text), read("new\n"));
        let wrong = parse_record::<loa::Position>("new\rb8-b9\r").expect_err("no square");
        assert_eq!(wrong.line, 2);
    }
}
