//! Where things begin and end: brackets, attributes, test code, modules, functions.
//!
//! All spans are ranges of token indices, first and last token included. An item ends at its
//! semicolon or at the brace that closes its body. Test code is whatever stands under `#[test]` or
//! under a `#[cfg(..)]` that asks for `test` and not for its opposite.

use std::ops::RangeInclusive;

use crate::lexer::{Kind, Token};

/// First and last token of something.
pub type Span = RangeInclusive<usize>;

/// A `mod name { .. }` or `fn name(..) { .. }`.
#[derive(Debug)]
pub struct Named {
    pub name: String,
    pub span: Span,
}

/// The token at `at`, if it is there and reads `text`.
pub fn reads(tokens: &[Token], at: usize, text: &str) -> bool {
    tokens.get(at).is_some_and(|token| token.is(text))
}

/// Whether the tokens from `at` on read as `texts`.
pub fn read_as(tokens: &[Token], at: usize, texts: &[&str]) -> bool {
    texts.iter().enumerate().all(|(i, text)| reads(tokens, at + i, text))
}

/// The bracket that closes the one at `open`; the last token if none does.
pub fn closing(tokens: &[Token], open: usize) -> usize {
    let mut depth = 0;
    for (at, token) in tokens.iter().enumerate().skip(open) {
        match token.text.as_str() {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return at;
        }
    }
    tokens.len().saturating_sub(1)
}

/// The last token of the item (or field, or statement) that starts at `start`.
fn item_end(tokens: &[Token], start: usize) -> usize {
    let mut at = start;
    while let Some(token) = tokens.get(at) {
        match token.text.as_str() {
            "{" => return closing(tokens, at),
            ";" => return at,
            "(" | "[" => at = closing(tokens, at),
            ")" | "]" | "}" => return at - 1,
            _ => {}
        }
        at += 1;
    }
    tokens.len().saturating_sub(1)
}

/// Every attribute, from its `#` to its `]`.
pub fn attributes(tokens: &[Token]) -> Vec<Span> {
    let opens = |at: usize| at + 1 + usize::from(reads(tokens, at + 1, "!"));
    (0..tokens.len())
        .filter(|&at| reads(tokens, at, "#") && reads(tokens, opens(at), "["))
        .map(|at| at..=closing(tokens, opens(at)))
        .collect()
}

/// Everything that is compiled for tests only.
pub fn test_code(tokens: &[Token]) -> Vec<Span> {
    let mut spans = Vec::new();
    for attribute in attributes(tokens) {
        let (start, end) = attribute.clone().into_inner();
        if !asks_for_test(&tokens[attribute]) {
            continue;
        }
        let whole_file = reads(tokens, start + 1, "!");
        spans.push(if whole_file { 0..=tokens.len() } else { start..=item_end(tokens, end + 1) });
    }
    spans
}

fn asks_for_test(attribute: &[Token]) -> bool {
    let words: Vec<_> = attribute.iter().filter(|t| t.is_word()).map(|t| t.text.as_str()).collect();
    match words.as_slice() {
        ["test"] => true,
        ["cfg", rest @ ..] => rest.contains(&"test") && !rest.contains(&"not"),
        _ => false,
    }
}

/// Every `mod name { .. }`, outer ones first.
pub fn inline_modules(tokens: &[Token]) -> Vec<Named> {
    let is_module = |&at: &usize| reads(tokens, at, "mod") && reads(tokens, at + 2, "{");
    (0..tokens.len())
        .filter(is_module)
        .map(|at| Named { name: tokens[at + 1].text.clone(), span: at..=closing(tokens, at + 2) })
        .collect()
}

/// Every function that has a name and a body, from `fn` to the closing brace.
pub fn functions(tokens: &[Token]) -> Vec<Named> {
    let is_named = |&at: &usize| reads(tokens, at, "fn") && !reads(tokens, at + 1, "(");
    (0..tokens.len())
        .filter(is_named)
        .filter_map(|at| {
            let body = body_of(tokens, at)?;
            let name_at = at + 1 + usize::from(reads(tokens, at + 1, "$"));
            let name = tokens.get(name_at)?.text.clone();
            Some(Named { name, span: at..=closing(tokens, body) })
        })
        .collect()
}

/// The brace that opens the body of the function at `start`; `None` if it has no body.
fn body_of(tokens: &[Token], start: usize) -> Option<usize> {
    let mut angles = 0;
    let mut at = start;
    loop {
        let token = tokens.get(at)?;
        match token.text.as_str() {
            "<" => angles += 1,
            ">" => angles -= 1,
            "{" if angles == 0 => return Some(at),
            ";" => return None,
            "(" | "[" | "{" => at = closing(tokens, at),
            _ => {}
        }
        at += 1;
    }
}

/// Every `mod name;` as the index of its name.
pub fn declared_modules(tokens: &[Token]) -> Vec<usize> {
    (1..tokens.len())
        .filter(|&at| {
            let is_word = tokens[at].kind == Kind::Word;
            is_word && reads(tokens, at - 1, "mod") && reads(tokens, at + 1, ";")
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lexer::lex;

    /// Name, first line and last line of every function.
    fn lengths(text: &str) -> Vec<(String, usize, usize)> {
        let tokens = lex(text).tokens;
        let lines = |span: &Span| (tokens[*span.start()].line, tokens[*span.end()].line);
        let named = functions(&tokens).into_iter();
        named.map(|f| (f.name, lines(&f.span).0, lines(&f.span).1)).collect()
    }

    /// The words of the test code of `text`, span after span.
    fn test_words(text: &str) -> Vec<String> {
        let tokens = lex(text).tokens;
        let inside = |at: &usize| test_code(&tokens).iter().any(|span| span.contains(at));
        let words = (0..tokens.len()).filter(inside).filter(|&at| tokens[at].is_word());
        words.map(|at| tokens[at].text.clone()).collect()
    }

    #[test]
    fn a_function_runs_from_its_signature_to_its_closing_brace() {
        let text = "fn a() {}\n\n/// Doc.\n#[inline]\npub fn b<T>(\n    x: T,\n) -> Vec<T>\nwhere\n    \
                    T: Copy,\n{\n    if x { \"}\" } else { '}' }; // }\n}\n";
        assert_eq!(lengths(text), [("a".to_string(), 1, 1), ("b".to_string(), 5, 12)]);
    }

    #[test]
    fn functions_without_a_body_or_a_name_are_none() {
        assert_eq!(lengths("trait T { fn a(&self) -> [u8; 3]; }\ntype F = fn(u8) -> u8;"), []);
    }

    #[test]
    fn a_function_without_a_body_does_not_take_the_next_one() {
        let one = |name: &str| [(name.to_string(), 1, 1)];
        assert_eq!(lengths("trait T { fn a(); fn b() {} }"), one("b"));
        assert_eq!(lengths("struct S { f: fn(u8) } impl S {}"), []);
        assert_eq!(lengths("macro_rules! m { () => { fn $name() {} } }"), one("name"));
    }

    #[test]
    fn braces_in_a_signature_are_not_the_body() {
        let text =
            "fn a() -> Set<{ N + 1 }, X>\n{\n}\nfn b(x: [u8; { 1 }]) where F: Fn() -> u8\n{\n}";
        assert_eq!(lengths(text), [("a".to_string(), 1, 3), ("b".to_string(), 4, 6)]);
        assert_eq!(lengths("fn a() -> [u8; { 3 }]\n{\n}"), [("a".to_string(), 1, 3)]);
    }

    #[test]
    fn inner_functions_count_for_themselves_and_for_the_outer_one() {
        let text = "fn outer() {\n    fn inner() {\n    }\n}";
        assert_eq!(lengths(text), [("outer".to_string(), 1, 4), ("inner".to_string(), 2, 3)]);
    }

    #[test]
    fn test_code_is_what_stands_under_a_test_attribute() {
        let text = "fn a() {} #[cfg(test)] #[rustfmt::skip] mod b { fn c() {} } fn d() {}";
        let expected = ["cfg", "test", "rustfmt", "skip", "mod", "b", "fn", "c"];
        assert_eq!(test_words(text), expected);
        assert_eq!(test_words("#[test] fn a() { b } c"), ["test", "fn", "a", "b"]);
        assert_eq!(test_words("#[cfg(all(test, unix))] use a; b").len(), 6);
        assert_eq!(
            test_words("#[cfg(test)] const A: [u8; 3] = [1; 3]; b").last(),
            Some(&"3".into())
        );
        assert_eq!(
            test_words("a; #![cfg(test)] fn b() {} c"),
            ["a", "cfg", "test", "fn", "b", "c"]
        );
        let field = "struct A { #[cfg(test)] a: u8 } b; c";
        assert_eq!(test_words(field), ["cfg", "test", "a", "u8"]);
        assert_eq!(test_words("f(#[cfg(test)] a, b) c;"), ["cfg", "test", "a", "b"]);
    }

    #[test]
    fn other_attributes_make_no_test_code() {
        assert_eq!(test_words("fn a() { x[test]; y(#a) }"), [""; 0]);
        for text in ["#[cfg(not(test))] fn a() {}", "#[inline] fn a() {}", "#[tested] fn a() {}"] {
            assert_eq!(test_words(text), [""; 0], "{text}");
        }
    }

    #[test]
    fn modules_are_told_apart_by_their_bodies() {
        let tokens = lex("mod a { mod b { } } pub mod c;").tokens;
        let names: Vec<_> = inline_modules(&tokens).into_iter().map(|m| (m.name, m.span)).collect();
        assert_eq!(names, [("a".to_string(), 0..=7), ("b".to_string(), 3..=6)]);
        let declared = declared_modules(&tokens);
        assert_eq!(declared.iter().map(|&at| tokens[at].text.as_str()).collect::<Vec<_>>(), ["c"]);
    }
}
