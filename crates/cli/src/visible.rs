//! Makes untrusted text safe to show in a terminal, a log, a table and a page: invisible and
//! control characters are escaped as in a Rust string, `\u{202e}` or `\n`.
//!
//! Names of players and files, output of compilers and agents, and comments in games may hold
//! anything. An escape character moves the cursor or sets a clipboard, a direction mark shows a
//! text backwards ("Trojan Source", CVE-2021-42574), a line end forges a line of a log, a
//! zero-width space makes two names look equal. Call one of these functions before you show such a
//! text, and when you read a record that holds it; doing it twice changes nothing.
//!
//! Two invisible characters stay: the zero-width joiner and non-joiner (U+200D, U+200C), without
//! which names in Persian, Hindi or Sinhala are misspelled and many emoji fall apart. So do
//! variation selectors, which choose between forms of one letter. Quotes, backslashes and markup
//! stay too: they are seen, and HTML, CSV and PDN have rules of their own for them.

use std::borrow::Cow;
use std::fmt::Write;
use std::path::Path;

/// Characters without a shape that are in no honest name. Control characters are the other part.
const INVISIBLE: [(char, char); 12] = [
    ('\u{ad}', '\u{ad}'),       // soft hyphen
    ('\u{61c}', '\u{61c}'),     // Arabic letter mark: a direction
    ('\u{180e}', '\u{180e}'),   // Mongolian vowel separator
    ('\u{200b}', '\u{200b}'),   // zero-width space
    ('\u{200e}', '\u{200f}'),   // marks of directions
    ('\u{2028}', '\u{202e}'),   // separators of lines and paragraphs, embeddings and overrides
    ('\u{2060}', '\u{206f}'),   // word joiner, invisible operators, isolates, old format characters
    ('\u{3164}', '\u{3164}'),   // Hangul filler, a letter without ink
    ('\u{feff}', '\u{feff}'),   // byte order mark
    ('\u{ffa0}', '\u{ffa0}'),   // halfwidth Hangul filler
    ('\u{fff0}', '\u{fffb}'),   // interlinear annotations
    ('\u{e0000}', '\u{e0fff}'), // tags; the selectors of ideographs among them are let through
];

/// Variation selectors that choose between forms of an ideograph, in Japanese names for example.
const IDEOGRAPHIC_SELECTORS: (char, char) = ('\u{e0100}', '\u{e01ef}');

/// True for a character that acts without being seen: a control character, a direction mark, a
/// separator of lines, an invisible format character.
pub fn is_hidden(c: char) -> bool {
    let (first, last) = IDEOGRAPHIC_SELECTORS;
    c.is_control()
        || c >= '\u{ad}'
            && INVISIBLE.iter().any(|&(first, last)| (first..=last).contains(&c))
            && !(first..=last).contains(&c)
}

/// A text of one line: line ends are shown as `\n`.
pub fn line(text: &str) -> Cow<'_, str> {
    replaced(text, is_hidden, push_shown)
}

/// A text of several lines: line ends and tabs stay.
pub fn lines(text: &str) -> Cow<'_, str> {
    replaced(text, |c| is_hidden(c) && !matches!(c, '\n' | '\t'), push_shown)
}

/// JSON of the same value, in which no hidden character stands: in a string of JSON each has an
/// escape. Line ends between values stay.
pub fn json(text: &str) -> Cow<'_, str> {
    replaced(
        text,
        |c| is_hidden(c) && c != '\n',
        |c, json| {
            for unit in c.encode_utf16(&mut [0; 2]) {
                // Writing to a string cannot fail.
                let _ = write!(json, "\\u{unit:04x}");
            }
        },
    )
}

/// The name of a file, as a text of one line.
pub fn path(path: impl AsRef<Path>) -> String {
    line(&path.as_ref().to_string_lossy()).into_owned()
}

/// A text of one line and at most `limit` characters; `...` follows where more were cut off. Only
/// the part that is shown is looked at.
pub fn cut(text: &str, limit: usize) -> String {
    let end = text.char_indices().nth(limit).map_or(text.len(), |(end, _)| end);
    let shown = line(&text[..end]);
    let cut = match shown.char_indices().nth(limit) {
        Some((end, _)) => &shown[..end],
        None if end < text.len() => &shown,
        None => return shown.into_owned(),
    };
    format!("{cut}...")
}

fn replaced(
    text: &str,
    is_replaced: impl Fn(char) -> bool,
    push: impl Fn(char, &mut String),
) -> Cow<'_, str> {
    // Nearly every text is plain, and this loop takes many bytes at a time.
    if text.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
        return Cow::Borrowed(text);
    }
    let Some(first) = text.find(&is_replaced) else { return Cow::Borrowed(text) };
    let mut shown = String::with_capacity(text.len() + 16);
    shown.push_str(&text[..first]);
    for c in text[first..].chars() {
        if is_replaced(c) { push(c, &mut shown) } else { shown.push(c) }
    }
    Cow::Owned(shown)
}

fn push_shown(c: char, text: &mut String) {
    match c {
        '\n' => text.push_str("\\n"),
        '\r' => text.push_str("\\r"),
        '\t' => text.push_str("\\t"),
        // Writing to a string cannot fail.
        c => drop(write!(text, "\\u{{{:x}}}", u32::from(c))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::{Strategy, any, prop_assert, prop_assert_eq, prop_oneof, proptest};

    /// Any character, hidden ones as often as others.
    fn character() -> impl Strategy<Value = char> {
        let hidden = INVISIBLE.map(|(first, last)| [first, last]).concat();
        let marks = proptest::sample::select(hidden);
        prop_oneof![any::<char>(), proptest::char::range('\0', '\u{a0}'), marks]
    }

    fn text() -> impl Strategy<Value = String> {
        proptest::collection::vec(character(), 0..40).prop_map(|all| all.into_iter().collect())
    }

    proptest! {
        #[test]
        fn nothing_hidden_is_left_and_a_second_time_changes_nothing(text in text()) {
            let shown = line(&text);
            prop_assert!(!shown.contains(is_hidden), "{shown:?}");
            prop_assert_eq!(&line(&shown), &shown);
            let kept = lines(&text);
            prop_assert!(!kept.contains(|c| is_hidden(c) && c != '\n' && c != '\t'), "{kept:?}");
            prop_assert_eq!(&lines(&kept), &kept);
            prop_assert_eq!(&line(&kept), &shown, "both show the same characters alike");
        }

        #[test]
        fn what_is_seen_stays_as_it_is(text in text()) {
            let seen: String = text.chars().filter(|&c| !is_hidden(c)).collect();
            prop_assert!(matches!(line(&seen), Cow::Borrowed(same) if same == seen));
            prop_assert!(matches!(lines(&seen), Cow::Borrowed(_)));
        }

        #[test]
        fn a_cut_text_is_short_and_a_second_cut_changes_nothing(text in text(), limit in 0..50_usize) {
            let shown = cut(&text, limit);
            prop_assert!(shown.chars().count() <= limit + 3 && !shown.contains(is_hidden));
            prop_assert_eq!(&cut(&shown, limit), &shown);
            if line(&text).chars().count() <= limit {
                prop_assert_eq!(shown, line(&text));
            }
        }
    }

    #[test]
    fn every_kind_of_hidden_character_is_named() {
        for (text, shown) in [
            ("\x1b[31mred\x07", "\\u{1b}[31mred\\u{7}"),
            ("a\nb\r\tc\0\x7f", "a\\nb\\r\\tc\\u{0}\\u{7f}"),
            ("\u{9b}31m\u{85}", "\\u{9b}31m\\u{85}"),
            ("\u{61c}\u{200e}\u{200f}", "\\u{61c}\\u{200e}\\u{200f}"),
            ("\u{202a}\u{202b}\u{202c}\u{202d}", "\\u{202a}\\u{202b}\\u{202c}\\u{202d}"),
            ("\u{202e}\u{2066}\u{2067}", "\\u{202e}\\u{2066}\\u{2067}"),
            ("\u{2068}\u{2069}\u{2028}\u{2029}", "\\u{2068}\\u{2069}\\u{2028}\\u{2029}"),
            ("\u{200b}\u{2060}\u{feff}\u{ad}", "\\u{200b}\\u{2060}\\u{feff}\\u{ad}"),
            ("\u{e0001}\u{e0041}\u{fff9}\u{fffb}", "\\u{e0001}\\u{e0041}\\u{fff9}\\u{fffb}"),
        ] {
            assert_eq!(line(text), shown);
        }
        assert_eq!(lines("one\n\ttwo\u{1b}"), "one\n\ttwo\\u{1b}");
        assert_eq!(path("a\nb/\u{202e}c"), "a\\nb/\\u{202e}c");
    }

    #[test]
    fn json_stays_json() {
        let found = json("{\n\"a\": \"\u{202e}\u{e0041}\u{7f}é\"\n}");
        assert_eq!(found, "{\n\"a\": \"\\u202e\\udb40\\udc41\\u007fé\"\n}");
    }

    #[test]
    fn names_of_all_scripts_stay() {
        for name in [
            "Zoë O'Brien-Łukasz",
            "Ёлкина Ольга",
            "Ελένη",
            "محمد العلي",
            "مهدی\u{200c}زاده", // Persian, with a zero-width non-joiner
            "שרה כהן",
            "नमस्ते श्री",
            "ක්\u{200d}රිෂාන්", // Sinhala, with a zero-width joiner
            "สมชาย ใจดี",
            "葛\u{e0100}城", // with the selector of a form
            "김민준",
            "👩\u{200d}💻 ❤️", // joined, and with a selector of color
            "C:\\path \"quoted\" <b> \u{a0}\u{fffd}",
        ] {
            assert!(matches!(line(name), Cow::Borrowed(_)), "{name} became {}", line(name));
        }
    }
}
