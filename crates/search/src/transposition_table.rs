//! The transposition table: scores and best moves of positions that may be met again, by another
//! order of moves or at the next depth (Greenblatt, Mac Hack VI, 1967; Zobrist keys, 1970).
//!
//! Four entries of 16 bytes share a cache line; a position may stand in any of the four. The whole
//! key is kept, so that a wrong answer needs two positions with one 64-bit key. A move is kept as
//! its history index, which is enough to try it first.
//!
//! Memory is zeroed by the operating system when first touched (`huge_pages.rs`), so that an unused
//! part of the table costs nothing; a process that lives for one move should size its table to its
//! search time.

use crate::depth::Depth;
use crate::huge_pages::HugePageBuffer;
use crate::score::{Ply, Score};
use crate::window::Bound;
use games::board::Key;
use std::num::NonZeroU16;

/// The entry of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stored {
    /// The score; mate and tablebase distances are counted from the root of the probing search.
    pub score: Score,
    /// Whether the score is exact or a bound.
    pub bound: Bound,
    /// The depth of the search that found the score.
    pub depth: Depth,
    /// The best move, if a move has raised alpha.
    pub hash_move: Option<HashMove>,
}

/// The best move of an entry, as its history index plus 1, so that `Option<HashMove>` takes two
/// bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HashMove(NonZeroU16);

impl HashMove {
    /// The hash move with this history index; `None` for an index above 65,534.
    #[inline]
    pub fn at(index: usize) -> Option<Self> {
        u16::try_from(index + 1).ok().and_then(NonZeroU16::new).map(HashMove)
    }

    /// Does the hash move have this history index?
    #[inline]
    pub fn is_at(self, index: usize) -> bool {
        usize::from(self.0.get()) == index + 1
    }
}

/// A table of fixed size: buckets of four entries, each of two words (key and packed rest).
#[derive(Debug)]
pub struct TranspositionTable {
    /// A packed rest is never 0, so that 0 marks an empty entry.
    bytes: HugePageBuffer,
    buckets: usize,
    generation: u8,
}

const WAYS: usize = 4;
const BYTES_PER_BUCKET: usize = 16 * WAYS;
const GENERATIONS: u8 = 32;
/// Replacement: plies of depth by which an entry counts less for each search since it was stored.
const AGE_COST: i32 = 8;

impl TranspositionTable {
    /// An empty table of [`Self::rounded_bytes`].
    pub fn with_bytes(bytes: usize) -> Self {
        let bytes = HugePageBuffer::about(bytes);
        let buckets = bytes.len() / BYTES_PER_BUCKET;
        TranspositionTable { bytes, buckets, generation: 1 }
    }

    /// The size in bytes of a table for which `bytes` are asked: whole huge pages from a quarter of
    /// one.
    pub fn rounded_bytes(bytes: usize) -> usize {
        HugePageBuffer::rounded(bytes)
    }

    /// The size in bytes: less than was asked for if the system has refused that.
    pub fn bytes(&self) -> usize {
        self.bytes.len()
    }

    /// Forgets all entries. All memory is touched, so that no search pays for its first use later.
    pub fn clear(&mut self) {
        self.bytes.fill(0);
        self.generation = 1;
    }

    /// Begins a new search: all entries age by one.
    pub fn next_generation(&mut self) {
        self.generation = if self.generation + 1 < GENERATIONS { self.generation + 1 } else { 1 };
    }

    /// Prefetches the bucket of `key` (a cache miss costs about 100 ns).
    #[inline]
    pub fn prefetch(&self, key: Key) {
        self.bytes.prefetch(self.bucket_of(key));
    }

    /// The entry of the position with `key`, its score counted from the root of a search that meets
    /// it at `ply`.
    #[inline]
    pub fn probe(&self, key: Key, ply: Ply) -> Option<Stored> {
        let start = self.bucket_of(key);
        let (words, _) = self.bytes[start..start + BYTES_PER_BUCKET].as_chunks();
        let (entries, _) = words.as_chunks();
        let [_, packed] = entries.iter().find(|[stored, packed]| {
            u64::from_le_bytes(*stored) == key.bits() && u64::from_le_bytes(*packed) != 0
        })?;
        Some(Packed(u64::from_le_bytes(*packed)).unpack(ply))
    }

    /// The entries that the latest search has stored, with their depths, of every `stride`-th
    /// bucket.
    pub(super) fn latest(&self, stride: usize) -> impl Iterator<Item = (i16, &Entry)> {
        let (buckets, _) = self.bytes.as_chunks::<BYTES_PER_BUCKET>();
        let entries = buckets.iter().step_by(stride).flat_map(|bucket| bucket.as_chunks().0);
        entries.filter_map(|entry| {
            let (_, packed) = parts(entry);
            (packed.generation() == self.generation).then_some((packed.depth(), entry))
        })
    }

    /// Stores an entry of another table if its fields are in range.
    pub(super) fn take_in(&mut self, entry: &Entry) {
        let (key, packed) = parts(entry);
        if packed.is_sound() {
            self.store(key, Ply::ROOT, packed.unpack(Ply::ROOT));
        }
    }

    /// Stores a result found at `ply`. A result without a best move keeps the hash move of an older
    /// entry of the same position.
    #[inline]
    pub fn store(&mut self, key: Key, ply: Ply, found: Stored) {
        let start = self.bucket_of(key);
        let generation = self.generation;
        let (words, _) = self.bytes[start..start + BYTES_PER_BUCKET].as_chunks_mut();
        let (entries, _) = words.as_chunks_mut();
        let [old_key, old] = &mut entries[way_to_replace(entries, key, generation)];
        let mut new = Packed::of(found, ply, generation);
        if u64::from_le_bytes(*old_key) == key.bits() && found.hash_move.is_none() {
            new = new.with_hint_of(Packed(u64::from_le_bytes(*old)));
        }
        *old_key = key.bits().to_le_bytes();
        *old = new.0.to_le_bytes();
    }

    /// The first byte of the bucket of `key`: multiplication instead of a remainder (Lemire 2016).
    #[inline]
    fn bucket_of(&self, key: Key) -> usize {
        let share = u128::from(key.bits()) * self.buckets as u128;
        (share >> 64) as usize * BYTES_PER_BUCKET
    }
}

/// An entry as it lies in memory: the key, and the packed rest, little-endian.
pub(super) type Entry = [u8; 16];

fn parts(entry: &Entry) -> (Key, Packed) {
    let both = u128::from_le_bytes(*entry);
    (Key::from_bits(both as u64), Packed((both >> 64) as u64))
}

/// The entry of the same key, else the one of least worth.
#[inline]
fn way_to_replace(entries: &[[[u8; 8]; 2]], key: Key, generation: u8) -> usize {
    let mut worst = (i32::MAX, 0);
    for (way, &[stored, packed]) in entries.iter().enumerate() {
        if u64::from_le_bytes(stored) == key.bits() {
            return way;
        }
        worst = worst.min((Packed(u64::from_le_bytes(packed)).worth(generation), way));
    }
    worst.1
}

/// All of an entry but its key. Bits 0-15: score; 16-31: hash move; 32-47: depth; 48-49: bound;
/// 50-54: generation, which is never 0; 56-63: always 0.
#[derive(Clone, Copy)]
struct Packed(u64);

impl Packed {
    #[inline]
    fn of(found: Stored, ply: Ply, generation: u8) -> Self {
        let score = u64::from(found.score.to_table(ply) as u16);
        let hash_move = found.hash_move.map_or(0, |hash_move| u64::from(hash_move.0.get()));
        let depth = u64::from(found.depth.plies() as u16);
        let rest = found.bound as u64 | u64::from(generation) << 2;
        Packed(score | hash_move << 16 | depth << 32 | rest << 48)
    }

    #[inline]
    fn unpack(self, ply: Ply) -> Stored {
        Stored {
            score: Score::from_table(self.0 as u16 as i16, ply),
            bound: match self.0 >> 48 & 3 {
                0 => Bound::Upper,
                1 => Bound::Lower,
                _ => Bound::Exact,
            },
            depth: Depth::new(self.depth()),
            hash_move: NonZeroU16::new((self.0 >> 16) as u16).map(HashMove),
        }
    }

    /// Are all fields in the ranges that a table stores?
    fn is_sound(self) -> bool {
        let (score, bound) = (self.0 as u16 as i16, self.0 >> 48 & 3);
        score.unsigned_abs() <= Score::MAX.units().unsigned_abs() as u16
            && bound <= Bound::Exact as u64
            && (0..=Depth::MAX.plies()).contains(&self.depth())
    }

    #[inline]
    fn depth(self) -> i16 {
        (self.0 >> 32) as u16 as i16
    }

    /// The search that stored it; 0 for an empty entry.
    #[inline]
    fn generation(self) -> u8 {
        // What is above it is always 0.
        (self.0 >> 50) as u8
    }

    #[inline]
    fn with_hint_of(self, old: Packed) -> Self {
        Packed(self.0 | old.0 & 0xFFFF_0000)
    }

    /// Depth less the cost of age: the entry of least worth is replaced. Least for an empty one.
    #[inline]
    fn worth(self, now: u8) -> i32 {
        if self.0 == 0 {
            return i32::MIN;
        }
        let age = (now + GENERATIONS - self.generation()) & (GENERATIONS - 1);
        i32::from(self.depth()) - AGE_COST * i32::from(age)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::board::KeyStream;

    fn key(n: u64) -> Key {
        KeyStream::new(n).next().0
    }

    fn stored(score: Score, depth: i16, index: Option<usize>) -> Stored {
        let hash_move = index.and_then(HashMove::at);
        Stored { score, bound: Bound::Lower, depth: Depth::new(depth), hash_move }
    }

    #[test]
    fn what_was_stored_is_read_back_by_its_own_key_alone() {
        let mut table = TranspositionTable::with_bytes(1 << 16);
        let found = stored(Score::from_eval(-123), 7, Some(1023));
        table.store(key(1), Ply::new(3), found);
        assert_eq!(table.probe(key(1), Ply::new(3)), Some(found));
        assert_eq!(table.probe(key(2), Ply::new(3)), None);
        assert!(
            found
                .hash_move
                .is_some_and(|hash_move| hash_move.is_at(1023) && !hash_move.is_at(1022))
        );
    }

    #[test]
    fn a_cleared_table_is_as_a_new_one() {
        let mut table = TranspositionTable::with_bytes(1 << 16);
        table.next_generation();
        table.store(key(1), Ply::ROOT, stored(Score::DRAW, 3, Some(5)));
        table.clear();
        assert_eq!(table.probe(key(1), Ply::ROOT), None);
        assert_eq!((table.bytes(), table.generation), (1 << 16, 1));
    }

    #[test]
    fn a_result_without_a_move_keeps_the_older_hint() {
        let mut table = TranspositionTable::with_bytes(1 << 16);
        table.store(key(1), Ply::ROOT, stored(Score::DRAW, 3, Some(5)));
        table.store(key(1), Ply::ROOT, stored(Score::from_eval(9), 4, None));
        let read = table.probe(key(1), Ply::ROOT).expect("stored twice");
        assert_eq!((read.score.units(), read.depth.plies()), (9, 4));
        assert_eq!(read.hash_move, HashMove::at(5));
    }

    #[test]
    fn a_full_bucket_gives_up_the_shallowest_and_the_old_first() {
        let mut table = TranspositionTable::with_bytes(1);
        for n in 1..=4 {
            table.store(key(n), Ply::ROOT, stored(Score::DRAW, 10 + n as i16, None));
        }
        table.store(key(5), Ply::ROOT, stored(Score::DRAW, 2, None));
        assert_eq!(table.probe(key(1), Ply::ROOT), None);
        table.next_generation();
        table.next_generation();
        for n in 6..=8 {
            table.store(key(n), Ply::ROOT, stored(Score::DRAW, 1, None));
        }
        assert!((6..=8).all(|n| table.probe(key(n), Ply::ROOT).is_some()));
        assert!(table.probe(key(4), Ply::ROOT).is_some(), "the deepest old one stays");
    }
}
