//! The loss of a move, and the mark that it gets for it.

use crate::values::share::PointShare;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The share of the point that a move lost, from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Loss(f64);

impl Loss {
    /// Nothing was lost.
    pub const NONE: Loss = Loss(0.0);
    /// The whole point.
    pub const WHOLE: Loss = Loss(1.0);

    /// The loss between two shares of the side that moved. Where the position looks better
    /// after the move, the search disagrees with itself, and nothing is lost.
    pub fn between(before: PointShare, after: PointShare) -> Self {
        Loss((before.value() - after.value()).max(0.0))
    }

    /// The number, from 0 to 1.
    pub const fn value(self) -> f64 {
        self.0
    }

    /// The same in hundredths of the point, rounded.
    pub fn hundredths(self) -> u32 {
        (100.0 * self.0).round() as u32
    }
}

/// The mark of a mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MistakeMark {
    /// `?!`
    Inaccuracy,
    /// `?`
    Mistake,
    /// `??`
    Blunder,
}

impl MistakeMark {
    /// All marks, the smallest loss first.
    pub const ALL: [MistakeMark; 3] =
        [MistakeMark::Inaccuracy, MistakeMark::Mistake, MistakeMark::Blunder];

    /// The smallest loss that gets this mark, in hundredths of the point. Lichess takes half of
    /// each (0.1, 0.2 and 0.3 of winning chances from -1 to 1, `Advice.scala` of its server). But
    /// there a pawn is worth 9 hundredths of the point in an even game, here a man 37: its marks
    /// would be given for a tenth of a man, and to openings that masters play.
    pub const fn least_loss(self) -> u32 {
        match self {
            MistakeMark::Inaccuracy => 10,
            MistakeMark::Mistake => 20,
            MistakeMark::Blunder => 30,
        }
    }

    /// The mark of a loss; `None` for one that short searches cannot tell from nothing.
    pub fn of(loss: Loss) -> Option<Self> {
        MistakeMark::ALL.into_iter().rfind(|mark| loss.hundredths() >= mark.least_loss())
    }

    /// The number of the mark as a numeric annotation of portable draughts notation.
    pub const fn annotation(self) -> u8 {
        match self {
            MistakeMark::Inaccuracy => 6,
            MistakeMark::Mistake => 2,
            MistakeMark::Blunder => 4,
        }
    }

    /// The mark in a word.
    pub const fn word(self) -> &'static str {
        match self {
            MistakeMark::Inaccuracy => "inaccuracy",
            MistakeMark::Mistake => "mistake",
            MistakeMark::Blunder => "blunder",
        }
    }
}

impl fmt::Display for MistakeMark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            MistakeMark::Inaccuracy => "?!",
            MistakeMark::Mistake => "?",
            MistakeMark::Blunder => "??",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values::share::UnitsPerLogit;
    use proptest::prelude::{prop_assert, proptest};

    proptest! {
        #[test]
        fn a_larger_loss_never_gets_a_smaller_mark(units in -900..900_i32, more in 0..900_i32) {
            let before = PointShare::WON;
            let of_units = |units| PointShare::of_units(units, UnitsPerLogit(52));
            let loss = |units| Loss::between(before, of_units(units));
            let (small, large) = (loss(units + more), loss(units));
            prop_assert!(small <= large && MistakeMark::of(small) <= MistakeMark::of(large));
            prop_assert!(Loss::NONE <= small && large <= Loss::WHOLE);
            prop_assert!(Loss::between(of_units(units), before) == Loss::NONE);
        }
    }

    #[test]
    fn each_mark_begins_at_its_loss() {
        for mark in MistakeMark::ALL {
            let least = f64::from(mark.least_loss()) / 100.0;
            assert_eq!(MistakeMark::of(Loss(least)), Some(mark));
            assert!(MistakeMark::of(Loss(least - 0.006)) < Some(mark));
        }
        assert_eq!(
            (MistakeMark::of(Loss::NONE), MistakeMark::of(Loss::WHOLE)),
            (None, Some(MistakeMark::Blunder))
        );
    }
}
