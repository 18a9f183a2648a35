//! The words of a file of games, with their offsets.
//!
//! Every text has words: what has no meaning is one, too, so that nothing of a file is passed over.
//! A line ends with LF, CR LF or CR.

use crate::error::FormatError;
use crate::pdn::tokens::tag_text::{Bracketed, bracketed, first_tag, leading};
use crate::pdn::values::result_text::{is_dash, leading_result};
use cli::{lines::first_line, visible};
use std::borrow::Cow;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Token<'t> {
    /// `[Name "value"]`.
    Tag {
        name: &'t str,
        /// With its escapes resolved.
        value: Cow<'t, str>,
        /// The offset of the value in the text.
        value_at: usize,
    },
    /// A tag that cannot be read; its name may be empty.
    TornTag {
        name: &'t str,
        text: &'t str,
    },
    /// `12.`, `12...` or `...`. Readers need no numbers; many files have wrong ones.
    MoveNumber(Option<u32>),
    /// Any word that could be a move.
    Word(Cow<'t, str>),
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
    /// Characters that have no meaning, such as `#` or `+-`.
    Odd(&'t str),
    /// A comment without its end. It reaches to the next tag.
    OpenComment,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlacedToken<'t> {
    pub at: usize,
    pub token: Token<'t>,
}

impl Token<'_> {
    /// The error that this token is wherever it stands; `None` for all others.
    pub fn fault(&self) -> Option<FormatError> {
        let sentence = match self {
            Token::TornTag { text, .. } => {
                let text = visible::cut(text, MOST_SHOWN);
                format!("this tag should look like [Event \"text\"], on one line, not `{text}`")
            }
            Token::OpenComment => "this comment is not closed; it ends with }".to_string(),
            Token::Odd(text) if is_set_up(text) => {
                let text = visible::cut(text, MOST_SHOWN);
                format!(
                    "`{text}` sets up another position, and a game has one; write what follows as \
                     a game with the tag FEN"
                )
            }
            Token::Odd(text) => {
                let found = named(text.chars().next()?);
                format!(
                    "{found} has no meaning here; delete it, or write it into a comment {{...}}"
                )
            }
            _ => return None,
        };
        Some(FormatError::new(sentence))
    }
}

/// Shows a visible character as it is, another by its number.
fn named(c: char) -> String {
    if visible::is_hidden(c) {
        format!("the character U+{:04X}", u32::from(c))
    } else {
        format!("`{c}`")
    }
}

/// The most characters of a torn tag in a message.
const MOST_SHOWN: usize = 60;

/// Signs for the quality of a move, with their numeric annotations.
const SIGNS: [(&str, u8); 6] = [("!", 1), ("?", 2), ("!!", 3), ("??", 4), ("!?", 5), ("?!", 6)];

#[derive(Clone, Debug)]
pub struct Lexer<'t> {
    text: &'t str,
    /// The offset of the next token.
    at: usize,
    /// The first closing brace at `at` or behind it, as far as it was looked for.
    brace: Option<NextBrace>,
}

/// The offset of a closing brace, or of the end of the text if there is none.
#[derive(Clone, Copy, Debug)]
struct NextBrace(usize);

impl<'t> Lexer<'t> {
    pub fn new(text: &'t str) -> Self {
        Lexer { text, at: 0, brace: None }
    }

    /// Bytes of the text read so far.
    pub fn offset(&self) -> usize {
        self.at
    }

    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn take(&mut self, bytes: usize, token: Token<'t>) -> Token<'t> {
        self.at += bytes;
        token
    }

    /// Skips blanks, and lines that begin with `%`.
    fn skip_blanks(&mut self) {
        loop {
            let rest = self.rest();
            self.at += rest.len() - rest.trim_start_matches(is_blank).len();
            if !(self.rest().starts_with('%') && self.begins_line()) {
                return;
            }
            self.line();
        }
    }

    /// True if only blanks stand before the next token in its line.
    fn begins_line(&self) -> bool {
        let before = self.text[..self.at].trim_end_matches(|c| is_blank(c) && !"\r\n".contains(c));
        before.is_empty() || before.ends_with(['\n', '\r'])
    }

    fn line(&mut self) -> &'t str {
        let (line, _) = first_line(self.rest());
        self.at += line.len();
        line
    }

    fn bracketed(&mut self) -> Token<'t> {
        let begins_line = self.begins_line();
        let (found, length) = bracketed(self.rest());
        let value_at = self.at;
        let rest = self.rest();
        let torn = first_line(&rest[..length]).0;
        self.at += length;
        match found {
            Bracketed::Tag { name, value, value_at: offset } => {
                let value = shown(value);
                Token::Tag { name, value, value_at: value_at + offset }
            }
            Bracketed::Torn { name } => Token::TornTag { name, text: torn },
            Bracketed::Command(text) => Token::Comment(one_line(text)),
            Bracketed::Other if begins_line => Token::TornTag { name: "", text: torn },
            Bracketed::Other => Token::Odd(&rest[..length]),
        }
    }

    /// Reads a comment. It ends with the next closing brace, or else with the next tag. It also
    /// ends with the next tag if behind that another comment begins before the brace: the brace is
    /// that comment's.
    fn comment(&mut self) -> Token<'t> {
        let inside = self.at + 1;
        let close = self.next_brace();
        let tag = first_tag(&self.text[inside..close]).map(|at| inside + at);
        let is_closed = close < self.text.len();
        let is_cut = tag.is_some_and(|tag| self.text[tag..close].contains('{'));
        if !is_closed || is_cut {
            self.at = tag.unwrap_or(self.text.len());
            return Token::OpenComment;
        }
        self.at = close + 1;
        let opened = self.text[inside..close].matches('{').count();
        let end = (0..opened).map_while(|_| self.outer_brace()).last().unwrap_or(close);
        Token::Comment(one_line(&self.text[inside..end]))
    }

    /// Takes the brace that closes a comment around the one before: no other one begins until
    /// there.
    fn outer_brace(&mut self) -> Option<usize> {
        let begin = self.at;
        let close = self.next_brace();
        let between = self.text.get(begin..close).filter(|_| close < self.text.len())?;
        if between.contains('{') || first_tag(between).is_some() {
            return None;
        }
        self.at = close + 1;
        Some(close)
    }

    /// The offset of the next closing brace, or the end of the text. It is looked for once.
    fn next_brace(&mut self) -> usize {
        match self.brace {
            Some(NextBrace(at)) if at >= self.at => at,
            _ => {
                let found = self.rest().find('}').map_or(self.text.len(), |at| self.at + at);
                self.brace = Some(NextBrace(found));
                found
            }
        }
    }

    fn annotation(&mut self) -> Token<'t> {
        let digits = leading(&self.rest()[1..], |c| c.is_ascii_digit());
        let text = &self.rest()[..1 + digits.len()];
        let token = digits.parse().map_or(Token::Odd(text), Token::Annotation);
        self.take(text.len(), token)
    }

    fn sign(&mut self) -> Token<'t> {
        let sign = leading(self.rest(), |c| "!?".contains(c));
        let known = SIGNS.iter().find(|(known, _)| *known == sign);
        // Three exclamation marks mean the same as two.
        let number = known.map_or(if sign.starts_with('!') { 3 } else { 4 }, |(_, number)| *number);
        self.take(sign.len(), Token::Annotation(number))
    }

    fn bracketed_sign(&mut self) -> Option<Token<'t>> {
        let sign = leading(&self.rest()[1..], |c| "!?".contains(c));
        let (_, number) = SIGNS.iter().find(|(known, _)| *known == sign)?;
        let is_closed = self.rest()[1 + sign.len()..].starts_with(')');
        is_closed.then(|| self.take(sign.len() + 2, Token::Annotation(*number)))
    }

    fn star(&mut self) -> Token<'t> {
        let before = self.text[..self.at].chars().next_back();
        let is_glued = before.is_some_and(|c| c.is_ascii_alphanumeric() || "!?".contains(c));
        self.take(1, Token::Star { is_glued })
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

    fn result(&mut self) -> Option<Token<'t>> {
        let text = &self.rest()[..leading_result(self.rest())?];
        Some(self.take(text.len(), Token::Result(text)))
    }

    /// Reads a word. A move may have spaces around its hyphens.
    fn word(&mut self) -> Token<'t> {
        let first = leading(self.rest(), is_of_word);
        self.at += first.len();
        let mut word = Cow::Borrowed(first);
        loop {
            let next = self.rest().trim_start_matches([' ', '\t']);
            let is_open =
                word.ends_with(is_hyphen) && next.starts_with(|c: char| c.is_alphanumeric());
            if !is_open && !next.starts_with(is_hyphen) {
                return Token::Word(word);
            }
            let more = leading(next, is_of_word);
            self.at = self.text.len() - next.len() + more.len();
            word.to_mut().push_str(more);
        }
    }

    /// `/FEN "..."/`: sets up a position anywhere in a game (an extension of PDN 3.0).
    fn set_up(&mut self) -> Option<Token<'t>> {
        let (line, _) = first_line(self.rest());
        let end = line[1..].find('/').map_or(line.len(), |at| at + 2);
        let text = &line[..end];
        is_set_up(text).then(|| self.take(text.len(), Token::Odd(text)))
    }

    fn odd(&mut self) -> Token<'t> {
        let odd = leading(self.rest(), |c| is_of_word(c) && !c.is_alphanumeric());
        let length = if odd.is_empty() {
            self.rest().chars().next().map_or(0, char::len_utf8)
        } else {
            odd.len()
        };
        let text = &self.rest()[..length];
        self.take(length, Token::Odd(text))
    }
}

impl<'t> Iterator for Lexer<'t> {
    type Item = PlacedToken<'t>;

    fn next(&mut self) -> Option<Self::Item> {
        self.skip_blanks();
        let at = self.at;
        let first = self.rest().chars().next()?;
        let token = match first {
            '[' => self.bracketed(),
            '{' => self.comment(),
            ';' => Token::Comment(one_line(&self.line()[1..])),
            '(' => self.bracketed_sign().unwrap_or_else(|| self.take(1, Token::Open)),
            ')' => self.take(1, Token::Close),
            '$' => self.annotation(),
            '!' | '?' => self.sign(),
            '*' => self.star(),
            '.' => self.dots(),
            '/' => self.set_up().unwrap_or_else(|| self.odd()),
            _ if first.is_alphanumeric() => {
                self.result().or_else(|| self.number()).unwrap_or_else(|| self.word())
            }
            _ => self.odd(),
        };
        Some(PlacedToken { at, token })
    }
}

/// True for what stands between tokens: blanks, commas, byte order marks where files were joined,
/// and Ctrl-Z, with which DOS ended files.
fn is_blank(c: char) -> bool {
    c.is_whitespace() || matches!(c, ',' | '\u{feff}' | '\u{200b}' | '\u{1a}')
}

/// True for `/FEN "..."/`, a command that sets up a position.
pub fn is_set_up(text: &str) -> bool {
    text.get(..4).is_some_and(|first| first.eq_ignore_ascii_case("/FEN"))
}

fn is_of_word(c: char) -> bool {
    let is_special =
        matches!(c, '{' | '}' | '(' | ')' | '[' | ']' | ';' | '$' | '!' | '?' | '*' | '.');
    !is_special && !is_blank(c)
}

/// True for the characters between the squares of a move.
pub fn is_hyphen(c: char) -> bool {
    is_dash(c) || matches!(c, 'x' | 'X' | ':' | '\u{d7}')
}

fn shown(text: Cow<'_, str>) -> Cow<'_, str> {
    match text {
        Cow::Borrowed(text) => visible::line(text),
        Cow::Owned(text) => Cow::Owned(visible::line(&text).into_owned()),
    }
}

/// Joins lines and removes doubled spaces; what is hidden in them is shown.
pub fn one_line(text: &str) -> String {
    let words = text.split(|c: char| c.is_whitespace() || c == '\u{feff}');
    let words: Vec<_> = words.filter(|word| !word.is_empty()).collect();
    visible::line(&words.join(" ")).into_owned()
}
