//! What a search leaves to the next one of the same game, which another process may run: the deepest
//! entries of its table.
//!
//! Two plies later most of them are still within the tree, and tell the new search in what order to try
//! its moves and where it need not look. Only the deepest are kept: one entry in a hundred or so holds
//! most of the work, and a file that is read and written at every move must be small.

use crate::board::Key;
use crate::search::table::Table;

/// Some entries of a table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Keepsake {
    entries: Vec<Entry>,
}

/// A key, and the rest of an entry as the table packs it.
pub(super) type Entry = [u64; 2];

const ENTRY_BYTES: usize = 16;
const CHECKSUM_BYTES: usize = 8;

impl Keepsake {
    /// The most entries of a keepsake.
    pub const MOST: usize = 8_192;
    /// The most bytes that one is written in.
    pub const MOST_BYTES: usize = Self::MOST * ENTRY_BYTES + CHECKSUM_BYTES;

    pub(super) fn new(entries: Vec<Entry>) -> Self {
        Keepsake { entries }
    }

    pub(super) fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Its bytes: each entry's two words, little-endian, and a checksum of all of them. None at all if
    /// there is no entry.
    pub fn written(&self) -> Vec<u8> {
        if self.entries.is_empty() {
            return Vec::new();
        }
        let words = self.entries.as_flattened().iter().copied();
        words.chain([self.checksum()]).flat_map(u64::to_le_bytes).collect()
    }

    /// The keepsake of these bytes; an empty one if they are not what was written. Entries that no table
    /// has written are left out.
    pub fn read(bytes: &[u8]) -> Self {
        let (words, []) = bytes.as_chunks::<8>() else { return Self::default() };
        let Some((checksum, words)) = words.split_last() else { return Self::default() };
        let number = |word: &[u8; 8]| u64::from_le_bytes(*word);
        let entry = |entry: &[[u8; 8]; 2]| [number(&entry[0]), number(&entry[1])];
        let read = Keepsake { entries: words.as_chunks().0.iter().map(entry).collect() };
        if words.len() % 2 != 0 || read.checksum() != number(checksum) {
            return Self::default();
        }
        read
    }

    /// A number that few other rows of words have: a multiplicative hash, enough against accidents.
    fn checksum(&self) -> u64 {
        self.entries.as_flattened().iter().fold(0xCBF2_9CE4_8422_2325, |sum, &word| {
            (sum ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29)
        })
    }
}

impl Table {
    /// The deepest entries of those that were noted.
    pub fn keepsake(&self) -> Keepsake {
        let keys = self.notes.keys();
        let entries = keys.into_iter().filter_map(|key| Some([key.bits(), self.packed(key)?]));
        Keepsake::new(entries.take(self.notes.most).collect())
    }

    /// Takes over what an earlier table has left.
    pub fn inherit(&mut self, keepsake: &Keepsake) {
        for &[key, packed] in keepsake.entries() {
            self.take_in(Key::from_bits(key), packed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::KeyStream;
    use crate::game::{Ply, Score};
    use crate::search::depth::Depth;
    use crate::search::table::Stored;
    use crate::search::window::Bound;
    use proptest::collection::vec;
    use proptest::prelude::{any, proptest};

    fn key(n: u64) -> Key {
        KeyStream::new(n).next().0
    }

    fn stored(depth: i16) -> Stored {
        let score = Score::judged(i32::from(depth) * 7);
        Stored { score, bound: Bound::Lower, depth: Depth::new(depth), hint: None }
    }

    fn table_of(entries: u64, most: usize) -> Table {
        let mut table = Table::with_bytes(1 << 20).keeping(most);
        for n in 0..entries {
            table.store(key(n), Ply::ROOT, stored((n % 20) as i16));
        }
        table
    }

    #[test]
    fn the_deepest_entries_are_left_and_found_again() {
        let left = table_of(2_000, 150).keepsake();
        assert_eq!(left.entries().len(), 150);
        let mut heir = Table::with_bytes(1 << 20);
        heir.inherit(&left);
        for n in 0..2_000 {
            let depth = (n % 20) as i16;
            let found = heir.probe(key(n), Ply::ROOT);
            assert!(found.is_none_or(|found| found == stored(depth)));
            assert_eq!(found.is_some(), depth == 19 || (depth == 18 && found.is_some()));
        }
    }

    #[test]
    fn a_table_that_keeps_nothing_leaves_nothing() {
        let mut table = Table::with_bytes(1 << 16);
        table.store(key(1), Ply::ROOT, stored(9));
        assert_eq!(table.keepsake(), Keepsake::default());
        assert!(Keepsake::default().written().is_empty());
    }

    proptest! {
        #[test]
        fn what_was_written_is_read_and_damage_leaves_nothing(place in any::<proptest::sample::Index>()) {
            let left = table_of(300, 40).keepsake();
            let mut bytes = left.written();
            assert!(bytes.len() <= Keepsake::MOST_BYTES);
            assert_eq!(Keepsake::read(&bytes), left);
            let place = place.index(bytes.len());
            bytes[place] ^= 1;
            assert_eq!(Keepsake::read(&bytes), Keepsake::default());
            bytes.truncate(place);
            assert_eq!(Keepsake::read(&bytes), Keepsake::default());
        }

        #[test]
        fn any_entries_can_be_inherited(words in vec(any::<[u64; 2]>(), 0..50)) {
            let mut table = Table::with_bytes(1 << 12);
            table.inherit(&Keepsake::new(words.clone()));
            for [key, _] in words {
                table.probe(Key::from_bits(key), Ply::new(9));
            }
        }
    }
}
