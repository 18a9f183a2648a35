//! Counts of results, by their points.
//!
//! One type serves single games (three results) and pairs of games (five). Scores are shares of
//! the points that can be won, so that 1/2 is an even result in both.

/// The result of one game for the first player.
#[expect(missing_docs, reason = "the names speak for the variants")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameScore {
    Loss,
    Draw,
    Win,
}

impl GameScore {
    /// In half points: 0, 1 or 2.
    pub const fn half_points(self) -> u32 {
        match self {
            GameScore::Loss => 0,
            GameScore::Draw => 1,
            GameScore::Win => 2,
        }
    }

    /// 0, 1/2 or 1.
    pub fn points(self) -> f64 {
        f64::from(self.half_points()) / 2.0
    }

    /// The same game, as the opponent sees it.
    pub const fn reversed(self) -> Self {
        match self {
            GameScore::Loss => GameScore::Win,
            GameScore::Draw => GameScore::Draw,
            GameScore::Win => GameScore::Loss,
        }
    }
}

/// The count of each of `N` results, from no points to all points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tally<const N: usize>([u64; N]);

/// Single games: losses, draws and wins.
pub type GameCounts = Tally<3>;
/// Pairs of games: those with 0, 1/2, 1, 3/2 and 2 points.
pub type PairCounts = Tally<5>;

impl GameCounts {
    /// From the numbers of games with 0, 1/2 and 1 point: losses, draws, wins.
    pub const fn new(counts: [u64; 3]) -> Self {
        Tally(counts)
    }

    /// Counts one more game.
    pub fn record(&mut self, score: GameScore) {
        self.0[score as usize] += 1;
    }

    /// Games lost by the first player.
    pub const fn losses(&self) -> u64 {
        self.0[GameScore::Loss as usize]
    }

    /// Games without a winner.
    pub const fn draws(&self) -> u64 {
        self.0[GameScore::Draw as usize]
    }

    /// Games won by the first player.
    pub const fn wins(&self) -> u64 {
        self.0[GameScore::Win as usize]
    }
}

impl PairCounts {
    /// From the numbers of pairs with 0, 1/2, 1, 3/2 and 2 points.
    pub const fn new(counts: [u64; 5]) -> Self {
        Tally(counts)
    }

    /// Counts one more pair, by its two games.
    pub fn record(&mut self, one: GameScore, other: GameScore) {
        self.0[one as usize + other as usize] += 1;
    }
}

impl<const N: usize> Tally<N> {
    /// A tally without any results.
    pub const EMPTY: Self = Tally([0; N]);

    /// The counts, from no point to all points.
    pub const fn counts(&self) -> &[u64; N] {
        &self.0
    }

    /// The number of games, or of pairs.
    pub fn total(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The same results, as the opponent sees them.
    #[cfg(test)]
    #[must_use]
    pub fn for_the_opponent(mut self) -> Self {
        self.0.reverse();
        self
    }

    /// The mean score of the first player, from 0 to 1; `None` if nothing was played.
    pub fn mean(&self) -> Option<f64> {
        let points: u64 = (0..).zip(&self.0).map(|(points, count)| points * count).sum();
        let most = self.total() * (N as u64 - 1);
        (most > 0).then(|| points as f64 / most as f64)
    }

    /// The standard deviation of one result's score; `None` while all results are equal, which only
    /// means that too few games were played.
    pub fn deviation(&self) -> Option<f64> {
        if self.0.iter().filter(|&&count| count > 0).count() < 2 {
            return None;
        }
        let mean = self.mean()?;
        let squares = Self::scores().zip(&self.0);
        let sum: f64 = squares.map(|(score, &count)| count as f64 * (score - mean).powi(2)).sum();
        Some((sum / self.total() as f64).sqrt())
    }

    /// The scores of the results, from 0 to 1.
    pub(super) fn scores() -> impl Iterator<Item = f64> {
        (0..N).map(|points| points as f64 / (N - 1) as f64)
    }

    /// The number of games in one result: 1 or 2.
    pub(super) fn games_each() -> f64 {
        (N - 1) as f64 / 2.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use GameScore::{Draw, Loss, Win};

    #[test]
    fn a_pair_is_counted_by_its_points_in_either_order() {
        for (one, other, index) in
            [(Loss, Loss, 0), (Draw, Loss, 1), (Win, Loss, 2), (Draw, Draw, 2), (Draw, Win, 3)]
        {
            for (one, other) in [(one, other), (other, one)] {
                let mut counts = PairCounts::EMPTY;
                counts.record(one, other);
                assert_eq!((counts.counts()[index], counts.total()), (1, 1), "{one:?} {other:?}");
            }
        }
    }

    #[test]
    fn games_are_counted_by_their_score() {
        let mut counts = GameCounts::EMPTY;
        for score in [Win, Win, Win, Draw, Draw, Loss] {
            counts.record(score);
        }
        assert_eq!(counts, GameCounts::new([1, 2, 3]));
        assert_eq!((counts.losses(), counts.draws(), counts.wins()), (1, 2, 3));
        assert_eq!(counts.for_the_opponent().wins(), 1);
    }

    #[test]
    fn mean_and_deviation_are_those_of_the_definition() {
        let counts = PairCounts::new([1, 0, 0, 0, 3]);
        assert_eq!(counts.mean(), Some(0.75));
        let deviation = counts.deviation().expect("two different results");
        assert!((deviation - (3.0_f64 / 16.0).sqrt()).abs() < 1e-12);
    }

    #[test]
    fn equal_results_show_no_deviation() {
        assert_eq!(PairCounts::EMPTY.mean(), None);
        assert_eq!(PairCounts::EMPTY.deviation(), None);
        assert_eq!(PairCounts::new([0, 0, 9, 0, 0]).deviation(), None);
        assert_eq!(GameCounts::new([0, 0, 7]).deviation(), None);
        assert_eq!(GameCounts::new([0, 0, 7]).mean(), Some(1.0));
    }
}
