//! The commands of the GUI, with their arguments.

use crate::arguments::Arguments;
use crate::error::{LineError, Reason};
use crate::level;
use crate::line::{Line, Word};

/// A command.
#[derive(Clone, Debug)]
pub enum Command<'a> {
    /// Who are you, and what can be set?
    Hub,
    /// Get ready with what was set.
    Init,
    /// The next position belongs to another game.
    NewGame,
    /// Are you there?
    Ping,
    /// End the search with what it has.
    Stop,
    /// The opponent has played the move that is being pondered.
    PonderHit,
    /// Leave.
    Quit,
    /// Set a parameter.
    SetParam {
        /// Its name.
        name: Word<'a>,
        /// Its value.
        value: Word<'a>,
    },
    /// The position to search.
    Pos {
        /// The position from which the moves begin; `None`: the start of a game.
        from: Option<Word<'a>>,
        /// The moves.
        moves: Option<Word<'a>>,
    },
    /// What limits the next search.
    Level(Arguments<'a>),
    /// Search.
    Go(Purpose),
}

/// What a search is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// A move in a game.
    Think,
    /// A move that will be needed if the opponent plays the one that was expected, which stands on
    /// the board already. Our clock does not run before `ponder-hit`.
    Ponder,
    /// To know more about a position.
    Analyze,
}

/// The commands with their arguments, as messages name them.
const KNOWN: [(&str, &str); 11] = [
    ("hub", ""),
    ("init", ""),
    ("set-param", "name, value"),
    ("new-game", ""),
    ("pos", "pos, moves, start"),
    ("level", level::KNOWN),
    ("go", "think, analyze, ponder"),
    ("ponder-hit", ""),
    ("stop", ""),
    ("ping", ""),
    ("quit", ""),
];

/// A command that was read, and a word that it does not know. By the protocol such a word is
/// ignored; it is told as well.
#[derive(Clone, Debug)]
pub struct Read<'a> {
    /// What is to be done.
    pub command: Command<'a>,
    /// The first argument that is left over.
    pub left_over: Option<LineError>,
}

impl<'a> Command<'a> {
    /// Reads a line; `None` if it is blank.
    ///
    /// # Errors
    /// [`LineError`]: the line is malformed, the command unknown, or an argument missing.
    pub fn read(text: &'a str) -> Result<Option<Read<'a>>, LineError> {
        let Some(line) = Line::read(text)? else { return Ok(None) };
        let found = KNOWN.into_iter().find(|(name, _)| *name == line.command.text);
        let (name, known) = found.ok_or_else(|| unknown(line.command))?;
        let mut arguments = Arguments::of(line);
        let command = match name {
            "hub" => Command::Hub,
            "init" => Command::Init,
            "set-param" => set_param(&mut arguments)?,
            "new-game" => Command::NewGame,
            "pos" => pos(&mut arguments)?,
            // `level` takes its arguments when it is obeyed.
            "level" => {
                return Ok(Some(Read { command: Command::Level(arguments), left_over: None }));
            }
            "go" => Command::Go(purpose(&mut arguments)?),
            "ponder-hit" => Command::PonderHit,
            "stop" => Command::Stop,
            "ping" => Command::Ping,
            _ => Command::Quit,
        };
        Ok(Some(Read { command, left_over: arguments.left_over(name, known) }))
    }
}

fn unknown(word: Word<'_>) -> LineError {
    let commands = KNOWN.map(|(name, _)| name).join(", ");
    let reason = Reason::Command { word: word.text.to_string(), commands };
    LineError { column: word.column, reason }
}

fn set_param<'a>(arguments: &mut Arguments<'a>) -> Result<Command<'a>, LineError> {
    let column = arguments.command().column;
    let missing =
        |name| LineError { column, reason: Reason::Missing { command: "set-param", name } };
    let name = arguments.value("name").ok_or_else(|| missing("name"))?;
    let value = arguments.value("value").ok_or_else(|| missing("value"))?;
    Ok(Command::SetParam { name, value })
}

fn pos<'a>(arguments: &mut Arguments<'a>) -> Result<Command<'a>, LineError> {
    let start = arguments.take("start");
    let from = arguments.value("pos");
    if let (Some(start), Some(_)) = (start, from) {
        let reason = Reason::Both { one: "pos", other: "start" };
        return Err(LineError { column: start.name.column, reason });
    }
    Ok(Command::Pos { from, moves: arguments.value("moves") })
}

/// What a search is for; to think if nothing is said.
fn purpose(arguments: &mut Arguments<'_>) -> Result<Purpose, LineError> {
    let names =
        [("think", Purpose::Think), ("analyze", Purpose::Analyze), ("ponder", Purpose::Ponder)];
    let mut asked = None;
    for (name, purpose) in names {
        let Some(argument) = arguments.take(name) else { continue };
        if let Some((one, _)) = asked {
            let reason = Reason::Both { one, other: name };
            return Err(LineError { column: argument.name.column, reason });
        }
        asked = Some((name, purpose));
    }
    Ok(asked.map_or(Purpose::Think, |(_, purpose)| purpose))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> LineError {
        match Command::read(text) {
            Ok(Some(read)) => read.left_over.expect("something is wrong"),
            Ok(None) => panic!("blank"),
            Err(error) => error,
        }
    }

    #[test]
    fn every_command_that_messages_name_is_read() {
        for (name, _) in KNOWN {
            let text = format!("{name} name=book value");
            assert!(matches!(Command::read(&text), Ok(Some(_))), "{name}");
        }
        assert!(matches!(Command::read("  "), Ok(None)));
    }

    #[test]
    fn a_search_is_for_thinking_unless_something_else_is_said() {
        let purposes = [
            ("go", Purpose::Think),
            ("go think", Purpose::Think),
            ("go analyze", Purpose::Analyze),
            ("go ponder", Purpose::Ponder),
        ];
        for (text, purpose) in purposes {
            let read = Command::read(text).expect("read").expect("not blank");
            assert!(matches!(read.command, Command::Go(found) if found == purpose), "{text}");
        }
    }

    #[test]
    fn what_is_wrong_is_told_with_its_column() {
        let cases = [
            ("go faster", 4, "left over"),
            ("ping ping", 6, ""),
            ("pos moves=\"\" moves=\"\"", 14, "each once"),
            ("gp think", 1, "commands are hub, init"),
            ("set-param name=book", 1, "needs `value`"),
            ("go think ponder", 10, "exclude"),
            ("pos start pos=W", 5, "exclude"),
        ];
        for (text, column, words) in cases {
            let error = error(text);
            assert_eq!(error.column, column, "{text}");
            assert!(error.reason.to_string().contains(words), "{}", error.reason);
        }
    }
}
