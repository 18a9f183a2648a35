//! The transposition table: what was found out about positions that may be met again, by another
//! order of moves or at the next depth.
//!
//! Four entries of 16 bytes share a cache line; a position may stand in any of the four. The whole
//! key is kept, so that a wrong answer needs two positions with one 64-bit key. A move is kept as
//! the history index it belongs to, which is enough to try it first.
//!
//! Memory is zeroed by the operating system when first touched (`zeroed.rs`), so that an unused part
//! of the table costs nothing; a process that lives for one move should size its table to its time.

use crate::depth::Depth;
use crate::huge_pages::HugePageBuffer;
use crate::score::{Ply, Score};
use crate::window::Bound;
use games::board::Key;
use std::num::NonZeroU16;

/// What the table knows about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stored {
    /// The score, decided ends counted from the probing node's root.
    pub score: Score,
    /// What the score says.
    pub bound: Bound,
    /// The depth of the search that found it.
    pub depth: Depth,
    /// The index of the best move, if there was one.
    pub hash_move: Option<HashMove>,
}

/// The history index of a move, in a form that leaves room for "none".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HashMove(NonZeroU16);

impl HashMove {
    /// The hash_move at the moves of `index`; none for a index that does not fit.
    #[inline]
    pub fn at(index: usize) -> Option<Self> {
        u16::try_from(index + 1).ok().and_then(NonZeroU16::new).map(HashMove)
    }

    /// Is a move of `index` meant?
    #[inline]
    pub fn is_at(self, index: usize) -> bool {
        usize::from(self.0.get()) == index + 1
    }
}

/// A table of fixed size.
#[derive(Debug)]
pub struct TranspositionTable {
    /// Buckets of entries of two words: the key, and the packed rest (nothing packed is ever 0).
    bytes: HugePageBuffer,
    buckets: usize,
    generation: u8,
}

const WAYS: usize = 4;
const BYTES_PER_BUCKET: usize = 16 * WAYS;
const GENERATIONS: u8 = 32;
/// How many plies of depth an entry is worth less for each search it is old.
const AGE_COST: i32 = 8;

impl TranspositionTable {
    /// A table of about `bytes`, or more where more costs nothing.
    pub fn with_bytes(bytes: usize) -> Self {
        let bytes = HugePageBuffer::about(bytes);
        let buckets = bytes.len() / BYTES_PER_BUCKET;
        TranspositionTable { bytes, buckets, generation: 1 }
    }

    /// The bytes that a table takes for which about so many are asked.
    pub fn rounded_bytes(bytes: usize) -> usize {
        HugePageBuffer::rounded(bytes)
    }

    /// Lets what is stored age by one search.
    pub fn next_generation(&mut self) {
        self.generation = if self.generation + 1 < GENERATIONS { self.generation + 1 } else { 1 };
    }

    /// Sends for what is known about the position of `key`, which is likely to be asked for soon: from
    /// the main memory it takes about a tenth of a microsecond.
    #[inline]
    pub fn prefetch(&self, key: Key) {
        self.bytes.prefetch(self.bucket_of(key));
    }

    /// What is known about the position of `key`, read at `ply`.
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

    /// The entries that the latest search has stored, with their depth, in one bucket of so many.
    pub(super) fn latest(&self, stride: usize) -> impl Iterator<Item = (i16, &Entry)> {
        let (buckets, _) = self.bytes.as_chunks::<BYTES_PER_BUCKET>();
        let entries = buckets.iter().step_by(stride).flat_map(|bucket| bucket.as_chunks().0);
        entries.filter_map(|entry| {
            let (_, packed) = parts(entry);
            (packed.generation() == self.generation).then_some((packed.depth(), entry))
        })
    }

    /// Takes in an entry of another table, if it can be one.
    pub(super) fn take_in(&mut self, entry: &Entry) {
        let (key, packed) = parts(entry);
        if packed.is_sound() {
            self.store(key, Ply::ROOT, packed.unpack(Ply::ROOT));
        }
    }

    /// Remembers a result found at `ply`. An older hash_move of the same position outlives a result
    /// without a best move.
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

    /// The first byte of the bucket of `key`: the key's share of the number of buckets.
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

/// The entry of the same key, else the one worth least.
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

/// All of an entry but its key. Bits 0-15: score; 16-31: hash_move; 32-47: depth; 48-49: bound;
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

    /// Could a table have packed this?
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

    /// What would be lost with this entry; least for an empty one.
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
