//! The words of one line: a command, then arguments `name=value`.
//!
//! A value stands in quotes if it is empty or contains a blank, `=` or a control character; a
//! quote itself cannot be written. An argument without a value is a flag. Blanks around `=` are
//! skipped. Source: the description of the protocol by Fabien Letouzey (Scan 3.1).

use cli::visible;
use thiserror::Error;

#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("column {column}: {message}")]
pub struct LineError {
    /// The character that is wrong, counted from 1.
    pub column: usize,
    /// A sentence without a full stop.
    pub message: String,
}

impl LineError {
    pub fn new(column: usize, message: impl Into<String>) -> Self {
        LineError { column, message: message.into() }
    }
}

/// A word of the GUI as an error quotes it.
pub fn quoted(word: &str) -> String {
    format!("`{}`", visible::cut(word, 40))
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Word<'a> {
    /// The quotes around a value are left out.
    pub text: &'a str,
    /// Where the text begins, in characters from 1.
    pub column: usize,
}

impl<'a> Word<'a> {
    /// The words between the blanks of this one, each with its own column.
    pub fn split(self) -> impl Iterator<Item = Word<'a>> {
        let mut next = self.column;
        self.text.split(char::is_whitespace).filter_map(move |text| {
            let column = next;
            next += text.chars().count() + 1;
            (!text.is_empty()).then_some(Word { text, column })
        })
    }

    pub fn error(self, message: impl Into<String>) -> LineError {
        LineError::new(self.column, message)
    }
}

/// A name with its value, or a flag, which has none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Argument<'a> {
    pub name: Word<'a>,
    pub value: Option<Word<'a>>,
}

/// A command with the arguments that are not taken yet, in their order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HubLine<'a> {
    pub command: Word<'a>,
    pub arguments: Vec<Argument<'a>>,
}

impl<'a> HubLine<'a> {
    /// Reads a line; `None` if it is blank.
    pub fn read(text: &'a str) -> Result<Option<Self>, LineError> {
        let mut scanner = Scanner { rest: text, column: 1 };
        if scanner.is_at_end() {
            return Ok(None);
        }
        let command = scanner.name()?;
        let mut arguments = Vec::new();
        while !scanner.is_at_end() {
            let name = scanner.name()?;
            arguments.push(Argument { name, value: scanner.value()? });
        }
        Ok(Some(HubLine { command, arguments }))
    }

    pub fn take(&mut self, name: &str) -> Option<Argument<'a>> {
        let index = self.arguments.iter().position(|argument| argument.name.text == name)?;
        Some(self.arguments.remove(index))
    }

    /// Takes the value of the first argument of this name, which is empty for a flag.
    pub fn value(&mut self, name: &str) -> Option<Word<'a>> {
        let Argument { name, value } = self.take(name)?;
        Some(value.unwrap_or(Word { text: "", column: name.column }))
    }

    /// The error that an argument is left over, by what `command` takes.
    pub fn left_over(&self, command: &str, takes: &str) -> Option<LineError> {
        let name = self.arguments.first()?.name;
        let takes =
            if takes.is_empty() { "no arguments".into() } else { format!("{takes}, each once") };
        Some(name.error(format!("{} is left over: `{command}` takes {takes}", quoted(name.text))))
    }
}

/// May this character be part of a name, or of a value without quotes?
pub fn is_plain(c: char) -> bool {
    !c.is_whitespace() && !c.is_control() && c != '=' && c != '"'
}

/// Reads a text from left to right and counts columns.
struct Scanner<'a> {
    rest: &'a str,
    column: usize,
}

impl<'a> Scanner<'a> {
    /// Is nothing left but blanks?
    fn is_at_end(&mut self) -> bool {
        self.take_while(char::is_whitespace);
        self.rest.is_empty()
    }

    fn name(&mut self) -> Result<Word<'a>, LineError> {
        self.take_while(char::is_whitespace);
        let name = self.take_while(is_plain);
        let is_empty = name.text.is_empty();
        if is_empty { Err(name.error(NO_NAME)) } else { Ok(name) }
    }

    fn value(&mut self) -> Result<Option<Word<'a>>, LineError> {
        self.take_while(char::is_whitespace);
        if !self.take('=') {
            return Ok(None);
        }
        self.take_while(char::is_whitespace);
        if !self.take('"') {
            let value = self.take_while(is_plain);
            let is_empty = value.text.is_empty();
            return if is_empty { Err(value.error(NO_VALUE)) } else { Ok(Some(value)) };
        }
        let value = self.take_while(|c| c != '"');
        if !self.take('"') {
            return Err(LineError::new(value.column - 1, OPEN_QUOTE));
        }
        let is_apart = self.rest.chars().next().is_none_or(char::is_whitespace);
        if is_apart { Ok(Some(value)) } else { Err(LineError::new(self.column, NO_BLANK)) }
    }

    fn take(&mut self, wanted: char) -> bool {
        let rest = self.rest.strip_prefix(wanted);
        self.rest = rest.unwrap_or(self.rest);
        self.column += usize::from(rest.is_some());
        rest.is_some()
    }

    fn take_while(&mut self, is_wanted: impl Fn(char) -> bool) -> Word<'a> {
        let end = self.rest.find(|c| !is_wanted(c)).unwrap_or(self.rest.len());
        let (text, rest) = self.rest.split_at(end);
        let word = Word { text, column: self.column };
        self.rest = rest;
        self.column += text.chars().count();
        word
    }
}

const NO_NAME: &str = "a name should stand here, as in `level move-time=1`";
const NO_VALUE: &str = "a value should follow `=`; an empty one is written as two quotes";
const OPEN_QUOTE: &str = "this quote is not closed";
const NO_BLANK: &str = "a blank should follow the closing quote";

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::{any, proptest};

    fn read(text: &str) -> HubLine<'_> {
        HubLine::read(text).expect("well formed").expect("not blank")
    }

    fn pairs<'a>(line: &HubLine<'a>) -> Vec<(&'a str, Option<&'a str>)> {
        line.arguments
            .iter()
            .map(|argument| (argument.name.text, argument.value.map(|value| value.text)))
            .collect()
    }

    #[test]
    fn commands_values_quoted_values_and_flags_are_read() {
        let line = read("  pos  pos=We moves=\"32-28 19x23\" start ");
        assert_eq!(line.command, Word { text: "pos", column: 3 });
        let expected = [("pos", Some("We")), ("moves", Some("32-28 19x23")), ("start", None)];
        assert_eq!(pairs(&line), expected);
        assert_eq!(pairs(&read("go a = b c= \"\"")), [("a", Some("b")), ("c", Some(""))]);
        assert_eq!(HubLine::read(" \t\r"), Ok(None));
    }

    #[test]
    fn words_know_their_columns_in_characters() {
        let line = read("é moves=\" 1-2  ä-4\"");
        let moves = line.arguments[0].value.expect("a value");
        let words: Vec<_> = moves.split().map(|word| (word.text, word.column)).collect();
        assert_eq!(words, [("1-2", 11), ("ä-4", 16)]);
    }

    fn error(text: &str) -> LineError {
        HubLine::read(text).expect_err("malformed")
    }

    #[test]
    fn errors_name_their_column() {
        let cases = [
            ("=3", 1, NO_NAME),
            ("go depth=", 10, NO_VALUE),
            ("go depth==3", 10, NO_VALUE),
            ("pos moves=\"1-2", 11, OPEN_QUOTE),
            ("pos moves=\"1-2\"x", 16, NO_BLANK),
        ];
        for (text, column, message) in cases {
            assert_eq!(error(text), LineError::new(column, message), "{text}");
        }
    }

    proptest! {
        #[test]
        fn every_text_is_a_line_or_an_error_within_it(text in any::<String>()) {
            match HubLine::read(&text) {
                Ok(line) => assert_eq!(line.is_none(), text.trim().is_empty()),
                Err(error) => assert!((1..=text.chars().count() + 1).contains(&error.column)),
            }
        }

        #[test]
        fn what_looks_like_a_line_is_read_or_refused(text in r#"[a-c]( {0,2}[a-c=" ]{0,9})*"#) {
            let _ = HubLine::read(&text);
        }
    }
}
