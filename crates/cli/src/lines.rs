//! The lines of a text that comes from any system: LF, CR LF and a lone CR each end one. Files with
//! lone CRs are old, or were made by programs that write what old ones did.

/// The lines of a text, without their ends. A byte order mark at the beginning of a line, where two
/// files were joined, is left out.
pub fn lines(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let (line, end) = first_line(rest);
        rest = &rest[line.len() + end..];
        Some(line.trim_start_matches('\u{feff}'))
    })
}

/// The first line of a text, and the bytes of its end: 0, 1 or 2.
pub fn first_line(text: &str) -> (&str, usize) {
    let Some(at) = text.find(['\n', '\r']) else { return (text, 0) };
    (&text[..at], if text[at..].starts_with("\r\n") { 2 } else { 1 })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::{prop_assert_eq, proptest};

    #[test]
    fn each_kind_of_end_ends_a_line() {
        let all: Vec<_> = lines("a\nb\r\nc\rd\n\r\u{feff}e\r").collect();
        assert_eq!(all, ["a", "b", "c", "d", "", "e"]);
        assert_eq!(lines("").count(), 0);
    }

    proptest! {
        #[test]
        fn without_lone_returns_they_are_those_of_the_library(text in "[a-c\n ]{0,40}") {
            let ours: Vec<_> = lines(&text).collect();
            prop_assert_eq!(&ours, &text.lines().collect::<Vec<_>>());
            let windows = text.replace('\n', "\r\n");
            prop_assert_eq!(&ours, &lines(&windows).collect::<Vec<_>>());
            let old = text.replace('\n', "\r");
            prop_assert_eq!(ours, lines(&old).collect::<Vec<_>>());
        }
    }
}
