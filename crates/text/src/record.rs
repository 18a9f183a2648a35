//! A saved game: the commands that lead from a new game to it.

use crate::command::TextCommand;
use crate::dialect::Dialect;
use crate::game_history::GameHistory;
use std::fmt::Display;

/// The game of a saved record. An error comes with the number of its line, from 1.
pub fn parse_record<G: Dialect>(text: &str) -> Result<GameHistory<G>, (usize, String)> {
    let mut game = GameHistory::<G>::default();
    for (index, line) in text.lines().enumerate() {
        let wrong = |error: &dyn Display| (index + 1, error.to_string());
        let done = match TextCommand::read::<G>(line).map_err(|error| wrong(&error))? {
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
                return Err(wrong(&allowed));
            }
        };
        done.map_err(|error| wrong(&error))?;
    }
    Ok(game)
}
