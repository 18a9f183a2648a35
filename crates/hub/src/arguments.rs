//! The arguments of a command, taken one by one; what is left over in the end is told.

use crate::error::{LineError, Reason};
use crate::line::{Argument, Line, Word};

/// The arguments that have not been taken yet.
#[derive(Clone, Debug)]
pub struct Arguments<'a> {
    command: Word<'a>,
    left: Vec<Argument<'a>>,
}

impl<'a> Arguments<'a> {
    /// All arguments of a line.
    pub fn of(line: Line<'a>) -> Self {
        Arguments { command: line.command, left: line.arguments }
    }

    /// The command.
    pub const fn command(&self) -> Word<'a> {
        self.command
    }

    /// Takes the first argument of this name.
    pub fn take(&mut self, name: &str) -> Option<Argument<'a>> {
        let index = self.left.iter().position(|argument| argument.name.text == name)?;
        Some(self.left.remove(index))
    }

    /// Takes the value of the first argument of this name, which is empty for a flag; `None` if
    /// there is no such argument.
    pub fn value(&mut self, name: &str) -> Option<Word<'a>> {
        let Argument { name, value } = self.take(name)?;
        Some(value.unwrap_or(Word { text: "", column: name.column }))
    }

    /// The first argument that nobody has taken.
    pub fn left_over(&self, command: &'static str, known: &'static str) -> Option<LineError> {
        let Word { text, column } = self.left.first()?.name;
        let reason = Reason::LeftOver { command, name: text.to_string(), known };
        Some(LineError { column, reason })
    }
}
