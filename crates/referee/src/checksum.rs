//! The checksum of a JSON object, as its last member: one that a failing disk or a person has
//! changed can still be JSON, and would count as it is.

use sha2::{Digest, Sha256};

const MEMBER: &[u8] = b",\"checksum\":\"";
const DIGITS: usize = 16;
const END: &[u8] = b"\"}";

/// The text of an object with its checksum; another text is unchanged.
pub fn with_checksum(object: &str) -> String {
    let object = object.trim_end();
    match object.strip_suffix('}') {
        Some(members) => {
            let member = String::from_utf8_lossy(MEMBER);
            format!("{members}{member}{}\"}}", checksum_of(members.as_bytes()))
        }
        None => object.to_string(),
    }
}

/// False if the object has a checksum and was changed since. One without a checksum is of an
/// earlier version.
pub fn is_unchanged(object: &[u8]) -> bool {
    let object = object.trim_ascii_end();
    let members = object.strip_suffix(END).and_then(|rest| {
        let (rest, digits) = rest.split_at_checked(rest.len().checked_sub(DIGITS)?)?;
        Some((rest.strip_suffix(MEMBER)?, digits))
    });
    members.is_none_or(|(members, digits)| checksum_of(members).as_bytes() == digits)
}

fn checksum_of(members: &[u8]) -> String {
    cli::hex(&Sha256::digest(members)[..DIGITS / 2])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_changed_byte_before_the_checksum_is_found() {
        let text = with_checksum("{\"a\":1,\n\"b\":[\"c\"]\n}\n");
        assert!(text.ends_with("\"}") && text.starts_with("{\"a\":1"), "{text}");
        serde_json::from_str::<serde_json::Value>(&text).expect("JSON");
        assert!(is_unchanged(text.as_bytes()) && is_unchanged((text.clone() + "\n").as_bytes()));
        let length = text.len() - MEMBER.len() - DIGITS - END.len();
        for at in 0..length {
            let mut changed = text.clone().into_bytes();
            changed[at] ^= 1;
            assert!(!is_unchanged(&changed), "byte {at}");
        }
    }

    #[test]
    fn an_object_without_a_checksum_is_of_an_earlier_version() {
        for text in ["{}", "{\"a\":1}", "", "null", "\"}"] {
            assert!(is_unchanged(text.as_bytes()), "{text}");
        }
        assert_eq!(with_checksum("null"), "null");
    }
}
