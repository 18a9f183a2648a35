//! Strengths that make given results the likeliest, for any number of players at once.
//!
//! Bradley and Terry (1952) give each player a strength: a wins against b with odds of exp(a - b).
//! Davidson (1970) adds draws: the weights of win, draw and loss are exp(d / 2), `nu` and exp(-d /
//! 2), where d is the difference. Here `nu` is one number for all players and is found together
//! with the strengths, as its logarithm.
//!
//! The logarithm of the likelihood is concave, so Newton's method, with shorter steps where needed,
//! finds its only maximum. The negative second derivatives there are the information matrix, whose
//! inverse holds the variances.
//!
//! Two weak assumptions keep all numbers finite. Each player has a tenth of a win and a tenth of a
//! loss against a player of strength 0, and two equal players have half a drawn and half a decided
//! game. The first also fixes the origin, since results alone only give differences. A tenth was
//! chosen by simulation: in a Swiss tournament of 11 rounds, where near equals meet, only long
//! chains of games connect the strongest with the weakest, and half a game for each player halved
//! the distance between them.

use crate::cholesky::{CholeskyFactor, SymmetricMatrix};

/// The results of two players, numbered from 0, as the first sees them. A pair may appear several
/// times, in either order.
#[expect(missing_docs, reason = "the names speak for the fields")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PairComparison {
    pub first: usize,
    pub second: usize,
    /// Games that the first player won.
    pub wins: u64,
    pub draws: u64,
    /// Games that the first player lost.
    pub losses: u64,
}

/// Probabilities of win, draw and loss for the first of two players.
#[expect(missing_docs, reason = "the names speak for the fields")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OutcomeChances {
    pub win: f64,
    pub draw: f64,
    pub loss: f64,
}

impl OutcomeChances {
    /// The probabilities for a difference of strengths (logarithm of odds) and the logarithm of
    /// Davidson's `nu`.
    pub fn at(difference: f64, log_nu: f64) -> Self {
        // Divided by the largest weight: none overflows.
        let largest = log_nu.max(difference.abs() / 2.0);
        let [win, draw, loss] = [difference / 2.0, log_nu, -difference / 2.0]
            .map(|logarithm| (logarithm - largest).exp());
        let sum = win + draw + loss;
        OutcomeChances { win: win / sum, draw: draw / sum, loss: loss / sum }
    }
}

/// The strengths of all players (logarithms of odds) and, last, the logarithm of `nu`.
#[derive(Clone, Debug)]
pub struct Fit {
    /// One number for each player, then one for the draws.
    pub parameters: Vec<f64>,
    /// The information matrix at `parameters`.
    pub information: CholeskyFactor,
}

/// The share of a win, and of a loss, that each player has against strength 0.
const ASSUMED: f64 = 0.1;
/// Newton's method stops when no parameter changes by more than this: less than a ten-thousandth of
/// an Elo. With a million games, rounding keeps smaller digits moving.
const PRECISION: f64 = 1e-7;
/// More steps than any input was seen to need (about 10).
const MAX_STEPS: usize = 100;

/// The likeliest parameters for `players` players, whose numbers the results use; no player plays
/// itself. `None` if the counts are so large that rounding hides everything else.
pub fn fit(players: usize, results: &[PairComparison]) -> Option<Fit> {
    let mut parameters = vec![0.0; players + 1];
    let mut now = Derivatives::at(&parameters, results);
    for _ in 0..MAX_STEPS {
        let step = now.matrix.clone().factor()?.solve(&now.gradient);
        let largest = step.iter().fold(0.0_f64, |largest, change| largest.max(change.abs()));
        let mut share = 1.0;
        let next = loop {
            let tried: Vec<f64> =
                parameters.iter().zip(&step).map(|(old, change)| old + share * change).collect();
            let there = Derivatives::at(&tried, results);
            // Close to the maximum the gain is smaller than the rounding of the sum.
            if there.log_likelihood >= now.log_likelihood || share * largest < PRECISION {
                break (tried, there);
            }
            share /= 2.0;
        };
        (parameters, now) = next;
        if largest < PRECISION {
            break;
        }
    }
    let information = now.matrix.factor()?;
    Some(Fit { parameters, information })
}

/// The logarithm of the likelihood with its first and its negative second derivatives.
struct Derivatives {
    log_likelihood: f64,
    gradient: Vec<f64>,
    matrix: SymmetricMatrix,
}

impl Derivatives {
    fn at(parameters: &[f64], results: &[PairComparison]) -> Self {
        let size = parameters.len();
        let mut derivatives = Derivatives {
            log_likelihood: 0.0,
            gradient: vec![0.0; size],
            matrix: SymmetricMatrix::zero(size),
        };
        for (index, &strength) in parameters[..size - 1].iter().enumerate() {
            derivatives.assume_average(index, strength);
        }
        derivatives.assume_draws(size - 1, parameters[size - 1]);
        for result in results {
            derivatives.count(result, parameters);
        }
        derivatives
    }

    /// [`ASSUMED`] wins and losses against strength 0, in a game without draws.
    fn assume_average(&mut self, index: usize, strength: f64) {
        let win = 1.0 / (1.0 + (-strength).exp());
        // ln(win) and ln(1 - win), without rounding 1 - win to 0.
        let log_loss = -strength.max(0.0) - (-strength.abs()).exp().ln_1p();
        self.log_likelihood += ASSUMED * (strength + 2.0 * log_loss);
        self.gradient[index] += ASSUMED * (1.0 - 2.0 * win);
        self.matrix.add(index, index, 2.0 * ASSUMED * win * (1.0 - win));
    }

    /// Half a drawn and half a decided game between equal players.
    fn assume_draws(&mut self, index: usize, log_nu: f64) {
        let outcome = OutcomeChances::at(0.0, log_nu);
        self.log_likelihood += 0.5 * outcome.draw.ln() + 0.5 * outcome.win.ln();
        self.gradient[index] += 0.5 - outcome.draw;
        self.matrix.add(index, index, outcome.draw * (1.0 - outcome.draw));
    }

    fn count(&mut self, result: &PairComparison, parameters: &[f64]) {
        let (first, second, last) = (result.first, result.second, parameters.len() - 1);
        let outcome = OutcomeChances::at(parameters[first] - parameters[second], parameters[last]);
        let [wins, draws, losses] = [result.wins, result.draws, result.losses].map(|n| n as f64);
        let games = wins + draws + losses;
        // Nothing times an infinite logarithm is nothing: the likelihood of what did not happen.
        self.log_likelihood += log_likelihood(wins, outcome.win)
            + log_likelihood(draws, outcome.draw)
            + log_likelihood(losses, outcome.loss);
        let advantage = outcome.win - outcome.loss;
        let slope = (wins - losses - games * advantage) / 2.0;
        self.gradient[first] += slope;
        self.gradient[second] -= slope;
        self.gradient[last] += draws - games * outcome.draw;
        let curve = games / 4.0 * (outcome.win + outcome.loss - advantage * advantage);
        self.matrix.add(first, first, curve);
        self.matrix.add(second, second, curve);
        self.matrix.add(first, second, -curve);
        let mixed = games / 2.0 * advantage * outcome.draw;
        self.matrix.add(first, last, -mixed);
        self.matrix.add(second, last, mixed);
        self.matrix.add(last, last, games * outcome.draw * (1.0 - outcome.draw));
    }
}

fn log_likelihood(count: f64, share: f64) -> f64 {
    if count > 0.0 { count * share.ln() } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn results(counts: [u64; 3]) -> PairComparison {
        let [wins, draws, losses] = counts;
        PairComparison { first: 0, second: 1, wins, draws, losses }
    }

    #[test]
    fn the_derivatives_are_those_of_the_likelihood() {
        let played = [results([3, 4, 1]), PairComparison { first: 2, ..results([1, 0, 5]) }];
        let place = [0.3, -0.4, 1.1, 0.2];
        let here = Derivatives::at(&place, &played);
        for index in 0..4 {
            let (less, more) =
                (moved(place, index, -1e-5, &played), moved(place, index, 1e-5, &played));
            let slope = (more.log_likelihood - less.log_likelihood) / 2e-5;
            assert!((slope - here.gradient[index]).abs() < 1e-6, "{index}: {slope}");
            let mut column = vec![0.0; 4];
            for (row, entry) in column.iter_mut().enumerate() {
                *entry = -(more.gradient[row] - less.gradient[row]) / 2e-5;
            }
            // The matrix times its own column's numbers: the solution is the unit vector.
            let unit = here.matrix.clone().factor().expect("concave").solve(&column);
            for (row, entry) in unit.iter().enumerate() {
                let wanted = f64::from(u8::from(row == index));
                assert!((entry - wanted).abs() < 1e-5, "{index}, {row}: {entry}");
            }
        }
    }

    fn moved(place: [f64; 4], index: usize, by: f64, played: &[PairComparison]) -> Derivatives {
        let mut near = place;
        near[index] += by;
        Derivatives::at(&near, played)
    }

    #[test]
    fn at_the_maximum_the_expected_results_are_those_seen() {
        let many = results([30_000, 40_000, 10_000]);
        let fit = fit(2, &[many]).expect("small numbers");
        let outcome = OutcomeChances::at(fit.parameters[0] - fit.parameters[1], fit.parameters[2]);
        for (found, wanted) in [(outcome.win, 0.375), (outcome.draw, 0.5), (outcome.loss, 0.125)] {
            assert!((found - wanted).abs() < 1e-4, "{outcome:?}");
        }
    }

    #[test]
    fn probabilities_are_finite_and_sum_to_one_at_any_difference() {
        for difference in [-5000.0, -3.0, 0.0, 2.0, 5000.0] {
            for log_nu in [-50.0, 0.0, 3.0, 5000.0] {
                let OutcomeChances { win, draw, loss } = OutcomeChances::at(difference, log_nu);
                assert!((win + draw + loss - 1.0).abs() < 1e-12);
            }
        }
    }
}
