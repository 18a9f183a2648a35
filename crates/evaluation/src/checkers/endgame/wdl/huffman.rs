//! Prefix codes of limited length (Huffman 1952; the limit by package-merge, Larmore and
//! Hirschberg 1990): symbols that occur often get short codes.

/// The number of bits of the code of each symbol, at most `limit`; 0 for a symbol that does not
/// occur. `counts`: how often each occurs.
///
/// # Panics
/// If more than `2^limit` symbols occur.
pub fn code_lengths(counts: &[u64], limit: usize) -> Vec<usize> {
    let occurring: Vec<usize> = (0..counts.len()).filter(|&symbol| counts[symbol] > 0).collect();
    let mut lengths = vec![0; counts.len()];
    if let [only] = occurring[..] {
        lengths[only] = 1;
        return lengths;
    }
    assert!(occurring.len() <= 1 << limit, "more symbols than codes");
    let mut single: Vec<Package> =
        occurring.iter().map(|&symbol| (counts[symbol], vec![symbol])).collect();
    single.sort();
    let mut packages = single.clone();
    for _ in 1..limit {
        let pairs = packages.chunks_exact(2).map(|pair| {
            (pair[0].0 + pair[1].0, [pair[0].1.as_slice(), pair[1].1.as_slice()].concat())
        });
        packages = pairs.chain(single.iter().cloned()).collect();
        packages.sort();
    }
    for (_, symbols) in packages.iter().take((2 * occurring.len()).saturating_sub(2)) {
        for &symbol in symbols {
            lengths[symbol] += 1;
        }
    }
    lengths
}

/// The sum of the symbols' counts, and the symbols, each once for every bit of its code.
type Package = (u64, Vec<usize>);

/// The code of each symbol for these lengths, its first bit lowest: canonical codes, in the order
/// of length and symbol.
pub fn codes(lengths: &[usize]) -> Vec<u32> {
    let mut codes = vec![0; lengths.len()];
    let longest = lengths.iter().copied().max().unwrap_or(0);
    let mut next = 0u32;
    for length in 1..=longest {
        next <<= 1;
        for symbol in (0..lengths.len()).filter(|&symbol| lengths[symbol] == length) {
            codes[symbol] = next.reverse_bits() >> (u32::BITS as usize - length);
            next += 1;
        }
    }
    codes
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::collection::vec;
    use proptest::prelude::proptest;

    fn bits(counts: &[u64], lengths: &[usize]) -> u64 {
        counts.iter().zip(lengths).map(|(&count, &length)| count * length as u64).sum()
    }

    #[test]
    fn frequent_symbols_have_short_codes() {
        assert_eq!(code_lengths(&[8, 4, 2, 1, 1, 0], 10), [1, 2, 3, 4, 4, 0]);
        assert_eq!(bits(&[8, 4, 2, 1, 1], &code_lengths(&[8, 4, 2, 1, 1], 3)), 8 + 12 + 6 + 3 + 3);
        assert_eq!(code_lengths(&[0, 7, 0], 10), [0, 1, 0]);
        assert_eq!(code_lengths(&[0, 0], 10), [0, 0]);
    }

    proptest! {
        #[test]
        fn no_code_begins_another_and_none_is_too_long(counts in vec(0..5_000u64, 2..60)) {
            let lengths = code_lengths(&counts, 6);
            let codes = codes(&lengths);
            let occurring: Vec<_> = (0..counts.len()).filter(|&nth| counts[nth] > 0).collect();
            for &a in &occurring {
                assert!((1..=6).contains(&lengths[a]));
                for &b in occurring.iter().filter(|&&b| b != a && lengths[b] >= lengths[a]) {
                    assert_ne!(codes[b] & ((1 << lengths[a]) - 1), codes[a]);
                }
            }
        }
    }
}
