//! The likelihood of the results under a hypothesis about the strength.
//!
//! Of all distributions over the results that fulfil the hypothesis, the one that makes the
//! results likeliest is found; the ratio of two such likelihoods is what the test goes by. This is
//! the generalized likelihood ratio of Van den Bergh, "Comments on normalized Elo" (2021): his
//! proposition 1.1 for a given mean, and his section 4.1 for a given mean in standard deviations,
//! where the condition is made linear around the last solution until nothing changes.
//!
//! The closed form N/2 ln((1 + (t-t0)^2) / (1 + (t-t1)^2)) is the limit for many games of a nearly
//! even match; for an uneven one it sees almost no evidence, so that a match which one side wins
//! throughout would never stop.

use crate::tally::Tally;

/// A result that never occurred counts this often (as in fastchess), so that no hypothesis is
/// impossible.
const UNSEEN: f64 = 1e-3;
/// The iteration ends when no probability changes by more.
const TOLERANCE: f64 = 1e-9;
/// The iteration ends after this many rounds. Within the bounds of a test 60 were enough.
const MAX_ROUNDS: usize = 500;
/// Halvings of an interval: enough for all digits of an `f64`.
const HALVINGS: usize = 120;

/// What a hypothesis claims about the distribution of the results' scores, which go from 0 to 1.
#[derive(Clone, Copy, Debug)]
pub enum Claim {
    /// The mean score.
    Mean(f64),
    /// The mean score beyond 1/2, in standard deviations of one result.
    Deviations(f64),
}

/// The observed shares of the results, none of them zero.
struct ObservedScores<const N: usize> {
    scores: [f64; N],
    shares: [f64; N],
}

/// The natural logarithm of how much likelier `one` makes the results than `zero`.
pub fn log_ratio<const N: usize>(counts: &Tally<N>, zero: Claim, one: Claim) -> f64 {
    let seen = counts.counts().map(|count| if count == 0 { UNSEEN } else { count as f64 });
    let total: f64 = seen.iter().sum();
    let mut scores = [0.0; N];
    scores.iter_mut().zip(Tally::<N>::scores()).for_each(|(place, score)| *place = score);
    let observed = ObservedScores { scores, shares: seen.map(|count| count / total) };
    let (zero, one) = (observed.likeliest(zero), observed.likeliest(one));
    let each = zero.iter().zip(&one).zip(&observed.shares);
    total * each.map(|((zero, one), share)| share * (one / zero).ln()).sum::<f64>()
}

impl<const N: usize> ObservedScores<N> {
    /// The distribution under which the results are likeliest, of those that fulfil the claim.
    fn likeliest(&self, claim: Claim) -> [f64; N] {
        match claim {
            Claim::Mean(mean) => {
                self.balanced(&self.scores.map(|score| score - mean)).unwrap_or(self.shares)
            }
            Claim::Deviations(deviations) => self.with_deviations(deviations),
        }
    }

    fn with_deviations(&self, deviations: f64) -> [f64; N] {
        let mut found = [1.0 / N as f64; N];
        for _ in 0..MAX_ROUNDS {
            let weights = self.linearized(&found, deviations);
            let Some(next) = self.balanced(&weights) else { break };
            let change = found.iter().zip(&next).map(|(old, new)| (old - new).abs());
            let largest = change.fold(0.0, f64::max);
            found = next;
            if largest < TOLERANCE {
                break;
            }
        }
        found
    }

    /// The condition "mean - 1/2 = deviations * sigma", made linear around a distribution: it
    /// holds where the mean of these weights is zero.
    fn linearized(&self, around: &[f64; N], deviations: f64) -> [f64; N] {
        let mean = expectation(around, &self.scores);
        let variance = expectation(around, &self.scores.map(|score| (score - mean).powi(2)));
        let sigma = variance.sqrt();
        self.scores.map(|score| {
            let spread = 1.0 + (score - mean).powi(2) / variance;
            score - 0.5 - 0.5 * deviations * sigma * spread
        })
    }

    /// The likeliest distribution under which `weights` have the mean zero; `None` if there is
    /// none, because all weights have one sign.
    fn balanced(&self, weights: &[f64; N]) -> Option<[f64; N]> {
        let least = weights.iter().copied().fold(f64::INFINITY, f64::min);
        let most = weights.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        if least >= 0.0 || most <= 0.0 {
            return None;
        }
        // The tilted mean falls from plus to minus infinity between these two poles.
        let (mut low, mut high) = (-1.0 / most, -1.0 / least);
        for _ in 0..HALVINGS {
            let middle = f64::midpoint(low, high);
            let tilted = self.tilted(weights, middle);
            if expectation(&tilted, weights) > 0.0 { low = middle } else { high = middle }
        }
        Some(self.tilted(weights, f64::midpoint(low, high)))
    }

    fn tilted(&self, weights: &[f64; N], tilt: f64) -> [f64; N] {
        let mut shares = self.shares;
        shares.iter_mut().zip(weights).for_each(|(share, weight)| *share /= 1.0 + tilt * weight);
        shares
    }
}

fn expectation<const N: usize>(shares: &[f64; N], values: &[f64; N]) -> f64 {
    shares.iter().zip(values).map(|(share, value)| share * value).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tally::{GameCounts, PairCounts};

    fn observed(shares: [f64; 5]) -> ObservedScores<5> {
        ObservedScores { scores: [0.0, 0.25, 0.5, 0.75, 1.0], shares }
    }

    #[test]
    fn the_likeliest_distribution_fulfils_its_claim() {
        let observed = observed([0.1, 0.2, 0.3, 0.3, 0.1]);
        for claimed in [0.1, 0.4, 0.5, 0.525, 0.9] {
            let found = observed.likeliest(Claim::Mean(claimed));
            assert!((found.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{found:?}");
            assert!((expectation(&found, &observed.scores) - claimed).abs() < 1e-9, "{found:?}");
        }
        for claimed in [-0.8, -0.1, 0.0, 0.01, 0.8] {
            let found = observed.likeliest(Claim::Deviations(claimed));
            let mean = expectation(&found, &observed.scores);
            let squares = observed.scores.map(|score| (score - mean).powi(2));
            let deviations = (mean - 0.5) / expectation(&found, &squares).sqrt();
            assert!((found.iter().sum::<f64>() - 1.0).abs() < 1e-7, "{found:?}");
            assert!((deviations - claimed).abs() < 1e-7, "{deviations} is not {claimed}");
        }
    }

    #[test]
    fn a_claim_that_is_true_of_the_results_changes_nothing() {
        let shares = [0.1, 0.2, 0.3, 0.3, 0.1];
        let found = observed(shares).likeliest(Claim::Mean(0.525));
        assert!(found.iter().zip(&shares).all(|(found, share)| (found - share).abs() < 1e-9));
    }

    /// Worked out by hand: an even mean gives a pair that was always won the probability 1/2,
    /// and a mean `t` deviations above gives it 1/2 + t / (2 sqrt(1 + t^2)).
    #[test]
    fn winning_all_is_the_evidence_worked_out_by_hand() {
        let t: f64 = 0.04;
        let counts = PairCounts::new([0, 0, 0, 0, 100]);
        let found = log_ratio(&counts, Claim::Deviations(0.0), Claim::Deviations(t));
        let wanted = 100.0 * (1.0 + t / (1.0 + t * t).sqrt()).ln();
        assert!((found - wanted).abs() < 0.02, "{found} is not {wanted}");
    }

    /// Worked out by hand: drawing all is certain for equal players, and players `t` deviations
    /// apart would win a share of t^2 / (1 + t^2) of the games instead.
    #[test]
    fn drawing_all_is_the_evidence_worked_out_by_hand() {
        let t: f64 = 0.05;
        let counts = GameCounts::new([0, 10_000, 0]);
        let found = log_ratio(&counts, Claim::Deviations(0.0), Claim::Deviations(t));
        let wanted = -10_000.0 * (1.0 + t * t).ln();
        assert!((found - wanted).abs() < 0.02, "{found} is not {wanted}");
    }
}
