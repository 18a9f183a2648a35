//! How much time one move may use: a pure function of what is left and what is to come.
//!
//! A single move may use nearly everything. In a game the time is shared out: an estimate of our
//! moves still to come, and more for the middle game, where games are decided. But a drawn game is won
//! by the side with more time left, so that the share is an upper limit: we think as long as the opponent
//! does, or a little less ([`Spent`]), and play about as well as if we thought as long, and win the draws.

use crate::time::reserve::Reserve;
use crate::time::rival::Rival;
use std::time::Duration;

/// What the time left has to last for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// This one move.
    Single,
    /// The rest of the game.
    Game,
}

/// The part of the game that is being played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Most pieces are on the board and many moves are as good as each other.
    Opening,
    /// The part that decides most games.
    Middle,
    /// Few pieces: most is won, lost or drawn already.
    Ending,
}

/// What the budget depends on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Task {
    /// What the time is for.
    pub mode: Mode,
    /// The part of the game.
    pub stage: Stage,
    /// The estimated number of our own moves to the end of the game, this one included.
    pub moves_to_come: u32,
    /// Time left by the judge's account, when this process started.
    pub remaining: Duration,
    /// CPU time this process has used so far.
    pub used: Duration,
    /// What the judge charged in earlier moves beyond what we measured ourselves.
    pub overhead: Duration,
    /// What the game has cost both sides so far; none if the rival's clock is no matter.
    pub spent: Option<Spent>,
}

impl Task {
    /// What the rest of a long game costs if we never think, by this judge's account.
    fn bare_moves(&self) -> Duration {
        (self.used.min(USUAL_START) + LEAVING)
            .saturating_add(self.overhead)
            .saturating_mul(LONG_GAME)
    }
}

/// Our own moves still to come in a game that does not end: the endings that the tables play may take a
/// multiple of what is estimated.
const LONG_GAME: u32 = 80;
/// A start that takes longer was an accident of this one move.
const USUAL_START: Duration = Duration::from_millis(2);
/// However little is left, one part in ten is thought with.
const MOST_KEPT: f64 = 0.9;
/// What a move costs beyond its start, if nothing is searched.
const LEAVING: Duration = Duration::from_millis(1);

/// What both sides have used of their time in this game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spent {
    /// We ourselves, by the judge's account.
    pub ours: Duration,
    /// What the judge charges at least for a move beyond what we measure ourselves.
    pub least_overhead: Duration,
    /// The opponent, as far as we know.
    pub rival: Rival,
}

impl Spent {
    /// What a move that starts in so much may cost so that we stay behind the rival in thought: what
    /// bare moves cost is the same for both. There is always a little, less if it answers at once.
    fn allowance(&self, start: Duration) -> Duration {
        let bare = start.min(USUAL_START).saturating_add(self.least_overhead);
        let thought = self.ours.saturating_sub(bare.saturating_mul(self.rival.waits.number));
        let ahead = self.rival.has_thought().mul_f64(PACE).saturating_sub(thought);
        let least = self.rival.mean_wait().mul_f64(SHARE_OF_A_WAIT).clamp(LEAST_OF_ALL, LEAST);
        least.max(ahead / CATCHING_UP)
    }
}

/// We think for this share of what the rival seems to think.
const PACE: f64 = 0.9;
/// A move may always cost this share of what the rival's moves take, ...
const SHARE_OF_A_WAIT: f64 = 0.15;
/// ... but no more than this, ...
const LEAST: Duration = Duration::from_millis(4);
/// ... and no less than this.
const LEAST_OF_ALL: Duration = Duration::from_millis(1);
/// What we are below it is spent in so many moves.
const CATCHING_UP: u32 = 2;

/// Limits on the process's CPU clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Begin no new depth after this, in ordinary circumstances; none if all may be used.
    pub soft: Option<Duration>,
    /// Stop inside the tree.
    pub hard: Duration,
}

/// No more than this share of the time left is ever used.
const MOST: f64 = 0.95;
/// The part of an even share that is spent at most in ordinary circumstances, if the opponent's clock
/// matters.
const SPENDING: f64 = 0.6;
/// How many times its ordinary time a difficult move may take.
const STRETCH: f64 = 5.0;
/// How many times its ordinary time a move usually takes at most.
const USUAL_STRETCH: u32 = 2;
/// A move of a game takes no more than this share of the time left.
const MOST_FOR_ONE: f64 = 0.2;

impl Budget {
    /// How long a search that starts at `begun` usually lasts: an iteration ends some time after the soft
    /// limit, and only a difficult move takes all there is.
    pub fn usual_time(&self, begun: Duration) -> Duration {
        let most = self.hard.saturating_sub(begun);
        self.soft.map_or(most, |soft| (soft.saturating_sub(begun) * USUAL_STRETCH).min(most))
    }

    /// The limits for a move. If nothing is left beyond the reserve, both lie in the past.
    pub fn allot(task: Task, reserve: Reserve) -> Budget {
        let last = task.remaining.mul_f64(MOST).saturating_sub(reserve.time());
        match task.mode {
            Mode::Single => Budget { soft: None, hard: last },
            Mode::Game => {
                let usable = last.saturating_sub(task.used);
                let usable = usable - task.bare_moves().min(usable.mul_f64(MOST_KEPT));
                let even = usable.div_f64(f64::from(task.moves_to_come.max(1)));
                let share = even.mul_f64(weight(task.stage));
                let soft = task
                    .spent
                    .map_or(share, |spent| share.mul_f64(SPENDING).min(spent.allowance(task.used)));
                let hard = soft.mul_f64(STRETCH).min(usable.mul_f64(MOST_FOR_ONE));
                let begun = task.used.min(last);
                Budget { soft: Some(begun + soft.min(hard)), hard: begun + hard }
            }
        }
    }
}

/// The share of a stage, relative to an even one.
const fn weight(stage: Stage) -> f64 {
    match stage {
        Stage::Opening => 0.7,
        Stage::Middle => 1.3,
        Stage::Ending => 0.8,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time::reserve::Costs;
    use crate::time::rival::Waits;

    const ALL_STAGES: [Stage; 3] = [Stage::Opening, Stage::Middle, Stage::Ending];

    fn allot(mode: Mode, stage: Stage, remaining: f64, used: f64) -> (Budget, Duration) {
        let remaining = Duration::from_secs_f64(remaining);
        let overhead = Duration::ZERO;
        let reserve = Reserve::of(Costs::DEFAULT, 1 << 20, overhead, remaining);
        let used = Duration::from_secs_f64(used);
        let waits = Waits::default().with(Duration::from_secs(1_000_000), Duration::MAX);
        let rival = Rival { waits, ..Rival::unseen(remaining) };
        let spent = Spent { ours: Duration::ZERO, least_overhead: overhead, rival };
        let task =
            Task { mode, stage, moves_to_come: 20, remaining, used, overhead, spent: Some(spent) };
        (Budget::allot(task, reserve), reserve.time())
    }

    #[test]
    fn no_budget_reaches_into_the_reserve() {
        for mode in [Mode::Single, Mode::Game] {
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
    fn a_search_usually_ends_soon_after_the_soft_limit() {
        let ms = Duration::from_millis;
        let usual = |soft, hard| Budget { soft, hard }.usual_time(ms(10));
        assert_eq!(usual(Some(ms(30)), ms(110)), ms(40));
        assert_eq!(usual(Some(ms(30)), ms(35)), ms(25));
        assert_eq!(usual(None, ms(110)), ms(100));
        assert_eq!([usual(Some(ms(5)), ms(5)), usual(None, ms(5))], [ms(0); 2]);
    }

    /// What both have used when we have waited so long each time, in milliseconds.
    fn spent(ours: u64, waits: &[u64]) -> Spent {
        let ms = Duration::from_millis;
        let waits =
            waits.iter().fold(Waits::default(), |sum, &wait| sum.with(ms(wait), ms(90_000)));
        let rival = Rival { waits, ..Rival::unseen(ms(90_000)) };
        Spent { ours: ms(ours), least_overhead: Duration::ZERO, rival }
    }

    #[test]
    fn in_the_long_run_we_spend_our_share_of_what_the_rival_spends() {
        let mut ours = Duration::ZERO;
        let mut waits = Vec::new();
        for wait in [1_000, 30, 2_000, 700, 1_500, 400, 3_000, 1_000, 800, 1_200] {
            waits.push(wait);
            let spent = Spent { ours, ..spent(0, &waits) };
            let share = spent.rival.has_thought().mul_f64(PACE);
            let cost = spent.allowance(Duration::ZERO);
            assert!(cost <= LEAST || ours + cost <= share, "{ours:?} + {cost:?} of {share:?}");
            ours += cost;
        }
        let share = spent(0, &waits).rival.has_thought().mul_f64(PACE);
        assert!(ours > share.mul_f64(0.8), "{ours:?} of {share:?}");
    }

    #[test]
    fn who_answers_at_once_is_answered_nearly_at_once() {
        assert_eq!(spent(0, &[]).allowance(Duration::ZERO), LEAST_OF_ALL);
        assert_eq!(spent(50, &[2; 20]).allowance(Duration::ZERO), LEAST_OF_ALL);
        let little = spent(900, &[20; 20]).allowance(Duration::ZERO);
        assert!(LEAST_OF_ALL < little && little < LEAST, "{little:?}");
        assert!(spent(50, &[40; 20]).allowance(Duration::ZERO) > LEAST, "no judge takes as long");
        assert_eq!(spent(5_000, &[30; 20]).allowance(Duration::ZERO), LEAST);
    }

    /// Of 20 moves that cost us 6 ms each, 2 ms are the start of the process and 3 ms the judge's.
    #[test]
    fn what_bare_moves_cost_is_no_thought() {
        let ms = Duration::from_millis;
        let mut waits = [25; 20];
        waits[0] = 5;
        let spent = spent(120, &waits);
        let dear = Spent { least_overhead: ms(3), ..spent };
        let thought = |spent: Spent, start| spent.rival.has_thought().mul_f64(PACE) - start;
        assert_eq!(spent.allowance(ms(0)), thought(spent, ms(120)) / CATCHING_UP);
        assert_eq!(dear.allowance(ms(2)), thought(spent, ms(20)) / CATCHING_UP);
        assert_eq!(dear.allowance(ms(9)), dear.allowance(ms(2)), "an accident of this move");
        let paid = Spent { least_overhead: Duration::MAX, ..spent };
        assert_eq!(paid.allowance(ms(0)), thought(spent, ms(0)) / CATCHING_UP);
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
                let overhead = Duration::ZERO;
                let mode = Mode::Game;
                let spent = None;
                let task = Task { mode, stage, moves_to_come, remaining, used, overhead, spent };
                let reserve = Reserve::of(Costs::DEFAULT, 1 << 20, overhead, remaining);
                let budget = Budget::allot(task, reserve);
                // Iterations end late, and leaving costs something.
                let soft = budget.soft.expect("a game has one");
                let thought = (soft + soft.saturating_sub(used)).min(budget.hard).max(used);
                let charged = thought + Duration::from_millis(1);
                assert!(charged < remaining, "{seconds} s, turn {turn}: {remaining:?} left");
                remaining -= charged;
            }
        }
    }

    /// A judge that charges 10 ms for every move leaves less to think with.
    #[test]
    fn what_a_judge_charges_for_bare_moves_is_kept_back() {
        let soft = |overhead: u64, remaining: u64| {
            let task = Task {
                mode: Mode::Game,
                stage: Stage::Middle,
                moves_to_come: 30,
                remaining: Duration::from_millis(remaining),
                used: Duration::from_millis(1),
                overhead: Duration::from_millis(overhead),
                spent: None,
            };
            let reserve = Reserve::of(Costs::DEFAULT, 0, task.overhead, task.remaining);
            Budget::allot(task, reserve).soft.expect("a game has one") - task.used
        };
        assert!(soft(10, 1_000) < soft(0, 1_000) / 4);
        assert!(soft(10, 300_000) > soft(0, 300_000).mul_f64(0.99));
        assert!(soft(u64::MAX / 1_000_000, 1_000) > Duration::ZERO);
    }

    /// A slow start of this process says nothing about the next ones.
    #[test]
    fn while_there_is_time_there_is_thought() {
        for used in [0.001, 0.005, 0.020] {
            for remaining in [0.05, 0.1, 0.3, 1.0] {
                let (budget, _) = allot(Mode::Game, Stage::Middle, remaining, used);
                assert!(budget.hard.as_secs_f64() > used, "{used} of {remaining}");
            }
        }
    }

    #[test]
    fn below_the_floor_of_the_process_there_is_no_time_to_search() {
        let (budget, _) = allot(Mode::Game, Stage::Ending, 0.001, 0.0015);
        assert_eq!((budget.soft, budget.hard), (Some(Duration::ZERO), Duration::ZERO));
    }
}
