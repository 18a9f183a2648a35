//! The words of a file of games, with their places.

use crate::pdn::error::{PdnError, Reason, TextPlace};

/// A token of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Token<'t> {
    /// `[Name "value"]`.
    Tag {
        name: &'t str,
        /// With its escapes resolved.
        value: String,
    },
    /// `12.`, `12...` or `...`. Readers need no numbers; many files have wrong ones.
    MoveNumber(Option<u32>),
    /// Any word that could be a move.
    Word(String),
    /// A result, as the end of a game: `1-0` and others. `*` is [`Token::Star`].
    Result(&'t str),
    /// `*`: the end of a game, or, glued to a move, a sign that it is the only one.
    Star {
        /// True without a space before it.
        is_glued: bool,
    },
    /// `{...}` or `; ...`, its words with one space between them.
    Comment(String),
    /// `$5`: a numeric annotation.
    Annotation(u8),
    Open,
    Close,
}

const RESULTS: [&str; 8] = ["1-0", "0-1", "1/2-1/2", "2-0", "0-2", "1-1", "0-0", "½-½"];

/// Signs for the quality of a move, with their numeric annotations.
const SIGNS: [(&str, u8); 6] = [("!", 1), ("?", 2), ("!!", 3), ("??", 4), ("!?", 5), ("?!", 6)];

/// Splits a text into tokens.
#[derive(Clone, Debug)]
pub struct Lexer<'t> {
    text: &'t str,
    /// The offset of the next token.
    at: usize,
    /// The place of the offset `counted`, which is at or before `at`; later places are counted from
    /// there.
    place: TextPlace,
    counted: usize,
}

impl<'t> Lexer<'t> {
    pub fn new(text: &'t str) -> Self {
        Lexer { text, at: 0, place: TextPlace { line: 1, column: 1 }, counted: 0 }
    }

    /// Bytes of the text read so far.
    pub fn offset(&self) -> usize {
        self.at
    }

    /// Skips to the likely beginning of the next game: the next line that begins with a tag and
    /// follows one that does not.
    pub fn skip_game(&mut self) {
        let mut is_among_tags = self.text[..self.at].rsplit('\n').next().is_some_and(is_tag);
        while !self.rest().is_empty() {
            let line = self.line(0);
            let is_blank = line.trim().is_empty();
            let next_is_tag = is_tag(self.rest().strip_prefix('\n').unwrap_or(self.rest()));
            is_among_tags = is_tag(line) || (is_among_tags && is_blank);
            if next_is_tag && !is_among_tags {
                return;
            }
            self.at += usize::from(!self.rest().is_empty());
        }
    }

    /// The place of the next token.
    pub fn place(&mut self) -> TextPlace {
        for c in self.text[self.counted..self.at].chars() {
            if c == '\n' {
                self.place = TextPlace { line: self.place.line + 1, column: 1 };
            } else {
                self.place.column += 1;
            }
        }
        self.counted = self.at;
        self.place
    }

    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn take(&mut self, bytes: usize, token: Token<'t>) -> Token<'t> {
        self.at += bytes;
        token
    }

    /// Skips spaces, and lines that begin with `%`.
    fn skip_blanks(&mut self) {
        loop {
            let rest = self.rest();
            self.at += rest.len() - rest.trim_start().len();
            let begins_line = self.at == 0 || self.text[..self.at].ends_with('\n');
            if !(begins_line && self.rest().starts_with('%')) {
                return;
            }
            self.line(0);
        }
    }

    /// Takes the rest of the line, without its first `skip` bytes.
    fn line(&mut self, skip: usize) -> &'t str {
        let rest = self.rest();
        let end = rest.find('\n').unwrap_or(rest.len());
        self.at += end;
        &rest[skip.min(end)..end]
    }

    /// Reads a tag. A quotation mark that `]` does not follow is part of the value.
    fn tag(&mut self) -> Result<Token<'t>, Reason> {
        let rest = self.rest();
        let line = &rest[1..rest.find('\n').unwrap_or(rest.len())];
        let (name, value) = line.split_once('"').ok_or(Reason::Tag)?;
        let (name, end) = (name.trim(), end_of_value(value).ok_or(Reason::Tag)?);
        if name.is_empty() || !name.chars().all(|c| c.is_alphanumeric() || c == '_') {
            return Err(Reason::Tag);
        }
        let after = value[end..].find(']').ok_or(Reason::Tag)?;
        let value_begins = line.len() - value.len();
        self.at += 1 + value_begins + end + after + 1;
        let value = visible::line(&without_escapes(&value[..end])).into_owned();
        Ok(Token::Tag { name, value })
    }

    fn comment(&mut self) -> Result<Token<'t>, Reason> {
        let inside = &self.rest()[1..];
        let end = inside.find('}').ok_or(Reason::OpenComment)?;
        Ok(self.take(end + 2, Token::Comment(one_line(&inside[..end]))))
    }

    fn annotation(&mut self) -> Result<Token<'t>, Reason> {
        let digits = leading(&self.rest()[1..], |c| c.is_ascii_digit());
        let number = digits.parse().map_err(|_| Reason::Character { found: '$' })?;
        Ok(self.take(1 + digits.len(), Token::Annotation(number)))
    }

    fn sign(&mut self) -> Result<Token<'t>, Reason> {
        let sign = leading(self.rest(), |c| "!?".contains(c));
        let known = SIGNS.iter().find(|(known, _)| *known == sign);
        // Three exclamation marks mean the same as two.
        let number = known.map_or(if sign.starts_with('!') { 3 } else { 4 }, |(_, number)| *number);
        Ok(self.take(sign.len(), Token::Annotation(number)))
    }

    fn bracketed_sign(&mut self) -> Option<Token<'t>> {
        let sign = leading(&self.rest()[1..], |c| "!?".contains(c));
        let (_, number) = SIGNS.iter().find(|(known, _)| *known == sign)?;
        let is_closed = self.rest()[1 + sign.len()..].starts_with(')');
        is_closed.then(|| self.take(sign.len() + 2, Token::Annotation(*number)))
    }

    fn dots(&mut self) -> Token<'t> {
        let dots = leading(self.rest(), |c| c == '.').len();
        self.take(dots, Token::MoveNumber(None))
    }

    fn number(&mut self) -> Option<Token<'t>> {
        let digits = leading(self.rest(), |c| c.is_ascii_digit());
        let dots = leading(&self.rest()[digits.len()..], |c| c == '.').len();
        let number = Token::MoveNumber(digits.parse().ok());
        (!digits.is_empty() && dots > 0).then(|| self.take(digits.len() + dots, number))
    }

    /// Reads a word. A move may have spaces around its hyphens.
    fn word(&mut self) -> Token<'t> {
        let part_of_word = |c: char| !c.is_whitespace() && !"{}()[];$!?*.".contains(c);
        let word = leading(self.rest(), part_of_word);
        self.at += word.len();
        if RESULTS.contains(&word) {
            return Token::Result(word);
        }
        let mut word = word.to_string();
        loop {
            let next = self.rest().trim_start_matches([' ', '\t']);
            let is_open =
                word.ends_with(is_hyphen) && next.starts_with(|c: char| c.is_alphanumeric());
            if !is_open && !next.starts_with(is_hyphen) {
                return Token::Word(word);
            }
            let more = leading(next, part_of_word);
            self.at = self.text.len() - next.len() + more.len();
            word.push_str(more);
        }
    }
}

impl<'t> Iterator for Lexer<'t> {
    type Item = Result<(TextPlace, Token<'t>), PdnError>;

    /// The next token and its place.
    fn next(&mut self) -> Option<Self::Item> {
        self.skip_blanks();
        let place = self.place();
        let first = self.rest().chars().next()?;
        let token = match first {
            '[' => self.tag(),
            '{' => self.comment(),
            ';' => Ok(Token::Comment(one_line(self.line(1)))),
            '(' => Ok(self.bracketed_sign().unwrap_or_else(|| self.take(1, Token::Open))),
            ')' => Ok(self.take(1, Token::Close)),
            '$' => self.annotation(),
            '!' | '?' => self.sign(),
            '*' => {
                let before = self.text[..self.at].chars().next_back();
                let is_glued =
                    before.is_some_and(|c| c.is_ascii_alphanumeric() || "!?".contains(c));
                Ok(self.take(1, Token::Star { is_glued }))
            }
            '.' => Ok(self.dots()),
            _ if first.is_alphanumeric() => Ok(self.number().unwrap_or_else(|| self.word())),
            found => Err(Reason::Character { found }),
        };
        Some(token.map(|token| (place, token)).map_err(|reason| PdnError { place, reason }))
    }
}

/// True for the characters between the squares of a move.
pub fn is_hyphen(c: char) -> bool {
    "-xX:\u{d7}\u{2013}".contains(c)
}

fn is_tag(line: &str) -> bool {
    line.trim_start().starts_with('[')
}

/// The length of the value, up to `"]`; `None` if there is no such end.
fn end_of_value(text: &str) -> Option<usize> {
    let mut from = 0;
    while let Some(found) = text[from..].find('"') {
        let at = from + found;
        let escapes = text[..at].len() - text[..at].trim_end_matches('\\').len();
        if escapes.is_multiple_of(2) && text[at + 1..].trim_start().starts_with(']') {
            return Some(at);
        }
        from = at + 1;
    }
    None
}

/// Resolves `\"` and `\\`; any other backslash stays.
fn without_escapes(value: &str) -> String {
    let mut plain = String::with_capacity(value.len());
    let mut chars = value.chars().peekable();
    while let Some(c) = chars.next() {
        let escaped = chars.next_if(|&next| c == '\\' && "\"\\".contains(next));
        plain.push(escaped.unwrap_or(c));
    }
    plain
}

/// The longest prefix whose characters all belong.
fn leading(text: &str, belongs: impl Fn(char) -> bool) -> &str {
    &text[..text.find(|c| !belongs(c)).unwrap_or(text.len())]
}

/// Joins lines and removes doubled spaces; what is hidden in them is shown.
fn one_line(text: &str) -> String {
    visible::line(&text.split_whitespace().collect::<Vec<_>>().join(" ")).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> Vec<Token<'_>> {
        Lexer::new(text).map(|token| token.expect(text).1).collect()
    }

    fn word(text: &str) -> Token<'static> {
        Token::Word(text.to_string())
    }

    #[test]
    fn moves_are_words_with_or_without_spaces() {
        let moves = [word("11-15"), word("9x14x21"), word("c3:e5"), word("8-11")];
        assert_eq!(tokens("11-15 9 x14 x 21 c3:e5 8 - 11"), moves);
        assert_eq!(tokens("1.11-15 1... 23-19"), {
            let number = Token::MoveNumber(Some(1));
            [number.clone(), word("11-15"), number, word("23-19")]
        });
    }

    #[test]
    fn signs_and_numbers_are_annotations() {
        let one = Token::Annotation;
        assert_eq!(tokens("11-15! $12 (?!) ??"), [word("11-15"), one(1), one(12), one(6), one(4)]);
        let star = |is_glued| Token::Star { is_glued };
        assert_eq!(tokens("11-15* *"), [word("11-15"), star(true), star(false)]);
    }

    #[test]
    fn tags_may_hold_quotation_marks() {
        let tag = |value: &str| Token::Tag { name: "Event", value: value.to_string() };
        assert_eq!(tokens("[Event \"a \\\"b\\\" c\"]"), [tag("a \"b\" c")]);
        assert_eq!(tokens("[Event \"a \"b\" c\" ]"), [tag("a \"b\" c")]);
        assert_eq!(tokens("[ Event  \"\"]"), [tag("")]);
        assert_eq!(tokens("[Event \"\u{202e}a\u{9b}\"]"), [tag("\\u{202e}a\\u{9b}")]);
    }

    #[test]
    fn comments_are_one_line() {
        let comment = |text: &str| Token::Comment(text.to_string());
        assert_eq!(
            tokens("{a\n  b} ; c  d\n% no\n{}"),
            [comment("a b"), comment("c d"), comment("")]
        );
        assert_eq!(tokens("{\u{1b}[2J \u{202e}a}"), [comment("\\u{1b}[2J \\u{202e}a")]);
    }

    #[test]
    fn places_count_lines_and_characters() {
        let mut lexer = Lexer::new("ä-1\n  11-15");
        lexer.next();
        let (place, _) = lexer.next().expect("two").expect("fine");
        assert_eq!(place, TextPlace { line: 2, column: 3 });
        let error = Lexer::new(" {").next().expect("one").expect_err("open");
        assert_eq!(
            error.to_string(),
            "line 1, column 2: this comment is not closed; it ends with }"
        );
    }
}
