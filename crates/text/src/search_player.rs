//! The automatic player: a search limited by the time of the whole game, or, after `seed`, by
//! nodes.
//!
//! Time here is wall time, since that is what people and harnesses wait for. Each move may use a
//! fixed part of what is left for the game. So the time never runs out, however long the game is,
//! and the first moves, which decide most, get most.

use crate::considered::Considered;
use crate::dialect::Dialect;
use crate::game_history::GameHistory;
use crate::seeded::{Seed, Seeded};
use crownhead::player;
use crownhead::time::{Budget, Clock, Deadline, WallClock};
use search::{Control, NodeLimit, Progress, SearchReport, Stopped};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The wall time of automatic players.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TimeLimits {
    /// At most for one move.
    pub per_move: Duration,
    /// At most for all moves of a game, both sides together.
    pub per_game: Duration,
}

/// While it holds `true`, searches end as soon as they look at it, which is within milliseconds.
/// Whoever sets it clears it again.
pub type StopFlag = Arc<AtomicBool>;

/// The player, and how much of its time it has used.
#[derive(Debug)]
pub struct SearchPlayer {
    limits: TimeLimits,
    used: Duration,
    seed: Option<Seed>,
    stop: StopFlag,
}

/// The part of the time left that one move takes, if both sides are played.
const MOVE_SHARE: f64 = 1.0 / 24.0;
/// How many times that much a difficult move may take.
const DIFFICULT_FACTOR: f64 = 2.5;
/// Least time for a move: also in a very long game, which may exceed its limit by this much a move.
const MIN_TIME: Duration = Duration::from_millis(1);
/// The part of each limit that is used; the rest is for printing, and for a busy machine.
const USED_SHARE: f64 = 0.9;
/// Size of each search's transposition table, in bytes. Each search has a new one, so that earlier
/// searches change nothing.
const TABLE_BYTES: usize = 32 << 20;
/// A first guess of the search's speed; the deadline corrects it.
const NODES_PER_SECOND: f64 = 300_000.0;

impl SearchPlayer {
    /// A player that has used no time yet.
    pub fn new(limits: TimeLimits) -> Self {
        SearchPlayer { limits, used: Duration::ZERO, seed: None, stop: StopFlag::default() }
    }

    /// The same, stopped by a flag that the caller keeps a copy of.
    #[must_use]
    pub fn stopped_by(self, stop: StopFlag) -> Self {
        SearchPlayer { stop, ..self }
    }

    /// A new game begins: no time is used yet.
    pub const fn begin_game(&mut self) {
        self.used = Duration::ZERO;
    }

    /// From now on searches are limited by nodes alone, and their choice depends on `seed`: the
    /// same seed leads to the same game on any machine, another seed to another game.
    pub const fn seed(&mut self, seed: i64) {
        self.seed = Some(Seed::new(seed));
    }

    /// The move it would play; the game must not be over. `sides`, 1 or 2, is how many sides it
    /// plays: with one it takes half of the game's time. `None` without a legal move, and if the
    /// search was stopped by the flag.
    pub fn choose<G: Dialect>(&mut self, game: &GameHistory<G>, sides: u32) -> Option<G::Move> {
        let mut clock = WallClock::start();
        let obvious = player::obvious_move(game.position(), &game.history(), &evaluator::<G>(None));
        let chosen = obvious.or_else(|| Some(self.search(game, sides)?.best));
        self.used += clock.used();
        if self.is_stopped() {
            return None;
        }
        chosen.or_else(|| player::fallback_move(game.position(), &mut evaluator::<G>(None)))
    }

    /// What it thinks of the position: the move that it would play, with score, depth and line. It
    /// takes the time of a move, which is not counted as used. `None` if the game is over, or if
    /// the flag stopped the search before it had found a move.
    pub fn consider<G: Dialect>(
        &mut self,
        game: &GameHistory<G>,
        sides: u32,
    ) -> Option<Considered<G::Move>> {
        game.to_move()?;
        let report = self.search(game, sides)?;
        let tables = evaluator::<G>(None);
        let obvious = player::obvious_move(game.position(), &game.history(), &tables);
        Some(Considered::new(&report, obvious))
    }

    fn search<G: Dialect>(
        &self,
        game: &GameHistory<G>,
        sides: u32,
    ) -> Option<SearchReport<G::Move>> {
        let (position, history) = (game.position(), game.history());
        let mut evaluator = evaluator::<G>(self.seed);
        if self.seed.is_some() {
            let control = Stoppable { control: NodeLimit(G::SEEDED_NODES), stop: &self.stop };
            return player::report_under(position, history, TABLE_BYTES, control, &mut evaluator);
        }
        let deadline = Deadline::new(WallClock::start(), self.budget(sides), NODES_PER_SECOND);
        let control = Stoppable { control: deadline, stop: &self.stop };
        player::report_under(position, history, TABLE_BYTES, control, &mut evaluator)
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// The limits of the next search.
    fn budget(&self, sides: u32) -> Budget {
        let for_us = self.limits.per_game * sides.clamp(1, 2) / 2;
        let left = for_us.mul_f64(USED_SHARE).saturating_sub(self.used);
        // Two sides share the moves of a game; alone, there are half as many.
        let share = MOVE_SHARE * 2.0 / f64::from(sides.clamp(1, 2));
        let max = self.limits.per_move.mul_f64(USED_SHARE);
        let soft = left.mul_f64(share).max(MIN_TIME).min(max);
        let hard = left.mul_f64(share * DIFFICULT_FACTOR).max(MIN_TIME).min(max);
        Budget { soft: Some(soft), hard }
    }
}

/// The evaluator of a search, with the choice of a seed if there is one.
fn evaluator<G: Dialect>(seed: Option<Seed>) -> Seeded<G::Evaluator> {
    Seeded::new(G::Evaluator::default(), seed)
}

/// A control that the flag can end early.
struct Stoppable<'a, C> {
    control: C,
    stop: &'a AtomicBool,
}

/// The most nodes between two looks at the flag: a few milliseconds.
const LOOK: u64 = 2_048;

impl<C: Control> Control for Stoppable<'_, C> {
    fn poll(&mut self, nodes: u64) -> Result<u64, Stopped> {
        if self.stop.load(Ordering::Relaxed) {
            return Err(Stopped);
        }
        Ok(self.control.poll(nodes)?.min(nodes + LOOK))
    }

    fn finished(&mut self, progress: &Progress) -> ControlFlow<()> {
        self.control.finished(progress)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMITS: TimeLimits =
        TimeLimits { per_move: Duration::from_secs(5), per_game: Duration::from_secs(40) };

    /// However long a game lasts, and though every move takes all it may.
    #[test]
    fn the_time_of_a_game_is_never_used_up() {
        for sides in [1, 2] {
            let mut search_player = SearchPlayer::new(LIMITS);
            for _ in 0..500 {
                let budget = search_player.budget(sides);
                assert!(budget.soft.is_some_and(|soft| soft <= budget.hard));
                assert!(budget.hard <= LIMITS.per_move);
                search_player.used += budget.hard;
            }
            let late = search_player.used.saturating_sub(LIMITS.per_game * sides / 2);
            assert!(late <= MIN_TIME * 500, "{late:?}");
        }
    }

    #[test]
    fn early_moves_get_more_and_a_single_move_no_more_than_allowed() {
        let mut search_player = SearchPlayer::new(LIMITS);
        let first = search_player.budget(2);
        search_player.used = Duration::from_secs(30);
        assert!(search_player.budget(2).hard < first.hard);
        let impatient = TimeLimits { per_move: Duration::from_millis(50), ..LIMITS };
        assert!(SearchPlayer::new(impatient).budget(2).hard < Duration::from_millis(50));
    }
}
