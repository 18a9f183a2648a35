//! Texts of untrusted programs, made fit for a message: short, and harmless in a terminal.

/// The first `limit` characters of a text, and "..." if there are more. Control characters, line
/// ends, backslashes and invisible characters are escaped as in Rust. Quotes are not: messages are
/// for people, who see where a text ends.
pub fn shown(text: &str, limit: usize) -> String {
    let mut shown = String::new();
    for (index, c) in text.chars().enumerate() {
        match c {
            _ if index == limit => {
                shown.push_str("...");
                break;
            }
            '\'' | '"' => shown.push(c),
            _ => shown.extend(c.escape_debug()),
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::{any, proptest};

    #[test]
    fn a_text_is_cut_and_its_control_characters_are_named() {
        assert_eq!(shown("\x1b[2Jlast\n", 20), "\\u{1b}[2Jlast\\n");
        assert_eq!(shown("can't open \"x\"", 20), "can't open \"x\"");
        assert_eq!((shown("abc", 3), shown("abcd", 3)), ("abc".to_string(), "abc...".to_string()));
    }

    proptest! {
        #[test]
        fn no_text_moves_the_cursor_or_fills_the_screen(text in any::<String>(), limit in 0..50_usize) {
            let shown = shown(&text, limit);
            assert!(!shown.chars().any(char::is_control), "{shown:?}");
            assert!(shown.chars().count() <= 10 * limit + 3);
        }
    }
}
