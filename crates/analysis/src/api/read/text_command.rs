//! One line of the language of the text programs, as a command.
//!
//! The first word names it, in any case; words beyond those it needs are ignored, as the
//! assignments allow. A line that is no command is for moves.

use cli::visible;
use games::board::Side;
use games::{GameName, Named};
use std::num::NonZeroU32;

/// What a line does to a game that is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LineCommand<'a> {
    Quit,
    New,
    /// The moves of a side are the program's from now on.
    Auto(Side),
    /// The moves of a side stand in the text from now on.
    Manual(Side),
    /// A square, a piece, and the side to move.
    Set(&'a str, &'a str, Side),
    /// Moves for each side.
    Limit(u32),
    /// Steps; `None` leads back to the last one of a manual side.
    Undo(Option<u32>),
    /// It changes nothing in a game.
    Nothing,
    /// The line is for moves.
    Moves,
}

/// Commands that change no board.
const IDLE: [&str; 12] =
    ["dump", "moves", "hint", "eval", "help", "h", "?", "seed", "save", "load", "exit", "time"];

impl<'a> LineCommand<'a> {
    /// Reads a line without its comment. The error is a sentence without a full stop.
    pub fn read<G: Named>(line: &'a str) -> Result<Self, String> {
        let mut words = line.split_whitespace();
        let Some(first) = words.next() else { return Ok(LineCommand::Nothing) };
        let name = first.to_ascii_lowercase();
        Ok(match name.as_str() {
            "quit" => LineCommand::Quit,
            "new" => LineCommand::New,
            "auto" => LineCommand::Auto(side("auto", "auto black", words.next())?),
            "manual" => LineCommand::Manual(side("manual", "manual black", words.next())?),
            "set" => {
                let example = "set c4 black white";
                let square = words.next().ok_or_else(|| missing("set", "a square", example))?;
                let piece = words.next().ok_or_else(|| missing("set", "a piece", example))?;
                LineCommand::Set(square, piece, side("set", example, words.next())?)
            }
            // The text programs of these games do not have it.
            "limit" if matches!(G::NAME, GameName::Amazons | GameName::Checkers) => {
                return Err(format!("{} has no limit of moves", G::NAME.text()));
            }
            "limit" => LineCommand::Limit(count("limit", "limit 30", words.next())?),
            "undo" => match words.next() {
                None => LineCommand::Undo(None),
                word => LineCommand::Undo(Some(count("undo", "undo 2", word)?)),
            },
            name if IDLE.contains(&name) || is_program(name) => LineCommand::Nothing,
            _ => LineCommand::Moves,
        })
    }
}

/// The line that starts a program, as a script has it.
fn is_program(word: &str) -> bool {
    let program = word.rsplit(['/', '\\']).next().unwrap_or(word);
    GameName::ALL.into_iter().any(|game| game.text() == program)
}

fn side(command: &str, example: &str, word: Option<&str>) -> Result<Side, String> {
    let what = "a side, black or white";
    let word = word.ok_or_else(|| missing(command, what, example))?;
    Side::of_word(word).ok_or_else(|| wrong(command, word, what, example))
}

fn count(command: &str, example: &str, word: Option<&str>) -> Result<u32, String> {
    let what = "a whole number above 0";
    let word = word.ok_or_else(|| missing(command, what, example))?;
    let number = word.parse().map(NonZeroU32::get);
    number.map_err(|_| wrong(command, word, what, example))
}

fn missing(command: &str, what: &str, example: &str) -> String {
    format!("{command} needs {what}; write {example}")
}

fn wrong(command: &str, word: &str, what: &str, example: &str) -> String {
    format!("{command}: \"{}\" is not {what}; write {example}", visible::cut(word, 60))
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::{loa, tablut};

    #[test]
    fn commands_are_read_in_any_case_and_moves_are_left() {
        let read = |line| LineCommand::read::<loa::Position>(line);
        assert_eq!(read("AUTO White now"), Ok(LineCommand::Auto(Side::White)));
        assert_eq!(read("set C4 - black"), Ok(LineCommand::Set("C4", "-", Side::Black)));
        assert_eq!(read("undo"), Ok(LineCommand::Undo(None)));
        assert_eq!(read("./loa --seed 3"), Ok(LineCommand::Nothing));
        assert_eq!(read("b1-b3 a7-c7"), Ok(LineCommand::Moves));
        assert_eq!(read(""), Ok(LineCommand::Nothing));
    }

    #[test]
    fn a_wrong_word_is_named_with_an_example() {
        let read = |line| LineCommand::read::<tablut::Position>(line).unwrap_err();
        assert_eq!(
            read("auto red"),
            "auto: \"red\" is not a side, black or white; write auto black"
        );
        assert_eq!(read("undo 0"), "undo: \"0\" is not a whole number above 0; write undo 2");
        assert_eq!(read("set a1"), "set needs a piece; write set c4 black white");
        let amazons = LineCommand::read::<games::amazons::Position>("limit 9");
        assert_eq!(amazons, Err("amazons has no limit of moves".to_string()));
    }
}
