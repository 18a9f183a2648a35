//! One Rust file, taken apart once for all laws.

use crate::lexer::{Comment, Token, lex};
use crate::spans::{self, Named, Span, read_as};

/// A Rust file of the tree. `path` is relative to the root, with `/` between folders.
#[derive(Debug)]
pub struct Source {
    pub path: String,
    pub text: String,
    pub tokens: Vec<Token>,
    pub comments: Vec<Comment>,
    pub functions: Vec<Named>,
    pub modules: Vec<Named>,
    tests: Vec<Span>,
}

impl Source {
    pub fn new(path: &str, text: &str) -> Self {
        let lexed = lex(text);
        let mut source = Self {
            path: path.to_string(),
            text: text.to_string(),
            functions: spans::functions(&lexed.tokens),
            modules: spans::inline_modules(&lexed.tokens),
            tests: spans::test_code(&lexed.tokens),
            tokens: lexed.tokens,
            comments: lexed.comments,
        };
        if source.is_under("tests/") || source.is_under("benches/") {
            source.is_all_test_code();
        }
        source
    }

    /// Declares the whole file test code, as `#[cfg(test)] mod name;` does from outside.
    pub fn is_all_test_code(&mut self) {
        self.tests.push(0..=self.tokens.len());
    }

    /// Whether the file lies in the folder or is the file that `prefix` names.
    pub fn is_under(&self, prefix: &str) -> bool {
        self.path.starts_with(prefix)
    }

    /// Whether the token at `at` is compiled for tests only.
    pub fn in_test(&self, at: usize) -> bool {
        self.tests.iter().any(|span| span.contains(&at))
    }

    /// The names of the inline modules around the token at `at`, outermost first.
    pub fn modules_around(&self, at: usize) -> impl Iterator<Item = &str> {
        let around = self.modules.iter().filter(move |module| module.span.contains(&at));
        around.map(|module| module.name.as_str())
    }

    /// Where the tokens read as `texts`.
    pub fn find<'a>(&'a self, texts: &'a [&str]) -> impl Iterator<Item = usize> + 'a {
        (0..self.tokens.len()).filter(|&at| read_as(&self.tokens, at, texts))
    }

    /// The line of the token at `at`.
    pub fn line(&self, at: usize) -> usize {
        self.tokens.get(at).map_or(1, |token| token.line)
    }

    /// A sentence about one line of this file.
    pub fn breach(&self, line: usize, sentence: &str) -> String {
        format!("{}:{line}: {sentence}", self.path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_tests_are_test_code_throughout() {
        assert!(Source::new("tests/a.rs", "fn a() {}").in_test(0));
        assert!(Source::new("benches/a.rs", "fn a() {}").in_test(0));
        assert!(!Source::new("src/a.rs", "fn a() {}").in_test(0));
        assert!(Source::new("src/a.rs", "fn a() {} #[test] fn b() {}").in_test(9));
    }

    #[test]
    fn modules_around_a_word_are_named_from_outside_in() {
        let source = Source::new("src/a.rs", "mod b { mod c { here } } there");
        let around = |word: &str| {
            let at = source.find(&[word]).next().expect("the word is there");
            source.modules_around(at).collect::<Vec<_>>()
        };
        assert_eq!(around("here"), ["b", "c"]);
        assert_eq!(around("there"), [""; 0]);
    }
}
