//! The opponent's clock, which we are not shown: bounds, an estimate, and what follows for our own
//! time.
//!
//! Both sides began with the same time. Between our leaving and our being started again the referee
//! has worked and the opponent has thought, so the opponent has used at most this *wait*. The
//! shortest wait of the game bounds what the referee takes of each; the rest is the opponent's
//! thinking, or other work on the machine. Such work comes in bursts, so no wait is believed beyond
//! the longer of the two before it; it delays the processes of a wait as it delays ours, before
//! they start and while they run.
//! Waits may be wrong in any way (the machine was restarted, the referee did something else in
//! between): one for which the opponent could not have paid is not counted.
//!
//! There are two cases without a target. Of a game whose beginning we have not seen, nothing is
//! known of the opponent's clock ([`Observed`]). And where a draw on time can no longer be had,
//! thrift would only lose on the board.

use crate::time::seconds;
use crate::time::waits::{Observed, OpponentWaits, OwnCpu};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// Our knowledge of the opponent's clock. In JSON all times are seconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpponentClock {
    /// We had this left when the record began: in a whole game, both sides began with it.
    #[serde(with = "seconds")]
    pub initial: Duration,
    /// The part of the game that the record tells of. In JSON only if it is not all of it.
    #[serde(default, skip_serializing_if = "Observed::is_whole_game")]
    pub observed: Observed,
    pub waits: OpponentWaits,
    pub own_cpu: OwnCpu,
}

/// What the opponent's clock says of the time for our next move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Target {
    /// To think about this long: half of what we are behind our share of its time, at least the
    /// minimum.
    Time(Duration),
    /// A draw on time can no longer be had, so that thrift is in vain.
    DrawLost,
    /// Nothing: it is not known.
    Unknown,
}

/// No game begins with more time: 5 x 10^9 s, a century and a half.
const MAX_INITIAL: Duration = Duration::from_secs(5_000_000_000);

/// The share of the opponent's estimated thinking time that we aim to think ourselves. The rest is
/// for a long search at the end of the game.
const OPPONENT_TIME_SHARE: f64 = 0.95;
/// Minimum per move: 15 % of the opponent's mean wait, clamped to 1-4 ms.
const MINIMUM_SHARE_OF_WAIT: f64 = 0.15;
/// The minimum per move is never less.
const LEAST_MINIMUM: Duration = Duration::from_millis(1);
/// The minimum per move is never more.
const MOST_MINIMUM: Duration = Duration::from_millis(4);
/// If we are below our share, the difference is spent within about this number of moves.
const CATCH_UP_MOVES: u32 = 2;

/// A draw on time is given up after no fewer waits than this: who answers from a book has not shown
/// yet how it thinks.
const ENOUGH_WAITS: u32 = 12;
/// From now on the opponent may use 1.5 times its mean wait for each move.
const MOST_OF_MEAN_WAIT: f64 = 1.5;
/// The moves in which it may lose its lead, in a long game.
const MOVES_TO_REGAIN: u32 = 80;

impl OpponentClock {
    /// An opponent that began with `initial`, and for which we have not waited yet.
    pub fn unseen(initial: Duration) -> Self {
        OpponentClock { initial, ..OpponentClock::default() }
    }

    /// An opponent of whose clock nothing is known, in a game of which we have seen nothing until
    /// our own clock showed `remaining`.
    pub fn unknown(remaining: Duration) -> Self {
        OpponentClock { observed: Observed::PartOfGame, ..OpponentClock::unseen(remaining) }
    }

    /// The same if it can be the clock of a game, otherwise [`Self::unknown`]: for what was read
    /// from a file.
    #[must_use]
    pub fn sanitized(self) -> Self {
        if self.initial <= MAX_INITIAL && self.waits.are_possible(self.initial) {
            self
        } else {
            OpponentClock::unknown(self.initial.min(MAX_INITIAL))
        }
    }

    /// The clock after a wait from `left_at` to `now`, both by `machine_time`. If that clock has
    /// run backwards (the machine was restarted), the wait is not counted.
    #[must_use]
    pub fn after_wait(self, left_at: Duration, now: Duration) -> Self {
        let wait = now.checked_sub(left_at);
        let waits = wait.map_or(self.waits, |wait| self.waits.with(wait, self.initial));
        OpponentClock { waits, ..self }
    }

    /// The CPU time that it has spent thinking, by a low estimate: idle waits less the referee's
    /// part. On a quiet machine 0.6 to 0.7 of the truth, and less on a busy one: its shortest wait
    /// holds delays as well.
    pub fn thinking_time(&self) -> Duration {
        self.idle_waits().saturating_sub(self.waits.referee())
    }

    /// The mean wait on an otherwise idle machine.
    pub fn mean_wait(&self) -> Duration {
        self.idle_waits() / self.waits.count.max(1)
    }

    /// (steady waits - 2 x start delays) / slowdown.
    fn idle_waits(&self) -> Duration {
        self.on_an_idle_machine(self.waits.steady)
    }

    /// What a sum over all waits would be on an otherwise idle machine.
    fn on_an_idle_machine(&self, sum: Duration) -> Duration {
        let prompt = sum.saturating_sub(self.own_cpu.delays_of_waits(self.waits.count));
        prompt.div_f64(self.own_cpu.slowdown())
    }

    /// The target for our next move if `used` of our own time is gone, of which each move so far
    /// has cost `bare_move` without any thinking.
    pub(super) fn target(&self, used: Duration, bare_move: Duration) -> Target {
        if !self.observed.is_whole_game() {
            Target::Unknown
        } else if self.draw_on_time_is_lost(used, bare_move) {
            Target::DrawLost
        } else {
            Target::Time(self.thrifty_target(used, bare_move))
        }
    }

    /// max(minimum, (0.95 x its thinking time - our thinking time) / 2), where our thinking time is
    /// used - count of waits x `bare_move` (what bare moves cost is the same for both sides), and
    /// the minimum 15 % of its mean wait, clamped to 1-4 ms.
    fn thrifty_target(&self, used: Duration, bare_move: Duration) -> Duration {
        let ours = used.saturating_sub(bare_move.saturating_mul(self.waits.count));
        let ahead = self.thinking_time().mul_f64(OPPONENT_TIME_SHARE).saturating_sub(ours);
        let minimum = self.mean_wait().mul_f64(MINIMUM_SHARE_OF_WAIT);
        minimum.clamp(LEAST_MINIMUM, MOST_MINIMUM).max(ahead / CATCH_UP_MOVES)
    }

    /// Has the opponent more time left than we have, and will it still have more after a long game
    /// in which it uses 1.5 times its mean wait for each move, and we `bare_move` and 1 ms?
    ///
    /// used - sum of waits > 80 x (1.5 x mean of all waits - `bare_move` - 1 ms), or > 0 if that is
    /// more, after at least 12 waits.
    ///
    /// All of each wait counts as the opponent's time, the referee's work and other load included:
    /// who has used as much as we have is never taken for one that is ahead. So the answer is yes
    /// only if its moves and the referee's work together take less time than our cheapest moves, or
    /// if we have used much more than it can have used.
    fn draw_on_time_is_lost(&self, used: Duration, bare_move: Duration) -> bool {
        let OpponentWaits { count, total, .. } = self.waits;
        if count < ENOUGH_WAITS {
            return false;
        }
        let its_move = (total / count).mul_f64(MOST_OF_MEAN_WAIT);
        let our_move = bare_move.saturating_add(LEAST_MINIMUM);
        let regained = its_move.saturating_sub(our_move).saturating_mul(MOVES_TO_REGAIN);
        used.saturating_sub(total) > regained
    }

    /// The certainty that a side with `remaining` left has more time left than the opponent, from
    /// -1 (certainly less) over 0 (unknown) to 1 (certainly more): the place of `remaining` between
    /// the bounds of the opponent's time left, stretched to [-1, 1] and clamped. 0 if nothing is
    /// known of its clock.
    pub fn lead(&self, remaining: Duration) -> f64 {
        if !self.observed.is_whole_game() {
            return 0.0;
        }
        let least = self.initial.saturating_sub(self.waits.total).as_secs_f64();
        let thought = self.on_an_idle_machine(self.waits.beyond_the_shortest());
        let most = self.initial.saturating_sub(thought).as_secs_f64();
        let ours = remaining.as_secs_f64();
        if most > least {
            ((2.0 * ours - least - most) / (most - least)).clamp(-1.0, 1.0)
        } else if ours == least {
            0.0
        } else {
            (ours - least).signum()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::collection;
    use proptest::prelude::{prop_assert, proptest};

    const fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    fn clock(initial: u64, waits: &[u64]) -> OpponentClock {
        let initial = ms(initial);
        let waits =
            waits.iter().fold(OpponentWaits::default(), |sum, &wait| sum.with(ms(wait), initial));
        OpponentClock { waits, ..OpponentClock::unseen(initial) }
    }

    #[test]
    fn what_is_longer_than_the_shortest_wait_is_thinking_time() {
        assert_eq!(clock(10_000, &[]).thinking_time(), ms(0));
        assert_eq!(clock(10_000, &[5]).thinking_time(), ms(0));
        assert_eq!(clock(10_000, &[4, 204, 204]).thinking_time(), ms(4 + 4 + 204 - 3 * 5));
        assert_eq!(clock(10_000, &[500, 500]).thinking_time(), ms(950), "no referee is as slow");
    }

    #[test]
    fn a_burst_of_other_work_is_not_taken_for_thinking_time() {
        let quiet = clock(10_000, &[5; 20]);
        let mut waits = [5; 20];
        (waits[3], waits[11]) = (400, 900);
        assert_eq!(clock(10_000, &waits).thinking_time(), quiet.thinking_time());
        assert_eq!(clock(10_000, &waits).mean_wait(), ms(5));
        assert_eq!(clock(10_000, &[5, 50, 70, 60, 5]).mean_wait(), ms((5 + 5 + 50 + 60 + 5) / 5));
    }

    #[test]
    fn with_more_than_the_opponent_can_have_we_are_certainly_ahead() {
        // Of 10 s it has used between 300 and 312 ms.
        let lead = |ours| clock(10_000, &[4, 204, 104]).lead(ms(ours));
        for (ours, expected) in
            [(10_000, 1.0), (9_700, 1.0), (9_694, 0.0), (9_688, -1.0), (1_000, -1.0)]
        {
            assert!((lead(ours) - expected).abs() < 1e-9, "{ours}: {}", lead(ours));
        }
        assert!(lead(9_690) < 0.0 && lead(9_690) > -1.0);
    }

    #[test]
    fn before_the_first_wait_the_opponent_has_used_nothing() {
        assert_eq!([10_000, 9_999].map(|left| clock(10_000, &[]).lead(ms(left))), [0.0, -1.0]);
    }

    /// Of a slow referee and a quick opponent we do not believe that the opponent has thought.
    #[test]
    fn behind_a_slow_referee_no_side_is_certainly_ahead() {
        for referee in [100, 300] {
            let waits: Vec<_> = (0..20).map(|turn| referee + turn % 5).collect();
            let lead = clock(100_000, &waits).lead(ms(100_000 - 200));
            assert!(lead < 1.0, "{referee}: {lead}");
        }
    }

    #[test]
    fn on_a_busy_machine_the_opponent_has_thought_less_than_we_have_waited() {
        let thought = |elapsed, start_delay| {
            let own_cpu = OwnCpu { used: ms(100), elapsed: ms(elapsed), start_delay };
            OpponentClock { own_cpu, ..clock(10_000, &[4, 204, 204]) }.thinking_time()
        };
        let (none, late) = (ms(0), ms(20));
        assert_eq!([100, 200].map(|elapsed| thought(elapsed, none)), [ms(212 - 15), ms(106 - 15)]);
        assert_eq!(thought(100_000, none), ms(53 - 15), "at most 4");
        assert_eq!([100, 200].map(|elapsed| thought(elapsed, late)), [ms(172 - 15), ms(86 - 15)]);
    }

    /// Waits on a machine on which a third of all starts are 3, 6 or 9 ms late.
    fn waits_for(thinks: fn(usize) -> u64) -> OpponentClock {
        let late = |start: usize| ms([3, 0, 0, 6, 0, 0, 9, 0, 0][start % 9]);
        let mut busy = OpponentClock::unseen(ms(300_000));
        for turn in 0..50 {
            // The referee's two, the opponent's and our own.
            let delays = [2, 4, 6, 0].map(|process| late(turn + process)).iter().sum::<Duration>();
            busy.waits = busy.waits.with(ms(4 + thinks(turn)) + delays, busy.initial);
            let ours = OwnCpu { start_delay: late(turn), ..OwnCpu::default() };
            busy.own_cpu = busy.own_cpu.with(ours);
        }
        busy
    }

    #[test]
    fn late_starts_are_not_taken_for_thinking() {
        let instant = waits_for(|_| 0);
        assert_eq!(instant.thinking_time(), ms(0));
        let unseen = OpponentClock { own_cpu: OwnCpu::default(), ..instant };
        assert!(unseen.thinking_time() > ms(50), "{:?}", unseen.thinking_time());
        let used = ms(100);
        assert!(unseen.lead(unseen.initial - used) > instant.lead(instant.initial - used));
        let steady = waits_for(|turn| if turn % 8 == 3 { 0 } else { 20 });
        let truth = ms(44 * 20);
        let share = steady.thinking_time().as_secs_f64() / truth.as_secs_f64();
        assert!((0.85..0.95).contains(&share), "{share}");
    }

    #[test]
    fn in_the_long_run_we_spend_our_share_of_what_the_opponent_spends() {
        let mut ours = Duration::ZERO;
        let mut waits = Vec::new();
        let share =
            |waits: &[u64]| clock(90_000, waits).thinking_time().mul_f64(OPPONENT_TIME_SHARE);
        for wait in [1_000, 30, 2_000, 700, 1_500, 400, 3_000, 1_000, 800, 1_200] {
            waits.push(wait);
            let cost = clock(90_000, &waits).thrifty_target(ours, ms(0));
            let share = share(&waits);
            assert!(cost <= MOST_MINIMUM || ours + cost <= share, "{ours:?} + {cost:?}: {share:?}");
            ours += cost;
        }
        let share = share(&waits);
        assert!(ours > share.mul_f64(0.8), "{ours:?} of {share:?}");
    }

    #[test]
    fn an_instant_answer_gets_a_nearly_instant_one() {
        let target = |used, waits: &[u64]| clock(90_000, waits).thrifty_target(ms(used), ms(0));
        assert_eq!(target(0, &[]), LEAST_MINIMUM);
        assert_eq!(target(50, &[2; 20]), LEAST_MINIMUM);
        let little = target(900, &[20; 20]);
        assert!(LEAST_MINIMUM < little && little < MOST_MINIMUM, "{little:?}");
        assert!(target(50, &[40; 20]) > MOST_MINIMUM, "no referee takes as long");
        assert_eq!(target(5_000, &[30; 20]), MOST_MINIMUM);
    }

    #[test]
    fn what_bare_moves_cost_is_no_thinking_time() {
        let mut waits = [25; 20];
        waits[0] = 5;
        let clock = clock(90_000, &waits);
        let share = clock.thinking_time().mul_f64(OPPONENT_TIME_SHARE);
        assert_eq!(clock.thrifty_target(ms(120), ms(0)), (share - ms(120)) / CATCH_UP_MOVES);
        assert_eq!(clock.thrifty_target(ms(120), ms(5)), (share - ms(20)) / CATCH_UP_MOVES);
        assert_eq!(clock.thrifty_target(ms(120), Duration::MAX), share / CATCH_UP_MOVES);
    }

    #[test]
    fn a_wait_is_counted_unless_the_clock_ran_backwards() {
        let now = Duration::from_secs(1_000);
        let before = clock(300_000, &[500, 1_000]);
        let count = |left_at| before.after_wait(Duration::from_secs(left_at), now).waits.count;
        assert_eq!([999, 1_001, 0].map(count), [3, 2, 2]);
    }

    #[test]
    fn it_is_read_back_from_json_and_what_cannot_be_is_unknown() {
        let known = OpponentClock {
            own_cpu: OwnCpu { used: ms(750), elapsed: ms(1_000), start_delay: ms(20) },
            ..clock(300_000, &[500, 1_000])
        };
        let text = serde_json::to_string(&known).expect("plain data");
        let read: OpponentClock = serde_json::from_str(&text).expect("our own text");
        assert_eq!(read.sanitized(), known, "{text}");
        for waits in [
            OpponentWaits { total: ms(301_000), ..known.waits },
            OpponentWaits { shortest: ms(1_600), ..known.waits },
            OpponentWaits { latest: Duration::MAX, ..known.waits },
            OpponentWaits { previous: ms(1_600), ..known.waits },
            OpponentWaits { steady: ms(0), ..known.waits },
            OpponentWaits { steady: Duration::from_secs(u64::MAX), ..known.waits },
        ] {
            let unknown = OpponentClock::unknown(known.initial);
            assert_eq!(OpponentClock { waits, ..known }.sanitized(), unknown);
        }
        let endless = OpponentClock { initial: Duration::MAX, ..known }.sanitized();
        assert_eq!(endless, OpponentClock::unknown(MAX_INITIAL));
    }

    #[test]
    fn a_clock_that_is_unknown_sets_no_target_and_tells_of_no_lead() {
        let unknown = OpponentClock { observed: Observed::PartOfGame, ..clock(9_000, &[400; 9]) };
        assert_eq!(unknown.target(ms(100), ms(1)), Target::Unknown);
        assert_eq!(unknown.lead(ms(9_000)), 0.0);
    }

    proptest! {
        /// All of each wait counts as its time.
        #[test]
        fn who_has_used_as_much_as_we_have_sets_a_target(
            waits in collection::vec(0..3_000u64, 0..60),
            less in 0..5_000u64,
            bare_move in 0..50u64,
        ) {
            let clock = clock(300_000, &waits);
            let used = clock.waits.total.saturating_sub(ms(less));
            prop_assert!(matches!(clock.target(used, ms(bare_move)), Target::Time(_)));
        }
    }
}
