//! One tag of a game, `[Name "value"]`, as people and programs write it.
//!
//! A tag stands on one line. A quotation mark that `]` does not follow is part of the value, and so
//! is a backslash at its end. Where a new tag begins within a value, the first one was cut off.

use std::borrow::Cow;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Bracketed<'t> {
    /// `[Name "value"]`.
    Tag {
        name: &'t str,
        /// With its escapes resolved.
        value: Cow<'t, str>,
        /// Where the value begins, in bytes from the bracket.
        value_at: usize,
    },
    /// The beginning of a tag, which cannot be read. The name is empty if that is what is wrong.
    Torn { name: &'t str },
    /// `[%clk 0:01:00]` outside of a comment: a command to some program.
    Command(&'t str),
    /// Anything else.
    Other,
}

/// Reads the brackets that the text begins with. Returns their bytes, too.
pub fn bracketed(text: &str) -> (Bracketed<'_>, usize) {
    let Some((name, value_at)) = tag_start(text) else { return no_tag(text) };
    let inside = &text[value_at..];
    let mut ends = inside.match_indices(['[', '\n', '\r']).map(|(at, _)| at);
    let cut = ends.find(|&at| !inside[at..].starts_with('[') || tag_start(&inside[at..]).is_some());
    let cut = cut.unwrap_or(inside.len());
    let Some(length) = end_of_value(&inside[..cut]) else {
        return (Bracketed::Torn { name }, value_at + cut);
    };
    let bracket = inside[length..].find(']').unwrap_or(0);
    let value = without_escapes(&inside[..length]);
    (Bracketed::Tag { name, value, value_at }, value_at + length + bracket + 1)
}

/// Reads brackets that do not begin as a tag does.
fn no_tag(text: &str) -> (Bracketed<'_>, usize) {
    let end = text[1..].find(['[', ']', '\n', '\r']).map_or(text.len(), |at| at + 1);
    let is_closed = text[end..].starts_with(']');
    let end = if is_closed { end + 1 } else { end };
    let text = &text[..end];
    if is_closed && text.starts_with("[%") {
        return (Bracketed::Command(text), end);
    }
    let name = leading(text[1..].trim_start(), is_of_name);
    let is_torn = name.starts_with(char::is_alphabetic) && text.contains('"');
    (if is_torn { Bracketed::Torn { name } } else { Bracketed::Other }, end)
}

/// The name of the tag that a text begins with, and where its value begins.
fn tag_start(text: &str) -> Option<(&str, usize)> {
    let blanks = [' ', '\t', '\u{a0}'];
    let inside = text.strip_prefix('[')?.trim_start_matches(blanks);
    let name = leading(inside, is_of_name);
    let rest = inside[name.len()..].trim_start_matches(blanks).strip_prefix('"')?;
    (!name.is_empty()).then_some((name, text.len() - rest.len()))
}

pub fn first_tag(text: &str) -> Option<usize> {
    text.match_indices('[')
        .map(|(at, _)| at)
        .find(|at| matches!(bracketed(&text[*at..]), (Bracketed::Tag { .. }, _)))
}

fn is_of_name(c: char) -> bool {
    c.is_alphanumeric() || "_-.".contains(c)
}

/// The length of the value, up to `"]`; `None` if there is no such end. A quotation mark behind a
/// backslash ends it only if no other one does.
fn end_of_value(text: &str) -> Option<usize> {
    let mut escaped = None;
    for (at, _) in text.match_indices('"') {
        if !text[at + 1..].trim_start().starts_with(']') {
            continue;
        }
        let escapes = at - text[..at].trim_end_matches('\\').len();
        if escapes.is_multiple_of(2) {
            return Some(at);
        }
        escaped = Some(at);
    }
    escaped
}

/// Resolves `\"` and `\\`; any other backslash stays.
fn without_escapes(value: &str) -> Cow<'_, str> {
    if !value.contains('\\') {
        return Cow::Borrowed(value);
    }
    let mut plain = String::with_capacity(value.len());
    let mut chars = value.chars().peekable();
    while let Some(c) = chars.next() {
        let escaped = chars.next_if(|&next| c == '\\' && "\"\\".contains(next));
        plain.push(escaped.unwrap_or(c));
    }
    Cow::Owned(plain)
}

/// The longest prefix whose characters all belong.
pub fn leading(text: &str, belongs: impl Fn(char) -> bool) -> &str {
    &text[..text.find(|c| !belongs(c)).unwrap_or(text.len())]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str) -> (String, usize) {
        match bracketed(text) {
            (Bracketed::Tag { value, .. }, length) => (value.into_owned(), length),
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn values_may_hold_quotation_marks_and_end_with_a_backslash() {
        for (text, expected) in [
            ("[Event \"a \\\"b\\\" c\"]", "a \"b\" c"),
            ("[Event \"a \"b\" c\" ]", "a \"b\" c"),
            ("[ Event  \"\"]", ""),
            ("[Event \"C:\\\"]", "C:\\"),
            ("[Event \"C:\\\\\"]", "C:\\"),
            ("[Event \"a [b] \\c\"]", "a [b] \\c"),
        ] {
            assert_eq!(value(text), (expected.to_string(), text.len()), "{text}");
        }
        assert_eq!(value("[Event \"C:\\\"] [Site \"x\"]"), ("C:\\".to_string(), 13));
        assert_eq!(value("[Event \"a\"][Site \"x\"]"), ("a".to_string(), 11));
    }

    #[test]
    fn a_tag_that_is_cut_off_ends_where_the_next_begins() {
        for (text, length) in [
            ("[Event \"b[Event \"c\"]", 9),
            ("[Event \"b\n[Site \"c\"]", 9),
            ("[Ev[Site \"x\"]", 3),
        ] {
            let (found, found_length) = bracketed(text);
            assert!(!matches!(found, Bracketed::Tag { .. }), "{text}: {found:?}");
            assert_eq!(found_length, length, "{text}");
        }
        assert_eq!(bracketed("[Event \"A]\n").0, Bracketed::Torn { name: "Event" });
        assert_eq!(bracketed("[Event a]").0, Bracketed::Other);
        assert_eq!(bracketed("[%clk 0:01] x"), (Bracketed::Command("[%clk 0:01]"), 11));
    }
}
