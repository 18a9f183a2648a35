//! A saved game: the commands that lead from a new game to it.

use crate::command::Command;
use crate::dialect::Dialect;
use crate::game_history::GameHistory;
use std::fmt::Display;

/// The game of a saved record.
///
/// # Errors
/// The number of a line, from 1, and what is wrong with it.
pub fn parse_record<G: Dialect>(text: &str) -> Result<GameHistory<G>, (usize, String)> {
    let mut game = GameHistory::<G>::default();
    for (index, line) in text.lines().enumerate() {
        let wrong = |error: &dyn Display| (index + 1, error.to_string());
        let done = match Command::read::<G>(line).map_err(|error| wrong(&error))? {
            None => Ok(()),
            Some(Command::New) => {
                game = GameHistory::default();
                Ok(())
            }
            Some(Command::Limit(limit)) => game.set_limit(limit),
            Some(Command::Set(square, piece, next)) => game.set(&square, &piece, next, line),
            Some(Command::Move(text)) => game.play_text(&text),
            Some(_) => return Err(wrong(&"a record holds new, limit, set and moves")),
        };
        done.map_err(|error| wrong(&error))?;
    }
    Ok(game)
}
