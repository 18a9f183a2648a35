//! Run-length coding of long arrays of results, of which many do not matter: one byte for each code
//! (the kind of code of the Chinook databases; Schaeffer and others, "Building the Checkers
//! 10-Piece Endgame Databases", 2003).
//!
//! A byte below 81 is a *literal*: four results as digits to base three, the first one lowest. A
//! byte from 81 to 254 is a *run* of one result: 58 lengths for each of the three. A result that
//! does not matter is whatever makes the code shortest.

use games::Outcome;
use std::ops::Range;

/// The results in the order of their digits.
const RESULTS: [Outcome; 3] = [Outcome::Draw, Outcome::Win, Outcome::Loss];
/// Results in a literal.
const LITERAL_LENGTH: usize = 4;
/// The first byte that is a run.
const FIRST_RUN: usize = 81;
/// Number of run lengths.
const LENGTHS: usize = 58;

/// How many results each byte stands for.
static LENGTH_OF: [u32; 256] = {
    let mut length = [LITERAL_LENGTH as u32; 256];
    let mut byte = FIRST_RUN;
    while byte < FIRST_RUN + 3 * LENGTHS {
        length[byte] = RUNS[(byte - FIRST_RUN) / 3];
        byte += 1;
    }
    length
};

/// The lengths of runs: from 5 on, each about a sixth longer than the one before.
static RUNS: [u32; LENGTHS] = {
    let mut runs = [5; LENGTHS];
    let mut i = 1;
    while i < LENGTHS {
        let longer = runs[i - 1] * 7 / 6;
        runs[i] = if longer > runs[i - 1] { longer } else { runs[i - 1] + 1 };
        i += 1;
    }
    runs
};

/// How many results a code stands for: 4 to 22,654.
#[inline]
pub fn length(code: u8) -> usize {
    LENGTH_OF[usize::from(code)] as usize
}

/// The result at `index` of the array that `codes` stand for; `None` if the array is shorter.
#[inline]
pub fn result_at(codes: &[u8], index: usize) -> Option<Outcome> {
    let mut left = index;
    for &code in codes {
        let length = length(code);
        if left < length {
            let digit = match usize::from(code) {
                literal if literal < FIRST_RUN => literal / [1, 3, 9, 27][left] % 3,
                run => (run - FIRST_RUN) % 3,
            };
            return Some(RESULTS[digit]);
        }
        left -= length;
    }
    None
}

/// The fewest codes for an array of results; `None` stands for one that does not matter. The codes
/// may stand for a longer array.
pub fn encode(results: &[Option<Outcome>]) -> Vec<u8> {
    let runs = best_runs(results);
    let mut codes = Vec::new();
    let mut at = 0;
    while at < results.len() {
        let literal = || literal(&results[at..results.len().min(at + LITERAL_LENGTH)]);
        let code = runs[at].unwrap_or_else(literal);
        at += length(code);
        codes.push(code);
    }
    codes
}

/// For each index the run that begins the fewest codes for the rest of the array, or `None` if a
/// literal does. Found by dynamic programming from the end.
fn best_runs(results: &[Option<Outcome>]) -> Vec<Option<u8>> {
    let end = results.len();
    let mut codes_from = vec![0u32; end + 1];
    let mut best_runs = vec![None; end];
    let mut run = [0; RESULTS.len()];
    for at in (0..end).rev() {
        let mut best = (codes_from[end.min(at + LITERAL_LENGTH)], None);
        for (digit, result) in RESULTS.into_iter().enumerate() {
            let fits = results[at].is_none_or(|needed| needed == result);
            run[digit] = if fits { run[digit] + 1 } else { 0 };
            for nth in fitting_lengths(run[digit], at + run[digit] == end) {
                let after = end.min(at + RUNS[nth] as usize);
                best = best.min((codes_from[after], Some((FIRST_RUN + 3 * nth + digit) as u8)));
            }
        }
        codes_from[at] = best.0 + 1;
        best_runs[at] = best.1;
    }
    best_runs
}

/// The run lengths worth trying where one result fits for `length` indices: the longest few. At the
/// end of the array a run may be longer.
fn fitting_lengths(length: usize, at_end: bool) -> Range<usize> {
    let fitting = RUNS.partition_point(|&run| run as usize <= length);
    let longer = usize::from(at_end && fitting < LENGTHS);
    fitting.saturating_sub(3)..fitting + longer
}

fn literal(results: &[Option<Outcome>]) -> u8 {
    results.iter().rev().fold(0, |byte, result| {
        let digit = RESULTS.iter().position(|&known| *result == Some(known)).unwrap_or(0);
        byte * 3 + digit as u8
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::collection::vec;
    use proptest::prelude::{Just, Strategy, prop_oneof, proptest};

    fn some_run() -> impl Strategy<Value = Vec<Option<Outcome>>> {
        let result = prop_oneof![
            Just(None),
            Just(Some(Outcome::Draw)),
            Just(Some(Outcome::Win)),
            Just(Some(Outcome::Loss))
        ];
        (result, 1..200usize).prop_map(|(result, length)| vec![result; length % 40 * length])
    }

    #[test]
    fn lengths_grow_and_each_run_has_a_byte_of_its_own() {
        assert!(RUNS.windows(2).all(|pair| pair[0] < pair[1]), "{RUNS:?}");
        assert!(RUNS[LENGTHS - 1] > 10_000);
        let bytes: std::collections::BTreeSet<_> =
            (0..LENGTHS * 3).map(|run| (FIRST_RUN + run) as u8).collect();
        assert_eq!(bytes.len(), 3 * LENGTHS, "each run has a byte of its own");
    }

    proptest! {
        #[test]
        fn what_matters_is_read_back(runs in vec(some_run(), 0..20)) {
            let row = runs.concat();
            let codes = encode(&row);
            for (place, &result) in row.iter().enumerate() {
                let read = result_at(&codes, place).expect("the codes reach so far");
                assert!(result.is_none_or(|result| result == read));
            }
            let reach: usize = codes.iter().map(|&code| length(code)).sum();
            assert!(reach >= row.len());
        }

        #[test]
        fn any_bytes_can_be_read(codes in vec(0..=u8::MAX, 0..50), place in 0..10_000usize) {
            let reach: usize = codes.iter().map(|&code| length(code)).sum();
            assert_eq!(result_at(&codes, place).is_some(), place < reach);
        }
    }
}
