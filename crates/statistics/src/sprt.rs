//! The sequential probability ratio test (SPRT), which stops a match as soon as it can be decided
//! (Wald, "Sequential tests of statistical hypotheses", 1945).
//!
//! Two hypotheses about the difference in strength are compared after each result. As soon as the
//! logarithm of the ratio of their likelihoods (LLR) leaves the interval from ln(beta / (1 -
//! alpha)) to ln((1 - beta) / alpha), the match may stop, usually after a fraction of the games
//! that a fixed number would take. The hypotheses are in logistic or in normalized Elo, which mean
//! different things; [`EloModel`] names the one that holds.

use crate::elo::{NORMALIZED_SCALE, score_of};
use crate::likelihood::{Claim, log_ratio};
use crate::tally::Tally;
use thiserror::Error;

/// The largest bound, in Elo of either model. A few games can separate players further apart, and
/// the search for the likeliest distribution is made for small differences.
pub const MAX_ELO: f64 = 200.0;

/// The unit of the hypotheses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EloModel {
    /// Elo as in rating lists; see [`Elo::logistic`](super::Elo::logistic).
    Logistic,
    /// Elo in deviations of one game; see [`Elo::normalized`](super::Elo::normalized).
    Normalized,
}

/// The two differences in strength between which a test decides.
#[expect(missing_docs, reason = "the names speak for the fields")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hypotheses {
    pub model: EloModel,
    /// H0: the first player is this many Elo stronger, at most [`MAX_ELO`] either way.
    pub elo0: f64,
    /// H1: the first player is this many Elo stronger, more than in H0.
    pub elo1: f64,
}

/// The probabilities of a wrong decision, each above 0, their sum below 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ErrorRates {
    /// The probability of accepting H1 although H0 is true.
    pub alpha: f64,
    /// The probability of accepting H0 although H1 is true.
    pub beta: f64,
}

impl Default for ErrorRates {
    fn default() -> Self {
        ErrorRates { alpha: 0.05, beta: 0.05 }
    }
}

/// A test between two hypotheses.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    hypotheses: Hypotheses,
    lower: f64,
    upper: f64,
}

/// The state of a test after the results so far.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SprtStatus {
    /// The log-likelihood ratio: the logarithm of how much likelier H1 makes the results than H0.
    pub llr: f64,
    /// The LLR at which, and below which, H0 is accepted.
    pub lower: f64,
    /// The LLR at which, and above which, H1 is accepted.
    pub upper: f64,
    /// The conclusion from these three.
    pub decision: SprtDecision,
}

/// The conclusion of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SprtDecision {
    /// The match may stop: the first player is at least as much stronger as H1 says.
    AcceptH1,
    /// The match may stop: the first player is at most as much stronger as H0 says.
    AcceptH0,
    /// The results decide nothing yet.
    Continue,
}

/// The reason that there is no such test.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct SprtError(String);

impl Sprt {
    /// A test between two hypotheses. It refuses those out of order or too far apart, and error
    /// rates that are not probabilities.
    pub fn new(hypotheses: Hypotheses, rates: ErrorRates) -> Result<Self, SprtError> {
        let Hypotheses { elo0, elo1, .. } = hypotheses;
        let ErrorRates { alpha, beta } = rates;
        if let Some(found) =
            [elo0, elo1].into_iter().find(|elo| !(-MAX_ELO..=MAX_ELO).contains(elo))
        {
            let sentence =
                format!("the SPRT bound {found} is not between -{MAX_ELO} and {MAX_ELO} Elo");
            return Err(SprtError(sentence));
        }
        if elo0 >= elo1 {
            return Err(SprtError(format!(
                "the SPRT bounds [{elo0}, {elo1}] are not in order; write the smaller number first"
            )));
        }
        if !(alpha > 0.0 && beta > 0.0 && alpha + beta < 1.0) {
            return Err(SprtError(format!(
                "the error rates {alpha} and {beta} must be above 0 and their sum below 1"
            )));
        }
        let (lower, upper) = ((beta / (1.0 - alpha)).ln(), ((1.0 - beta) / alpha).ln());
        Ok(Sprt { hypotheses, lower, upper })
    }

    /// The hypotheses that the test decides between.
    pub const fn hypotheses(&self) -> Hypotheses {
        self.hypotheses
    }

    /// The state of the test after these results.
    pub fn status<const N: usize>(&self, counts: &Tally<N>) -> SprtStatus {
        let Hypotheses { elo0, elo1, .. } = self.hypotheses;
        let llr = if counts.total() == 0 {
            0.0
        } else {
            log_ratio(counts, self.claim::<N>(elo0), self.claim::<N>(elo1))
        };
        let decision = if llr >= self.upper {
            SprtDecision::AcceptH1
        } else if llr <= self.lower {
            SprtDecision::AcceptH0
        } else {
            SprtDecision::Continue
        };
        SprtStatus { llr, lower: self.lower, upper: self.upper, decision }
    }

    /// The claim of a difference in strength, in Elo, about results of one or two games each.
    fn claim<const N: usize>(&self, elo: f64) -> Claim {
        match self.hypotheses.model {
            EloModel::Logistic => Claim::Mean(score_of(elo)),
            EloModel::Normalized => {
                Claim::Deviations(Tally::<N>::games_each().sqrt() * elo / NORMALIZED_SCALE)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tally::{GameCounts, PairCounts};
    use proptest::prelude::{prop, prop_assert, proptest};

    fn test(model: EloModel, elo0: f64, elo1: f64) -> Sprt {
        Sprt::new(Hypotheses { model, elo0, elo1 }, ErrorRates::default()).expect("fine bounds")
    }

    fn near(found: f64, wanted: f64, within: f64) {
        assert!((found - wanted).abs() < within, "{found} is not {wanted}");
    }

    /// The pair vectors of fastchess (app/tests/sprt_test.cpp), given there with two decimals.
    #[test]
    fn pairs_give_the_published_ratios() {
        for (model, elo0, elo1, counts, llr) in [
            (EloModel::Normalized, 0.0, 2.0, [365, 16618, 36229, 16974, 390], 2.25),
            (EloModel::Normalized, -1.75, 0.25, [127, 4883, 10712, 5150, 104], 3.01),
            (EloModel::Logistic, 0.5, 2.5, [223, 9863, 21279, 10037, 246], -3.07),
            (EloModel::Logistic, 0.0, 2.0, [871, 26175, 55983, 26678, 821], -4.98),
        ] {
            near(test(model, elo0, elo1).status(&PairCounts::new(counts)).llr, llr, 0.0051);
        }
    }

    #[test]
    fn games_give_the_published_ratios() {
        for (model, elo0, elo1, counts, llr) in [
            (EloModel::Normalized, 0.0, 2.0, [36027, 68692, 36433], 0.92),
            (EloModel::Normalized, -1.75, 0.25, [10650, 20431, 10871], 2.30),
            (EloModel::Logistic, 0.5, 2.5, [21184, 40708, 21404], -1.57),
            (EloModel::Logistic, 0.0, 2.0, [57030, 106_593, 57433], -2.59),
        ] {
            near(test(model, elo0, elo1).status(&GameCounts::new(counts)).llr, llr, 0.0051);
        }
    }

    #[test]
    fn the_closed_form_is_the_limit_for_many_even_pairs() {
        let counts = PairCounts::new([365, 16618, 36229, 16974, 390]);
        let t = (counts.mean().expect("pairs") - 0.5) / counts.deviation().expect("a spread");
        let distance = |elo: f64| 1.0 + (t - 2.0_f64.sqrt() * elo / NORMALIZED_SCALE).powi(2);
        let closed = counts.total() as f64 / 2.0 * (distance(0.0) / distance(2.0)).ln();
        near(closed, 2.2504, 0.0001);
        near(test(EloModel::Normalized, 0.0, 2.0).status(&counts).llr, closed, 0.0001);
    }

    #[test]
    fn bounds_follow_from_the_error_rates() {
        let status = test(EloModel::Normalized, 0.0, 5.0).status(&PairCounts::EMPTY);
        near(status.upper, 19.0_f64.ln(), 1e-12);
        near(status.lower, -(19.0_f64.ln()), 1e-12);
        assert_eq!((status.llr, status.decision), (0.0, SprtDecision::Continue));
    }

    #[test]
    fn a_one_sided_match_stops_soon_but_never_after_a_pair() {
        for model in [EloModel::Logistic, EloModel::Normalized] {
            let test = test(model, 0.0, 20.0);
            assert_eq!(decision(&test, [0, 0, 0, 0, 1]), SprtDecision::Continue);
            assert_eq!(decision(&test, [1, 0, 0, 0, 0]), SprtDecision::Continue);
            assert_eq!(decision(&test, [0, 0, 1, 0, 0]), SprtDecision::Continue);
            assert_eq!(decision(&test, [0, 0, 0, 0, 100]), SprtDecision::AcceptH1);
            assert_eq!(decision(&test, [100, 0, 0, 0, 0]), SprtDecision::AcceptH0);
        }
        let drawn = PairCounts::new([0, 0, 4000, 0, 0]);
        let found = test(EloModel::Logistic, 0.0, 20.0).status(&drawn).decision;
        assert_eq!(found, SprtDecision::AcceptH0);
        let found = test(EloModel::Normalized, 0.0, 20.0).status(&drawn).decision;
        assert_eq!(found, SprtDecision::AcceptH0);
    }

    fn decision(test: &Sprt, counts: [u64; 5]) -> SprtDecision {
        test.status(&PairCounts::new(counts)).decision
    }

    #[test]
    fn impossible_tests_are_refused_with_a_sentence() {
        assert!(refused(5.0, 0.0, 0.05, 0.05).contains("[5, 0] are not in order"));
        assert!(refused(2.0, 2.0, 0.05, 0.05).contains("not in order"));
        assert!(refused(0.0, 201.0, 0.05, 0.05).contains("bound 201 is not between -200 and 200"));
        assert!(refused(f64::NAN, 2.0, 0.05, 0.05).contains("bound NaN"));
        assert!(refused(0.0, f64::INFINITY, 0.05, 0.05).contains("bound inf"));
        for (alpha, beta) in [(0.0, 0.05), (0.05, -0.1), (0.5, 0.5), (f64::NAN, 0.05)] {
            assert!(refused(0.0, 2.0, alpha, beta).contains("error rates"));
        }
    }

    fn refused(elo0: f64, elo1: f64, alpha: f64, beta: f64) -> String {
        let hypotheses = Hypotheses { model: EloModel::Logistic, elo0, elo1 };
        let error = Sprt::new(hypotheses, ErrorRates { alpha, beta }).expect_err("impossible");
        error.to_string()
    }

    proptest! {
        #[test]
        fn exchanging_players_and_hypotheses_exchanges_the_decision(
            counts in prop::array::uniform5(prop::sample::select(vec![0_u64, 1, 3, 20, 500])),
            elo0 in -200.0..190.0_f64,
            step in 0.1..10.0_f64,
        ) {
            let counts = PairCounts::new(counts);
            for model in [EloModel::Logistic, EloModel::Normalized] {
                let ours = test(model, elo0, elo0 + step).status(&counts);
                let theirs = test(model, -elo0 - step, -elo0).status(&counts.for_the_opponent());
                prop_assert!(ours.llr.is_finite());
                let sum = (ours.llr + theirs.llr).abs();
                prop_assert!(sum < 1e-3 * (1.0 + ours.llr.abs()), "{ours:?} {theirs:?}");
            }
        }
    }
}
