//! Simultaneous perturbation stochastic approximation (Spall 1998): all numbers are moved at once, each
//! up or down by chance; the two opposite moves play each other, and the numbers follow the winner.
//!
//! However many numbers there are, a step costs one pair of games.

use evaluation::checkers::tuning::{PARAMETERS, Parameter};
use games::Walker;

/// A value for each of the knobs.
pub type Values = [i32; PARAMETERS.len()];

/// A number is tried out so far to either side, as a part of its range.
const REACH: f64 = 1.0 / 14.0;
/// The first step after a pair of two wins, as a part of the reach.
const FIRST_STEP: f64 = 0.02;
/// Steps become shorter: after so many pairs they begin to shrink, ...
const STEADY_PAIRS: f64 = 1_500.0;
/// ... by this power of the number of pairs.
const SHRINKING: f64 = 0.602;

/// Where the search for better numbers has come to.
#[derive(Clone, Debug, PartialEq)]
pub struct Spsa {
    /// The numbers as they stand.
    pub values: [f64; PARAMETERS.len()],
    /// How many pairs of games were played.
    pub pairs: u64,
}

/// Two opposite moves of all numbers.
#[derive(Clone, Debug)]
pub struct Trial {
    up: [bool; PARAMETERS.len()],
    /// What plays against each other.
    pub rivals: [Values; 2],
}

impl Spsa {
    /// At today's numbers.
    pub fn begin() -> Self {
        Spsa { values: PARAMETERS.map(|knob| f64::from(knob.value)), pairs: 0 }
    }

    /// Two rivals around the numbers as they stand.
    pub fn trial(&self, walker: &mut Walker) -> Trial {
        let up = PARAMETERS.map(|_| walker.below(2) == 1);
        let rival = |first: bool| {
            std::array::from_fn(|nth| {
                let reach = if up[nth] == first {
                    reach(&PARAMETERS[nth])
                } else {
                    -reach(&PARAMETERS[nth])
                };
                within(&PARAMETERS[nth], self.values[nth] + reach).round() as i32
            })
        };
        Trial { up, rivals: [rival(true), rival(false)] }
    }

    /// Follows the winner of a pair: `result` is from 1, two wins of the first rival, to -1.
    pub fn learn(&mut self, trial: &Trial, result: f64) {
        let shrunk = STEADY_PAIRS / (STEADY_PAIRS + self.pairs as f64);
        let step = FIRST_STEP * shrunk.powf(SHRINKING) * result;
        for (nth, knob) in PARAMETERS.iter().enumerate() {
            let towards = if trial.up[nth] { reach(knob) } else { -reach(knob) };
            self.values[nth] = within(knob, self.values[nth] + step * towards);
        }
        self.pairs += 1;
    }

    /// The text that [`Self::read`] understands: a line for each number, and one for the pairs.
    pub fn written(&self) -> String {
        let line = |(knob, value): (&Parameter, &f64)| format!("{} = {value}\n", knob.name);
        let lines: String = PARAMETERS.iter().zip(&self.values).map(line).collect();
        format!("{lines}pairs = {}\n", self.pairs)
    }

    /// What was written, or the line that is not what is expected there.
    ///
    /// # Errors
    /// A line has another name, or no number, or one out of its range.
    pub fn read(text: &str) -> Result<Self, String> {
        let mut lines = text.lines();
        let number = |name: &str, line: &str| {
            let value = line.strip_prefix(name).and_then(|rest| rest.strip_prefix(" = "));
            value.and_then(|value| value.parse::<f64>().ok()).ok_or_else(|| line.to_string())
        };
        let mut read = Self::begin();
        for (value, knob) in read.values.iter_mut().zip(&PARAMETERS) {
            let found = number(knob.name, lines.next().unwrap_or_default())?;
            if found.is_nan() || found != within(knob, found) {
                return Err(format!("{} = {found}", knob.name));
            }
            *value = found;
        }
        let line = lines.next().unwrap_or_default();
        let pairs = line.strip_prefix("pairs = ").and_then(|pairs| pairs.parse().ok());
        read.pairs = pairs.ok_or_else(|| line.to_string())?;
        lines.next().map_or(Ok(read), |line| Err(line.to_string()))
    }

    /// The numbers, rounded.
    pub fn rounded(&self) -> Values {
        self.values.map(|value| value.round() as i32)
    }
}

fn reach(knob: &Parameter) -> f64 {
    f64::from(knob.most - knob.least) * REACH
}

fn within(knob: &Parameter, value: f64) -> f64 {
    value.clamp(f64::from(knob.least), f64::from(knob.most))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The rival nearer to a hidden point wins more often; a third of the pairs is decided by chance.
    #[test]
    fn the_numbers_find_what_wins() {
        let best = PARAMETERS.map(|knob| f64::from(knob.least) * 0.3 + f64::from(knob.most) * 0.7);
        let distance = |values: &Values| -> f64 {
            let part = |nth: usize| {
                let range = f64::from(PARAMETERS[nth].most - PARAMETERS[nth].least);
                ((f64::from(values[nth]) - best[nth]) / range).powi(2)
            };
            (0..PARAMETERS.len()).map(part).sum()
        };
        let mut walker = Walker::new(3);
        let mut spsa = Spsa::begin();
        let before = distance(&spsa.rounded());
        for _ in 0..8_000 {
            let trial = spsa.trial(&mut walker);
            let [first, second] = trial.rivals.each_ref().map(distance);
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
            spsa.learn(&trial, result);
        }
        assert!(distance(&spsa.rounded()) < before / 4.0, "{:?}", spsa.rounded());
    }

    #[test]
    fn rivals_stay_within_the_ranges_and_differ() {
        let mut walker = Walker::new(1);
        let spsa = Spsa { values: PARAMETERS.map(|knob| f64::from(knob.least)), pairs: 0 };
        for _ in 0..100 {
            let [first, second] = spsa.trial(&mut walker).rivals;
            for (nth, knob) in PARAMETERS.iter().enumerate() {
                assert!((knob.least..=knob.most).contains(&first[nth].min(second[nth])));
                assert_ne!(first[nth], second[nth]);
            }
        }
    }

    #[test]
    fn what_is_written_is_read_and_other_text_is_refused() {
        let mut spsa = Spsa::begin();
        spsa.learn(&spsa.trial(&mut Walker::new(9)), 0.5);
        assert_eq!(Spsa::read(&spsa.written()), Ok(spsa.clone()));
        assert_eq!(Spsa::read("x = 1"), Err("x = 1".to_string()));
        assert_eq!(Spsa::read(&(spsa.written() + "more")), Err("more".to_string()));
        let half = spsa.written().replace("pairs = 1", "pairs = 1.5");
        assert_eq!(Spsa::read(&half), Err("pairs = 1.5".to_string()));
        let beyond = spsa.written().replacen("= ", "= 9", 1);
        assert!(Spsa::read(&beyond).is_err_and(|line| line.starts_with(PARAMETERS[0].name)));
    }
}
