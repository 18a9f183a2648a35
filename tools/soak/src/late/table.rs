//! The distribution of the CPU times, for each time and situation.

use crate::answer_check::Violation;
use crate::journal::UnitResult;
use crate::late::one_answer::Answered;
use crate::late::plan::{LatePlan, RequestKind};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Of one time and one situation.
#[derive(Debug, Default)]
struct CpuTimes {
    cpu_us: Vec<u64>,
    late: usize,
    other: usize,
}

/// The table, one line for each time and situation that occurs. Times are in milliseconds;
/// quantiles are those of the nearest rank.
pub fn text(plan: &LatePlan, answers: &[&Answered]) -> String {
    let mut rows: BTreeMap<(u32, RequestKind), CpuTimes> = BTreeMap::new();
    for answer in answers {
        let time = answer.unit() / plan.processes;
        let row = rows.entry((time, answer.situation)).or_default();
        row.cpu_us.push(answer.cpu_us);
        match answer.broken {
            Some(Violation::Late) => row.late += 1,
            Some(_) => row.other += 1,
            None => {}
        }
    }
    let mut text = format!(
        "{:>8}  {:<11} {:>9} {:>9} {:>9} {:>9} {:>5} {:>6}\n",
        "given s", "asked", "processes", "median ms", "99.9 % ms", "most ms", "late", "broken"
    );
    for ((time, situation), row) in &mut rows {
        row.cpu_us.sort_unstable();
        let [median, nearly_all, most] =
            [0.5, 0.999, 1.0].map(|share| quantile(&row.cpu_us, share) as f64 / 1e3);
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "{:>8}  {:<11} {:>9} {median:>9.2} {nearly_all:>9.2} {most:>9.2} {:>5} {:>6}",
            plan.seconds[*time as usize],
            situation.to_string(),
            row.cpu_us.len(),
            row.late,
            row.other
        );
    }
    text
}

/// The smallest number that is at least as large as this share of `sorted`, which is not empty.
fn quantile(sorted: &[u64], share: f64) -> u64 {
    let rank = (share * sorted.len() as f64).ceil() as usize;
    sorted[rank.clamp(1, sorted.len()) - 1]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_those_of_the_nearest_rank() {
        let numbers: Vec<u64> = (1..=1_000).collect();
        assert_eq!(
            [0.0, 0.5, 0.999, 1.0].map(|share| quantile(&numbers, share)),
            [1, 500, 999, 1000]
        );
        assert_eq!(quantile(&[7], 0.999), 7);
    }
}
