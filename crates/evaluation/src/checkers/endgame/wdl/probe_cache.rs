//! A cache of results from the WDL table: a search comes back to most endings, and to read one out
//! of a compressed block costs as much as a node.

use games::Outcome;
use games::board::Key;

/// The latest results, indexed by bits of the key. 64 KB, taken at the first result.
#[derive(Clone, Debug, Default)]
pub struct ProbeCache {
    /// Bits 2-63: those of the key; bits 0-1: the result. 0 if there is none.
    entries: Vec<u64>,
}

const ENTRIES: usize = 1 << 13;
/// The bits of an entry that hold the result.
const RESULT_BITS: u64 = 3;

impl ProbeCache {
    /// The result of the position with this key, from the cache or from `probe`.
    #[inline]
    pub fn get_or_probe(
        &mut self,
        key: Key,
        probe: impl FnOnce() -> Option<Outcome>,
    ) -> Option<Outcome> {
        let bits = key.bits();
        // Bits 0 and 1 are not compared, so they must not choose the place alone.
        let place = (bits >> 2) as usize % ENTRIES;
        let entry = self.entries.get(place).copied().unwrap_or(0);
        if (entry ^ bits) <= RESULT_BITS
            && let Some(outcome) = outcome_of(entry & RESULT_BITS)
        {
            return Some(outcome);
        }
        let outcome = probe()?;
        if self.entries.is_empty() {
            self.entries = vec![0; ENTRIES];
        }
        self.entries[place] = (bits & !RESULT_BITS) | number_of(outcome);
        Some(outcome)
    }
}

#[inline]
fn number_of(outcome: Outcome) -> u64 {
    match outcome {
        Outcome::Loss => 1,
        Outcome::Draw => 2,
        Outcome::Win => 3,
    }
}

#[inline]
fn outcome_of(number: u64) -> Option<Outcome> {
    [None, Some(Outcome::Loss), Some(Outcome::Draw), Some(Outcome::Win)][number as usize]
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: u64 = 0x1234_5678_9ABC_DEF0;

    #[test]
    fn what_was_found_is_not_probed_again() {
        let mut cache = ProbeCache::default();
        for outcome in [Outcome::Loss, Outcome::Draw, Outcome::Win] {
            let key = Key::from_bits(KEY + 4 * number_of(outcome));
            assert_eq!(cache.get_or_probe(key, || Some(outcome)), Some(outcome));
            assert_eq!(cache.get_or_probe(key, || panic!("asked again")), Some(outcome));
        }
    }

    #[test]
    fn what_is_unknown_stays_unknown_and_another_key_is_another_position() {
        let mut cache = ProbeCache::default();
        for key in [0, 1, KEY] {
            assert_eq!(cache.get_or_probe(Key::from_bits(key), || None), None);
        }
        cache.get_or_probe(Key::from_bits(KEY), || Some(Outcome::Win));
        let same_place = Key::from_bits(KEY ^ 1 << 40);
        assert_eq!(cache.get_or_probe(same_place, || None), None);
        assert_eq!(cache.get_or_probe(same_place, || Some(Outcome::Draw)), Some(Outcome::Draw));
    }
}
