//! The text of a file of games: UTF-8, or, in older files, ISO 8859-1.

use std::borrow::Cow;

/// Decodes these bytes and drops a byte order mark. Bytes that are not UTF-8 are read as ISO
/// 8859-1, in which every byte is a character.
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    match str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text.strip_prefix('\u{feff}').unwrap_or(text)),
        Err(_) => Cow::Owned(bytes.iter().map(|&byte| char::from(byte)).collect()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_sequence_is_a_text() {
        assert_eq!(decode(b"\xef\xbb\xbf[Black \"J\xc3\xb8rgen\"]"), "[Black \"Jørgen\"]");
        assert_eq!(decode(b"J\xf8rgen"), "Jørgen");
    }
}
