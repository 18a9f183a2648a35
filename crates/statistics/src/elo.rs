//! The difference in strength of two players, with a 95 % interval.
//!
//! *Logistic Elo* predicts the score: 400 points are ten to one. *Normalized Elo* measures how
//! easily the difference is seen: it is the score beyond 1/2 in standard deviations of one game,
//! scaled by 800 / ln 10 (Van den Bergh 2021). The same number of games gives it the same error
//! bar, whatever the share of draws.
//!
//! A number that does not exist is `None`, never infinite or NaN. The intervals assume a normally
//! distributed mean score. While all results are equal there is no spread to take, and the interval
//! is the exact one for a share seen `n` times of `n` (Clopper and Pearson 1934), the rest counted
//! as lost or as won entirely: wide at first, and shrinking with each game.

use crate::tally::Tally;

/// The normal distribution leaves 2.5 % beyond this on either side.
pub(super) const Z_95: f64 = 1.959_963_984_540_054;
/// The probability of a value beyond one end of a 95 % interval.
const TAIL: f64 = 0.025;
/// The normalized Elo of one standard deviation.
pub(super) const NORMALIZED_SCALE: f64 = 800.0 / std::f64::consts::LN_10;

/// A difference in strength, positive if the first player is the stronger one.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Elo {
    /// The likeliest difference, in Elo. `None` if nothing was played, or if it is infinite.
    pub value: Option<f64>,
    /// The lower end of the 95 % interval, in Elo. `None` if the interval has no lower end.
    pub low: Option<f64>,
    /// The upper end of the 95 % interval, in Elo. `None` if the interval has no upper end.
    pub high: Option<f64>,
}

impl Elo {
    /// The difference that explains the mean score.
    pub fn logistic<const N: usize>(counts: &Tally<N>) -> Self {
        let Some(mean) = counts.mean() else { return Self::default() };
        let (low, high) = score_interval(counts, mean);
        Elo { value: of_score(mean), low: of_score(low), high: of_score(high) }
    }

    /// The difference in standard deviations of one game. All fields are `None` while all results
    /// are equal.
    pub fn normalized<const N: usize>(counts: &Tally<N>) -> Self {
        let (Some(mean), Some(deviation)) = (counts.mean(), counts.deviation()) else {
            return Self::default();
        };
        let unit = NORMALIZED_SCALE / Tally::<N>::games_each().sqrt();
        let value = (mean - 0.5) / deviation * unit;
        let error = Z_95 / (counts.total() as f64).sqrt() * unit;
        Elo { value: Some(value), low: Some(value - error), high: Some(value + error) }
    }

    /// Half the length of the interval, in Elo; `None` if an end is missing.
    pub fn error(&self) -> Option<f64> {
        Some((self.high? - self.low?) / 2.0)
    }
}

/// The expected score, from 0 to 1, of a player that is `elo` stronger.
pub(super) fn score_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10.0_f64.powf(-elo / 400.0))
}

/// The logistic Elo of a score; `None` for 0 and 1, where it is infinite.
fn of_score(score: f64) -> Option<f64> {
    (score > 0.0 && score < 1.0).then(|| 400.0 * (score / (1.0 - score)).log10())
}

/// The 95 % interval of the mean score.
fn score_interval<const N: usize>(counts: &Tally<N>, mean: f64) -> (f64, f64) {
    let total = counts.total() as f64;
    if let Some(deviation) = counts.deviation() {
        let error = Z_95 * deviation / total.sqrt();
        (mean - error, mean + error)
    } else {
        let least_share = TAIL.powf(1.0 / total);
        (least_share * mean, least_share * mean + (1.0 - least_share))
    }
}

/// The probability (LOS), from 0 to 1, that the first player is the stronger one, given the
/// results.
///
/// While all results are equal and not even, each halves the probability of the opposite: the rule
/// of succession (Laplace) applied to a share above 1/2.
pub fn likelihood_of_superiority<const N: usize>(counts: &Tally<N>) -> f64 {
    let Some(mean) = counts.mean() else { return 0.5 };
    let total = counts.total() as f64;
    let opposite = 0.5_f64.powf(total + 1.0);
    match counts.deviation() {
        Some(deviation) => normal_below((mean - 0.5) * total.sqrt() / deviation),
        None if mean > 0.5 => 1.0 - opposite,
        None if mean < 0.5 => opposite,
        None => 0.5,
    }
}

/// The share of the standard normal distribution below `x`, by the series of Marsaglia (2004).
fn normal_below(x: f64) -> f64 {
    // Beyond eight deviations the rest is less than the last digit of the result.
    if x.abs() > 8.0 {
        return if x > 0.0 { 1.0 } else { 0.0 };
    }
    let (mut sum, mut term, mut odd) = (x, x, 1.0);
    while term.abs() > sum.abs() * f64::EPSILON {
        odd += 2.0;
        term *= x * x / odd;
        sum += term;
    }
    let density = (-x * x / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
    (0.5 + sum * density).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tally::{GameCounts, PairCounts};
    use proptest::prelude::{prop, prop_assert, prop_assert_eq, proptest};

    fn near(found: Option<f64>, wanted: f64) {
        let found = found.expect("a number");
        assert!((found - wanted).abs() < 0.0051, "{found} is not {wanted}");
    }

    /// Vectors of fastchess (app/tests/elo_test.cpp), printed with two decimals.
    #[test]
    fn pairs_give_the_published_values() {
        for (counts, normalized, logistic) in [
            ([34, 54, 63, 64, 75], (57.94, 28.28), (55.58, 27.65)),
            ([332, 433, 498, 333, 334], (-9.17, 10.96), (-8.64, 10.33)),
            ([7895, 8757, 5685, 568, 9999], (-19.01, 2.65), (-21.04, 2.95)),
        ] {
            let counts = PairCounts::new(counts);
            near(Elo::normalized(&counts).value, normalized.0);
            near(Elo::normalized(&counts).error(), normalized.1);
            near(Elo::logistic(&counts).value, logistic.0);
            near(Elo::logistic(&counts).error(), logistic.1);
        }
    }

    #[test]
    fn games_give_the_published_values() {
        for (counts, normalized, superiority) in [
            ([89, 123, 76], (-20.76, 40.13), 0.1553),
            ([96, 111, 136], (49.77, 36.77), 0.9960),
            ([356, 0, 34], (-508.44, 34.48), 0.0),
        ] {
            let counts = GameCounts::new(counts);
            near(Elo::normalized(&counts).value, normalized.0);
            near(Elo::normalized(&counts).error(), normalized.1);
            assert!((likelihood_of_superiority(&counts) - superiority).abs() < 0.000_051);
        }
        near(Elo::logistic(&GameCounts::new([96, 111, 136])).value, 40.70);
        near(Elo::logistic(&GameCounts::new([96, 111, 136])).error(), 30.43);
        let even = PairCounts::new([332, 433, 498, 333, 334]);
        assert!((likelihood_of_superiority(&even) - 0.0505).abs() < 0.000_051);
    }

    #[test]
    fn three_quarters_of_the_points_are_190_85_elo() {
        near(Elo::logistic(&GameCounts::new([25, 0, 75])).value, 190.85);
        near(Elo::logistic(&PairCounts::new([0, 0, 50, 0, 50])).value, 190.85);
        assert!((score_of(190.848_501_887_865) - 0.75).abs() < 1e-12);
    }

    #[test]
    fn nothing_played_means_nothing_known() {
        assert_eq!(Elo::logistic(&PairCounts::EMPTY), Elo::default());
        assert_eq!(Elo::normalized(&PairCounts::EMPTY), Elo::default());
        assert_eq!(likelihood_of_superiority(&PairCounts::EMPTY), 0.5);
    }

    #[test]
    fn winning_all_sets_a_lower_bound_and_no_upper_one() {
        assert_eq!((all_won(50).value, all_won(50).high, all_won(50).error()), (None, None, None));
        near(all_won(50).low, 400.0 * (0.928_878_f64 / 0.071_122).log10());
        assert!(all_won(51).low > all_won(50).low && all_won(1).low < Some(-600.0));
        let none = Elo::logistic(&PairCounts::new([50, 0, 0, 0, 0]));
        near(none.high, -all_won(50).low.expect("a bound"));
        assert_eq!((none.value, none.low), (None, None));
        assert_eq!(likelihood_of_superiority(&PairCounts::new([0, 0, 0, 0, 1])), 0.75);
        assert_eq!(likelihood_of_superiority(&PairCounts::new([0, 0, 0, 2, 0])), 0.875);
        assert_eq!(likelihood_of_superiority(&PairCounts::new([2, 0, 0, 0, 0])), 0.125);
    }

    fn all_won(pairs: u64) -> Elo {
        Elo::logistic(&PairCounts::new([0, 0, 0, 0, pairs]))
    }

    #[test]
    fn drawing_all_is_even_within_a_shrinking_interval() {
        for pairs in [1, 2, 10, 1_000_000] {
            assert_eq!(all_drawn(pairs).value, Some(0.0));
            assert!(all_drawn(pairs).error() > all_drawn(pairs + 1).error());
        }
        assert!(all_drawn(1).error() > Some(600.0) && all_drawn(100).error() < Some(13.0));
        let drawn = GameCounts::new([0, 40, 0]);
        assert_eq!(Elo::normalized(&drawn), Elo::default());
        assert_eq!(likelihood_of_superiority(&drawn), 0.5);
    }

    fn all_drawn(pairs: u64) -> Elo {
        Elo::logistic(&PairCounts::new([0, 0, pairs, 0, 0]))
    }

    /// Abramowitz and Stegun, table 26.1.
    #[test]
    fn the_normal_distribution_is_that_of_the_tables() {
        for (x, below) in [(0.0, 0.5), (1.0, 0.841_344_746_069), (3.0, 0.998_650_101_968)] {
            assert!((normal_below(x) - below).abs() < 1e-12, "{x}");
            assert!((normal_below(-x) - (1.0 - below)).abs() < 1e-12, "-{x}");
        }
        assert!((normal_below(Z_95) - (1.0 - TAIL)).abs() < 1e-12);
        assert_eq!((normal_below(40.0), normal_below(-40.0)), (1.0, 0.0));
    }

    fn opposite(one: Option<f64>, other: Option<f64>) -> bool {
        match (one, other) {
            (Some(one), Some(other)) => (one + other).abs() <= 1e-7 * (1.0 + one.abs()),
            (one, other) => one == other,
        }
    }

    proptest! {
        #[test]
        fn exchanging_the_players_exchanges_the_signs(counts in prop::array::uniform5(0_u64..2000)) {
            let counts = PairCounts::new(counts);
            let other = counts.for_the_opponent();
            for elo in [Elo::logistic::<5>, Elo::normalized::<5>] {
                let (ours, theirs) = (elo(&counts), elo(&other));
                prop_assert!(opposite(ours.value, theirs.value), "{ours:?} {theirs:?}");
                prop_assert!(opposite(ours.low, theirs.high), "{ours:?} {theirs:?}");
                prop_assert!(opposite(ours.high, theirs.low), "{ours:?} {theirs:?}");
            }
            let sum = likelihood_of_superiority(&counts) + likelihood_of_superiority(&other);
            prop_assert!((sum - 1.0).abs() < 1e-12);
        }

        #[test]
        fn numbers_are_finite_and_in_order(counts in prop::array::uniform5(0_u64..4)) {
            let counts = PairCounts::new(counts);
            for elo in [Elo::logistic(&counts), Elo::normalized(&counts)] {
                let shown: Vec<f64> = [elo.low, elo.value, elo.high].into_iter().flatten().collect();
                prop_assert!(shown.iter().all(|number| number.is_finite()), "{elo:?}");
                prop_assert!(shown.is_sorted(), "{elo:?}");
            }
            let superiority = likelihood_of_superiority(&counts);
            prop_assert!((0.0..=1.0).contains(&superiority));
        }

        #[test]
        fn four_times_the_results_halve_the_interval(counts in prop::array::uniform5(10_u64..1000)) {
            let (once, often) = (PairCounts::new(counts), PairCounts::new(counts.map(|n| n * 4)));
            prop_assert_eq!(Elo::logistic(&once).value, Elo::logistic(&often).value);
            prop_assert!(Elo::logistic(&often).error() < Elo::logistic(&once).error());
            prop_assert!((normalized_error(&once) / normalized_error(&often) - 2.0).abs() < 1e-9);
        }
    }

    fn normalized_error(counts: &PairCounts) -> f64 {
        Elo::normalized(counts).error().expect("a spread")
    }
}
