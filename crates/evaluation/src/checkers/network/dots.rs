//! The scalar products of one row with eight: most of the arithmetic of the second layer.
//!
//! There are two versions with the same results. For processors with AVX2 it is written with their
//! instructions: left to itself, the compiler uses vectors of half the size and sums each of the
//! eight products up alone, which takes three times the instructions.

use crate::checkers::network::weights::{HIDDEN, HiddenRow, SECOND};
use multiversion::multiversion;
use multiversion::target::match_target;

/// The scalar products of `row` with each of `others`.
#[multiversion(targets("x86_64+avx2"), attrs(inline(never)))]
#[allow(unsafe_code, reason = "the three-fold speed above")]
#[allow(unused_unsafe, reason = "needed only where the whole program is compiled for AVX2")]
pub fn dots(row: &HiddenRow, others: &[HiddenRow; SECOND]) -> [i32; SECOND] {
    match_target! {
        // SAFETY: this line is compiled, or chosen, only for processors with AVX2.
        "x86_64+avx2" => unsafe { avx2::dots(row, others) },
        _ => plain(row, others),
    }
}

/// Plain loops: the compiler finds the instruction that multiplies pairs and adds them two by two
/// (`pmaddwd`) in this form and in hardly any other, and loses it again where it knows that a
/// factor is never negative.
#[inline(always)]
fn plain(row: &HiddenRow, others: &[HiddenRow; SECOND]) -> [i32; SECOND] {
    let mut totals = [0; SECOND];
    for (total, other) in totals.iter_mut().zip(others) {
        for unit in 0..HIDDEN {
            *total += i32::from(row.0[unit]) * i32::from(other.0[unit]);
        }
    }
    totals
}

#[cfg(target_arch = "x86_64")]
mod avx2 {
    use super::{HiddenRow, SECOND};
    use std::arch::x86_64::{
        __m256i, _mm256_add_epi32, _mm256_extract_epi32, _mm256_hadd_epi32, _mm256_loadu_si256,
        _mm256_madd_epi16, _mm256_permute2x128_si256, _mm256_setzero_si256,
    };

    /// Multiplies a part of `row` with the same part of all others, then of the next part: eight
    /// sums that do not wait for each other.
    #[target_feature(enable = "avx2")]
    pub fn dots(row: &HiddenRow, others: &[HiddenRow; SECOND]) -> [i32; SECOND] {
        let mut sums = [_mm256_setzero_si256(); SECOND];
        for (nth, part) in row.0.as_chunks().0.iter().enumerate() {
            let part = vector(part);
            for (sum, other) in sums.iter_mut().zip(others) {
                let products = _mm256_madd_epi16(part, vector(&other.0.as_chunks().0[nth]));
                *sum = _mm256_add_epi32(*sum, products);
            }
        }
        totals(&sums)
    }

    /// The sum of the eight numbers in each vector, for all of them together: `hadd` adds
    /// neighbours of two vectors.
    #[target_feature(enable = "avx2")]
    fn totals(v: &[__m256i; SECOND]) -> [i32; SECOND] {
        let [a, b, c, d] = [(v[0], v[1]), (v[2], v[3]), (v[4], v[5]), (v[6], v[7])]
            .map(|(one, two)| _mm256_hadd_epi32(one, two));
        let (first, second) = (_mm256_hadd_epi32(a, b), _mm256_hadd_epi32(c, d));
        // `hadd` works in each half of the vectors alone: both have four of the eight sums by half.
        let lower = _mm256_permute2x128_si256::<0x20>(first, second);
        let upper = _mm256_permute2x128_si256::<0x31>(first, second);
        numbers(_mm256_add_epi32(lower, upper))
    }

    #[allow(unsafe_code, reason = "spelled without a pointer, it keeps the loops from unrolling")]
    #[target_feature(enable = "avx2")]
    fn vector(numbers: &[i16; 16]) -> __m256i {
        // SAFETY: reads the 32 bytes of the array, which need no alignment.
        unsafe { _mm256_loadu_si256(numbers.as_ptr().cast()) }
    }

    /// The numbers in a vector.
    #[target_feature(enable = "avx2")]
    fn numbers(v: __m256i) -> [i32; 8] {
        [
            _mm256_extract_epi32::<0>(v),
            _mm256_extract_epi32::<1>(v),
            _mm256_extract_epi32::<2>(v),
            _mm256_extract_epi32::<3>(v),
            _mm256_extract_epi32::<4>(v),
            _mm256_extract_epi32::<5>(v),
            _mm256_extract_epi32::<6>(v),
            _mm256_extract_epi32::<7>(v),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::collection::vec;
    use proptest::prelude::*;

    fn row() -> impl Strategy<Value = HiddenRow> {
        // Products of the first layer are at most 127: sums of larger ones could overflow.
        vec(-127_i16..=127, HIDDEN)
            .prop_map(|numbers| HiddenRow(numbers.try_into().expect("a row")))
    }

    proptest! {
        #[test]
        fn every_processor_computes_the_same(first in row(), others in vec(row(), SECOND)) {
            let others: [HiddenRow; SECOND] = others.try_into().expect("as many rows as units");
            prop_assert_eq!(dots(&first, &others), plain(&first, &others));
        }
    }
}
