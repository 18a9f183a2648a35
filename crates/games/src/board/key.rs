//! Position keys (Zobrist 1970): one random number for each feature, such as a piece on a square,
//! combined by exclusive or, so that a move changes a key by its few changed features alone.
//!
//! The numbers come from a fixed generator evaluated by the compiler: the same in every build, so
//! that recorded node signatures stay comparable.

use std::ops::{BitXor, BitXorAssign};

/// A 64-bit fingerprint of a position or of one feature of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Key(u64);

impl Key {
    /// The key of nothing: the neutral element of `^`.
    pub const EMPTY: Key = Key(0);

    /// The key with these bits.
    #[inline]
    pub const fn from_bits(bits: u64) -> Self {
        Key(bits)
    }

    /// The bits of the key, for tables that are indexed by it.
    #[inline]
    pub const fn bits(self) -> u64 {
        self.0
    }
}

impl BitXor for Key {
    type Output = Key;

    #[inline]
    fn bitxor(self, other: Key) -> Key {
        Key(self.0 ^ other.0)
    }
}

impl BitXorAssign for Key {
    #[inline]
    fn bitxor_assign(&mut self, other: Key) {
        self.0 ^= other.0;
    }
}

/// A stream of feature keys: SplitMix64 (Steele, Lea and Flood 2014), usable in constants.
#[derive(Debug)]
pub struct KeyStream(u64);

impl KeyStream {
    /// The stream that belongs to `seed`; each game takes a seed of its own.
    pub const fn new(seed: u64) -> Self {
        KeyStream(seed)
    }

    /// The next key and the stream after it.
    pub const fn next(self) -> (Key, Self) {
        let state = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (Key(z ^ (z >> 31)), KeyStream(state))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn the_stream_matches_the_published_splitmix64_values() {
        // First outputs of SplitMix64 for seed 1234567, as listed by Rosetta Code.
        let (first, rest) = KeyStream::new(1_234_567).next();
        let (second, _) = rest.next();
        assert_eq!(first.bits(), 6_457_827_717_110_365_317);
        assert_eq!(second.bits(), 3_203_168_211_198_807_973);
    }

    #[test]
    fn a_thousand_keys_are_all_different() {
        let mut stream = KeyStream::new(7);
        let mut seen = HashSet::new();
        for _ in 0..1000 {
            let (key, rest) = stream.next();
            assert!(seen.insert(key));
            stream = rest;
        }
    }
}
