//! The paths a source names: imports first, then paths in the middle of code.
//!
//! `use a::{b::C, d as e}` is two paths, `a::b::C` and `a::d`, which bind the names `C` and `e`. In
//! code, two or more names joined by `::` are a path; what follows a turbofish is not looked at.
//! The path of a `pub(in ..)` is none, for it grants and does not use. What the first name of a
//! path means is for `house.rs` to say.

use crate::lexer::Token;
use crate::spans::{Span, closing, read_as, reads};

/// Words that may stand before a path with leading `::` without being part of it.
const KEYWORDS: [&str; 18] = [
    "as", "break", "const", "dyn", "else", "for", "if", "impl", "in", "let", "match", "move",
    "mut", "ref", "return", "unsafe", "where", "while",
];

/// How a path is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    Import,
    Reexport,
    Inline,
}

/// One path as written, and where.
#[derive(Clone, Debug)]
pub struct Path {
    pub segments: Vec<String>,
    pub form: Form,
    /// The name it brings into scope; `"*"` for a glob.
    pub binds: Option<String>,
    /// Token index and line.
    pub at: usize,
    pub line: usize,
}

impl Path {
    pub fn is_glob(&self) -> bool {
        self.binds.as_deref() == Some("*")
    }
}

/// All paths of a source, in order.
pub fn paths(tokens: &[Token]) -> Vec<Path> {
    let mut reader = Reader { tokens, at: 0, form: Form::Inline, found: Vec::new() };
    while reader.at < tokens.len() {
        reader.step();
    }
    reader.found
}

/// Every import, from its `use` to its semicolon.
pub fn import_statements(tokens: &[Token]) -> Vec<Span> {
    let end = |start: usize| (start..tokens.len()).find(|&at| reads(tokens, at, ";"));
    let starts = (0..tokens.len()).filter(|&at| imports(tokens, at));
    starts.map(|start| start..=end(start).unwrap_or(tokens.len())).collect()
}

/// Whether an import starts at `at`. The `use<'a>` of a return type captures and imports nothing.
fn imports(tokens: &[Token], at: usize) -> bool {
    reads(tokens, at, "use") && !reads(tokens, at + 1, "<")
}

struct Reader<'a> {
    tokens: &'a [Token],
    at: usize,
    form: Form,
    found: Vec<Path>,
}

impl Reader<'_> {
    fn step(&mut self) {
        if read_as(self.tokens, self.at, &["pub", "(", "in"]) {
            self.at = closing(self.tokens, self.at + 1);
        } else if imports(self.tokens, self.at) {
            self.form = if self.is_visible() { Form::Reexport } else { Form::Import };
            self.at += 1;
            self.tree(Vec::new());
        } else if self.starts_inline() {
            self.form = Form::Inline;
            self.inline();
        } else {
            self.at += 1;
        }
    }

    /// Whether the `use` here follows `pub` or `pub(..)`.
    fn is_visible(&self) -> bool {
        let before = self.at.checked_sub(1);
        before.is_some_and(|at| reads(self.tokens, at, "pub") || reads(self.tokens, at, ")"))
    }

    fn starts_inline(&self) -> bool {
        let word = &self.tokens[self.at];
        let is_name = word.is_word() && !KEYWORDS.contains(&word.text.as_str());
        is_name && self.joined(self.at) && !self.continues()
    }

    /// Whether the name at `at` is followed by `::` and another name.
    fn joined(&self, at: usize) -> bool {
        let next_is_name = self.tokens.get(at + 2).is_some_and(Token::is_word);
        next_is_name && reads(self.tokens, at + 1, "::")
    }

    /// Whether the name here is the tail of a path that began earlier, as in `Vec::<u8>::a::b`.
    fn continues(&self) -> bool {
        self.at.checked_sub(2).is_some_and(|at| read_as(self.tokens, at, &[">", "::"]))
    }

    fn inline(&mut self) {
        let start = self.at;
        let mut segments = vec![self.tokens[start].text.clone()];
        while self.joined(self.at) {
            self.at += 2;
            segments.push(self.tokens[self.at].text.clone());
        }
        self.at += 1;
        self.record(segments, None, start);
    }

    /// One tree of a `use`, after `prefix`.
    fn tree(&mut self, mut prefix: Vec<String>) {
        let start = self.at;
        while let Some(token) = self.tokens.get(self.at) {
            match token.text.as_str() {
                "::" | "$" => {}
                "{" => return self.group(&prefix),
                "*" => {
                    self.at += 1;
                    return self.record(prefix, Some("*".to_string()), start);
                }
                name if token.is_word() && name != "as" => prefix.push(name.to_string()),
                _ => break,
            }
            self.at += 1;
        }
        if prefix.last().is_some_and(|last| last == "self") {
            prefix.pop();
        }
        let name = self.alias().or(prefix.last().cloned());
        self.record(prefix, name, start);
    }

    fn group(&mut self, prefix: &[String]) {
        self.at += 1;
        while self.at < self.tokens.len() && !reads(self.tokens, self.at, "}") {
            let before = self.at;
            self.tree(prefix.to_vec());
            // A comma, or a mark that no tree can begin with: step over it.
            if reads(self.tokens, self.at, ",") || self.at == before {
                self.at += 1;
            }
        }
        self.at += 1;
    }

    fn alias(&mut self) -> Option<String> {
        if !reads(self.tokens, self.at, "as") {
            return None;
        }
        self.at += 2;
        self.tokens.get(self.at - 1).map(|token| token.text.clone())
    }

    fn record(&mut self, segments: Vec<String>, binds: Option<String>, at: usize) {
        let line = self.tokens.get(at).map_or(0, |token| token.line);
        if !segments.is_empty() {
            self.found.push(Path { segments, form: self.form, binds, at, line });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lexer::lex;

    /// Each path as `form path > name it binds`.
    fn read(text: &str) -> Vec<String> {
        let show = |path: Path| {
            let form = match path.form {
                Form::Import => "use",
                Form::Reexport => "pub use",
                Form::Inline => "code",
            };
            let binds = path.binds.map_or(String::new(), |name| format!(" > {name}"));
            format!("{form} {}{binds}", path.segments.join("::"))
        };
        paths(&lex(text).tokens).into_iter().map(show).collect()
    }

    #[test]
    fn plain_imports() {
        assert_eq!(read("use a;"), ["use a > a"]);
        assert_eq!(read("use crate::a::B;"), ["use crate::a::B > B"]);
        assert_eq!(read("use ::std::fs;"), ["use std::fs > fs"]);
        assert_eq!(read("use a::B as C; use a::D as _;"), ["use a::B > C", "use a::D > _"]);
        assert_eq!(read("use super::super::x;"), ["use super::super::x > x"]);
        assert_eq!(read("use $crate::a::B;"), ["use crate::a::B > B"]);
    }

    #[test]
    fn nested_groups() {
        assert_eq!(
            read("use crate::{a::b, c, d::{self, E as F, g::*},};"),
            [
                "use crate::a::b > b",
                "use crate::c > c",
                "use crate::d > d",
                "use crate::d::E > F",
                "use crate::d::g > *"
            ]
        );
        assert_eq!(read("use {a::b, ::c::d};"), ["use a::b > b", "use c::d > d"]);
        assert_eq!(read("use a::{b as c, d};"), ["use a::b > c", "use a::d > d"]);
    }

    #[test]
    fn visible_imports_are_reexports() {
        assert_eq!(read("pub use a::B;"), ["pub use a::B > B"]);
        assert_eq!(read("pub(crate) use a::{B, C};"), ["pub use a::B > B", "pub use a::C > C"]);
        assert_eq!(read("pub(in crate::a) use b::C; use d;"), ["pub use b::C > C", "use d > d"]);
    }

    #[test]
    fn paths_in_code() {
        assert_eq!(read("let x = crate::a::B::new();"), ["code crate::a::B::new"]);
        let qualified = read("impl super::A for <b::C as d::E>::F::g {}");
        assert_eq!(qualified, ["code super::A", "code b::C", "code d::E"]);
        assert_eq!(read("Vec::<crate::a::B>::with::<c::D>()"), ["code crate::a::B", "code c::D"]);
        assert_eq!(read("X { ..crate::a::B }"), ["code crate::a::B"]);
        assert_eq!(read("x(::std::fs::read)"), ["code std::fs::read"]);
        assert_eq!(read("impl ::a::B for ::c::D {}"), ["code a::B", "code c::D"]);
        assert_eq!(read("for x in crate::a::ALL {}"), ["code crate::a::ALL"]);
        assert_eq!(read("$crate::a::b!(c)"), ["code crate::a::b"]);
    }

    #[test]
    fn keywords_before_a_path_are_no_part_of_it() {
        let keywords = "as break const dyn else for if impl in let match move mut ref return \
                        unsafe where while";
        for keyword in keywords.split(' ') {
            assert_eq!(read(&format!("{keyword} ::a::B")), ["code a::B"], "{keyword}");
        }
        assert_eq!(read("self::a Self::b super::c crate::d"), {
            ["code self::a", "code Self::b", "code super::c", "code crate::d"]
        });
    }

    #[test]
    fn imports_run_to_their_semicolons() {
        let tokens = lex("use a; fn f() -> impl T + use<'b> {} pub use c::{d, e}; use f").tokens;
        assert_eq!(import_statements(&tokens), [0..=2, 18..=26, 27..=29]);
    }

    #[test]
    fn what_is_no_path() {
        let text = "// crate::a::b\nlet x: Vec<u8> = \"crate::a\"; y.z::<u8>(); fn f() -> impl T + use<'a> {}";
        assert_eq!(read(text), [""; 0]);
    }

    #[test]
    fn an_unfinished_import_ends_quietly() {
        for text in ["use", "use a::", "use a::{", "use a::{b,", "use a as", "use a::{=}"] {
            read(text);
        }
    }
}
