//! Every number of the search that is fitted to checkers, with the range that it makes sense in.
//! `workshop tune` looks for better ones; `docs/LAB.md` holds the matches.

use crate::game::{Foresight, Margins, Tuning};

/// A number that can be tuned.
#[derive(Clone, Copy, Debug)]
pub struct Knob {
    /// Its name.
    pub name: &'static str,
    /// What the agent plays with.
    pub value: i32,
    /// The least that makes sense.
    pub least: i32,
    /// The most that makes sense.
    pub most: i32,
}

const fn knob(name: &'static str, value: i32, least: i32, most: i32) -> Knob {
    assert!(least < most && least <= value && value <= most);
    Knob { name, value, least, most }
}

/// All of them; margins in units of the evaluation, of which a man is worth about 100.
pub const KNOBS: [Knob; 8] = [
    knob("aspiration", 24, 6, 80),
    knob("reduction slope", 64, 24, 128),
    knob("reduction base", 0, -128, 256),
    knob("early above", 64, 16, 200),
    knob("early below", 64, 16, 200),
    knob("truncated above", 64, 24, 200),
    knob("truncated below", 64, 24, 200),
    knob("threat", 100, 20, 400),
];

/// The tuning by these values of the [`KNOBS`], in their order.
pub const fn tuned(values: [i32; KNOBS.len()]) -> Tuning {
    let [aspiration, reduction_slope, reduction_base, e_above, e_below, t_above, t_below, threat] =
        values;
    let above = Margins { early: e_above, truncation: t_above };
    let below = Margins { early: e_below, truncation: t_below };
    let foresight = Some(Foresight { above, below, threat });
    Tuning { aspiration, reduction_slope, reduction_base, foresight }
}

/// What the agent plays with.
pub const TUNING: Tuning = {
    let mut values = [0; KNOBS.len()];
    let mut nth = 0;
    while nth < KNOBS.len() {
        values[nth] = KNOBS[nth].value;
        nth += 1;
    }
    tuned(values)
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_goes_where_its_name_says() {
        let names = KNOBS.map(|knob| knob.name);
        let tuning = tuned([1, 2, 3, 4, 5, 6, 7, 8]);
        let foresight = tuning.foresight.expect("checkers has it");
        let (above, below) = (foresight.above, foresight.below);
        let values = [
            ("aspiration", tuning.aspiration),
            ("reduction slope", tuning.reduction_slope),
            ("reduction base", tuning.reduction_base),
            ("early above", above.early),
            ("early below", below.early),
            ("truncated above", above.truncation),
            ("truncated below", below.truncation),
            ("threat", foresight.threat),
        ];
        assert_eq!(values.map(|(name, _)| name), names);
        assert_eq!(values.map(|(_, value)| value), [1, 2, 3, 4, 5, 6, 7, 8]);
    }
}
