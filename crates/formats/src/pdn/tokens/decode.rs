//! The text of a file of games, in whatever encoding it was written.
//!
//! A file may be joined from several, so each part is decoded by itself: UTF-8, UTF-16 behind its
//! byte order mark (or known by the zeros between its letters), and Windows-1252, of which ISO
//! 8859-1 is a part, for each single byte that is no UTF-8. Byte order marks are left out.

use std::borrow::Cow;

/// The byte order mark, as UTF-8 has it.
const MARK: &str = "\u{feff}";
/// The same mark in UTF-16, the smaller byte first, and the larger one first.
const MARKS_16: [[u8; 2]; 2] = [[0xFF, 0xFE], [0xFE, 0xFF]];
/// The units of UTF-16 that tell it without a mark.
const TELLING_UNITS: usize = 4;

/// What Windows-1252 has at 0x80 to 0x9F, where ISO 8859-1 has control characters; a space where it
/// has nothing.
const WINDOWS: &str = "€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ";

/// The order of the two bytes of a unit of UTF-16.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ByteOrder {
    SmallFirst,
    LargeFirst,
}

/// Decodes these bytes. Every sequence of bytes is a text.
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    let is_plain = !bytes.contains(&0) && !bytes.contains(&0xEF);
    if let (true, Ok(text)) = (is_plain, str::from_utf8(bytes)) {
        return Cow::Borrowed(text);
    }
    let mut text = String::with_capacity(bytes.len());
    let mut rest = bytes;
    let mut order = unmarked(bytes);
    while !rest.is_empty() {
        let (part, next) = match order {
            None => bytewise(rest, &mut text),
            Some(order) => pairwise(rest, order, &mut text),
        };
        rest = &rest[part..];
        order = next;
    }
    if text.contains(MARK) { Cow::Owned(text.replace(MARK, "")) } else { Cow::Owned(text) }
}

/// The byte order of a text in UTF-16 that has no mark: every second byte is zero at its beginning.
fn unmarked(bytes: &[u8]) -> Option<ByteOrder> {
    if bytes.len() < 4 {
        return None;
    }
    let mut units = bytes.chunks_exact(2).take(TELLING_UNITS);
    if units.clone().all(|unit| unit[0] != 0 && unit[1] == 0) {
        return Some(ByteOrder::SmallFirst);
    }
    units.all(|unit| unit[0] == 0 && unit[1] != 0).then_some(ByteOrder::LargeFirst)
}

/// Decodes a part in UTF-8, up to a mark of UTF-16. Returns its bytes, and what follows.
fn bytewise(bytes: &[u8], text: &mut String) -> (usize, Option<ByteOrder>) {
    let mut at = 0;
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        at += chunk.valid().len();
        if let Some(order) = marked(&bytes[at..]) {
            return (at + 2, Some(order));
        }
        text.extend(chunk.invalid().iter().map(|&byte| windows(byte)));
        at += chunk.invalid().len();
    }
    (at, None)
}

/// The byte order, if a mark of UTF-16 begins here and one of its units follows.
fn marked(bytes: &[u8]) -> Option<ByteOrder> {
    let order = match bytes {
        [0xFF, 0xFE, ..] => ByteOrder::SmallFirst,
        [0xFE, 0xFF, ..] => ByteOrder::LargeFirst,
        _ => return None,
    };
    let unit = bytes.get(2..4)?;
    let is_letter = unit_of(unit, order) < 0x80 && unit_of(unit, order) > 0;
    (is_letter || bytes[2..].starts_with(&bytes[..2])).then_some(order)
}

fn unit_of(unit: &[u8], order: ByteOrder) -> u16 {
    let pair = [unit[0], unit[1]];
    match order {
        ByteOrder::SmallFirst => u16::from_le_bytes(pair),
        ByteOrder::LargeFirst => u16::from_be_bytes(pair),
    }
}

/// True if the bytes begin with the mark of UTF-8 or of the other byte order.
fn is_marked(rest: &[u8]) -> bool {
    rest.starts_with(MARK.as_bytes())
        || MARKS_16.iter().any(|mark| rest.starts_with(mark)) && marked(rest).is_some()
}

/// Decodes a part in UTF-16, up to the mark of UTF-8 or of the other byte order. Returns its bytes,
/// and what follows.
fn pairwise(bytes: &[u8], order: ByteOrder, text: &mut String) -> (usize, Option<ByteOrder>) {
    let mut end = 0;
    while end + 1 < bytes.len() && !is_marked(&bytes[end..]) {
        end += 2;
    }
    let units = bytes[..end].chunks_exact(2).map(|unit| unit_of(unit, order));
    text.extend(char::decode_utf16(units).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)));
    (end, None)
}

fn windows(byte: u8) -> char {
    let special =
        (0x80..=0x9F).contains(&byte).then(|| WINDOWS.chars().nth(usize::from(byte) - 0x80));
    special.flatten().filter(|&c| c != ' ').unwrap_or(char::from(byte))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::{Just, Strategy, any, prop, prop_assert_eq, prop_oneof, proptest};

    #[test]
    fn every_byte_sequence_is_a_text() {
        assert_eq!(decode(b"\xef\xbb\xbf[Black \"J\xc3\xb8rgen\"]"), "[Black \"Jørgen\"]");
        assert_eq!(decode(b"J\xf8rgen"), "Jørgen");
        assert_eq!(decode(b"J\xc3\xb8rgen, J\xf8rgen 1\x961 \x81"), "Jørgen, Jørgen 1–1 \u{81}");
        assert_eq!(decode(b"a\xef\xbb\xbfb\xef"), "abï");
    }

    #[test]
    fn the_zeros_of_utf_16_tell_it() {
        assert_eq!(decode(b"[\0E\0v\0\n"), "[Ev\n");
        assert_eq!(decode(b"\0[\0E\0v"), "[Ev");
        assert_eq!(decode(b"a\0b"), "a\0b", "one zero does not");
    }

    /// A text in one of the encodings, behind its mark where it has one.
    fn encoded() -> impl Strategy<Value = (String, Vec<u8>)> {
        let text = "[a-z0-9\\[\\]\"{}. \nøü½–]{1,30}";
        (text, 0..4_u8, prop_oneof![Just("1"), Just("[")]).prop_map(|(tail, kind, first)| {
            let text = format!("{first}{tail}");
            let units: Vec<u16> = text.encode_utf16().collect();
            let bytes = match kind {
                0 => text.bytes().collect(),
                1 => [MARK.as_bytes(), text.as_bytes()].concat(),
                2 => [0xFEFF].iter().chain(&units).flat_map(|unit| unit.to_le_bytes()).collect(),
                _ => [0xFEFF].iter().chain(&units).flat_map(|unit| unit.to_be_bytes()).collect(),
            };
            (text, bytes)
        })
    }

    proptest! {
        #[test]
        fn joined_files_are_decoded_each_by_itself(parts in prop::collection::vec(encoded(), 1..5)) {
            let mut bytes = Vec::new();
            let mut text = String::new();
            for (part, encoded) in parts {
                // What has no mark looks like UTF-16 before it.
                bytes.extend(MARK.as_bytes().iter().filter(|_| encoded[0] < 0x80));
                bytes.extend(encoded);
                text.push_str(&part);
            }
            prop_assert_eq!(decode(&bytes), text);
        }

        #[test]
        fn no_letter_is_lost_beside_a_byte_of_another_encoding(
            text in "[a-z ]{0,20}",
            byte in 0xA0_u8..,
            more in any::<bool>(),
        ) {
            let mut bytes = text.clone().into_bytes();
            bytes.push(byte);
            let end = if more { " x" } else { "" };
            bytes.extend(end.bytes());
            prop_assert_eq!(decode(&bytes), format!("{text}{}{end}", char::from(byte)));
        }
    }
}
