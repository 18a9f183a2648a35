//! The time that one move may use, and the agent's formula for it: a pure function of the CPU time
//! that is left and of what is to come. Players that live through a game by the wall clock have
//! their own: `game_clock.rs` before a GUI, `time_limits.rs` in the text programs.
//!
//! A single move may use nearly everything, but keeps time for a pause of the machine. In a game
//! the time is shared out: an estimate of our moves still to come, and more for the middle game,
//! where games are decided. But a drawn game is won by the side with more time left, so this share
//! is an upper limit. The target is 95 % of the opponent's thinking time by a low estimate
//! ([`OpponentClock::target`](crate::time::OpponentClock::target)): enough to play about as well as
//! with equal time, and to win the draws.

use crate::time::opponent::Target;
use crate::time::reserve::Reserve;
use crate::time::task::{MOST, Mode, Task};
use std::time::Duration;

/// Limits on the clock that counts: the process's CPU clock, or a wall clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Begin no new depth after this, in ordinary circumstances; `None` if all may be used.
    pub soft: Option<Duration>,
    /// After this the search stops, even inside the tree.
    pub hard: Duration,
}

/// A single move leaves at least this beside its reserve. A virtual machine may be stopped for a
/// moment, and the process that ran is charged for it: the longest step that a program saw which
/// only read its CPU clock was 26 ms.
const PAUSE: Duration = Duration::from_millis(30);
/// No more than 90 % of what is usable is set aside for bare moves, however little is left.
const MOST_KEPT: f64 = 0.9;
/// The part of its share that a move ordinarily takes if nothing is known of the opponent's clock.
/// The bound below never falls under it.
const SPENDING: f64 = 0.6;
/// The part of its share that a move ordinarily takes at most if the opponent's clock is known;
/// less as bare moves need more of our time. Whole shares would leave little for a game of sixty
/// moves.
const MOST_SPENDING: f64 = 0.8;
/// A difficult move may take five times its ordinary time.
pub(super) const STRETCH: f64 = 5.0;
/// A move usually takes no more than twice its ordinary time.
const USUAL_STRETCH: u32 = 2;
/// A move of a game takes no more than 20 % of what is usable.
pub(super) const MOST_FOR_ONE: f64 = 0.2;

impl Budget {
    /// No time for a search: both limits have passed.
    const NONE: Budget = Budget { soft: Some(Duration::ZERO), hard: Duration::ZERO };

    /// A move of a game that takes its `share` of what is left, and `stretch` times that if it is
    /// difficult, but never more than `most`.
    pub(super) fn of_share(share: Duration, stretch: f64, most: Duration) -> Budget {
        let hard = share.mul_f64(stretch).min(most);
        Budget { soft: Some(share.min(hard)), hard }
    }

    /// Both limits at least at `time`.
    fn at_least(self, time: Duration) -> Budget {
        Budget { soft: self.soft.map(|soft| soft.max(time)), hard: self.hard.max(time) }
    }

    /// Exactly this time, but for a result that is proved before.
    pub const fn exactly(time: Duration) -> Budget {
        Budget { soft: None, hard: time }
    }

    /// The time that a search from `begun` on usually takes: an iteration ends some time after the
    /// soft limit, and only a difficult move takes all there is. 2 x (soft - begun), at most to the
    /// hard limit.
    pub fn usual_time(&self, begun: Duration) -> Duration {
        let most = self.hard.saturating_sub(begun);
        self.soft.map_or(most, |soft| (soft.saturating_sub(begun) * USUAL_STRETCH).min(most))
    }

    /// The limits for a move. If nothing is left beyond the reserve, both lie in the past.
    ///
    /// Move time: hard = 95 % of the time - reserve. Single move: hard = min(95 % of the time left,
    /// time left - 30 ms) - reserve. In a game, with usable = 95 % of the time left - reserve -
    /// used - bare moves: share = usable / moves to come x weight of the stage; soft = min(most,
    /// target), where most is 80 % of the share, less where bare moves need much of the time, at
    /// least 60 %. Soft is most if no draw on time can be had, 60 % of the share if nothing is
    /// known of the other clock, the whole share if that does not matter. Hard = min(5 x soft, 20 %
    /// of usable). Bare moves take no more than 90 % of what there is without them; no search at
    /// all once that is no more than 50 x (start + least overhead up to 1 ms).
    pub fn allot(task: Task, reserve: Reserve) -> Budget {
        let last = task.remaining.mul_f64(MOST).saturating_sub(reserve.time());
        match task.mode {
            Mode::MoveTime => Budget::exactly(last),
            Mode::Single => {
                let before_a_pause = task.remaining.saturating_sub(PAUSE + reserve.time());
                Budget::exactly(last.min(before_a_pause))
            }
            Mode::Game => {
                let usable = last.saturating_sub(task.used);
                if usable <= task.last_moves() {
                    return Budget::NONE.at_least(task.free.min(last));
                }
                let kept = task.bare_moves().min(usable.mul_f64(MOST_KEPT));
                let free = 1.0 - kept.div_duration_f64(usable);
                let usable = usable - kept;
                let even = usable.div_f64(f64::from(task.moves_to_come.max(1)));
                let share = even.mul_f64(task.stage.weight());
                let most = share.mul_f64((free * MOST_SPENDING).max(SPENDING));
                let soft = match task.opponent.map(|opponent| task.target(opponent)) {
                    Some(Target::Time(target)) => target.min(most),
                    Some(Target::DrawLost) => most,
                    Some(Target::Unknown) => share.mul_f64(SPENDING),
                    None => share,
                };
                let Budget { soft, hard } =
                    Budget::of_share(soft, STRETCH, usable.mul_f64(MOST_FOR_ONE));
                let begun = task.used.min(last);
                let budget = Budget { soft: soft.map(|soft| begun + soft), hard: begun + hard };
                budget.at_least(task.free.min(last))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time::opponent::OpponentClock;
    use crate::time::own_turns::Overhead;
    use crate::time::reserve::Costs;
    use crate::time::stage::{Stage, moves_to_come};
    use crate::time::waits::{Observed, OpponentWaits};

    const ALL_STAGES: [Stage; 3] = [Stage::Opening, Stage::Middle, Stage::Ending];

    const fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    /// A move of a game that starts in 1 ms, before a referee that charges nothing else.
    fn task(stage: Stage, remaining: Duration) -> Task {
        Task {
            mode: Mode::Game,
            stage,
            moves_to_come: 20,
            remaining,
            used: ms(1),
            start_cost: ms(1),
            overhead: Overhead::default(),
            free: Duration::ZERO,
            opponent: None,
        }
    }

    /// The clock of an opponent that has thought for very long.
    fn slow_opponent(remaining: Duration) -> OpponentClock {
        let waits = OpponentWaits::default().with(Duration::from_secs(1_000_000), Duration::MAX);
        OpponentClock { waits, ..OpponentClock::unseen(remaining) }
    }

    /// The budget, and the reserve, of a move against a slow opponent.
    fn allot(mode: Mode, stage: Stage, remaining: f64, used: f64) -> (Budget, Duration) {
        let remaining = Duration::from_secs_f64(remaining);
        let used = Duration::from_secs_f64(used);
        let reserve = Reserve::of(Costs::DEFAULT, 1 << 20, Duration::ZERO, remaining);
        let opponent = Some(slow_opponent(remaining));
        let task = Task { mode, used, start_cost: used, opponent, ..task(stage, remaining) };
        (Budget::allot(task, reserve), reserve.time())
    }

    #[test]
    fn no_budget_reaches_into_the_reserve() {
        for mode in [Mode::Single, Mode::MoveTime, Mode::Game] {
            for stage in ALL_STAGES {
                for remaining in [1e-14, 0.001, 0.01, 0.02, 0.1, 1.0, 5.2, 30.0, 300.0, 1e6] {
                    let (budget, reserve) = allot(mode, stage, remaining, 0.001);
                    let left = Duration::from_secs_f64(remaining).saturating_sub(reserve);
                    assert!(budget.soft.is_none_or(|soft| soft <= budget.hard), "{remaining}");
                    assert!(budget.hard <= left, "{remaining}: {budget:?}");
                }
            }
        }
    }

    #[test]
    fn a_single_move_uses_the_time_and_a_move_of_a_game_keeps_most_of_it() {
        let (single, _) = allot(Mode::Single, Stage::Middle, 30.0, 0.001);
        assert!(single.hard.as_secs_f64() > 28.0 && single.soft.is_none());
        let (game, _) = allot(Mode::Game, Stage::Middle, 30.0, 0.001);
        assert!(game.hard.as_secs_f64() < 0.25 * 30.0);
        assert!(game.soft.is_some_and(|soft| soft.as_secs_f64() > 0.1));
    }

    #[test]
    fn a_single_move_keeps_time_for_a_pause_and_a_move_time_does_not() {
        const LONGEST_SEEN: Duration = ms(26);
        const LEAVING: Duration = ms(2);
        for remaining in [0.001, 0.01, 0.02, 0.05, 0.1, 0.5, 0.7, 1.0] {
            let hard = |mode| allot(mode, Stage::Middle, remaining, 0.001).0.hard;
            let (single, move_time) = (hard(Mode::Single), hard(Mode::MoveTime));
            let survives = single + LONGEST_SEEN + LEAVING < Duration::from_secs_f64(remaining);
            assert!(single.is_zero() || survives, "{remaining} s: {single:?}");
            let is_the_same = remaining > 0.6 || move_time.is_zero();
            assert_eq!(single == move_time, is_the_same, "{remaining} s");
        }
        assert!(allot(Mode::MoveTime, Stage::Middle, 0.01, 0.001).0.hard > ms(2));
    }

    #[test]
    fn free_time_is_used_whatever_the_opponent_does() {
        let free = ms(800);
        for (left, used) in [(60_000, ms(800)), (500, ms(475))] {
            let task = Task { free, ..task(Stage::Ending, ms(left)) };
            let reserve = Reserve::of(Costs::DEFAULT, 0, Duration::ZERO, task.remaining);
            let opponent = Some(OpponentClock::unseen(ms(left)));
            let budget = Budget::allot(Task { opponent, ..task }, reserve);
            assert!(budget.hard >= used - reserve.time() && budget.hard < ms(left));
            assert_eq!(budget.soft.map(|soft| soft >= used - reserve.time()), Some(true));
        }
    }

    #[test]
    fn a_search_usually_ends_soon_after_the_soft_limit() {
        let usual = |soft, hard| Budget { soft, hard }.usual_time(ms(10));
        assert_eq!(usual(Some(ms(30)), ms(110)), ms(40));
        assert_eq!(usual(Some(ms(30)), ms(35)), ms(25));
        assert_eq!(usual(None, ms(110)), ms(100));
        assert_eq!([usual(Some(ms(5)), ms(5)), usual(None, ms(5))], [ms(0); 2]);
    }

    /// 300 s, and 0.3 s, of which bare moves take more than half.
    #[test]
    fn the_bound_depends_on_what_is_known_and_on_what_bare_moves_need() {
        for (left, most) in [(300_000, MOST_SPENDING), (300, SPENDING)] {
            let soft = |opponent| {
                let task = Task { opponent, ..task(Stage::Middle, ms(left)) };
                let reserve = Reserve::of(Costs::DEFAULT, 0, Duration::ZERO, task.remaining);
                let soft = Budget::allot(task, reserve).soft.expect("a move of a game has one");
                (soft - task.used).as_secs_f64()
            };
            let slow = slow_opponent(ms(left));
            let unknown = OpponentClock { observed: Observed::PartOfGame, ..slow };
            let part = |opponent| soft(Some(opponent)) / soft(None);
            assert!((part(slow) - most).abs() < 0.002, "{}", part(slow));
            assert!((part(unknown) - SPENDING).abs() < 0.002, "{}", part(unknown));
        }
    }

    /// Of each move, its start and the least overhead are no thinking time; a long start is an
    /// accident.
    #[test]
    fn the_target_leaves_out_what_bare_moves_cost() {
        let mut opponent = OpponentClock::unseen(ms(90_000));
        for wait in [5].into_iter().chain([25; 19]) {
            opponent.waits = opponent.waits.with(ms(wait), ms(90_000));
        }
        let target = |start, least| {
            let overhead = Overhead { least: ms(least), most: ms(9), ..Overhead::default() };
            let task = task(Stage::Middle, ms(90_000 - 120));
            Task { start_cost: ms(start), overhead, ..task }.target(opponent)
        };
        assert_eq!(target(0, 0), opponent.target(ms(120), ms(0)));
        assert_eq!(target(2, 3), opponent.target(ms(120), ms(5)));
        assert_eq!(target(9, 3), target(2, 3), "an accident of this move");
        let (without, with) = (target(0, 0), target(2, 3));
        assert!(matches!((without, with), (Target::Time(a), Target::Time(b)) if a < b));
    }

    /// The bound of a coarse clock says nothing about the start of the moves to come.
    #[test]
    fn a_coarse_clock_does_not_make_bare_moves_more_expensive() {
        let thinking = |used| {
            let task = Task { used, ..task(Stage::Middle, ms(400)) };
            let reserve = Reserve::of(Costs::DEFAULT, 0, Duration::ZERO, task.remaining);
            (Budget::allot(task, reserve).soft.expect("a game has one") - used, task.bare_moves())
        };
        let (fine, coarse) = (thinking(ms(1)), thinking(ms(6)));
        assert_eq!(coarse.1, fine.1);
        // The 5 ms that it may have used more are shared by the moves to come.
        assert!(fine.0 - coarse.0 <= ms(5) / 10, "{fine:?} {coarse:?}");
    }

    /// Starts and ends of processes are most of what a short clock has to pay for.
    #[test]
    fn the_longest_game_ends_in_time() {
        for seconds in [0.5, 2.0, 10.0, 60.0] {
            let mut remaining = Duration::from_secs_f64(seconds);
            for turn in 0..90 {
                let (stage, moves_to_come) =
                    if turn < 10 { (Stage::Opening, 36) } else { (Stage::Middle, 25) };
                let used = Duration::from_micros(1_200);
                let start_cost = used;
                let task = Task { moves_to_come, used, start_cost, ..task(stage, remaining) };
                let reserve = Reserve::of(Costs::DEFAULT, 1 << 20, Duration::ZERO, remaining);
                let budget = Budget::allot(task, reserve);
                // Iterations end late, and leaving costs something.
                let soft = budget.soft.expect("a game has one");
                let thought = (soft + soft.saturating_sub(used)).min(budget.hard).max(used);
                let charged = thought + ms(1);
                assert!(charged < remaining, "{seconds} s, turn {turn}: {remaining:?} left");
                remaining -= charged;
            }
        }
    }

    /// The number of moves of a long game that 0.2 s pay for, if a move without a search costs
    /// `start` + `overhead` and each search takes twice its soft time.
    fn moves_of_a_short_clock(start: Duration, overhead: Duration) -> u32 {
        let mut remaining = ms(200);
        for turn in 0..1_000_u32 {
            let pieces = 24 - turn.min(80) / 4;
            let task = Task {
                moves_to_come: moves_to_come(pieces),
                used: start,
                start_cost: start,
                overhead: Overhead { least: overhead, certain: overhead, most: overhead },
                opponent: Some(slow_opponent(remaining)),
                ..task(Stage::with_pieces(pieces), remaining)
            };
            let reserve = Reserve::of(Costs::DEFAULT, 1 << 16, overhead, remaining);
            let charged = start + Budget::allot(task, reserve).usual_time(start) + overhead;
            if charged >= remaining {
                return turn;
            }
            remaining -= charged;
        }
        panic!("a move costs nothing")
    }

    /// Without any search 0.2 s pay for 133 moves at 1.5 ms, and for 100 at 2 ms.
    #[test]
    fn most_of_a_short_clock_pays_for_moves() {
        let moves = |start, overhead| {
            moves_of_a_short_clock(Duration::from_micros(start), Duration::from_micros(overhead))
        };
        assert!(moves(1_200, 300) >= 112);
        assert!(moves(1_600, 400) >= 90);
    }

    #[test]
    fn a_clock_is_short_if_it_does_not_pay_for_eighty_moves_without_a_search() {
        let is_short = |remaining, certain| {
            let overhead =
                Overhead { certain: ms(certain), most: ms(1_000), ..Overhead::default() };
            Task { overhead, ..task(Stage::Ending, ms(remaining)) }.is_in_time_trouble()
        };
        assert_eq!([85, 84].map(|left| is_short(left, 0)), [false, true]);
        assert_eq!([253, 252].map(|left| is_short(left, 2)), [false, true]);
    }

    /// A referee that charges 10 ms for every move leaves less to think with.
    #[test]
    fn what_a_referee_charges_for_bare_moves_is_kept_back() {
        let soft = |most: u64, remaining: u64| {
            let overhead = Overhead { most: ms(most), ..Overhead::default() };
            let task = task(Stage::Middle, ms(remaining));
            let task = Task { moves_to_come: 30, overhead, ..task };
            let reserve = Reserve::of(Costs::DEFAULT, 0, overhead.most, task.remaining);
            Budget::allot(task, reserve).soft.expect("a game has one") - task.used
        };
        assert!(soft(10, 1_000) < soft(0, 1_000) / 4);
        assert!(soft(10, 300_000) > soft(0, 300_000).mul_f64(0.99));
        assert!(soft(u64::MAX / 1_000_000, 1_000) > Duration::ZERO);
    }

    /// The cost of leaving is kept for the last moves; a referee's addition to it is not.
    #[test]
    fn the_last_moves_are_paid_for_with_start_and_leaving() {
        let searches = |least, milliseconds| {
            let overhead = Overhead { least: ms(least), certain: ms(least), most: ms(least) };
            let task = Task { overhead, ..task(Stage::Middle, ms(milliseconds)) };
            let reserve = Reserve::of(Costs::DEFAULT, 0, Duration::ZERO, task.remaining);
            Budget::allot(task, reserve).hard > task.used
        };
        for (least, enough) in [(0, 60), (1, 115), (30, 115)] {
            assert!(!searches(least, enough - 10), "{least} ms of overhead");
            assert!(searches(least, enough), "{least} ms of overhead");
        }
    }

    /// A slow start of this process says nothing about the next ones.
    #[test]
    fn while_more_than_the_last_moves_can_be_paid_for_there_is_a_search() {
        for (start, used, enough) in
            [(0.001, 0.001, 0.06), (0.001, 0.020, 0.08), (0.020, 0.020, 0.14)]
        {
            for (remaining, expected) in [(enough - 0.01, false), (enough, true), (1.0, true)] {
                let remaining = Duration::from_secs_f64(remaining);
                let [start_cost, used] = [start, used].map(Duration::from_secs_f64);
                let task = Task { used, start_cost, ..task(Stage::Middle, remaining) };
                let reserve = Reserve::of(Costs::DEFAULT, 0, Duration::ZERO, remaining);
                let searches = Budget::allot(task, reserve).hard > used;
                assert_eq!(searches, expected, "{used:?} of {remaining:?}");
            }
        }
    }

    #[test]
    fn below_the_floor_of_the_process_there_is_no_time_to_search() {
        let (budget, _) = allot(Mode::Game, Stage::Ending, 0.001, 0.0015);
        assert_eq!((budget.soft, budget.hard), (Some(Duration::ZERO), Duration::ZERO));
    }
}
