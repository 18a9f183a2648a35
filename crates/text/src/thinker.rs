//! How an automatic player thinks: by the time of the whole game, or, after `seed`, by nodes.
//!
//! Time here is the time that passes, since that is what people and harnesses wait for. Each move
//! may use a fixed part of what is left for the game, so that the time never runs out however long
//! the game is, and the first moves, when most is open, get most.

use crate::dialect::Dialect;
use crate::playing::Playing;
use crownhead::player;
use crownhead::time::{Budget, Clock, Deadline, WallClock};
use search::NodeLimit;
use std::time::Duration;

/// What an automatic player goes by.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Allowance {
    /// The most for one move.
    pub per_move: Duration,
    /// For all moves of a game, both sides together.
    pub per_game: Duration,
}

/// The player, with what it has used of its time.
#[derive(Debug)]
pub struct Thinker {
    allowance: Allowance,
    used: Duration,
    seed: Option<i64>,
}

/// The part of the time left that one move ordinarily takes.
const SHARE: f64 = 1.0 / 24.0;
/// How many times its ordinary time a difficult move may take.
const STRETCH: f64 = 2.5;
/// Less is no thinking; so much is left for each move of a game that goes on and on.
const LEAST: Duration = Duration::from_millis(1);
/// What is kept for printing, and for a machine that is slow to give us a core.
const RESERVE: f64 = 0.9;
/// Of each search: a fresh table, so that what was thought about before changes nothing.
const TABLE_BYTES: usize = 32 << 20;
/// A first guess, corrected by the clock itself.
const NODES_PER_SECOND: f64 = 300_000.0;

impl Thinker {
    /// A player who has used nothing yet.
    pub const fn new(allowance: Allowance) -> Self {
        Thinker { allowance, used: Duration::ZERO, seed: None }
    }

    /// A new game begins: all time is there again.
    pub const fn begin_game(&mut self) {
        self.used = Duration::ZERO;
    }

    /// From now on the choice depends on nodes alone.
    pub const fn seed(&mut self, seed: i64) {
        self.seed = Some(seed);
    }

    /// The move it would play; the game must not be over. `sides` is how many of the two sides it
    /// plays: alone it takes half of the game's time.
    pub fn think<G: Dialect>(&mut self, playing: &Playing<G>, sides: u32) -> Option<G::Move> {
        let mut clock = WallClock::start();
        let chosen = self.search(playing, sides);
        self.used += clock.used();
        chosen.or_else(|| player::fallback_move(playing.position(), &mut G::Evaluator::default()))
    }

    fn search<G: Dialect>(&self, playing: &Playing<G>, sides: u32) -> Option<G::Move> {
        let (position, history) = (playing.position(), playing.path());
        let mut evaluator = G::Evaluator::default();
        if let Some(obvious) = player::obvious_move(position, &history, &evaluator) {
            return Some(obvious);
        }
        if self.seed.is_some() {
            let limit = NodeLimit(G::SEEDED_NODES);
            return player::search_under(position, history, TABLE_BYTES, limit, &mut evaluator);
        }
        let deadline = Deadline::new(WallClock::start(), self.budget(sides), NODES_PER_SECOND);
        player::search_under(position, history, TABLE_BYTES, deadline, &mut evaluator)
    }

    /// Soft and hard limits for the next move.
    fn budget(&self, sides: u32) -> Budget {
        let for_us = self.allowance.per_game * sides.clamp(1, 2) / 2;
        let left = for_us.mul_f64(RESERVE).saturating_sub(self.used);
        // Two sides share the moves of a game; alone, there are half as many.
        let share = SHARE * 2.0 / f64::from(sides.clamp(1, 2));
        let most = self.allowance.per_move.mul_f64(RESERVE);
        let soft = left.mul_f64(share).max(LEAST).min(most);
        let hard = left.mul_f64(share * STRETCH).max(LEAST).min(most);
        Budget { soft: Some(soft), hard }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALLOWANCE: Allowance =
        Allowance { per_move: Duration::from_secs(5), per_game: Duration::from_secs(40) };

    /// However long a game lasts, and though every move takes all it may.
    #[test]
    fn the_time_of_a_game_is_never_used_up() {
        for sides in [1, 2] {
            let mut thinker = Thinker::new(ALLOWANCE);
            for _ in 0..500 {
                let budget = thinker.budget(sides);
                assert!(budget.soft.is_some_and(|soft| soft <= budget.hard));
                assert!(budget.hard <= ALLOWANCE.per_move);
                thinker.used += budget.hard;
            }
            let late = thinker.used.saturating_sub(ALLOWANCE.per_game * sides / 2);
            assert!(late <= LEAST * 500, "{late:?}");
        }
    }

    #[test]
    fn early_moves_get_more_and_a_single_move_no_more_than_allowed() {
        let mut thinker = Thinker::new(ALLOWANCE);
        let first = thinker.budget(2);
        thinker.used = Duration::from_secs(30);
        assert!(thinker.budget(2).hard < first.hard);
        let impatient = Allowance { per_move: Duration::from_millis(50), ..ALLOWANCE };
        assert!(Thinker::new(impatient).budget(2).hard < Duration::from_millis(50));
    }
}
