//! Long arrays of results as runs of equal ones, and each run as a symbol and some bits that follow
//! it: what the compact WDL table codes.
//!
//! A length is written as `(leading << shift) + rest`, with `leading` from 1 to 3 and, above 3,
//! always 2 or 3. Symbols hold all but the rest; it follows in `shift` bits, unless the symbol says
//! that it is 0. Many results do not matter, so that a run may end anywhere between two that do:
//! at first where its length has the most zeros behind `leading`, then where that is cheapest for
//! all runs together (`run_ends.rs`).

use games::Outcome;

/// The results in the order of their numbers.
pub const RESULTS: [Outcome; 3] = [Outcome::Draw, Outcome::Win, Outcome::Loss];
/// Symbols are below this number.
pub const SYMBOLS: usize = 1 << 10;
/// The longest run that one symbol can stand for; longer ones are several.
const LONGEST: u32 = 3 << MAX_SHIFT;
const MAX_SHIFT: u32 = 22;

/// A number of equal results in a row: four times their number, and the number of the result in
/// [`RESULTS`]. A table of seven pieces has some hundred million.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run(u32);

/// The part of a run that has a code:
///
/// ```text
/// bit 0-1    the number of the result in RESULTS
/// bit 2-3    leading
/// bit 4-8    shift
/// bit 9      set if the rest follows
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Symbol(pub u16);

impl Symbol {
    /// The number of the result in [`RESULTS`]; 3 stands for none.
    #[inline(always)]
    pub const fn result(self) -> usize {
        (self.0 & 3) as usize
    }

    /// Number of bits that follow.
    #[inline(always)]
    pub const fn rest_bits(self) -> u32 {
        if self.0 >> 9 & 1 == 0 { 0 } else { self.shift() }
    }

    /// The length of the run without the rest.
    #[inline(always)]
    pub const fn base(self) -> u64 {
        ((self.0 >> 2 & 3) as u64) << self.shift()
    }

    #[inline(always)]
    const fn shift(self) -> u32 {
        (self.0 >> 4 & 31) as u32
    }
}

impl Run {
    /// The number of the result in [`RESULTS`].
    pub const fn result(self) -> usize {
        (self.0 & 3) as usize
    }

    /// This many equal results, or the most that one symbol can stand for.
    pub const fn first_of(result: u8, length: u32) -> Self {
        let length = if length < LONGEST { length } else { LONGEST };
        Run(length << 2 | result as u32)
    }

    /// The number of equal results.
    pub const fn length(self) -> usize {
        (self.0 >> 2) as usize
    }

    /// The number that stands for this run in a file of runs.
    pub const fn to_number(self) -> u32 {
        self.0
    }

    /// The run of such a number; `None` if it is not one.
    pub const fn from_number(number: u32) -> Option<Self> {
        let (result, length) = (number & 3, number >> 2);
        if result < RESULTS.len() as u32 && length > 0 && length <= LONGEST {
            Some(Run(number))
        } else {
            None
        }
    }

    /// The symbol, and the rest of the length, below `2^rest_bits`.
    pub const fn symbol(self) -> (Symbol, u64) {
        let length = self.0 >> 2;
        let shift = (u32::BITS - length.leading_zeros()).saturating_sub(2);
        let leading = length >> shift;
        let rest = length - (leading << shift);
        let follows = (rest > 0) as u16;
        let symbol = self.result() as u16 | (leading as u16) << 2 | (shift as u16) << 4;
        (Symbol(symbol | follows << 9), rest as u64)
    }
}

/// Collects results that come one by one.
#[derive(Clone, Debug, Default)]
pub struct RunFinder {
    stretches: Vec<Stretch>,
    /// The number of the result that came last, of those that matter.
    result: Option<u8>,
    /// Number of results up to it.
    shortest: u32,
    /// Number of results so far.
    count: u32,
}

/// Results that can be one run, and where it may end.
#[derive(Clone, Copy, Debug)]
pub struct Stretch {
    /// The number of the result in [`RESULTS`].
    pub result: u8,
    /// The first and the last index behind it at which the next run may begin.
    pub ends: (u32, u32),
}

impl RunFinder {
    /// Takes the next result; `None` stands for one that does not matter.
    #[inline]
    pub fn push(&mut self, next: Option<Outcome>) {
        let next = next.map(number_of);
        if next.is_some() && next != self.result {
            self.end();
            self.result = next;
        }
        self.count += 1;
        if next.is_some() {
            self.shortest = self.count;
        }
    }

    /// The runs that all results can be.
    pub fn finish(mut self) -> Vec<Stretch> {
        self.shortest = self.count;
        if self.count > 0 {
            self.result = self.result.or(Some(0));
        }
        self.end();
        self.stretches
    }

    fn end(&mut self) {
        if let Some(result) = self.result {
            self.stretches.push(Stretch { result, ends: (self.shortest, self.count) });
        }
    }
}

/// Runs that end where their lengths are roundest.
pub fn round_runs(stretches: &[Stretch]) -> Vec<Run> {
    let mut start = 0;
    let ends = stretches.iter().map(|stretch| {
        let (first, last) = stretch.ends;
        start += roundest(first - start, last - start);
        start
    });
    let ends: Vec<_> = ends.collect();
    runs_until(stretches, &ends)
}

/// The runs of these stretches that end at these indices; those that are too long are several.
pub fn runs_until(stretches: &[Stretch], ends: &[u32]) -> Vec<Run> {
    let (mut runs, mut start) = (Vec::with_capacity(ends.len()), 0);
    for (&Stretch { result, .. }, &end) in stretches.iter().zip(ends) {
        while start < end {
            let run = Run::first_of(result, end - start);
            runs.push(run);
            start += run.length() as u32;
        }
    }
    runs
}

/// The number from `low` to `high` with the most zeros at its end.
fn roundest(low: u32, high: u32) -> u32 {
    (0..u32::BITS)
        .map(|zeros| high >> zeros << zeros)
        .take_while(|&number| number >= low.max(1))
        .last()
        .unwrap_or(high)
}

/// The number of a result in [`RESULTS`].
pub const fn number_of(result: Outcome) -> u8 {
    match result {
        Outcome::Draw => 0,
        Outcome::Win => 1,
        Outcome::Loss => 2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::collection::vec;
    use proptest::prelude::{Just, Strategy, prop_oneof, proptest};

    fn runs_of(results: &[Option<Outcome>]) -> Vec<Run> {
        let mut finder = RunFinder::default();
        results.iter().for_each(|&result| finder.push(result));
        round_runs(&finder.finish())
    }

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
    fn a_run_ends_where_its_length_is_roundest() {
        let [win, draw] = [Some(Outcome::Win), Some(Outcome::Draw)];
        let results = [vec![win; 5], vec![None; 5], vec![draw; 3]].concat();
        let runs = [Run::first_of(1, 8), Run::first_of(0, 5)];
        assert_eq!(runs_of(&results), runs);
        assert_eq!(runs_of(&[]), []);
        assert_eq!([roundest(5, 7), roundest(5, 10), roundest(9, 9), roundest(1, 1)], [6, 8, 9, 1]);
    }

    #[test]
    fn symbol_and_rest_tell_the_length() {
        let lengths = (1..5_000).chain((12..24).map(|shift| 5 << shift >> 2)).chain([LONGEST]);
        for length in lengths {
            for result in 0..3 {
                let (symbol, rest) = Run::first_of(result, length).symbol();
                assert!(usize::from(symbol.0) < SYMBOLS && symbol.result() == usize::from(result));
                assert!(rest >> symbol.rest_bits() == 0);
                assert_eq!(symbol.base() + rest, u64::from(length));
            }
        }
    }

    #[test]
    fn a_number_stands_for_a_run_or_for_none() {
        for run in [Run::first_of(0, 1), Run::first_of(2, 77), Run::first_of(1, LONGEST)] {
            assert_eq!(Run::from_number(run.to_number()), Some(run));
        }
        for number in [0, 7, 3, 4 * (LONGEST + 1), u32::MAX] {
            assert_eq!(Run::from_number(number), None, "{number}");
        }
    }

    #[test]
    fn what_is_longer_than_the_longest_run_is_several() {
        let end = 2 * LONGEST + 7;
        let runs = round_runs(&[Stretch { result: 2, ends: (end, end) }]);
        let lengths: Vec<_> = runs.into_iter().map(Run::length).collect();
        assert_eq!(lengths, [LONGEST as usize, LONGEST as usize, 7]);
    }

    proptest! {
        #[test]
        fn runs_agree_with_all_that_matters(results in vec(some_run(), 0..20)) {
            let results = results.concat();
            let runs = runs_of(&results);
            let unpacked = runs.iter().flat_map(|run| vec![RESULTS[run.result()]; run.length()]);
            let unpacked: Vec<_> = unpacked.collect();
            assert_eq!(unpacked.len(), results.len());
            for (found, needed) in unpacked.into_iter().zip(results) {
                assert!(needed.is_none_or(|needed| needed == found));
            }
        }
    }
}
