//! The score of a position for the side to move.
//!
//! | kind | meaning | range of the absolute value |
//! |---|---|---|
//! | evaluation | units of the evaluator: 1/100 of a man in checkers | up to [`Score::MAX_EVAL`] |
//! | tablebase score | the line reaches a position that the endgame tables know to be won or lost | above it |
//! | mate score | a proven end of the game, a number of plies from the root | above that |
//!
//! A shorter way is the higher score. The transposition table keeps tablebase and mate scores
//! relative to the node that stored them, since the same position may be met at different plies;
//! the shift is made here and nowhere else.

use std::fmt;
use std::ops::{Add, Neg, Sub};

/// The distance of a node from the root, in moves of either side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Ply(u16);

impl Ply {
    /// The root.
    pub const ROOT: Ply = Ply(0);
    /// The deepest ply a search may reach.
    pub const MAX: Ply = Ply(200);

    /// A distance of `plies`, at most [`Ply::MAX`].
    pub const fn new(plies: u16) -> Self {
        if plies < Self::MAX.0 { Ply(plies) } else { Self::MAX }
    }

    /// The ply after one more move.
    #[inline]
    pub const fn next(self) -> Self {
        Ply(self.0 + 1)
    }

    /// Number of plies, to index tables by ply.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A score for the side to move; `-score` is the same for the opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Score(i16);

impl Score {
    /// An even position.
    pub const DRAW: Score = Score(0);
    /// Above every score a search returns.
    pub const MAX: Score = Score(32_001);
    /// Below every score a search returns.
    pub const MIN: Score = Score(-32_001);

    const WIN: i16 = 32_000;
    const MIN_MATE: i16 = Self::WIN - 2 * Ply::MAX.0 as i16;
    const TABLEBASE: i16 = Self::MIN_MATE - 1;
    const MIN_TABLEBASE: i16 = Self::TABLEBASE - 2 * Ply::MAX.0 as i16;
    /// The largest evaluation, in units; tablebase and mate scores lie above it.
    pub const MAX_EVAL: i32 = Self::MIN_TABLEBASE as i32 - 1;

    /// An evaluation of `value` units, clamped to [`Score::MAX_EVAL`] on either side of 0.
    #[inline]
    pub fn from_eval(value: i32) -> Self {
        Score(value.clamp(-Self::MAX_EVAL, Self::MAX_EVAL) as i16)
    }

    /// The side to move at the root wins at `ply`.
    #[inline]
    pub const fn win_in(ply: Ply) -> Self {
        Score(Self::WIN - ply.0 as i16)
    }

    /// The side to move at the root loses at `ply`.
    #[inline]
    pub const fn loss_in(ply: Ply) -> Self {
        Score(ply.0 as i16 - Self::WIN)
    }

    /// The line reaches a tablebase win of the side to move at the root, at `ply`.
    #[inline]
    pub const fn tablebase_win(ply: Ply) -> Self {
        Score(Self::TABLEBASE - ply.0 as i16)
    }

    /// The line reaches a tablebase loss of the side to move at the root, at `ply`.
    #[inline]
    pub const fn tablebase_loss(ply: Ply) -> Self {
        Score(ply.0 as i16 - Self::TABLEBASE)
    }

    /// Is this a tablebase or mate score?
    #[inline]
    pub const fn is_decisive(self) -> bool {
        self.0 >= Self::MIN_TABLEBASE || self.0 <= -Self::MIN_TABLEBASE
    }

    /// Is this a mate score that wins for the side to move?
    #[inline]
    pub const fn is_win(self) -> bool {
        self.0 >= Self::MIN_MATE
    }

    /// Is this a mate score that loses for the side to move?
    #[inline]
    pub const fn is_loss(self) -> bool {
        self.0 <= -Self::MIN_MATE
    }

    /// Is this a mate score?
    #[inline]
    pub const fn is_mate(self) -> bool {
        self.is_win() || self.is_loss()
    }

    /// Plies from the root to the end of the game, if this is a mate score.
    pub fn plies_to_end(self) -> Option<usize> {
        self.is_mate().then(|| usize::from((Self::WIN - self.0.abs()).unsigned_abs()))
    }

    /// Plies from the root to the position that the endgame tables know to be won or lost, if this
    /// is a tablebase score.
    pub fn plies_to_tables(self) -> Option<usize> {
        let is_known = self.is_decisive() && !self.is_mate();
        is_known.then(|| usize::from((Self::TABLEBASE - self.0.abs()).unsigned_abs()))
    }

    /// The score as a number: for an evaluation, its units.
    #[inline]
    pub const fn units(self) -> i32 {
        self.0 as i32
    }

    /// The form to store at `ply`: tablebase and mate scores are counted from the node, not the
    /// root.
    #[inline]
    pub fn to_table(self, ply: Ply) -> i16 {
        match self.0 {
            win if win >= Self::MIN_TABLEBASE => win + ply.0 as i16,
            loss if loss <= -Self::MIN_TABLEBASE => loss - ply.0 as i16,
            eval => eval,
        }
    }

    /// The inverse of [`Score::to_table`], read back at a node of its own `ply`.
    #[inline]
    pub fn from_table(stored: i16, ply: Ply) -> Self {
        if stored < 0 { -Self::won_at(-stored, ply) } else { Self::won_at(stored, ply) }
    }

    /// The same for a score that is not below a draw. A score stays of its kind.
    #[inline]
    fn won_at(stored: i16, ply: Ply) -> Self {
        let seen = stored - ply.0 as i16;
        match stored {
            win if win >= Self::MIN_MATE => Score(seen.max(Self::MIN_MATE)),
            tablebase if tablebase >= Self::MIN_TABLEBASE => Score(seen.max(Self::MIN_TABLEBASE)),
            eval => Score(eval),
        }
    }
}

impl Neg for Score {
    type Output = Score;

    #[inline]
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl Add<i32> for Score {
    type Output = Score;

    /// Raises a bound by a margin in units; the result stays within [`Score::MIN`] and
    /// [`Score::MAX`].
    #[inline]
    fn add(self, margin: i32) -> Score {
        let sum = self.units() + margin;
        Score(sum.clamp(Self::MIN.units(), Self::MAX.units()) as i16)
    }
}

impl Sub<i32> for Score {
    type Output = Score;

    #[inline]
    fn sub(self, margin: i32) -> Score {
        self + -margin
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.plies_to_end() {
            Some(plies) if self.is_win() => write!(f, "win in {plies}"),
            Some(plies) => write!(f, "loss in {plies}"),
            None if self.is_decisive() => {
                write!(f, "{}", if self.0 > 0 { "tablebase win" } else { "tablebase loss" })
            }
            None => write!(f, "{:+}", self.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shorter_win_is_worth_more_and_a_longer_loss_is_worth_more() {
        assert!(Score::win_in(Ply::new(3)) > Score::win_in(Ply::new(5)));
        assert!(Score::loss_in(Ply::new(5)) > Score::loss_in(Ply::new(3)));
        assert_eq!(-Score::win_in(Ply::new(4)), Score::loss_in(Ply::new(4)));
    }

    #[test]
    fn evaluations_never_look_decisive_nor_tablebase_scores_like_mates() {
        for value in [i32::MIN, -40_000, -1, 0, 1, 40_000, i32::MAX] {
            assert!(!Score::from_eval(value).is_decisive());
        }
        for ply in [Ply::ROOT, Ply::MAX] {
            for known in [Score::tablebase_win(ply), Score::tablebase_loss(ply)] {
                assert!(known.is_decisive() && !known.is_mate());
            }
            assert!(Score::win_in(Ply::MAX) > Score::tablebase_win(ply));
            assert!(Score::from_eval(i32::MAX) < Score::tablebase_win(ply));
        }
        assert!(Score::win_in(Ply::MAX).is_win());
        assert!(Score::loss_in(Ply::MAX).is_loss());
    }

    #[test]
    fn a_stored_win_is_read_back_at_the_distance_of_its_node() {
        // A win seven plies below a node at ply 5 is met again at ply 9.
        let stored = Score::win_in(Ply::new(12)).to_table(Ply::new(5));
        assert_eq!(Score::from_table(stored, Ply::new(9)), Score::win_in(Ply::new(16)));
        let stored = Score::loss_in(Ply::new(12)).to_table(Ply::new(5));
        assert_eq!(Score::from_table(stored, Ply::new(9)), Score::loss_in(Ply::new(16)));
        for known in [Score::tablebase_win(Ply::new(12)), Score::tablebase_loss(Ply::new(12))] {
            let moved = Score::from_table(known.to_table(Ply::new(5)), Ply::new(9));
            assert_eq!(moved.units(), known.units() - 4 * known.units().signum());
            // Farther than a search can reach, it still is what it was.
            let far = Score::from_table(known.to_table(Ply::ROOT), Ply::MAX);
            assert!(far.is_decisive() && !far.is_mate());
        }
        assert_eq!(
            Score::from_table(Score::from_eval(-37).to_table(Ply::MAX), Ply::ROOT).units(),
            -37
        );
    }

    #[test]
    fn distances_are_told_in_plies() {
        assert_eq!(Score::win_in(Ply::new(9)).plies_to_end(), Some(9));
        assert_eq!(Score::loss_in(Ply::new(2)).to_string(), "loss in 2");
        for known in [Score::tablebase_win(Ply::new(7)), Score::tablebase_loss(Ply::new(7))] {
            assert_eq!((known.plies_to_tables(), known.plies_to_end()), (Some(7), None));
        }
        assert_eq!(Score::win_in(Ply::new(9)).plies_to_tables(), None);
        assert_eq!(Score::from_eval(15).to_string(), "+15");
    }

    #[test]
    fn margins_saturate_at_the_ends() {
        assert_eq!(Score::MAX + 500, Score::MAX);
        assert_eq!(Score::MIN - 500, Score::MIN);
    }
}
