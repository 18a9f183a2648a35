//! What we know of the opponent's clock: bounds, never more.
//!
//! It began with what we began with. Between our leaving and our being asked again the judge has
//! worked and the opponent has thought, so that the opponent has used at most this *wait*. The shortest
//! wait of the game tells how much of it the judge takes, if it is short; the rest is most likely the
//! opponent's, and on a busy machine it is longer than what the opponent has used, as our own moves take
//! longer than what we use. Waits may be wrong in any way (a machine started anew, a judge who talks to
//! somebody else in between): one that the opponent could not have paid for is not counted.

use std::time::Duration;

/// The judge starts the opponent, reads its answer and starts us. On a machine with other work that
/// takes now more time and now less: so many times the shortest wait, ...
const JUDGES_USUAL: u32 = 2;
/// ... but no longer than this, for an opponent may also think for the same time at every move.
const JUDGES_MOST: Duration = Duration::from_millis(25);

/// The waits of a game, summed up.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Waits {
    /// How many there were.
    pub number: u32,
    /// All of them together.
    pub total: Duration,
    /// The shortest of them; nothing if there was none.
    pub shortest: Duration,
}

impl Waits {
    /// The same with one more, for an opponent who `began` with so much.
    #[must_use]
    pub fn with(self, wait: Duration, began: Duration) -> Self {
        let total = self.total.saturating_add(wait);
        if total > began {
            return self;
        }
        let shortest = if self.number == 0 { wait } else { self.shortest.min(wait) };
        Waits { number: self.number.saturating_add(1), total, shortest }
    }

    /// What the opponent has used at least, if the judge always takes as long.
    fn beyond_the_shortest(&self) -> Duration {
        self.total.saturating_sub(self.shortest.saturating_mul(self.number))
    }

    /// What the opponent has most likely used.
    fn beyond_the_judges(&self) -> Duration {
        let judges = self.shortest.saturating_mul(JUDGES_USUAL).min(JUDGES_MOST);
        self.total.saturating_sub(judges.saturating_mul(self.number))
    }
}

/// Our own work, by which we see how busy the machine is.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Work {
    /// CPU time.
    pub used: Duration,
    /// The time that passed meanwhile.
    pub passed: Duration,
}

/// Less work than this tells nothing about the machine.
const TELLING: Duration = Duration::from_millis(5);
/// However busy the machine, the opponent is thought to get one part in so many of the time.
const BUSIEST: f64 = 4.0;

impl Work {
    /// Both works together.
    #[must_use]
    pub fn with(self, more: Work) -> Self {
        Work {
            used: self.used.saturating_add(more.used),
            passed: self.passed.saturating_add(more.passed),
        }
    }

    /// How many times as long as it should a process takes here: 1 on an idle machine.
    fn delay(&self) -> f64 {
        if self.used < TELLING {
            return 1.0;
        }
        (self.passed.as_secs_f64() / self.used.as_secs_f64()).clamp(1.0, BUSIEST)
    }
}

/// The opponent's clock.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rival {
    /// What both sides began with.
    pub began: Duration,
    /// What we have waited for it.
    pub waits: Waits,
    /// What we have worked ourselves.
    pub our_work: Work,
}

impl Rival {
    /// One that begins with so much, and of which nothing was seen yet.
    pub fn unseen(began: Duration) -> Self {
        Rival { began, waits: Waits::default(), our_work: Work::default() }
    }

    /// What it has most likely used.
    pub fn has_used(&self) -> Duration {
        self.waits.beyond_the_judges().div_f64(self.our_work.delay())
    }

    /// How long it would keep us waiting on average if nothing else were at work.
    pub fn mean_wait(&self) -> Duration {
        (self.waits.total / self.waits.number.max(1)).div_f64(self.our_work.delay())
    }

    /// How sure it is that who has `ours` left has more left than the rival, from -1 (surely less) over
    /// 0 (nobody knows) to 1 (surely more).
    pub fn lead(&self, ours: Duration) -> f64 {
        let least = self.began.saturating_sub(self.waits.total).as_secs_f64();
        let most = self.began.saturating_sub(self.waits.beyond_the_shortest()).as_secs_f64();
        let ours = ours.as_secs_f64();
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

    const fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    fn rival(began: u64, waits: &[u64]) -> Rival {
        let began = ms(began);
        let waits = waits.iter().fold(Waits::default(), |sum, &wait| sum.with(ms(wait), began));
        Rival { waits, ..Rival::unseen(began) }
    }

    #[test]
    fn the_shortest_wait_is_the_judges_and_the_rest_the_rivals() {
        assert_eq!(rival(10_000, &[]).has_used(), ms(0));
        assert_eq!(rival(10_000, &[4]).has_used(), ms(0));
        assert_eq!(rival(10_000, &[4, 204, 104]).has_used(), ms(288));
        assert_eq!(rival(10_000, &[500, 500]).has_used(), ms(950), "no judge is as slow");
    }

    #[test]
    fn who_has_more_than_the_rival_can_have_is_surely_ahead() {
        // Of 10 s it has used between 300 and 312 ms.
        let lead = |ours| rival(10_000, &[4, 204, 104]).lead(ms(ours));
        for (ours, expected) in
            [(10_000, 1.0), (9_700, 1.0), (9_694, 0.0), (9_688, -1.0), (1_000, -1.0)]
        {
            assert!((lead(ours) - expected).abs() < 1e-9, "{ours}: {}", lead(ours));
        }
        assert!(lead(9_690) < 0.0 && lead(9_690) > -1.0);
    }

    /// Of a slow judge and a quick opponent we do not believe that the opponent has thought.
    #[test]
    fn behind_a_slow_judge_nobody_is_surely_ahead() {
        for judge in [100, 300] {
            let waits: Vec<_> = (0..20).map(|turn| judge + turn % 5).collect();
            let lead = rival(100_000, &waits).lead(ms(100_000 - 200));
            assert!(lead < 1.0, "{judge}: {lead}");
        }
    }

    #[test]
    fn on_a_busy_machine_the_opponent_has_used_less_than_we_have_waited() {
        let waits = [4, 204, 104];
        let used = |used, passed| {
            let our_work = Work { used: ms(used), passed: ms(passed) };
            Rival { our_work, ..rival(10_000, &waits) }.has_used()
        };
        assert_eq!(used(100, 100), ms(288));
        assert_eq!(used(100, 200), ms(144));
        assert_eq!(used(100, 100_000), ms(72), "at most four times as long");
        assert_eq!([used(100, 90), used(2, 90), used(0, 0)], [ms(288); 3], "nothing to tell by");
    }

    #[test]
    fn at_the_beginning_nobody_is_ahead_until_one_has_thought() {
        assert_eq!(rival(10_000, &[]).lead(ms(10_000)), 0.0);
        assert_eq!(rival(10_000, &[]).lead(ms(9_999)), -1.0);
    }

    #[test]
    fn a_wait_that_could_not_be_paid_for_is_not_counted() {
        let sane = rival(1_000, &[40, 240]);
        assert_eq!(rival(1_000, &[40, 3_600_000, 240]), sane);
        assert_eq!(Waits::default().with(Duration::MAX, ms(5)), Waits::default());
    }
}
