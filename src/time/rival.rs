//! What we know of the opponent's clock: bounds, never more.
//!
//! It began with what we began with. Between our leaving and our being asked again the judge has
//! worked and the opponent has thought, so that the opponent has used at most this *wait*. The shortest
//! wait of the game tells how much of it the judge takes, if it is short; the rest is the opponent's
//! thought, or other work of the machine. Such work comes in bursts, and so of each two waits in a row the
//! shorter is believed; and it makes waits longer than what the opponent has used, as it makes our own
//! moves longer than what we use. Waits may be wrong in any way (a machine started anew, a judge who
//! talks to somebody else in between): one that the opponent could not have paid for is not counted.

use std::time::Duration;

/// The judge starts the opponent, reads its answer and starts us. On a machine with other work that
/// takes now more time and now less: so many times the shortest wait, ...
const JUDGES_USUAL: f64 = 1.2;
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
    /// The latest of them; nothing if there was none.
    pub latest: Duration,
    /// All of them together, each as short as the one before it if that was shorter.
    pub steady: Duration,
}

impl Waits {
    /// The same with one more, for an opponent who `began` with so much.
    #[must_use]
    pub fn with(self, wait: Duration, began: Duration) -> Self {
        let total = self.total.saturating_add(wait);
        if total > began {
            return self;
        }
        let (shortest, steady) = match self.number {
            0 => (wait, wait),
            _ => (self.shortest.min(wait), self.latest.min(wait)),
        };
        Waits {
            number: self.number.saturating_add(1),
            total,
            shortest,
            latest: wait,
            steady: self.steady.saturating_add(steady),
        }
    }

    /// What the opponent has used at least, if the judge always takes as long.
    fn beyond_the_shortest(&self) -> Duration {
        self.total.saturating_sub(self.shortest.saturating_mul(self.number))
    }

    /// What the judge has most likely taken of all waits.
    fn judges(&self) -> Duration {
        // At most twice, because the product of a time that cannot be would not fit.
        let each = self.shortest.min(JUDGES_MOST).mul_f64(JUDGES_USUAL).min(JUDGES_MOST);
        each.saturating_mul(self.number)
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

    /// What it has most likely used to think.
    pub fn has_thought(&self) -> Duration {
        self.steady_waits().saturating_sub(self.waits.judges())
    }

    /// How long it usually keeps us waiting, on average, as if nothing else were at work.
    pub fn mean_wait(&self) -> Duration {
        self.steady_waits() / self.waits.number.max(1)
    }

    /// What we would have waited if nothing else were at work.
    fn steady_waits(&self) -> Duration {
        self.waits.steady.div_f64(self.our_work.delay())
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
    fn what_is_longer_than_the_shortest_wait_is_thought() {
        assert_eq!(rival(10_000, &[]).has_thought(), ms(0));
        assert_eq!(rival(10_000, &[5]).has_thought(), ms(0));
        assert_eq!(rival(10_000, &[5, 205, 205]).has_thought(), ms(5 + 5 + 205 - 3 * 6));
        assert_eq!(rival(10_000, &[500, 500]).has_thought(), ms(950), "no judge is as slow");
    }

    #[test]
    fn a_burst_of_other_work_is_not_taken_for_thought() {
        let quiet = rival(10_000, &[5; 20]);
        let mut waits = [5; 20];
        (waits[3], waits[11]) = (400, 900);
        assert_eq!(rival(10_000, &waits).has_thought(), quiet.has_thought());
        assert_eq!(rival(10_000, &waits).mean_wait(), ms(5));
        assert_eq!(rival(10_000, &[5, 50, 70, 60, 5]).mean_wait(), ms((5 + 5 + 50 + 60 + 5) / 5));
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
    fn on_a_busy_machine_the_opponent_has_thought_less_than_we_have_waited() {
        let waits = [5, 205, 205];
        let thought = |used, passed| {
            let our_work = Work { used: ms(used), passed: ms(passed) };
            Rival { our_work, ..rival(10_000, &waits) }.has_thought()
        };
        assert_eq!(thought(100, 100), ms(197));
        assert_eq!(thought(100, 125), ms(172 - 18));
        assert_eq!(thought(100, 100_000), Duration::from_micros(53_750 - 18_000), "at most 4");
        assert_eq!([thought(100, 90), thought(2, 90), thought(0, 0)], [ms(197); 3], "no telling");
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
