//! Simultaneous perturbation stochastic approximation (SPSA; Spall 1992; guidelines for its
//! constants: Spall 1998, "Implementation of the Simultaneous Perturbation Algorithm"): all
//! parameters are moved at once, each up or down at random; the two opposite variants play each
//! other, and the parameters follow the winner.
//!
//! A step costs one pair of games, however many parameters there are.

use crate::error::TrainingError;
use evaluation::checkers::tuning::{PARAMETERS, Parameter};
use games::Walker;
use std::path::Path;

/// A value for each of the [`PARAMETERS`].
pub type Values = [i32; PARAMETERS.len()];

/// The perturbation (Spall's c): how far a variant lies from the parameters, as a share of their
/// ranges.
const PERTURBATION: f64 = 1.0 / 14.0;
/// The first step after a pair of two wins (Spall's a), as a share of the perturbation.
const FIRST_STEP: f64 = 0.02;
/// About the number of pairs after which steps shrink (Spall's stability constant A).
const STABILITY: f64 = 1_500.0;
/// Steps shrink by this power of the number of pairs (Spall's alpha, with the value of his
/// guidelines).
const ALPHA: f64 = 0.602;

#[derive(Clone, Debug, PartialEq)]
pub struct Spsa {
    /// The parameters after the pairs so far.
    pub values: [f64; PARAMETERS.len()],
    /// The number of pairs of games so far.
    pub pairs: u64,
}

/// Two variants of the parameters, on opposite sides of them.
#[derive(Clone, Debug)]
pub struct Trial {
    up: [bool; PARAMETERS.len()],
    /// The values that play each other.
    pub variants: [Values; 2],
}

impl Spsa {
    /// Begins with the agent's values.
    pub fn start() -> Self {
        Spsa { values: PARAMETERS.map(|parameter| f64::from(parameter.value)), pairs: 0 }
    }

    /// Two random variants of the parameters.
    pub fn trial(&self, walker: &mut Walker) -> Trial {
        let up = PARAMETERS.map(|_| walker.below(2) == 1);
        let variants = [true, false].map(|first| {
            std::array::from_fn(|nth| {
                let parameter = &PARAMETERS[nth];
                let change = perturbation(parameter);
                let change = if up[nth] == first { change } else { -change };
                within(parameter, self.values[nth] + change).round() as i32
            })
        });
        Trial { up, variants }
    }

    /// Follows the winner of a pair: `result` is from 1, two wins of the first variant, to -1.
    pub fn update(&mut self, trial: &Trial, result: f64) {
        let shrunk = STABILITY / (STABILITY + self.pairs as f64);
        let step = FIRST_STEP * shrunk.powf(ALPHA) * result;
        for (nth, parameter) in PARAMETERS.iter().enumerate() {
            let change = perturbation(parameter);
            let towards_first = if trial.up[nth] { change } else { -change };
            self.values[nth] = within(parameter, self.values[nth] + step * towards_first);
        }
        self.pairs += 1;
    }

    /// The text that [`Self::from_text`] understands: a line for each parameter, and one for the
    /// pairs.
    pub fn to_text(&self) -> String {
        let values = PARAMETERS.iter().zip(&self.values);
        let lines = values.map(|(parameter, value)| format!("{} = {value}\n", parameter.name));
        format!("{}pairs = {}\n", lines.collect::<String>(), self.pairs)
    }

    /// Reads what [`Self::to_text`] returned, from the rest of the file at `path`.
    pub fn from_text(path: &Path, text: &str) -> Result<Self, TrainingError> {
        let mut lines = text.lines();
        let mut read = Self::start();
        for (value, parameter) in read.values.iter_mut().zip(&PARAMETERS) {
            let line = lines.next().unwrap_or_default();
            *value = number_of(parameter, line).ok_or_else(|| unexpected(path, line))?;
        }
        let line = lines.next().unwrap_or_default();
        let pairs = line.strip_prefix("pairs = ").and_then(|pairs| pairs.parse().ok());
        read.pairs = pairs.ok_or_else(|| unexpected(path, line))?;
        lines.next().map_or(Ok(read), |line| Err(unexpected(path, line)))
    }

    pub fn rounded(&self) -> Values {
        self.values.map(|value| value.round() as i32)
    }
}

/// The value of a parameter in a line of [`Spsa::to_text`].
fn number_of(parameter: &Parameter, line: &str) -> Option<f64> {
    let value = line.strip_prefix(parameter.name)?.strip_prefix(" = ")?;
    value.parse().ok().filter(|&value| value == within(parameter, value))
}

/// The file is of other options, or no state at all.
pub fn unexpected(path: &Path, line: &str) -> TrainingError {
    let what = format!(
        "is not the state of this tuning: line `{line}` is unexpected. Use the same --nodes and \
         --seed, remove it, or choose another --state"
    );
    TrainingError::about(path, what)
}

fn perturbation(parameter: &Parameter) -> f64 {
    f64::from(parameter.max - parameter.min) * PERTURBATION
}

fn within(parameter: &Parameter, value: f64) -> f64 {
    value.clamp(f64::from(parameter.min), f64::from(parameter.max))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The variant nearer to a hidden point wins more often; a third of the pairs is decided at
    /// random.
    #[test]
    fn the_parameters_move_to_what_wins() {
        let best = PARAMETERS
            .map(|parameter| f64::from(parameter.min) * 0.3 + f64::from(parameter.max) * 0.7);
        let distance = |values: &Values| -> f64 {
            (0..PARAMETERS.len())
                .map(|nth| {
                    let range = f64::from(PARAMETERS[nth].max - PARAMETERS[nth].min);
                    ((f64::from(values[nth]) - best[nth]) / range).powi(2)
                })
                .sum()
        };
        let mut walker = Walker::new(3);
        let mut spsa = Spsa::start();
        let before = distance(&spsa.rounded());
        for _ in 0..8_000 {
            let trial = spsa.trial(&mut walker);
            let [first, second] = trial.variants.each_ref().map(distance);
            let result = match walker.below(6) {
                0 => 1.0,
                1 => -1.0,
                _ => {
                    if first < second {
                        1.0
                    } else {
                        -1.0
                    }
                }
            };
            spsa.update(&trial, result);
        }
        assert!(distance(&spsa.rounded()) < before / 4.0, "{:?}", spsa.rounded());
    }

    #[test]
    fn variants_stay_within_the_ranges_and_differ() {
        let mut walker = Walker::new(1);
        let spsa = Spsa { values: PARAMETERS.map(|parameter| f64::from(parameter.min)), pairs: 0 };
        for _ in 0..100 {
            let [first, second] = spsa.trial(&mut walker).variants;
            for (nth, parameter) in PARAMETERS.iter().enumerate() {
                assert!((parameter.min..=parameter.max).contains(&first[nth].min(second[nth])));
                assert_ne!(first[nth], second[nth]);
            }
        }
    }

    #[test]
    fn what_is_written_is_read_and_other_text_is_refused() {
        let mut spsa = Spsa::start();
        spsa.update(&spsa.trial(&mut Walker::new(9)), 0.5);
        let written = spsa.to_text();
        assert_eq!(Spsa::from_text(Path::new("state"), &written).expect("its own"), spsa);
        let half = written.replace("pairs = 1", "pairs = 1.5");
        let beyond = written.replacen("= ", "= 9", 1);
        let more = format!("{written}more");
        let cases = [("x = 1", "x = 1"), (&more, "more"), (&half, "pairs = 1.5"), (&beyond, "= 9")];
        for (text, line) in cases {
            let error = Spsa::from_text(Path::new("state"), text).expect_err(line).to_string();
            assert!(error.starts_with("state is not") && error.contains(line), "{error}");
        }
    }
}
