//! Win, draw or loss of every index of a material, five to a byte as the digits of a number to
//! base three: what other materials ask, and what is kept of endings too large for their
//! distances.
//!
//! Materials are probed for results only, not for distances: a conversion restarts the count of
//! quiet turns. The 3.7 G indices of up to six pieces take 0.75 GB, the 33 G of four against three
//! 6.7 GB.

use evaluation::checkers::endgame::{RESULTS, number_of};
use games::Outcome;
use std::borrow::Cow;

const IN_BYTE: usize = 5;
/// The value of each digit of a byte.
const PLACES: [u8; IN_BYTE] = [1, 3, 9, 27, 81];

/// The results of one material, in memory or in a mapped file.
#[derive(Debug)]
pub struct PackedResults(Cow<'static, [u8]>);

impl PackedResults {
    /// Packs results in the order of their indices.
    pub fn of(results: impl ExactSizeIterator<Item = Outcome>) -> Self {
        let mut bytes = vec![0; Self::bytes_for(results.len())];
        for (index, result) in results.enumerate() {
            bytes[index / IN_BYTE] += number_of(result) * PLACES[index % IN_BYTE];
        }
        PackedResults(Cow::Owned(bytes))
    }

    /// The results in these bytes; `None` if their number differs.
    pub fn from_bytes(bytes: &'static [u8], results: usize) -> Option<Self> {
        (bytes.len() == Self::bytes_for(results)).then_some(PackedResults(Cow::Borrowed(bytes)))
    }

    /// The bytes of a file.
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// The result at an index.
    ///
    /// # Panics
    /// If there are fewer.
    #[inline]
    pub fn at(&self, index: usize) -> Outcome {
        let digits = self.0[index / IN_BYTE];
        RESULTS[usize::from(digits / PLACES[index % IN_BYTE] % 3)]
    }

    pub fn bytes_for(results: usize) -> usize {
        results.div_ceil(IN_BYTE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_result_is_read_back_from_its_place() {
        for count in [0, 1, 4, 5, 6, 1_001] {
            let results: Vec<_> = (0..count).map(|nth| RESULTS[nth * nth / 3 % 3]).collect();
            let packed = PackedResults::of(results.iter().copied());
            assert_eq!(packed.bytes().len(), PackedResults::bytes_for(count));
            let read: Vec<_> = (0..count).map(|index| packed.at(index)).collect();
            assert_eq!(read, results);
        }
    }

    #[test]
    fn bytes_of_another_number_of_results_are_refused() {
        assert!(PackedResults::from_bytes(&[1, 2], 10).is_some());
        assert!(PackedResults::from_bytes(&[1, 2], 6).is_some());
        for results in [0, 5, 11] {
            assert!(PackedResults::from_bytes(&[1, 2], results).is_none());
        }
    }
}
