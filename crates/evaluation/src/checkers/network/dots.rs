//! The scalar products of one row with eight: most of the arithmetic of the second layer.
//!
//! There are three versions with the same results. For processors with AVX2, and for WebAssembly
//! with vectors (simd128), it is written with their instructions: left to itself, the compiler uses
//! vectors of half the size and sums each of the eight products up alone, which takes three times
//! the instructions.

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
        _ => portable(row, others),
    }
}

#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
use plain as portable;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
use simd128::dots as portable;

/// Plain loops: the compiler finds the instruction that multiplies pairs and adds them two by two
/// (`pmaddwd`) in this form and in hardly any other, and loses it again where it knows that a
/// factor is never negative.
#[inline(always)]
#[cfg_attr(
    target_family = "wasm",
    allow(dead_code, reason = "only a build without vectors uses it")
)]
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
    /// neighbors of two vectors.
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

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod simd128 {
    use super::{HiddenRow, SECOND};
    use std::arch::wasm32::{
        i32x4_add, i32x4_dot_i16x8, i32x4_extract_lane, i32x4_shuffle, i32x4_splat, v128, v128_load,
    };

    /// As [`super::avx2::dots`], with vectors of half the size.
    #[inline(always)]
    pub fn dots(row: &HiddenRow, others: &[HiddenRow; SECOND]) -> [i32; SECOND] {
        let mut sums = [i32x4_splat(0); SECOND];
        for (nth, part) in row.0.as_chunks().0.iter().enumerate() {
            let part = vector(part);
            for (sum, other) in sums.iter_mut().zip(others) {
                let products = i32x4_dot_i16x8(part, vector(&other.0.as_chunks().0[nth]));
                *sum = i32x4_add(*sum, products);
            }
        }
        let [a, b, c, d, e, f, g, h] = sums;
        let [first, second] = [totals([a, b, c, d]), totals([e, f, g, h])];
        let [one, two] = [numbers(first), numbers(second)];
        [one[0], one[1], one[2], one[3], two[0], two[1], two[2], two[3]]
    }

    /// The sum of the four numbers in each vector.
    #[inline(always)]
    fn totals([a, b, c, d]: [v128; 4]) -> v128 {
        add_pairs(add_pairs(a, b), add_pairs(c, d))
    }

    #[inline(always)]
    fn add_pairs(one: v128, two: v128) -> v128 {
        let even = i32x4_shuffle::<0, 2, 4, 6>(one, two);
        i32x4_add(even, i32x4_shuffle::<1, 3, 5, 7>(one, two))
    }

    #[allow(unsafe_code, reason = "spelled without a pointer, it is read number by number")]
    #[inline(always)]
    fn vector(numbers: &[i16; 8]) -> v128 {
        // SAFETY: reads the 16 bytes of the array, which need no alignment.
        unsafe { v128_load(numbers.as_ptr().cast()) }
    }

    #[inline(always)]
    fn numbers(v: v128) -> [i32; 4] {
        [
            i32x4_extract_lane::<0>(v),
            i32x4_extract_lane::<1>(v),
            i32x4_extract_lane::<2>(v),
            i32x4_extract_lane::<3>(v),
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
