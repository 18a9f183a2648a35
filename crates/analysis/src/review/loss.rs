//! The loss of a move, the mark that it gets for it, and how well a side has played: the mean
//! accuracy of its moves.
//!
//! The accuracy of one move falls with its loss, steeply at first. Formula and numbers are those of
//! <https://lichess.org/page/accuracy>, where they were chosen so that a move without loss has 100
//! and games of people spread over the range. Lichess weights the moves of a game; here each counts
//! the same, so that a reader can check the mean. A move that was the only legal one does not
//! count.

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

/// From 0 to 100; 100 if nothing was lost.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Accuracy(f64);

impl Accuracy {
    /// The accuracy of one move: `103.1668 exp(-4.354 loss) - 3.1669`, within 0 and 100.
    pub fn of_move(loss: Loss) -> Self {
        if loss == Loss::NONE {
            // The numbers are rounded, and leave 99.99999.
            return Accuracy(100.0);
        }
        let percent = 100.0 * loss.value();
        let accuracy = 103.166_810_071_164_9 * (-0.043_544_153_867_539_51 * percent).exp()
            - 3.166_924_740_191_411;
        Accuracy(accuracy.clamp(0.0, 100.0))
    }

    /// The mean over the moves of one side that were a choice; `None` if there were none.
    pub fn of_moves(losses: impl IntoIterator<Item = Loss>) -> Option<Self> {
        let (mut sum, mut count) = (0.0, 0_u32);
        for loss in losses {
            sum += Accuracy::of_move(loss).0;
            count += 1;
        }
        (count > 0).then(|| Accuracy(sum / f64::from(count)))
    }

    /// The number, from 0 to 100.
    pub const fn value(self) -> f64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values::share::{PointShare, UnitsPerLogit};
    use proptest::collection::vec;
    use proptest::prelude::{prop_assert, proptest};

    proptest! {
        #[test]
        fn a_larger_loss_never_gets_a_smaller_mark(units in -900..900_i32, more in 0..900_i32) {
            let before = PointShare::WON;
            let [less, more] =
                [units, units + more].map(|units| PointShare::of_units(units, UnitsPerLogit(52)));
            let (small, large) = (Loss::between(before, more), Loss::between(before, less));
            prop_assert!(small <= large && MistakeMark::of(small) <= MistakeMark::of(large));
            prop_assert!(Loss::NONE <= small && large <= Loss::WHOLE);
            prop_assert!(Loss::between(less, before) == Loss::NONE);
        }
    }

    #[test]
    fn each_mark_begins_at_its_loss() {
        for mark in MistakeMark::ALL {
            let least = f64::from(mark.least_loss()) / 100.0;
            assert_eq!(MistakeMark::of(Loss(least)), Some(mark));
            assert!(MistakeMark::of(Loss(least - 0.006)) < Some(mark));
        }
        let found = (MistakeMark::of(Loss::NONE), MistakeMark::of(Loss::WHOLE));
        assert_eq!(found, (None, Some(MistakeMark::Blunder)));
    }

    fn loss(value: f64) -> Loss {
        // Shares from 1 downwards: units would round.
        Loss::between(
            PointShare::WON,
            PointShare::of_units(-((value / (1.0 - value)).ln() * 52.0) as i32, UnitsPerLogit(52)),
        )
    }

    #[test]
    fn without_a_loss_it_is_100_and_without_a_choice_there_is_none() {
        assert_eq!(Accuracy::of_moves([Loss::NONE; 7]), Some(Accuracy(100.0)));
        assert_eq!(Accuracy::of_moves([]), None);
        assert_eq!(Accuracy::of_move(Loss::WHOLE), Accuracy(0.0));
    }

    proptest! {
        #[test]
        fn a_larger_loss_is_never_more_accurate(one in 0.001..0.999, other in 0.001..0.999) {
            let (small, large) = (loss(f64::min(one, other)), loss(f64::max(one, other)));
            prop_assert!(Accuracy::of_move(small) >= Accuracy::of_move(large));
        }

        #[test]
        fn a_game_lies_between_its_worst_and_its_best_move(
            values in vec(0.001..0.999, 1..50),
        ) {
            let moves: Vec<_> = values.iter().map(|&value| loss(value)).collect();
            let game = Accuracy::of_moves(moves.iter().copied()).expect("moves").value();
            let each = moves.iter().map(|&loss| Accuracy::of_move(loss).value());
            let (worst, best) = (each.clone().fold(100.0, f64::min), each.fold(0.0, f64::max));
            prop_assert!(worst - 1e-9 <= game && game <= best + 1e-9);
        }
    }
}
