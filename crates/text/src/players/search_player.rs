//! The automatic player: a search limited by the time of the whole game, or, after `seed`, by
//! nodes.
//!
//! Time here is wall time, for which people and harnesses wait; [`TimeLimits`] divide it among the
//! moves. Once the input has ended, the user waits for the end of the program, and little time is
//! left for all that is owed; but after `seed` a choice never depends on time.

use crate::dialect::Dialect;
use crate::input::event::InputEnd;
use crate::players::search_opinion::SearchOpinion;
use crate::players::seeded::{ShiftSeed, nodes_after};
use agent::{
    player,
    time::{Budget, Clock, Deadline, Sides, UsedTime, WallClock},
};
use formats::commands::GameHistory;
use search::{AdjustedEvaluator, Control, KeyHistory, NodeLimit, Progress, SearchReport, Stopped};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

pub use agent::time::{GameTime, TimeLimits};

/// While it is `true`, searches end within milliseconds. The code that sets it clears it again. The
/// referee's flag of the same name is made from this one where an agent plays in a session.
pub type StopFlag = Arc<AtomicBool>;

#[derive(Debug)]
pub struct SearchPlayer {
    limits: TimeLimits,
    used: UsedTime,
    /// Runs since its last move, or since the game began.
    waiting: WallClock,
    seed: Option<ShiftSeed>,
    stop: StopFlag,
    end: InputEnd,
}

/// Size of each search's transposition table, in bytes. Each search has a new one, so that earlier
/// searches change nothing.
const TABLE_BYTES: usize = 32 << 20;
/// To make that one takes some 15 ms: a search of less than [`SHORT`] has a small one.
const SMALL_TABLE_BYTES: usize = 1 << 20;
const SHORT: Duration = Duration::from_millis(100);

/// The least score with which a forced win may be near: nine games of ten are won.
const FAR_AHEAD: i32 = 150;
/// Then a search after `seed` has this many times the nodes.
const LONGER: u64 = 10;

impl SearchPlayer {
    pub fn new(limits: TimeLimits) -> Self {
        let (used, waiting) = (UsedTime::default(), WallClock::start());
        let (stop, end) = (StopFlag::default(), InputEnd::default());
        SearchPlayer { limits, used, waiting, seed: None, stop, end }
    }

    /// The same, stopped by a flag that the caller keeps a copy of.
    #[must_use]
    pub fn stopped_by(self, stop: StopFlag) -> Self {
        SearchPlayer { stop, ..self }
    }

    /// The same, in a hurry once this end is marked.
    #[must_use]
    pub fn hurried_after(self, end: InputEnd) -> Self {
        SearchPlayer { end, ..self }
    }

    /// A new game begins: no time is used yet.
    pub fn begin_game(&mut self) {
        self.used = UsedTime::default();
        self.waiting = WallClock::start();
    }

    /// From now on searches are limited by nodes alone, and their choice depends on `seed`: the
    /// same seed leads to the same game on any machine.
    pub const fn seed(&mut self, seed: i64) {
        self.seed = Some(ShiftSeed::new(seed));
    }

    /// The move to play; the game must not be over. `sides`, 1 or 2, is the number of sides that it
    /// plays. `None` without a legal move, and if the flag stopped the search.
    pub fn choose<G: Dialect>(&mut self, game: &GameHistory<G>, sides: u32) -> Option<G::Move> {
        self.used.others += self.waiting.used();
        let mut clock = WallClock::start();
        let obvious = player::obvious_move(
            game.position(),
            &KeyHistory::of_game(game.line()),
            &evaluator::<G>(None),
        );
        let chosen = obvious.or_else(|| Some(self.search(game, sides)?.best));
        self.used.own += clock.used();
        self.waiting = WallClock::start();
        if self.is_stopped() {
            return None;
        }
        chosen.or_else(|| player::fallback_move(game.position(), &mut evaluator::<G>(None)))
    }

    /// The move that it would play, with score, depth and line. The search takes the time of a
    /// move, which does not count as used. `None` if the game is over, or if the flag stopped the
    /// search before it had found a move.
    pub fn consider<G: Dialect>(
        &mut self,
        game: &GameHistory<G>,
        sides: u32,
    ) -> Option<SearchOpinion<G::Move>> {
        game.to_move()?;
        let report = self.search(game, sides)?;
        let tables = evaluator::<G>(None);
        let obvious =
            player::obvious_move(game.position(), &KeyHistory::of_game(game.line()), &tables);
        Some(SearchOpinion::new(&report, obvious))
    }

    /// Searches a move. Where that leaves a side far ahead and proves nothing, a forced win may be
    /// near: it looks again for longer, and takes the move that wins.
    fn search<G: Dialect>(
        &self,
        game: &GameHistory<G>,
        sides: u32,
    ) -> Option<SearchReport<G::Move>> {
        let Some(seed) = self.seed else { return self.search_by_clock(game, sides) };
        let nodes = nodes_after(G::SEEDED_NODES, game.automatic_moves());
        let first = self.search_under(game, NodeLimit(nodes), Some(seed))?;
        if !may_win_soon(&first) {
            return Some(first);
        }
        let nodes = NodeLimit(G::SEEDED_NODES * LONGER);
        Some(self.proof_under(game, nodes).unwrap_or(first))
    }

    fn search_by_clock<G: Dialect>(
        &self,
        game: &GameHistory<G>,
        sides: u32,
    ) -> Option<SearchReport<G::Move>> {
        let sides = if sides > 1 { Sides::Both } else { Sides::One };
        let budget = self.limits.budget(self.used, G::PACE, game.plies(), sides);
        let grace = self.limits.grace(self.used, LONGEST_FOR_LEAST);
        let hurried = EndOfInputControl::new(budget, grace, &self.end, |left| {
            let limits = TimeLimits { per_move: left, per_game: GameTime::BothSides(left) };
            limits.budget(UsedTime::default(), G::PACE, game.plies(), sides)
        });
        let table = if budget.hard < SHORT { SMALL_TABLE_BYTES } else { TABLE_BYTES };
        let first = self.search_in(table, game, hurried, None)?;
        let Some(left) = self.end.time_left().filter(|_| may_win_soon(&first)) else {
            return Some(first);
        };
        let (soft, hard) = (None, left.min(budget.hard) / 2);
        let deadline = Deadline::by_wall_clock(WallClock::start(), Budget { soft, hard });
        Some(self.proof_under(game, deadline).unwrap_or(first))
    }

    /// A search that has proved a win; `None` if it has not.
    fn proof_under<G: Dialect, C: Control>(
        &self,
        game: &GameHistory<G>,
        control: C,
    ) -> Option<SearchReport<G::Move>> {
        let report = self.search_under(game, control, None);
        report.filter(|report| report.progress.score.is_win())
    }

    fn search_under<G: Dialect, C: Control>(
        &self,
        game: &GameHistory<G>,
        control: C,
        seed: Option<ShiftSeed>,
    ) -> Option<SearchReport<G::Move>> {
        self.search_in(TABLE_BYTES, game, control, seed)
    }

    fn search_in<G: Dialect, C: Control>(
        &self,
        table_bytes: usize,
        game: &GameHistory<G>,
        control: C,
        seed: Option<ShiftSeed>,
    ) -> Option<SearchReport<G::Move>> {
        let (position, history) = (game.position(), KeyHistory::of_game(game.line()));
        let control = Stoppable { control, stop: &self.stop };
        player::report_under(position, history, table_bytes, control, &mut evaluator::<G>(seed))
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// True for a score far ahead that is no proof.
fn may_win_soon<M: Copy>(report: &SearchReport<M>) -> bool {
    let score = report.progress.score;
    !score.is_win() && score.units() >= FAR_AHEAD
}

/// The evaluator of a search, with the choice of a seed if there is one.
fn evaluator<G: Dialect>(
    seed: Option<ShiftSeed>,
) -> AdjustedEvaluator<G::Evaluator, Option<ShiftSeed>> {
    AdjustedEvaluator { evaluator: G::Evaluator::default(), adjustment: seed }
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

/// The least nodes of a search by the clock, some milliseconds: a busy machine may pause for
/// longer than a whole move, and then a win in a few moves would be missed.
const LEAST_NODES: u64 = 5_000;
/// They may take so long, until the time of the game is used: a machine may also be slow for good.
const LONGEST_FOR_LEAST: Duration = Duration::from_millis(250);

/// A deadline that is replaced by an earlier one when the input ends. `last` turns the time left
/// for all that is owed into the budget of a move.
struct EndOfInputControl<'a, F> {
    deadline: Deadline<WallClock>,
    hard: Duration,
    clock: WallClock,
    /// For the least nodes.
    grace: Duration,
    end: &'a InputEnd,
    /// `None` once the input has ended.
    last: Option<F>,
}

impl<'a, F: FnOnce(Duration) -> Budget> EndOfInputControl<'a, F> {
    fn new(budget: Budget, grace: Duration, end: &'a InputEnd, last: F) -> Self {
        let deadline = Deadline::by_wall_clock(WallClock::start(), budget);
        let clock = WallClock::start();
        EndOfInputControl { deadline, hard: budget.hard, clock, grace, end, last: Some(last) }
    }

    /// After the end of the input there may be very many moves to be played.
    fn has_a_right_to_more(&mut self, nodes: u64) -> bool {
        nodes < LEAST_NODES && self.last.is_some() && self.clock.used() < self.grace
    }

    fn look_at_the_end(&mut self) {
        let Some(time) = self.end.time_left() else { return };
        let Some(last) = self.last.take() else { return };
        let Budget { soft, hard } = last(time);
        let left = self.hard.saturating_sub(self.clock.used());
        let budget = Budget { soft: soft.map(|soft| soft.min(left)), hard: hard.min(left) };
        self.deadline = Deadline::by_wall_clock(WallClock::start(), budget);
    }
}

impl<F: FnOnce(Duration) -> Budget> Control for EndOfInputControl<'_, F> {
    fn poll(&mut self, nodes: u64) -> Result<u64, Stopped> {
        self.look_at_the_end();
        if self.has_a_right_to_more(nodes) { Ok(LEAST_NODES) } else { self.deadline.poll(nodes) }
    }

    fn finished(&mut self, progress: &Progress) -> ControlFlow<()> {
        self.look_at_the_end();
        if self.has_a_right_to_more(progress.nodes) {
            return ControlFlow::Continue(());
        }
        self.deadline.finished(progress)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::{Game, loa, tablut};
    use std::thread;

    const ENDLESS: TimeLimits = TimeLimits {
        per_move: Duration::from_secs(100_000),
        per_game: GameTime::BothSides(Duration::from_secs(900_000)),
    };

    #[test]
    fn a_search_under_a_flag_that_is_set_finds_nothing() {
        let stop = StopFlag::new(AtomicBool::new(true));
        let mut player = SearchPlayer::new(ENDLESS).stopped_by(StopFlag::clone(&stop));
        let game = GameHistory::<loa::Position>::default();
        assert_eq!(player.choose(&game, 1), None);
        assert_eq!(player.consider(&game, 1), None);
        stop.store(false, Ordering::Relaxed);
        player.seed(1);
        assert!(player.choose(&game, 1).is_some());
    }

    /// It would go on for hours.
    #[test]
    fn the_flag_ends_a_running_search() {
        let stop = StopFlag::default();
        let mut player = SearchPlayer::new(ENDLESS).stopped_by(StopFlag::clone(&stop));
        thread::scope(|scope| {
            let search =
                scope.spawn(|| player.choose(&GameHistory::<tablut::Position>::default(), 1));
            thread::sleep(Duration::from_millis(50));
            stop.store(true, Ordering::Relaxed);
            assert_eq!(search.join().expect("no panic"), None);
        });
    }

    /// It would go on for hours, too.
    #[test]
    fn the_end_of_the_input_shortens_a_running_search() {
        let end = InputEnd::default();
        let mut player = SearchPlayer::new(ENDLESS).hurried_after(end.clone());
        let game = GameHistory::<tablut::Position>::default();
        thread::scope(|scope| {
            let search = scope.spawn(|| player.choose(&game, 2));
            thread::sleep(Duration::from_millis(50));
            end.mark();
            assert!(search.join().expect("no panic").is_some());
        });
        assert!(player.choose(&game, 2).is_some(), "later moves are short as well");
    }

    #[test]
    fn what_is_considered_is_what_is_played_and_its_line_can_be_played() {
        let game = GameHistory::<tablut::Position>::default();
        let mut player = SearchPlayer::new(ENDLESS);
        player.seed(3);
        let found = player.consider(&game, 2).expect("a move");
        assert_eq!(player.choose(&game, 2), Some(found.mv));
        assert_eq!(found.line.first(), Some(&found.mv));
        assert!(found.depth > 1 && found.nodes >= found.depth.into());
        let mut at = *game.position();
        for &mv in &found.line {
            let legal = at.move_list();
            assert!(legal.contains(&mv));
            at = at.play(mv);
        }
        let about = found.about(game.position());
        assert!(!about.contains(['*', '>']), "{about}");
    }
}
