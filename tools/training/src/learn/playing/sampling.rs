//! Positions drawn from all those that a search evaluates, each with the same chance.
//!
//! A game shows only the positions that its players let happen. Their searches ask the evaluation
//! about others: after mistakes, in the middle of combinations. Games that begin there teach the
//! network what it has to evaluate (as tree-wide learning does: Veness, Silver, Uther, Blair 2009,
//! "Bootstrapping from Game Tree Search").
//!
//! Reservoir sampling with skips (Li 1994, "Reservoir-Sampling Algorithms"): the n-th evaluation
//! replaces the one that was drawn before with probability 1/n, and the next number to replace it
//! is drawn at once, so that most evaluations cost one comparison.

use games::Walker;
use games::checkers::Position;
use search::{Adjust, Ply, Score};

/// Draws positions from a stream of unknown length.
#[derive(Debug)]
pub struct Reservoir {
    drawn: Vec<Draw>,
    seen: u64,
    /// The least `next` of all draws.
    next: u64,
    walker: Walker,
}

/// One of the positions, and the number of the position of the stream that will replace it.
#[derive(Debug)]
struct Draw {
    position: Option<Position>,
    next: u64,
}

/// Random fractions are drawn as multiples of one in this many.
const FRACTIONS: usize = 1 << 30;

impl Reservoir {
    pub fn new(count: usize, seed: u64) -> Self {
        let drawn = (0..count).map(|_| Draw { position: None, next: 1 }).collect();
        let next = if count == 0 { u64::MAX } else { 1 };
        Reservoir { drawn, seen: 0, next, walker: Walker::new(seed) }
    }

    /// Shows the next position of the stream.
    #[inline]
    pub fn show(&mut self, position: &Position) {
        self.seen += 1;
        if self.seen >= self.next {
            self.replace(position);
        }
    }

    #[cold]
    fn replace(&mut self, position: &Position) {
        for draw in &mut self.drawn {
            if draw.next <= self.seen {
                draw.position = Some(*position);
                // The next record of a sequence of independent random numbers comes after the
                // n-th with probability n/m later than at m.
                let fraction = (1 + self.walker.below(FRACTIONS)) as f64 / FRACTIONS as f64;
                draw.next = 1 + (self.seen as f64 / fraction) as u64;
            }
        }
        self.next = self.drawn.iter().map(|draw| draw.next).min().unwrap_or(u64::MAX);
    }

    pub fn positions(&self) -> impl Iterator<Item = Position> {
        self.drawn.iter().filter_map(|draw| draw.position)
    }
}

/// Shows a reservoir every position with enough pieces that is evaluated below the root.
#[derive(Debug)]
pub struct Sampling {
    pub reservoir: Reservoir,
    pub least_pieces: u32,
}

impl Adjust<Position> for Sampling {
    #[inline]
    fn adjust(&mut self, position: &Position, ply: Ply, score: Score) -> Score {
        if ply != Ply::ROOT && position.count() >= self.least_pieces {
            self.reservoir.show(position);
        }
        score
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::Game;

    #[test]
    fn every_position_is_drawn_about_equally_often() {
        let game = Walker::new(3).game(Position::start(), 30);
        let mut times = vec![0; game.len()];
        for seed in 0..4_000 {
            let mut reservoir = Reservoir::new(1, seed);
            game.iter().for_each(|position| reservoir.show(position));
            let drawn = reservoir.positions().next().expect("one was shown");
            let nth = game.iter().position(|position| position.key() == drawn.key());
            times[nth.expect("one of the game")] += 1;
        }
        let expected = 4_000.0 / game.len() as f64;
        for count in times {
            let deviation = (f64::from(count) - expected) / expected.sqrt();
            assert!(deviation.abs() < 5.0, "{count} for {expected}");
        }
    }

    #[test]
    fn nothing_is_drawn_from_nothing() {
        assert_eq!(Reservoir::new(3, 1).positions().count(), 0);
        let mut none = Reservoir::new(0, 1);
        none.show(&Position::start());
        assert_eq!(none.positions().count(), 0);
    }
}
