//! How well a side has played: the mean accuracy of its moves.
//!
//! The accuracy of one move falls with its loss, steeply at first. Formula and numbers are those of
//! <https://lichess.org/page/accuracy>, where they were chosen so that a move without loss has 100
//! and games of people spread over the range. Lichess weights the moves of a game; here each counts
//! the same, so that anybody can check the mean. A move that was the only legal one does not count.

use crate::review::loss::Loss;

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
            let of_move = |&loss: &Loss| Accuracy::of_move(loss).value();
            let game = Accuracy::of_moves(moves.iter().copied()).expect("moves").value();
            let worst = moves.iter().map(of_move).fold(100.0, f64::min);
            let best = moves.iter().map(of_move).fold(0.0, f64::max);
            prop_assert!(worst - 1e-9 <= game && game <= best + 1e-9);
        }
    }
}
