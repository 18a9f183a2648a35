//! How long a program does nothing.

use std::time::{Duration, Instant};

/// An idle program uses less than this part of a core: a Java machine that waits for a line uses a
/// thousandth. At the start of a break it may use [`IDLE_START`] more.
const IDLE_SHARE: u32 = 100;
const IDLE_START: Duration = Duration::from_millis(20);
/// The most idle time between two looks.
const LONGEST_GAP: Duration = Duration::from_millis(100);

/// How long an agent has been idle: the time that it has not used, while nothing of it waited for a
/// core or a disk. So a busy machine makes no honest agent idle, however long it lets it wait, and
/// one that wakes for a moment is idle for the rest.
#[derive(Clone, Copy, Debug)]
pub(super) struct Idleness {
    cpu: Duration,
    looked: Instant,
    /// Without a break, and what it has used meanwhile; a look at which it waits counts as use.
    pub(super) lasting: Duration,
    used: Duration,
    pub(super) total: Duration,
}

impl Idleness {
    pub(super) const fn since(begun: Instant) -> Self {
        let nothing = Duration::ZERO;
        let (lasting, used, total) = (nothing, nothing, nothing);
        Idleness { cpu: nothing, looked: begun, lasting, used, total }
    }

    /// From now on it is asked; what was before is forgotten, but for the sum.
    pub(super) fn begin_turn(&mut self, cpu: Duration, now: Instant) {
        let total = self.total;
        *self = Idleness { cpu, total, ..Idleness::since(now) };
    }

    /// A look at `now`, at which it has used `cpu`; `waits` says whether it wants to use more.
    pub(super) fn look(&mut self, cpu: Duration, now: Instant, waits: impl FnOnce() -> bool) {
        // A referee that could not look for long knows nothing of that time.
        let passed = now.saturating_duration_since(self.looked).min(LONGEST_GAP);
        self.looked = self.looked.max(now);
        let used = cpu.saturating_sub(self.cpu);
        self.cpu = self.cpu.max(cpu);
        let is_busy = used > passed / 2 || waits();
        if !is_busy {
            self.total += passed.saturating_sub(used);
        }
        self.lasting += passed;
        self.used += if is_busy { passed } else { used };
        if self.used > self.lasting / IDLE_SHARE + IDLE_START {
            (self.lasting, self.used) = (Duration::ZERO, Duration::ZERO);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn idleness_lasts_from_the_last_use_of_the_processor() {
        let (begun, gap) = (Instant::now(), LONGEST_GAP);
        let mut idleness = Idleness::since(begun);
        let mut look = |cpu, gaps: u32, waits| {
            idleness.look(cpu, begun + gap * gaps, || waits);
            (idleness.lasting, idleness.total)
        };
        let used = Duration::from_micros(1);
        assert_eq!(look(Duration::ZERO, 1, false), (gap, gap));
        assert_eq!(look(Duration::ZERO, 2, false), (2 * gap, 2 * gap));
        assert_eq!(look(used, 3, true), (Duration::ZERO, 2 * gap), "it has worked");
        assert_eq!(look(used, 4, true), (Duration::ZERO, 2 * gap), "it waits for a core");
        assert_eq!(look(used, 5, false), (gap, 3 * gap));
        assert_eq!(look(used, 99, false), (2 * gap, 4 * gap), "the referee itself stood still");
        assert_eq!(look(used, 5, false), (2 * gap, 4 * gap), "clocks differ by a bit");
        assert_eq!(look(2 * used, 100, false), (3 * gap, 5 * gap - used), "woken for a moment");
        assert_eq!(look(gap, 101, false), (Duration::ZERO, 5 * gap - used), "it works");
    }

    #[test]
    fn less_than_a_hundredth_of_a_core_is_idle() {
        let lasting = |used: u32, every: u32| {
            let (begun, gap) = (Instant::now(), Duration::from_millis(10));
            let (mut idleness, mut cpu) = (Idleness::since(begun), Duration::ZERO);
            for nth in 1..=1_000 {
                cpu += if nth % every == 0 {
                    Duration::from_micros(used.into())
                } else {
                    Duration::ZERO
                };
                idleness.look(cpu, begun + gap * nth, || false);
            }
            idleness.lasting
        };
        assert_eq!(lasting(75, 5), Duration::from_secs(10), "a Java machine that waits");
        assert_eq!(lasting(900, 10), Duration::from_secs(10), "0.9 ms in 100 ms");
        assert!(lasting(2_000, 10) < Duration::from_secs(3), "2 ms in 100 ms");
    }

    #[test]
    fn one_look_at_a_thread_that_is_about_to_run_is_no_work() {
        let (begun, gap) = (Instant::now(), Duration::from_millis(10));
        let mut idleness = Idleness::since(begun);
        (1..=500)
            .for_each(|nth| idleness.look(Duration::ZERO, begun + gap * nth, || nth % 300 == 0));
        assert_eq!(idleness.lasting, Duration::from_secs(5));
    }
}
