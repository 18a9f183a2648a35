//! The command that starts a program: its name and its arguments. No shell takes part.
//!
//! A script's command is split at blanks, as the courses' scripts have it; what a user writes at
//! the command line may have quotes.

use crate::error::HarnessError;
use std::fmt;
use std::process::Command;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandLine {
    program: String,
    arguments: Vec<String>,
}

impl CommandLine {
    /// Split at blanks; `None` if there is nothing but blanks.
    pub fn split_at_blanks(text: &str) -> Option<Self> {
        Self::of(text.split_whitespace().map(str::to_string))
    }

    /// Split as a Unix shell would, quotes and backslashes included, on Windows too. Fails if a
    /// quote is left open or no program is named.
    pub fn split_with_quotes(text: &str) -> Result<Self, HarnessError> {
        let words = shell_words::split(text)
            .map_err(|error| HarnessError::Usage(format!("{error}; close the quote")))?;
        Self::of(words).ok_or_else(|| {
            HarnessError::Usage("it names no program; write a path or a command".into())
        })
    }

    fn of(words: impl IntoIterator<Item = String>) -> Option<Self> {
        let mut words = words.into_iter();
        Some(CommandLine { program: words.next()?, arguments: words.collect() })
    }

    pub fn words(&self) -> impl Iterator<Item = &str> {
        [&self.program].into_iter().chain(&self.arguments).map(String::as_str)
    }

    pub fn command(&self) -> Command {
        let mut command = Command::new(&self.program);
        command.args(&self.arguments);
        command
    }
}

impl fmt::Display for CommandLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&shell_words::join(self.words()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_script_knows_no_quotes_and_a_user_does() {
        let split = CommandLine::split_at_blanks(" java -ea 'loa Main' ").expect("a program");
        assert!(split.words().eq(["java", "-ea", "'loa", "Main'"]));
        let split = CommandLine::split_with_quotes("'my programs/loa' --strict").expect("fine");
        assert!(split.words().eq(["my programs/loa", "--strict"]));
        assert_eq!(split.to_string(), "'my programs/loa' --strict");
    }

    #[test]
    fn there_is_always_a_program() {
        assert_eq!(CommandLine::split_at_blanks(" \t "), None);
        for text in ["", "  ", "'open"] {
            assert!(CommandLine::split_with_quotes(text).is_err(), "{text}");
        }
    }
}
