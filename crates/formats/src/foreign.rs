//! Texts that are no texts: compressed files, and UTF-16 that was read as another encoding.

/// The first characters of other files, after every byte was read as some character, and what they
/// are. A byte that is no character may be U+FFFD.
const SIGNATURES: [(&str, &str); 8] = [
    ("\u{1f}\u{8b}", "compressed with gzip: unpack it"),
    ("\u{1f}\u{2039}", "compressed with gzip: unpack it"),
    ("\u{1f}\u{fffd}", "compressed with gzip: unpack it"),
    ("PK\u{3}\u{4}", "a ZIP archive: unpack it"),
    ("BZh9", "compressed with bzip2: unpack it"),
    ("\u{fd}7zXZ", "compressed with xz: unpack it"),
    ("\u{fffd}7zXZ", "compressed with xz: unpack it"),
    ("%PDF-", "a PDF document: copy the text out of it"),
];

/// What a text is in truth, and what to do, as half a sentence; `None` for a text.
pub fn foreign_form(text: &str) -> Option<&'static str> {
    let known = SIGNATURES.iter().find(|(first, _)| text.starts_with(first));
    let known = known.map(|(_, form)| *form);
    known.or_else(|| is_wide(text).then_some("in UTF-16: save it as UTF-8"))
}

/// True if every second one of the first characters is zero, behind what was a byte order mark.
fn is_wide(text: &str) -> bool {
    let text = text.trim_start_matches(['\u{ff}', '\u{fe}', '\u{fffd}', '\u{feff}']);
    let zeros: Vec<bool> = text.chars().take(8).map(|c| c == '\0').collect();
    // Two neighbors differ, each time.
    zeros.len() >= 4 && zeros.windows(2).all(|pair| pair[0] != pair[1])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pdn::decode;

    #[test]
    fn other_files_are_told_by_their_first_characters() {
        let gzip = b"\x1f\x8b\x08\0\0\0\0\0\0\x03";
        let as_latin: String = gzip.iter().copied().map(char::from).collect();
        for text in [&*decode(gzip), &as_latin, &String::from_utf8_lossy(gzip)] {
            assert!(foreign_form(text).is_some_and(|form| form.contains("gzip")), "{text:?}");
        }
        assert!(foreign_form("PK\u{3}\u{4}x").is_some_and(|form| form.contains("ZIP")));
        for text in ["S\0I\0N\0", "\u{ff}\u{fe}S\0I\0N\0", "\u{fffd}\u{fffd}\0S\0I\0"] {
            assert!(foreign_form(text).is_some_and(|form| form.contains("UTF-16")), "{text:?}");
        }
        for text in ["", "1. 11-15 *", "[Event \"a\"]", "% so\n1. 11-15", "SINGLE\nBLACK", "a\0b\0"]
        {
            assert_eq!(foreign_form(text).is_some(), text.contains('\0'), "{text:?}");
        }
    }
}
