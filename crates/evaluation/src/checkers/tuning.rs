//! Every number of the search that is fitted to checkers, with the range that it makes sense in.
//! `workshop tune` looks for better ones; `docs/LAB.md` holds the matches.

use search::{ForwardPruning, Margins, Tuning};

/// A number that can be tuned.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// Its name.
    pub name: &'static str,
    /// What the agent plays with.
    pub value: i32,
    /// The least that makes sense.
    pub least: i32,
    /// The most that makes sense.
    pub most: i32,
}

const fn knob(name: &'static str, value: i32, least: i32, most: i32) -> Parameter {
    assert!(least < most && least <= value && value <= most);
    Parameter { name, value, least, most }
}

/// All of them; margins in units of the evaluation, of which a man is worth about 100.
pub const PARAMETERS: [Parameter; 8] = [
    knob("aspiration", 24, 6, 80),
    knob("reduction slope", 64, 24, 128),
    knob("reduction base", 0, -128, 256),
    knob("futility above", 64, 16, 200),
    knob("futility below", 64, 16, 200),
    knob("reduction above", 64, 24, 200),
    knob("reduction below", 64, 24, 200),
    knob("threat", 100, 20, 400),
];

/// The tuning by these values of the [`PARAMETERS`], in their order.
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

/// What the agent plays with.
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
        let names = PARAMETERS.map(|knob| knob.name);
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
