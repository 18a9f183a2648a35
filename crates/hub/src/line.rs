//! The words of one line: a command, then arguments `name=value`.
//!
//! A value stands in quotes if it is empty or contains a blank, `=` or a control character; a
//! quote itself cannot be written. An argument without a value is a flag. Blanks around `=` are
//! read. Source: the description of the protocol by Fabien Letouzey (Scan 3.1).

use crate::error::{LineError, Reason};
use std::iter::Peekable;
use std::str::CharIndices;

/// A part of a line. Its column counts characters from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Word<'a> {
    /// The text, without quotes.
    pub text: &'a str,
    /// Where the text begins.
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
}

/// A name with its value, or a flag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Argument<'a> {
    /// The name.
    pub name: Word<'a>,
    /// The value; a flag has none.
    pub value: Option<Word<'a>>,
}

/// A command with its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line<'a> {
    /// The command.
    pub command: Word<'a>,
    /// Its arguments, in their order.
    pub arguments: Vec<Argument<'a>>,
}

impl<'a> Line<'a> {
    /// Reads a line; `None` if it is blank.
    ///
    /// # Errors
    /// [`LineError`] with the column: a name or a value is missing, or a quote is not closed.
    pub fn read(text: &'a str) -> Result<Option<Self>, LineError> {
        let mut scanner = Scanner::of(text);
        if scanner.is_at_end() {
            return Ok(None);
        }
        let command = scanner.name()?;
        let mut arguments = Vec::new();
        while !scanner.is_at_end() {
            let name = scanner.name()?;
            let value = scanner.value()?;
            arguments.push(Argument { name, value });
        }
        Ok(Some(Line { command, arguments }))
    }
}

/// May this character be part of a name, or of a value without quotes?
pub fn is_plain(c: char) -> bool {
    !c.is_whitespace() && !c.is_control() && c != '=' && c != '"'
}

/// Reads a text from left to right and counts columns.
struct Scanner<'a> {
    text: &'a str,
    rest: Peekable<CharIndices<'a>>,
    column: usize,
}

impl<'a> Scanner<'a> {
    fn of(text: &'a str) -> Self {
        Scanner { text, rest: text.char_indices().peekable(), column: 1 }
    }

    /// Is nothing left but blanks?
    fn is_at_end(&mut self) -> bool {
        self.take_while(char::is_whitespace);
        self.rest.peek().is_none()
    }

    fn name(&mut self) -> Result<Word<'a>, LineError> {
        self.take_while(char::is_whitespace);
        let name = self.take_while(is_plain);
        if name.text.is_empty() { Err(self.error(Reason::NoName)) } else { Ok(name) }
    }

    /// The value of an argument, if `=` follows.
    fn value(&mut self) -> Result<Option<Word<'a>>, LineError> {
        self.take_while(char::is_whitespace);
        if !self.take('=') {
            return Ok(None);
        }
        self.take_while(char::is_whitespace);
        if !self.take('"') {
            let value = self.take_while(is_plain);
            let is_empty = value.text.is_empty();
            return if is_empty { Err(self.error(Reason::NoValue)) } else { Ok(Some(value)) };
        }
        let value = self.take_while(|c| c != '"');
        if !self.take('"') {
            return Err(LineError { column: value.column - 1, reason: Reason::OpenQuote });
        }
        let is_apart = self.rest.peek().is_none_or(|(_, c)| c.is_whitespace());
        if is_apart { Ok(Some(value)) } else { Err(self.error(Reason::NoBlank)) }
    }

    /// Takes one character if it is the next.
    fn take(&mut self, wanted: char) -> bool {
        let is_next = self.rest.next_if(|&(_, c)| c == wanted).is_some();
        self.column += usize::from(is_next);
        is_next
    }

    /// Takes all characters that are as wanted.
    fn take_while(&mut self, is_wanted: impl Fn(char) -> bool) -> Word<'a> {
        let column = self.column;
        let start = self.place();
        while self.rest.next_if(|&(_, c)| is_wanted(c)).is_some() {
            self.column += 1;
        }
        let end = self.place();
        Word { text: &self.text[start..end], column }
    }

    /// The byte of the next character.
    fn place(&mut self) -> usize {
        self.rest.peek().map_or(self.text.len(), |&(place, _)| place)
    }

    const fn error(&self, reason: Reason) -> LineError {
        LineError { column: self.column, reason }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::{any, proptest};

    fn read(text: &str) -> Line<'_> {
        Line::read(text).expect("well formed").expect("not blank")
    }

    fn pairs<'a>(line: &Line<'a>) -> Vec<(&'a str, Option<&'a str>)> {
        let pair =
            |argument: &Argument<'a>| (argument.name.text, argument.value.map(|value| value.text));
        line.arguments.iter().map(pair).collect()
    }

    #[test]
    fn commands_values_quoted_values_and_flags_are_read() {
        let line = read("  pos  pos=We moves=\"32-28 19x23\" start ");
        assert_eq!(line.command, Word { text: "pos", column: 3 });
        let expected = [("pos", Some("We")), ("moves", Some("32-28 19x23")), ("start", None)];
        assert_eq!(pairs(&line), expected);
        assert_eq!(pairs(&read("go a = b c= \"\"")), [("a", Some("b")), ("c", Some(""))]);
        assert_eq!(Line::read(" \t\r"), Ok(None));
    }

    #[test]
    fn words_know_their_columns_in_characters() {
        let line = read("é moves=\" 1-2  ä-4\"");
        let moves = line.arguments[0].value.expect("a value");
        let words: Vec<_> = moves.split().map(|word| (word.text, word.column)).collect();
        assert_eq!(words, [("1-2", 11), ("ä-4", 16)]);
    }

    #[test]
    fn what_is_wrong_is_told_with_its_column() {
        let error = |text| Line::read(text).expect_err("malformed");
        let cases = [
            ("=3", 1, Reason::NoName),
            ("go depth=", 10, Reason::NoValue),
            ("go depth==3", 10, Reason::NoValue),
            ("pos moves=\"1-2", 11, Reason::OpenQuote),
            ("pos moves=\"1-2\"x", 16, Reason::NoBlank),
        ];
        for (text, column, reason) in cases {
            assert_eq!(error(text), LineError { column, reason }, "{text}");
        }
    }

    proptest! {
        #[test]
        fn every_text_is_a_line_or_an_error_within_it(text in any::<String>()) {
            match Line::read(&text) {
                Ok(line) => assert_eq!(line.is_none(), text.trim().is_empty()),
                Err(error) => assert!((1..=text.chars().count() + 1).contains(&error.column)),
            }
        }

        #[test]
        fn what_looks_like_a_line_is_read_or_refused(text in r#"[a-c]( {0,2}[a-c=" ]{0,9})*"#) {
            let _ = Line::read(&text);
        }
    }
}
