//! A share of the point: the expectation of a side in a position, a draw being half a point.

use games::board::Side;

/// The units of an evaluator that are one logit of the result: that number turns even chances into
/// 73 in a hundred.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnitsPerLogit(pub i32);

/// The expectation of a side, from 0 (lost) over 1/2 (drawn or even) to 1 (won).
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct PointShare(f64);

impl PointShare {
    /// The side has lost.
    pub const LOST: PointShare = PointShare(0.0);
    /// A draw, or an even position.
    pub const HALF: PointShare = PointShare(0.5);
    /// The side has won.
    pub const WON: PointShare = PointShare(1.0);

    /// The share that belongs to an evaluation in units for the same side: the logistic function,
    /// by which evaluators were fitted to the results of games.
    pub fn of_units(units: i32, logit: UnitsPerLogit) -> Self {
        PointShare(1.0 / (1.0 + (-f64::from(units) / f64::from(logit.0)).exp()))
    }

    /// The number, from 0 to 1.
    pub const fn value(self) -> f64 {
        self.0
    }

    /// The share of the other side.
    #[must_use]
    pub fn of_opponent(self) -> Self {
        PointShare(1.0 - self.0)
    }

    /// Black's share as the share of `side`, or the other way round.
    #[must_use]
    pub fn seen_by(self, side: Side) -> Self {
        match side {
            Side::Black => self,
            Side::White => self.of_opponent(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::{prop_assert, proptest};

    const LOGIT: UnitsPerLogit = UnitsPerLogit(52);

    proptest! {
        #[test]
        fn more_units_are_no_smaller_a_share_and_both_shares_are_one_point(
            units in -40_000..40_000_i32,
        ) {
            let [share, better, opponent] =
                [units, units + 1, -units].map(|units| PointShare::of_units(units, LOGIT));
            prop_assert!(PointShare::LOST <= share && share <= better && better <= PointShare::WON);
            prop_assert!((share.value() + opponent.value() - 1.0).abs() < 1e-12);
        }
    }

    #[test]
    fn an_even_position_is_half_a_point() {
        assert_eq!(PointShare::of_units(0, LOGIT), PointShare::HALF);
        let one_logit = PointShare::of_units(52, LOGIT).value();
        assert!((one_logit - 0.731).abs() < 1e-3, "{one_logit}");
        assert_eq!(PointShare::WON.seen_by(Side::White), PointShare::LOST);
    }
}
