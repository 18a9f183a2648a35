//! The ends of runs that take the fewest bits: dynamic programming over all runs of a material.
//!
//! Between two results that matter there are often some that do not, and the run may end at any of
//! them. The choice decides the lengths of two runs. Each costs the bits of its code, which depend
//! on how often such runs occur: the codes of one round are the costs of the next.

use crate::checkers::endgame::wdl::prefix_codes::{PrefixCodes, context_after};
use crate::checkers::endgame::wdl::runs::{Run, Stretch, round_runs, runs_until};
use std::iter;

/// More rounds save less than a hundredth.
const ROUNDS: usize = 2;
/// If there are more ends to choose from, only the roundest are tried.
const ENDS: u32 = 8;

/// The runs of these stretches that take the fewest bits, nearly.
pub fn cheapest_runs(stretches: &[Stretch]) -> Vec<Run> {
    let rounds = iter::successors(Some(round_runs(stretches)), |runs| {
        let codes = PrefixCodes::of([runs.as_slice()]);
        Some(runs_until(stretches, &cheapest_ends(stretches, &codes)))
    })
    .take(1 + ROUNDS);
    rounds.min_by_key(|runs| PrefixCodes::of([runs.as_slice()]).bits(runs)).unwrap_or_default()
}

/// A run that may end here: the fewest bits so far, and which end of the run before that needs.
#[derive(Clone, Copy)]
struct CandidateEnd {
    end: u32,
    bits: u64,
    before: u8,
}

/// The ends of all runs. Where a run has one end only, all that comes before is decided: no more is
/// kept than that.
fn cheapest_ends(stretches: &[Stretch], codes: &PrefixCodes) -> Vec<u32> {
    let mut last = vec![CandidateEnd { end: 0, bits: 0, before: 0 }];
    let mut context = context_after(None);
    let mut ends = Vec::with_capacity(stretches.len());
    let mut undecided: Vec<Vec<(u32, u8)>> = Vec::new();
    for stretch in stretches {
        let next: Vec<_> = ends_to_try(stretch.ends)
            .into_iter()
            .map(|end| {
                let tried = last.iter().zip(0..).map(|(choice, nth)| {
                    let run = Run::first_of(stretch.result, end - choice.end);
                    (choice.bits + codes.bits_of(&run, context), nth)
                });
                let (bits, before) = tried.min().unwrap_or_default();
                CandidateEnd { end, bits, before }
            })
            .collect();
        undecided.push(next.iter().map(|choice| (choice.end, choice.before)).collect());
        if let [_] = next[..] {
            ends.extend(chosen_ends(&undecided, 0));
            undecided.clear();
        }
        last = next;
        context = context_after(Some(stretch.result));
    }
    let cheapest = (0..last.len()).min_by_key(|&nth| last[nth].bits).unwrap_or_default();
    ends.extend(chosen_ends(&undecided, cheapest));
    ends
}

/// The ends of some runs in a row, of which the last has the end with this number.
fn chosen_ends(undecided: &[Vec<(u32, u8)>], last: usize) -> Vec<u32> {
    let mut nth = last;
    let backward = undecided.iter().rev().map(|ways| {
        let (end, before) = ways[nth];
        nth = usize::from(before);
        end
    });
    let mut ends: Vec<_> = backward.collect();
    ends.reverse();
    ends
}

/// The ends to choose from: all, or those with the most zeros at their end. Two round numbers have
/// a round difference.
fn ends_to_try((first, last): (u32, u32)) -> Vec<u32> {
    if last - first < ENDS {
        return (first..=last).collect();
    }
    let mut ends: Vec<_> = (0..u32::BITS)
        .map(|zeros| last >> zeros << zeros)
        .take_while(|&end| end >= first)
        .chain([first])
        .collect();
    ends.dedup();
    ends
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checkers::endgame::wdl::runs::{RESULTS, RunFinder};
    use games::Walker;

    #[test]
    fn cheaper_runs_agree_with_all_that_matters() {
        let mut walker = Walker::new(3);
        let mut results = Vec::new();
        for _ in 0..20_000 {
            let result = RESULTS.get(walker.below(5)).copied();
            let length = 1 + walker.below(3) * walker.below(5);
            results.extend(iter::repeat_n(result, length));
        }
        let mut finder = RunFinder::default();
        results.iter().for_each(|&result| finder.push(result));
        let stretches = finder.finish();
        let runs = cheapest_runs(&stretches);
        let unpacked = runs.iter().flat_map(|run| vec![RESULTS[run.result()]; run.length()]);
        let unpacked: Vec<_> = unpacked.collect();
        assert_eq!(unpacked.len(), results.len());
        for (found, needed) in unpacked.into_iter().zip(results) {
            assert!(needed.is_none_or(|needed| needed == found));
        }
        assert!(bits(&runs) < bits(&round_runs(&stretches)));
        assert_eq!(cheapest_runs(&[]), []);
    }

    fn bits(runs: &[Run]) -> u64 {
        PrefixCodes::of([runs]).bits(runs)
    }

    #[test]
    fn few_ends_are_tried_and_the_first_and_the_last_are_among_them() {
        for (first, last) in [(5, 5), (5, 9), (1, 100_000), (90_001, 100_000), (7, 8_000)] {
            let ends = ends_to_try((first, last));
            assert!(ends.contains(&first) && ends.contains(&last) && ends.len() <= 40);
            assert!(ends.iter().all(|end| (first..=last).contains(end)));
        }
    }
}
