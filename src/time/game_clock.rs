//! The budget of a move before a GUI, which says what is left of our wall time and what is added.
//!
//! It is the agent's (`docs/TIME.md`) without the opponent's clock: an even share of what is left
//! and to come, weighted by the stage of the game. Time left is worth nothing here, so the share is
//! one of the moves that are searched, not of all. Increments count, and the GUI may be slow to
//! tell us of a move.

use crate::time::budget::{Budget, MOST_FOR_ONE, STRETCH};
use crate::time::stage::Stage;
use crate::time::task::MOST;
use std::time::Duration;

/// The wall clock of a game of checkers, as a GUI shows it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GameClock {
    /// Left for this move and those to come, the increment of this move included.
    pub left: Duration,
    /// Added before each later move.
    pub increment: Duration,
    /// The moves that it has to last for, this one included; `None`: the rest of the game.
    pub moves: Option<u32>,
}

/// The GUI and the system may take this much of our clock with each move.
const LAG: Duration = Duration::from_millis(20);
/// Kept for a pause of the machine, which a move of a long game may meet with next to nothing left.
const PAUSE: Duration = Duration::from_millis(250);
/// No more than this share of the time is set aside for what the GUI and pauses take: less where
/// the clock is wound up again after some moves.
const MOST_FOR_LAG: f64 = 0.9;
const MOST_BEFORE_CONTROL: f64 = 0.5;
/// A difficult move may also take 75 % of the increment.
const MOST_OF_INCREMENT: f64 = 0.75;
/// Where we also think in the opponent's time, half of that is not wasted, and a move may take 25 %
/// more of ours.
const WHEN_PONDERING: f64 = 1.25;

impl GameClock {
    /// The budget of a move with this many pieces on the board, counted from the moment in which
    /// our clock began to run.
    ///
    /// With left = 95 % of the clock - lag - pause (none before a time control) and n moves to
    /// search: share = (left + (n - 1) x (increment - lag)) / n x weight of the stage; soft =
    /// share, hard = min(5 x share, max(20 %, 1 / n) of left + 75 % of the increment), both at most
    /// left.
    pub fn budget(self, pieces: u32, is_pondering: bool) -> Budget {
        let usable = self.left.mul_f64(MOST);
        let (kept, most_kept) = match self.moves {
            None => (LAG + PAUSE, MOST_FOR_LAG),
            Some(_) => (LAG, MOST_BEFORE_CONTROL),
        };
        let left = usable - kept.min(usable.mul_f64(most_kept));
        let moves = self.moves.unwrap_or(searched_moves(pieces)).max(1);
        let later = moves - 1;
        let with_increments = left.saturating_add(self.increment.saturating_mul(later));
        let lags = LAG.saturating_mul(later).min(with_increments.mul_f64(most_kept));
        let even = (with_increments - lags).div_f64(moves.into());
        let pondered = if is_pondering { WHEN_PONDERING } else { 1.0 };
        let share = even.mul_f64(Stage::with_pieces(pieces).weight() * pondered).min(left);
        // A few moves have to share more than one of many may take.
        let for_one = left.mul_f64(MOST_FOR_ONE.max(1.0 / f64::from(moves)));
        let most = (for_one + self.increment.mul_f64(MOST_OF_INCREMENT)).min(left);
        Budget::of_share(share, STRETCH, most)
    }
}

/// Moves that still need a search, with this many pieces on the board: the endgame tables play the
/// last ones, and search long before them.
const fn searched_moves(pieces: u32) -> u32 {
    4 + pieces / 2
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    fn clock(left: u64, increment: u64, moves: Option<u32>) -> GameClock {
        GameClock { left: ms(left), increment: ms(increment), moves }
    }

    #[test]
    fn no_budget_is_beyond_the_clock() {
        for left in [0, 1, 5, 20, 50, 300, 5_000, 60_000, 10_000_000_000] {
            for increment in [0, 1, 100, 5_000, 10_000_000_000] {
                for moves in [None, Some(1), Some(2), Some(40), Some(u32::MAX)] {
                    for pieces in [2, 12, 24] {
                        let clock = clock(left, increment, moves);
                        let budget = clock.budget(pieces, true);
                        assert!(budget.hard <= ms(left).mul_f64(MOST), "{clock:?}: {budget:?}");
                        assert!(budget.soft.is_some_and(|soft| soft <= budget.hard));
                    }
                }
            }
        }
    }

    #[test]
    fn the_last_move_before_a_time_control_may_use_most_and_the_first_of_many_little() {
        let hard = |moves| clock(60_000, 0, moves).budget(12, false).hard;
        assert!(hard(Some(1)) > ms(50_000));
        assert!(hard(Some(2)) > ms(20_000));
        assert!(hard(None) < ms(15_000));
    }

    #[test]
    fn an_increment_is_there_to_be_used() {
        let soft = |left, increment| {
            clock(left, increment, None).budget(12, false).soft.expect("a game has one")
        };
        assert!(soft(62_000, 2_000) > soft(62_000, 0) + ms(1_000));
        assert!(soft(2_000, 2_000) > ms(1_000), "the clock is empty but for it");
    }

    #[test]
    fn pondering_takes_more() {
        let soft = |ponders| clock(60_000, 0, None).budget(12, ponders).soft;
        assert!(soft(true) > soft(false));
    }

    /// Even if each move takes all that a difficult one may.
    #[test]
    fn the_longest_game_ends_in_time() {
        for (seconds, increment) in [(1, 0), (5, 0), (60, 0), (1, 100), (60, 2_000)] {
            let mut left = ms(seconds * 1_000);
            for turn in 0..200 {
                left += ms(increment);
                let pieces = 24_u32.saturating_sub(turn / 4).max(2);
                let clock = GameClock { left, increment: ms(increment), moves: None };
                let taken = clock.budget(pieces, true).hard;
                assert!(taken < left, "{seconds} s + {increment} ms, turn {turn}: {left:?}");
                left -= taken;
            }
        }
    }
}
