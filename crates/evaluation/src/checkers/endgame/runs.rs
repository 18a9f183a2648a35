//! A code for long rows of results, of which many do not matter: run-length coding, a byte a code
//! (the kind of code that Chinook's tables used; Schaeffer et al. 2003).
//!
//! A byte below 81 stands for four results, the first in the lowest place to base three. The others
//! stand for a run of one result: 58 lengths for each of the three. A result that does not matter is
//! whatever makes the code shortest.

use games::Outcome;

/// The results in the order of their digits.
const RESULTS: [Outcome; 3] = [Outcome::Draw, Outcome::Win, Outcome::Loss];
/// A literal byte stands for so many results.
const LITERALS: usize = 4;
const FIRST_RUN: usize = 81;
const LENGTHS: usize = 58;

/// How many results each byte stands for.
static LENGTH_OF: [u32; 256] = {
    let mut length = [LITERALS as u32; 256];
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

/// How many results a byte stands for.
#[inline]
pub fn length(byte: u8) -> usize {
    LENGTH_OF[usize::from(byte)] as usize
}

/// The result at a place of a row; none if the codes end before it.
#[inline]
pub fn result_at(codes: &[u8], place: usize) -> Option<Outcome> {
    let mut left = place;
    for &byte in codes {
        let length = length(byte);
        if left < length {
            let digit = match usize::from(byte) {
                literal if literal < FIRST_RUN => literal / [1, 3, 9, 27][left] % 3,
                run => (run - FIRST_RUN) % 3,
            };
            return Some(RESULTS[digit]);
        }
        left -= length;
    }
    None
}

/// The shortest codes for a row of results; none stands for one that does not matter.
pub fn encoded(row: &[Option<Outcome>]) -> Vec<u8> {
    let choices = choices(row);
    let mut codes = Vec::new();
    let mut place = 0;
    while place < row.len() {
        let code =
            choices[place].unwrap_or_else(|| literal(&row[place..row.len().min(place + LITERALS)]));
        place += length(code);
        codes.push(code);
    }
    codes
}

/// For each place the run with which the rest of the row is coded shortest, found from the end; none
/// if it is a literal.
fn choices(row: &[Option<Outcome>]) -> Vec<Option<u8>> {
    let end = row.len();
    let mut codes_from = vec![0u32; end + 1];
    let mut choices = vec![None; end];
    let mut run = [0; RESULTS.len()];
    for place in (0..end).rev() {
        let mut best = (codes_from[end.min(place + LITERALS)], None);
        for (digit, result) in RESULTS.into_iter().enumerate() {
            let fits = row[place].is_none_or(|needed| needed == result);
            run[digit] = if fits { run[digit] + 1 } else { 0 };
            for nth in fitting(run[digit], place + run[digit] == end) {
                let after = end.min(place + RUNS[nth] as usize);
                best = best.min((codes_from[after], Some((FIRST_RUN + 3 * nth + digit) as u8)));
            }
        }
        codes_from[place] = best.0 + 1;
        choices[place] = best.1;
    }
    choices
}

/// The run lengths worth trying where one result fits so many places: the longest few. At the end
/// of the row a run may reach beyond it.
fn fitting(places: usize, at_end: bool) -> std::ops::Range<usize> {
    let fitting = RUNS.partition_point(|&length| length as usize <= places);
    let beyond = usize::from(at_end && fitting < LENGTHS);
    fitting.saturating_sub(3)..fitting + beyond
}

fn literal(row: &[Option<Outcome>]) -> u8 {
    row.iter().rev().fold(0, |byte, result| {
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
            let codes = encoded(&row);
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
