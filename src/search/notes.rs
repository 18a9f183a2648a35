//! Where the deep entries of a table are, so that they are found without looking through all of it.

use crate::board::Key;
use std::collections::HashSet;

/// Which deep entries a table has been given: the keys, while there are not too many.
#[derive(Debug)]
pub struct Notes {
    noted: Vec<(Key, i16)>,
    /// Entries of less depth are not noted.
    least: i16,
    /// How many are wanted.
    pub most: usize,
}

impl Notes {
    /// Nothing is ever noted.
    pub const NONE: Notes = Notes { noted: Vec::new(), least: i16::MAX, most: 0 };
    /// An entry of less depth costs less to find again than to keep.
    const LEAST: i16 = 3;

    /// The deepest `most` entries are wanted.
    pub fn of_deepest(most: usize) -> Self {
        Notes { noted: Vec::new(), least: Self::LEAST, most }
    }

    /// An entry of this depth has been stored.
    #[inline]
    pub fn note(&mut self, key: Key, depth: i16) {
        if depth >= self.least {
            self.keep(key, depth);
        }
    }

    #[inline(never)]
    fn keep(&mut self, key: Key, depth: i16) {
        self.noted.push((key, depth));
        while self.noted.len() >= 2 * self.most.max(1) {
            self.least += 1;
            let least = self.least;
            self.noted.retain(|&(_, depth)| depth >= least);
        }
    }

    /// The keys, those of the deepest entries first, each once.
    pub fn keys(&self) -> Vec<Key> {
        let mut noted = self.noted.clone();
        noted.sort_by_key(|&(key, depth)| (-depth, key.bits()));
        let mut seen = HashSet::new();
        noted.into_iter().map(|(key, _)| key).filter(|key| seen.insert(key.bits())).collect()
    }
}
