//! A snapshot of the transposition table: its deepest entries, for the search of the next move of
//! the same game, which another process runs.
//!
//! Two plies later most of them are still within the tree: they order moves and cause cutoffs. Only
//! the deepest are kept, since a small part of the entries holds most of the work, and a file that
//! is read and written at every move must be small.

use crate::transposition_table::{Entry, TranspositionTable};

/// An opaque snapshot of the transposition table: entries of 16 bytes as they lie in the table,
/// then a checksum of 8 bytes. Empty if there is no entry.
///
/// Its entries are worth something only to the build that made them: scores of another evaluation
/// would mislead a search, and entries of another layout mean something else. So the checksum
/// begins with the identity of the evaluation, of this crate's version and of `SNAPSHOT_FORMAT`,
/// and the snapshot of another build is dropped as a damaged one is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TableSnapshot {
    /// The identity of the evaluation whose scores are kept.
    evaluation: u64,
    bytes: Vec<u8>,
}

/// The layout and the meaning of entries: to be raised whenever one of them changes within a
/// version. How an evaluation computes a score is part of the meaning: its identity covers numbers.
const SNAPSHOT_FORMAT: u64 = 1;

/// Entries of less depth cost less to find again than to keep.
const LEAST_DEPTH: i16 = 3;
/// Depths from here on count as equal when the deepest are chosen.
const GREATEST_DEPTH: usize = 64;
/// The distribution of depths is estimated from every `SAMPLE`-th bucket.
const SAMPLE: usize = 16;

const CHECKSUM_BYTES: usize = size_of::<u64>();

impl TableSnapshot {
    /// The most entries.
    pub const MOST: usize = 16_384;
    /// The most bytes.
    pub const MOST_BYTES: usize = Self::MOST * size_of::<Entry>() + CHECKSUM_BYTES;

    /// The snapshot of bytes that [`Self::into_bytes`] gave, for a search with the evaluation of
    /// this identity: any number that another evaluation most likely has not. They are checked only
    /// when a table restores them: a move that needs no search passes them on unread.
    pub const fn from_bytes(bytes: Vec<u8>, evaluation: u64) -> Self {
        TableSnapshot { evaluation, bytes }
    }

    /// Its bytes.
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    /// Are there no bytes?
    pub const fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// Drops the content.
    pub fn clear(&mut self) {
        self.bytes.clear();
    }

    /// Replaces the content by at most `most` of the deepest entries that the latest search has
    /// stored. The memory is reused.
    pub fn take_from(&mut self, table: &TranspositionTable, most: usize) {
        let most = most.min(Self::MOST);
        let share = Share::of_deepest(table, most);
        let mut of_least = 0;
        let deepest = table.latest(1).filter(|&(depth, _)| {
            of_least += usize::from(depth == share.least);
            depth > share.least || (depth == share.least && of_least <= share.of_least)
        });
        let bytes = &mut self.bytes;
        bytes.clear();
        bytes.extend(deepest.take(most).flat_map(|(_, entry)| entry));
        if !bytes.is_empty() {
            bytes.extend(checksum(self.evaluation, bytes).to_le_bytes());
        }
    }

    /// The entries; none of bytes that are damaged, or that another build has made.
    fn entries(&self) -> &[Entry] {
        let Some((entries, sum)) = self.bytes.split_last_chunk() else { return &[] };
        let is_whole = checksum(self.evaluation, entries) == u64::from_le_bytes(*sum);
        if is_whole { entries.as_chunks().0 } else { &[] }
    }
}

impl TranspositionTable {
    /// Stores at most `most` entries of a snapshot.
    pub fn restore(&mut self, snapshot: &TableSnapshot, most: usize) {
        for entry in snapshot.entries().iter().take(most) {
            self.take_in(entry);
        }
    }
}

/// Which entries are kept: all deeper than `least`, and `of_least` of that depth.
struct Share {
    least: i16,
    of_least: usize,
}

impl Share {
    /// The share that holds about `most` of the deepest entries, estimated from a sample.
    fn of_deepest(table: &TranspositionTable, most: usize) -> Self {
        let mut of_depth = [0; GREATEST_DEPTH];
        for (depth, _) in table.latest(SAMPLE) {
            of_depth[(depth.max(0) as usize).min(GREATEST_DEPTH - 1)] += SAMPLE;
        }
        let mut left = most;
        for least in (LEAST_DEPTH..GREATEST_DEPTH as i16).rev() {
            let entries = of_depth[least as usize];
            if entries >= left {
                return Share { least, of_least: left };
            }
            left -= entries;
        }
        Share { least: LEAST_DEPTH, of_least: most }
    }
}

/// A number that few other builds and rows of words have: a multiplicative hash, enough against
/// accidents.
fn checksum(evaluation: u64, bytes: &[u8]) -> u64 {
    const VERSION: u64 = {
        let mut hash = SNAPSHOT_FORMAT;
        let text = env!("CARGO_PKG_VERSION").as_bytes();
        let mut nth = 0;
        while nth < text.len() {
            hash = mixed(hash, text[nth] as u64);
            nth += 1;
        }
        hash
    };
    let seed = mixed(mixed(0xCBF2_9CE4_8422_2325, VERSION), evaluation);
    bytes.as_chunks().0.iter().fold(seed, |sum, word| mixed(sum, u64::from_le_bytes(*word)))
}

/// One step of the hash.
const fn mixed(sum: u64, word: u64) -> u64 {
    (sum ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::depth::Depth;
    use crate::score::{Ply, Score};
    use crate::transposition_table::Stored;
    use crate::window::Bound;
    use games::board::{Key, KeyStream};
    use proptest::prelude::{any, proptest};

    fn key(n: u64) -> Key {
        KeyStream::new(n).next().0
    }

    fn stored(depth: i16) -> Stored {
        let score = Score::from_eval(i32::from(depth) * 7);
        Stored { score, bound: Bound::Lower, depth: Depth::new(depth), hash_move: None }
    }

    /// A table with as many entries of each depth below 20.
    fn table_of(entries: u64) -> TranspositionTable {
        let mut table = TranspositionTable::with_bytes(1 << 20);
        for n in 0..entries {
            table.store(key(n), Ply::ROOT, stored((n % 20) as i16));
        }
        table
    }

    fn left_by(table: &TranspositionTable, most: usize) -> TableSnapshot {
        let mut left = TableSnapshot::default();
        left.take_from(table, most);
        left
    }

    #[test]
    fn the_deepest_entries_are_left_and_found_again() {
        let left = left_by(&table_of(20_000), 2_500);
        let mut heir = TranspositionTable::with_bytes(1 << 20);
        heir.restore(&left, TableSnapshot::MOST);
        let mut found = [0; 20];
        for n in 0..20_000 {
            if let Some(entry) = heir.probe(key(n), Ply::ROOT) {
                assert_eq!(entry, stored((n % 20) as i16));
                found[(n % 20) as usize] += 1;
            }
        }
        // The sample may be off by one depth, not by more.
        assert_eq!(found[18..], [1_000, 1_000]);
        assert!((2_200..=2_500).contains(&found.iter().sum()), "{found:?}");
    }

    #[test]
    fn what_earlier_searches_stored_and_what_is_shallow_is_not_left() {
        let mut table = table_of(60);
        let mut left = left_by(&table, TableSnapshot::MOST);
        assert_eq!(left.entries().len(), 60 - 3 * LEAST_DEPTH as usize);
        table.next_generation();
        left.take_from(&table, TableSnapshot::MOST);
        assert_eq!(left, TableSnapshot::default());
    }

    #[test]
    fn the_snapshot_of_another_build_is_dropped() {
        let table = table_of(300);
        let mut ours = TableSnapshot::from_bytes(Vec::new(), 7);
        ours.take_from(&table, 40);
        let bytes = ours.clone().into_bytes();
        let entries =
            |evaluation| TableSnapshot::from_bytes(bytes.clone(), evaluation).entries().len();
        assert_eq!((entries(7), entries(8), entries(0)), (ours.entries().len(), 0, 0));
        assert!(entries(7) > 0);
    }

    proptest! {
        #[test]
        fn damage_leaves_nothing(place in any::<proptest::sample::Index>()) {
            let left = left_by(&table_of(300), 40);
            let mut bytes = left.clone().into_bytes();
            assert!(!left.entries().is_empty() && left.entries().len() <= 40);
            let place = place.index(bytes.len());
            bytes[place] ^= 1;
            assert!(TableSnapshot::from_bytes(bytes.clone(), 0).entries().is_empty());
            bytes.truncate(place);
            assert!(TableSnapshot::from_bytes(bytes, 0).entries().is_empty());
        }

        #[test]
        fn only_what_a_table_can_have_stored_is_inherited(
            score in proptest::sample::select(&SCORES), depth in -2i16..200, hash_move in any::<u16>(),
            bound in 0u64..4, key in any::<u64>(),
        ) {
            let rest = u64::from(score as u16) | u64::from(hash_move) << 16 | u64::from(depth as u16) << 32;
            let packed = rest | bound << 48 | 1 << 50;
            let mut bytes = [key.to_le_bytes(), packed.to_le_bytes()].concat();
            bytes.extend(checksum(0, &bytes).to_le_bytes());
            let mut table = TranspositionTable::with_bytes(1 << 12);
            table.restore(&TableSnapshot::from_bytes(bytes, 0), 1);
            let is_sound = score.abs_diff(0) <= Score::MAX.units().unsigned_abs() as u16
                && (0..=Depth::MAX.plies()).contains(&depth)
                && bound < 3;
            let found = table.probe(Key::from_bits(key), Ply::new(9));
            assert_eq!(found.is_some(), is_sound);
            assert!(found.is_none_or(|found| found.depth.plies() == depth));
        }
    }

    /// Some ordinary scores, and some at and beyond the edge.
    const SCORES: [i16; 9] = [-7, 0, 123, 31_999, -32_000, 32_001, -32_002, i16::MAX, i16::MIN];
}
