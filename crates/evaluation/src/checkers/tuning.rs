//! The parameters of the search that are tuned for checkers, each with its range. `training tune`
//! looks for better values (SPSA); `docs/LAB.md` holds the matches.

use search::{ForwardPruning, Margins, Tuning};

/// A tunable parameter.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// The name in `tune.txt`.
    pub name: &'static str,
    /// The value that the agent plays with.
    pub value: i32,
    /// The smallest value that makes sense.
    pub min: i32,
    /// The largest value that makes sense.
    pub max: i32,
}

const fn parameter(name: &'static str, value: i32, min: i32, max: i32) -> Parameter {
    assert!(min < max && min <= value && value <= max);
    Parameter { name, value, min, max }
}

/// All of them. Margins are in units of the evaluation (a man is about 100), reductions as in
/// [`Tuning`].
pub const PARAMETERS: [Parameter; 8] = [
    parameter("aspiration", 24, 6, 80),
    parameter("reduction slope", 64, 24, 128),
    parameter("reduction base", 0, -128, 256),
    parameter("futility above", 64, 16, 200),
    parameter("futility below", 64, 16, 200),
    parameter("reduction above", 64, 24, 200),
    parameter("reduction below", 64, 24, 200),
    parameter("threat", 100, 20, 400),
];

/// The tuning with these values of the [`PARAMETERS`], in their order.
pub const fn tuned(values: [i32; PARAMETERS.len()]) -> Tuning {
    let [
        aspiration,
        reduction_slope,
        reduction_base,
        futility_above,
        futility_below,
        reduction_above,
        reduction_below,
        threat,
    ] = values;
    let above = Margins { futility: futility_above, reduction: reduction_above };
    let below = Margins { futility: futility_below, reduction: reduction_below };
    let forward_pruning = Some(ForwardPruning { above, below, threat });
    Tuning { aspiration, reduction_slope, reduction_base, forward_pruning }
}

/// The tuning that the agent plays with.
pub const TUNING: Tuning = {
    let mut values = [0; PARAMETERS.len()];
    let mut nth = 0;
    while nth < PARAMETERS.len() {
        values[nth] = PARAMETERS[nth].value;
        nth += 1;
    }
    tuned(values)
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_goes_where_its_name_says() {
        let names = PARAMETERS.map(|parameter| parameter.name);
        let tuning = tuned([1, 2, 3, 4, 5, 6, 7, 8]);
        let forward_pruning = tuning.forward_pruning.expect("checkers has it");
        let (above, below) = (forward_pruning.above, forward_pruning.below);
        let values = [
            ("aspiration", tuning.aspiration),
            ("reduction slope", tuning.reduction_slope),
            ("reduction base", tuning.reduction_base),
            ("futility above", above.futility),
            ("futility below", below.futility),
            ("reduction above", above.reduction),
            ("reduction below", below.reduction),
            ("threat", forward_pruning.threat),
        ];
        assert_eq!(values.map(|(name, _)| name), names);
        assert_eq!(values.map(|(_, value)| value), [1, 2, 3, 4, 5, 6, 7, 8]);
    }
}
