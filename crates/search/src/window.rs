//! The open interval of scores that still matter at a node, and what a result means against it.
//!
//! What a search returns, with window `(alpha, beta)`: a score within it is exact; one at or below
//! alpha is an upper bound (the node *failed low*: the opponent had better earlier); one at or
//! above beta is a lower bound (it *failed high*: the player has too good a move here, and the
//! opponent will avoid the node). Scores outside the window may be returned (*fail soft*, Fishburn
//! 1983).

use crate::score::Score;
use std::ops::Neg;

/// The scores between alpha, which the side to move is sure of, and beta, which the opponent
/// allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    alpha: Score,
    beta: Score,
}

/// What a stored score says about the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The true score is at most this.
    Upper,
    /// The true score is at least this.
    Lower,
    /// This is the true score.
    Exact,
}

impl Window {
    /// The window that every score is within.
    pub const FULL: Window = Window { alpha: Score::MIN, beta: Score::MAX };

    /// The window from `margin` units below `center` to `margin` above it.
    pub fn around(center: Score, margin: i32) -> Self {
        Window { alpha: center - margin, beta: center + margin }
    }

    /// The null window just above alpha: asks only whether a move is better than alpha.
    #[inline]
    pub fn null(self) -> Self {
        Window { alpha: self.alpha, beta: self.alpha + 1 }
    }

    /// Is this a null window, which has no room for an exact score?
    #[inline]
    pub fn is_null(self) -> bool {
        self.beta.units() - self.alpha.units() <= 1
    }

    /// The window with alpha raised to `score`, if that is higher.
    #[inline]
    pub fn raised(self, score: Score) -> Self {
        Window { alpha: self.alpha.max(score), beta: self.beta }
    }

    /// The window opened by `margin` at the end that `score` has passed.
    pub fn widened(self, score: Score, margin: i32) -> Self {
        match self.bound_of(score) {
            Bound::Upper => Window { alpha: score - margin, beta: self.beta },
            Bound::Lower => Window { alpha: self.alpha, beta: score + margin },
            Bound::Exact => self,
        }
    }

    /// Is `score` at or above beta?
    #[inline]
    pub fn fails_high(self, score: Score) -> bool {
        score >= self.beta
    }

    /// How far `score` is outside of the window, 0 within it or at its ends.
    #[inline]
    pub fn distance_to(self, score: Score) -> i32 {
        let (above, below) =
            (score.units() - self.beta.units(), self.alpha.units() - score.units());
        above.max(below).max(0)
    }

    /// Does the window end at a mate or tablebase score?
    #[inline]
    pub fn is_decisive(self) -> bool {
        self.alpha.is_decisive() || self.beta.is_decisive()
    }

    /// Is `score` above alpha?
    #[inline]
    pub fn raises(self, score: Score) -> bool {
        score > self.alpha
    }

    /// What the result `score` of a search with this window says.
    #[inline]
    pub fn bound_of(self, score: Score) -> Bound {
        if score >= self.beta {
            Bound::Lower
        } else if score <= self.alpha {
            Bound::Upper
        } else {
            Bound::Exact
        }
    }

    /// May a stored `score` of this bound stand for a search with this window?
    #[inline]
    pub fn is_cut_off_by(self, score: Score, bound: Bound) -> bool {
        match bound {
            Bound::Exact => true,
            Bound::Lower => score >= self.beta,
            Bound::Upper => score <= self.alpha,
        }
    }
}

impl Neg for Window {
    type Output = Window;

    /// The same window seen by the opponent.
    #[inline]
    fn neg(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_opponent_sees_the_window_reversed() {
        let window = Window::around(Score::from_eval(20), 30);
        assert_eq!((-window).alpha, Score::from_eval(-50));
        assert_eq!(-(-window), window);
        assert_eq!(-Window::FULL, Window::FULL);
    }

    #[test]
    fn bounds_follow_from_the_side_a_score_falls_on() {
        let window = Window::around(Score::DRAW, 10);
        assert_eq!(window.bound_of(Score::from_eval(10)), Bound::Lower);
        assert_eq!(window.bound_of(Score::from_eval(-10)), Bound::Upper);
        assert_eq!(window.bound_of(Score::from_eval(9)), Bound::Exact);
        assert!(window.is_cut_off_by(Score::from_eval(12), Bound::Lower));
        assert!(!window.is_cut_off_by(Score::from_eval(12), Bound::Upper));
        assert!(window.null().is_null() && !window.is_null());
        let distances = [-25, -10, 3, 10, 11].map(|at| window.distance_to(Score::from_eval(at)));
        assert_eq!(distances, [15, 0, 0, 0, 1]);
    }
}
