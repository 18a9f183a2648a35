//! The secret part of an address.

use rand::Rng as _;
use std::fmt::{self, Display, Formatter};
use std::hint::black_box;

/// 160 random bits.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct PageToken(String);

impl PageToken {
    /// A new token, from the generator of the operating system's random numbers.
    pub(crate) fn random() -> Self {
        let mut bytes = [0u8; 20];
        rand::rng().fill_bytes(&mut bytes);
        Self(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
    }

    /// True if `word` is the token. All characters are always compared, so that the time does not
    /// tell how many of them are right.
    pub(crate) fn is(&self, word: &str) -> bool {
        let mut other = word.bytes().chain(std::iter::repeat(0));
        let differences = self.0.bytes().fold(0, |sum, byte| {
            black_box(sum | byte ^ other.next().unwrap_or_default()) // the first bytes of `word`
        });
        differences == 0 && word.len() == self.0.len()
    }
}

impl Display for PageToken {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_whole_token_is_the_token() {
        let token = PageToken::random();
        let text = token.to_string();
        assert!(text.len() * 4 >= 128 && token.is(&text));
        assert!(!token.is(&text[1..]) && !token.is(&text[..39]) && !token.is(""));
        assert!(!token.is(&format!("{text}0")) && !token.is(&text.to_ascii_uppercase()));
        assert!(!PageToken::random().is(&text));
    }
}
