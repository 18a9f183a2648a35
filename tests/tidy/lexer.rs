//! Rust source as words and marks, with the comments set apart.
//!
//! The laws read names, never the insides of strings: a lexer that knows comments, strings, raw
//! strings, characters and lifetimes is all they need. Numbers come out as words and most marks
//! stand alone; only `::`, `->` and `=>` are kept whole, since their halves would mean something
//! else. Contract: every token carries the line it starts on, a literal's text is empty, and a
//! source that ends in the middle of a string or comment ends the token there.

/// What a token is, as far as the laws care.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Word,
    Mark,
    Literal,
    Lifetime,
}

/// One word, mark, literal or lifetime.
#[derive(Clone, Debug)]
pub struct Token {
    pub kind: Kind,
    pub text: String,
    pub line: usize,
}

impl Token {
    pub fn is(&self, text: &str) -> bool {
        self.text == text
    }

    pub fn is_word(&self) -> bool {
        self.kind == Kind::Word
    }
}

/// One line of a comment, with its slashes.
#[derive(Clone, Debug)]
pub struct Comment {
    pub line: usize,
    pub text: String,
}

/// A source taken apart.
#[derive(Debug, Default)]
pub struct Lexed {
    pub tokens: Vec<Token>,
    pub comments: Vec<Comment>,
}

/// Takes a source apart.
pub fn lex(text: &str) -> Lexed {
    let mut lexer = Lexer { chars: text.chars().collect(), at: 0, line: 1, out: Lexed::default() };
    while let Some(first) = lexer.peek(0) {
        lexer.step(first);
    }
    lexer.out
}

struct Lexer {
    chars: Vec<char>,
    at: usize,
    line: usize,
    out: Lexed,
}

impl Lexer {
    fn peek(&self, ahead: usize) -> Option<char> {
        self.chars.get(self.at + ahead).copied()
    }

    fn bump(&mut self) {
        if self.peek(0) == Some('\n') {
            self.line += 1;
        }
        self.at += 1;
    }

    fn bump_times(&mut self, times: usize) {
        for _ in 0..times {
            self.bump();
        }
    }

    fn push(&mut self, kind: Kind, text: &str, line: usize) {
        self.out.tokens.push(Token { kind, text: text.to_string(), line });
    }

    fn step(&mut self, first: char) {
        match (first, self.peek(1)) {
            ('/', Some('/')) => self.line_comment(),
            ('/', Some('*')) => self.block_comment(),
            ('"', _) => self.string(),
            ('\'', _) => self.quote(),
            _ if is_word(first) => self.word(),
            _ if first.is_whitespace() => self.bump(),
            (_, next) => self.mark(first, next),
        }
    }

    fn mark(&mut self, first: char, next: Option<char>) {
        let pair: String = [first].into_iter().chain(next).collect();
        let whole = matches!(pair.as_str(), "::" | "->" | "=>");
        let text = if whole { pair } else { first.to_string() };
        self.push(Kind::Mark, &text, self.line);
        self.bump_times(text.chars().count());
    }

    fn line_comment(&mut self) {
        let start = self.at;
        while self.peek(0).is_some_and(|c| c != '\n') {
            self.bump();
        }
        self.comment(start, self.line);
    }

    /// Block comments nest, and each of their lines is a comment of its own.
    fn block_comment(&mut self) {
        let (start, line) = (self.at, self.line);
        let mut depth = 0;
        while let Some(first) = self.peek(0) {
            match (first, self.peek(1)) {
                ('/', Some('*')) => depth += 1,
                ('*', Some('/')) => depth -= 1,
                _ => {
                    self.bump();
                    continue;
                }
            }
            self.bump_times(2);
            if depth == 0 {
                break;
            }
        }
        self.comment(start, line);
    }

    fn comment(&mut self, start: usize, line: usize) {
        let text: String = self.chars[start..self.at].iter().collect();
        let lines = text.split('\n').enumerate();
        self.out
            .comments
            .extend(lines.map(|(i, text)| Comment { line: line + i, text: text.to_string() }));
    }

    /// From the opening to the closing quotation mark.
    fn string(&mut self) {
        self.push(Kind::Literal, "", self.line);
        self.until_closing('"');
    }

    /// A character (`'x'`, `'\n'`) or a lifetime (`'x`).
    fn quote(&mut self) {
        let is_char = self.peek(1) == Some('\\') || self.peek(2) == Some('\'');
        if is_char {
            self.push(Kind::Literal, "", self.line);
            self.until_closing('\'');
        } else {
            self.push(Kind::Lifetime, "'", self.line);
            self.bump();
            self.take_word();
        }
    }

    fn until_closing(&mut self, mark: char) {
        self.bump();
        while let Some(c) = self.peek(0) {
            self.bump();
            if c == mark {
                break;
            }
            if c == '\\' {
                self.bump();
            }
        }
    }

    fn take_word(&mut self) -> String {
        let start = self.at;
        while self.peek(0).is_some_and(is_word) {
            self.bump();
        }
        self.chars[start..self.at].iter().collect()
    }

    /// A word, or the literal it is the prefix of: `b'x'`, `c"x"`, `r#"x"#`.
    fn word(&mut self) {
        let line = self.line;
        let word = self.take_word();
        let hashes = (0..).take_while(|&i| self.peek(i) == Some('#')).count();
        let quoted = self.peek(hashes) == Some('"');
        match word.as_str() {
            "r" | "br" | "cr" if quoted => self.raw_string(hashes),
            "b" | "c" if self.peek(0) == Some('"') => self.string(),
            "b" if self.peek(0) == Some('\'') => self.quote(),
            "r" if hashes == 1 => {
                self.bump();
                let name = self.take_word();
                self.push(Kind::Word, &format!("r#{name}"), line);
            }
            _ => self.push(Kind::Word, &word, line),
        }
    }

    fn raw_string(&mut self, hashes: usize) {
        self.push(Kind::Literal, "", self.line);
        self.bump_times(hashes + 1);
        let closes = |lexer: &Self| (1..=hashes).all(|i| lexer.peek(i) == Some('#'));
        while let Some(c) = self.peek(0) {
            if c == '"' && closes(self) {
                return self.bump_times(hashes + 1);
            }
            self.bump();
        }
    }
}

fn is_word(c: char) -> bool {
    c == '_' || c.is_alphanumeric()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        let tokens = lex(text).tokens;
        tokens.into_iter().filter(Token::is_word).map(|token| token.text).collect()
    }

    #[test]
    fn comments_are_set_apart_with_their_lines() {
        let lexed = lex("a // one\n/* two /* nested */\nthree */ b");
        let comments: Vec<_> = lexed.comments.iter().map(|c| (c.line, c.text.as_str())).collect();
        assert_eq!(comments, [(1, "// one"), (2, "/* two /* nested */"), (3, "three */")]);
        let tokens: Vec<_> = lexed.tokens.iter().map(|t| (t.line, t.text.as_str())).collect();
        assert_eq!(tokens, [(1, "a"), (3, "b")]);
    }

    #[test]
    fn strings_of_every_kind_are_silent() {
        assert_eq!(words(r#"a "x \" // x" b"#), ["a", "b"]);
        assert_eq!(words("a r\"x \\\" b"), ["a", "b"]);
        assert_eq!(words("a r##\"x \"# x\"## b"), ["a", "b"]);
        assert_eq!(words("a b\"x\" br#\"x\"# c\"x\" cr\"x\" b"), ["a", "b"]);
        assert_eq!(words("a \"x // x /* \" b"), ["a", "b"]);
        assert_eq!(words("a r\"\" b r#\"\"# c r##\"\"#\"## d"), ["a", "b", "c", "d"]);
    }

    #[test]
    fn characters_are_silent_and_lifetimes_are_no_characters() {
        assert_eq!(words(r#"a '{' '\'' '\\' '\u{41}' b'x' b'\'' '"' b"#), ["a", "b"]);
        assert_eq!(words("fn f<'a>(x: &'a T) -> &'static U"), ["fn", "f", "x", "T", "U"]);
        assert_eq!(words("'outer: loop { break 'outer }"), ["loop", "break"]);
    }

    #[test]
    fn lines_are_counted_through_multi_line_strings() {
        let lexed = lex("\"one\ntwo \\\n three\" a\n r\"\n\n\" b");
        let lines: Vec<_> = lexed.tokens.iter().map(|token| token.line).collect();
        assert_eq!(lines, [1, 3, 4, 6]);
    }

    #[test]
    fn only_path_and_arrow_marks_are_pairs() {
        let tokens = lex("a::b->c=>d>>=..").tokens;
        let texts: Vec<_> = tokens.iter().map(|token| token.text.as_str()).collect();
        assert_eq!(texts, ["a", "::", "b", "->", "c", "=>", "d", ">", ">", "=", ".", "."]);
    }

    #[test]
    fn raw_identifiers_are_no_keywords() {
        assert_eq!(words("r#use r#fn"), ["r#use", "r#fn"]);
    }

    #[test]
    fn unfinished_sources_end_quietly() {
        for text in ["\"abc", "r#\"abc\"", "/* abc", "'", "'\\", "b\"", "// abc"] {
            lex(text);
        }
    }
}
