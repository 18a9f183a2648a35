//! Why a text is not in its format, or asks for what cannot be done.

use games::NotationError;
use std::fmt;
use thiserror::Error;

/// A place in a text; both numbers count from 1, columns in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextPlace {
    pub line: usize,
    pub column: usize,
}

impl fmt::Display for TextPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// A sentence that says what to write, and its place, which the message begins with.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub struct FormatError {
    /// From 1; `None` if the text is one line, or if the sentence names the place.
    pub line: Option<usize>,
    /// From 1, in characters; `None` if the whole line is wrong.
    pub column: Option<usize>,
    pub sentence: String,
}

impl FormatError {
    pub fn new(sentence: impl Into<String>) -> Self {
        FormatError { line: None, column: None, sentence: sentence.into() }
    }

    #[must_use]
    pub fn at_line(self, line: usize) -> Self {
        FormatError { line: Some(line), ..self }
    }

    #[must_use]
    pub fn at(self, place: TextPlace) -> Self {
        FormatError { line: Some(place.line), column: Some(place.column), ..self }
    }

    /// `line 3, column 4`, as far as it is known.
    pub fn place(&self) -> String {
        let line = self.line.map(|line| format!("line {line}"));
        let column = self.column.map(|column| format!("column {column}"));
        line.into_iter().chain(column).collect::<Vec<_>>().join(", ")
    }
}

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = self.place();
        let separator = if place.is_empty() { "" } else { ": " };
        write!(f, "{place}{separator}{}", self.sentence)
    }
}

/// The sentences of boards name their places.
impl From<NotationError> for FormatError {
    fn from(error: NotationError) -> Self {
        FormatError::new(error.to_string())
    }
}
