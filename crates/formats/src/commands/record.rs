//! A saved game: the commands that lead from a new game to it.

use crate::commands::command_game::CommandGame;
use crate::commands::game_history::GameHistory;
use crate::commands::text_command::TextCommand;
use cli::lines::lines;
use std::fmt::Display;

/// The game of a saved record. An error comes with the number of its line, from 1.
pub fn parse_record<G: CommandGame>(text: &str) -> Result<GameHistory<G>, (usize, String)> {
    let mut game = GameHistory::<G>::default();
    for (index, line) in lines(text).enumerate() {
        let wrong = |error: &dyn Display| (index + 1, error.to_string());
        let done = match TextCommand::read(line, G::command_form())
            .map_err(|error| wrong(&error))?
        {
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

#[cfg(test)]
mod tests {
    use super::*;
    use games::{Game, loa};

    #[test]
    fn a_game_is_loaded_with_the_line_ends_of_any_system() {
        let text = "new\nlimit 60\nb8-b6\na3-c3\n";
        let key = |text: &str| {
            let game = parse_record::<loa::Position>(text).expect("a saved game");
            game.position().key()
        };
        for end in ["\r\n", "\r"] {
            assert_eq!(key(&text.replace('\n', end)), key(text), "{end:?}");
        }
        assert_ne!(key(text), key("new\n"));
        let wrong = parse_record::<loa::Position>("new\rb8-b9\r").expect_err("no square");
        assert_eq!(wrong.0, 2);
    }
}
