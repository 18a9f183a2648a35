//! The commands of the GUI, with their arguments.

use crate::engine::SearchPurpose;
use crate::protocol::level;
use crate::protocol::line::{HubLine, LineError, Word, quoted};

#[derive(Clone, Debug)]
pub enum HubCommand<'a> {
    /// The GUI asks who we are and what can be set.
    Hub,
    /// Get ready with what was set.
    Init,
    SetParam {
        name: Word<'a>,
        value: Word<'a>,
    },
    /// The next position belongs to another game.
    NewGame,
    Pos {
        /// Where the moves begin; `None`: at the start of a game.
        from: Option<Word<'a>>,
        moves: Option<Word<'a>>,
    },
    /// Limits of the next search; the arguments are taken when the command is executed.
    Level(HubLine<'a>),
    Go(SearchPurpose),
    /// The opponent has played the move that is pondered.
    PonderHit,
    Stop,
    /// Asks for `pong`, in mid-search too.
    Ping,
    Quit,
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

/// A command that was read, and an argument that it does not know. By the protocol such an argument
/// is ignored; we report it as well.
#[derive(Clone, Debug)]
pub struct ReadCommand<'a> {
    pub command: HubCommand<'a>,
    pub left_over: Option<LineError>,
}

impl<'a> HubCommand<'a> {
    /// Reads a line; `None` if it is blank.
    pub fn read(text: &'a str) -> Result<Option<ReadCommand<'a>>, LineError> {
        let Some(mut line) = HubLine::read(text)? else { return Ok(None) };
        let found = KNOWN.into_iter().find(|(name, _)| *name == line.command.text);
        let (name, takes) = found.ok_or_else(|| unknown(line.command))?;
        let command = match name {
            "hub" => HubCommand::Hub,
            "init" => HubCommand::Init,
            "set-param" => set_param(&mut line)?,
            "new-game" => HubCommand::NewGame,
            "pos" => pos(&mut line)?,
            "level" => {
                let command = HubCommand::Level(line);
                return Ok(Some(ReadCommand { command, left_over: None }));
            }
            "go" => HubCommand::Go(purpose(&mut line)?),
            "ponder-hit" => HubCommand::PonderHit,
            "stop" => HubCommand::Stop,
            "ping" => HubCommand::Ping,
            _ => HubCommand::Quit,
        };
        Ok(Some(ReadCommand { command, left_over: line.left_over(name, takes) }))
    }
}

fn unknown(word: Word<'_>) -> LineError {
    let commands = KNOWN.map(|(name, _)| name).join(", ");
    word.error(format!("{} is not a command; commands are {commands}", quoted(word.text)))
}

fn set_param<'a>(line: &mut HubLine<'a>) -> Result<HubCommand<'a>, LineError> {
    Ok(HubCommand::SetParam { name: needed(line, "name")?, value: needed(line, "value")? })
}

fn needed<'a>(line: &mut HubLine<'a>, name: &str) -> Result<Word<'a>, LineError> {
    let command = line.command;
    line.value(name).ok_or_else(|| command.error(format!("`set-param` needs `{name}`")))
}

fn pos<'a>(line: &mut HubLine<'a>) -> Result<HubCommand<'a>, LineError> {
    let (start, from) = (line.take("start"), line.value("pos"));
    match start {
        Some(start) if from.is_some() => {
            Err(start.name.error("`pos` and `start` exclude each other"))
        }
        _ => Ok(HubCommand::Pos { from, moves: line.value("moves") }),
    }
}

/// The purpose of a search; `think` if none is named.
fn purpose(line: &mut HubLine<'_>) -> Result<SearchPurpose, LineError> {
    let names = [
        ("think", SearchPurpose::Think),
        ("analyze", SearchPurpose::Analyze),
        ("ponder", SearchPurpose::Ponder),
    ];
    let mut asked = None;
    for (name, purpose) in names {
        let Some(argument) = line.take(name) else { continue };
        if let Some((one, _)) = asked {
            return Err(argument.name.error(format!("`{one}` and `{name}` exclude each other")));
        }
        asked = Some((name, purpose));
    }
    Ok(asked.map_or(SearchPurpose::Think, |(_, purpose)| purpose))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> LineError {
        match HubCommand::read(text) {
            Ok(Some(read)) => read.left_over.expect("something is wrong"),
            Ok(None) => panic!("blank"),
            Err(error) => error,
        }
    }

    #[test]
    fn every_command_that_messages_name_is_read() {
        for (name, _) in KNOWN {
            let text = format!("{name} name=book value");
            assert!(matches!(HubCommand::read(&text), Ok(Some(_))), "{name}");
        }
        assert!(matches!(HubCommand::read("  "), Ok(None)));
    }

    #[test]
    fn a_search_is_for_thinking_unless_something_else_is_said() {
        let purposes = [
            ("go", SearchPurpose::Think),
            ("go think", SearchPurpose::Think),
            ("go analyze", SearchPurpose::Analyze),
            ("go ponder", SearchPurpose::Ponder),
        ];
        for (text, purpose) in purposes {
            let read = HubCommand::read(text).expect("read").expect("not blank");
            assert!(matches!(read.command, HubCommand::Go(found) if found == purpose), "{text}");
        }
    }

    #[test]
    fn errors_name_their_column() {
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
            assert!(error.message.contains(words), "{}", error.message);
        }
    }
}
