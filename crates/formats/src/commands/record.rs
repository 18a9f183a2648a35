//! A saved game: the commands that lead from a new game to it.

use crate::commands::command_game::CommandGame;
use crate::commands::game_history::GameHistory;
use crate::commands::text_command::TextCommand;
use crate::error::FormatError;
use cli::lines::lines;

/// Reads a saved game. The error names its line.
pub fn parse_record<G: CommandGame>(text: &str) -> Result<GameHistory<G>, FormatError> {
    let mut game = GameHistory::<G>::default();
    for (line, number) in lines(text).zip(1..) {
        execute(&mut game, line).map_err(|error| error.at_line(number))?;
    }
    Ok(game)
}

fn execute<G: CommandGame>(game: &mut GameHistory<G>, line: &str) -> Result<(), FormatError> {
    match TextCommand::read(line, G::command_form())? {
        None => {}
        Some(TextCommand::New) => *game = GameHistory::default(),
        Some(TextCommand::Limit(limit)) => game.set_limit(limit)?,
        Some(TextCommand::Set(square, piece, next)) => game.set(&square, &piece, next, line)?,
        Some(TextCommand::Position(line)) => game.set_position(&line)?,
        Some(TextCommand::Move(text)) => game.play_text(&text)?,
        // Who plays is no part of a game; the files of the referee name it.
        Some(TextCommand::Auto(_) | TextCommand::Manual(_)) => {}
        Some(_) => {
            let allowed = "a saved game holds new, limit, set, auto, manual and moves";
            return Err(FormatError::new(allowed));
        }
    }
    Ok(())
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
        assert_eq!(wrong.line, Some(2));
    }
}
