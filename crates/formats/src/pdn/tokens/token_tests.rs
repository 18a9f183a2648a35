//! Tests of the tokens.

use crate::pdn::tokens::token::{Lexer, Token};
use proptest::prelude::{prop_assert, proptest};
use std::borrow::Cow;

fn tokens(text: &str) -> Vec<Token<'_>> {
    Lexer::new(text).map(|placed| placed.token).collect()
}

fn word(text: &str) -> Token<'_> {
    Token::Word(Cow::Borrowed(text))
}

#[test]
fn moves_are_words_with_or_without_spaces() {
    let moves = [word("11-15"), word("9x14x21"), word("c3:e5"), word("8-11")];
    assert_eq!(tokens("11-15 9 x14 x 21 c3:e5 8 - 11"), moves);
    assert_eq!(tokens("1.11-15 1... 23-19"), {
        let number = Token::MoveNumber(Some(1));
        [number.clone(), word("11-15"), number, word("23-19")]
    });
    assert_eq!(tokens("11-15,23-19\u{1a}"), [word("11-15"), word("23-19")]);
}

#[test]
fn results_are_not_moves() {
    let result = Token::Result;
    let expected =
        [word("11-15"), result("1 - 0"), result("½\u{2013}½"), result("1/2"), word("1-6")];
    assert_eq!(tokens("11-15 1 - 0 ½\u{2013}½ 1/2 1-6"), expected);
}

#[test]
fn signs_and_numbers_are_annotations() {
    let one = Token::Annotation;
    assert_eq!(tokens("11-15! $12 (?!) ??"), [word("11-15"), one(1), one(12), one(6), one(4)]);
    let [glued, alone] = [true, false].map(|is_glued| Token::Star { is_glued });
    assert_eq!(tokens("11-15* *"), [word("11-15"), glued, alone]);
}

fn comment(text: &str) -> Token<'_> {
    Token::Comment(text.to_string())
}

#[test]
fn comments_are_one_line_and_what_is_hidden_is_shown() {
    let text = "{a\n  b} ; c  d\n% no\n{}; e\r; f\r\n{g\rh}[%clk 0:01]";
    let expected = ["a b", "c d", "", "e", "f", "g h", "[%clk 0:01]"].map(comment);
    assert_eq!(tokens(text), expected);
    assert_eq!(tokens("{\u{1b}[2J \u{202e}a}"), [comment("\\u{1b}[2J \\u{202e}a")]);
    let value = "\\u{202e}a\\u{9b}".to_string();
    let tag = Token::Tag { name: "Event", value: Cow::Owned(value), value_at: 8 };
    assert_eq!(tokens("[Event \"\u{202e}a\u{9b}\"]"), [tag]);
}

#[test]
fn a_comment_that_is_not_closed_ends_with_the_next_tag() {
    for text in ["{x [Event \"b\"]", "{x\n[Event \"b\"] {c}", "{x [%clk 0:01]\n[Event \"b\"] ; {c}"]
    {
        let found = tokens(text);
        assert_eq!(found[0], Token::OpenComment, "{text}");
        assert!(matches!(found[1], Token::Tag { name: "Event", .. }), "{text}: {found:?}");
    }
    assert_eq!(tokens("{a game [Event \"b\"] 1. 11-15 *}").len(), 1, "a game in a comment");
    let nested = Token::Comment("a {b} c".to_string());
    assert_eq!(tokens("{a {b} c} 11-15"), [nested, word("11-15")]);
    assert_eq!(tokens("{a {b} 11-15 {c}")[1], word("11-15"), "a brace too many");
    assert_eq!(tokens("11-15 {x"), [word("11-15"), Token::OpenComment]);
}

proptest! {
    #[test]
    fn between_two_tokens_are_only_blanks(text in "[\\[\\]{}()!?*.;%$\"0-9a-hx:\\- \n\r\\\\Kö½–#\u{feff}]{0,80}") {
        let mut lexer = Lexer::new(&text);
        let mut end = 0;
        while let Some(placed) = lexer.next() {
            let skipped = &text[end..placed.at];
            let skipped = skipped.replace('\u{feff}', " ");
            let mut lines = skipped.split(['\n', '\r']).map(str::trim);
            let are_blank = lines.all(|line| line.starts_with('%') || line.is_empty());
            prop_assert!(are_blank, "{skipped:?} of {text:?}");
            prop_assert!(lexer.offset() > placed.at);
            end = lexer.offset();
        }
    }
}
