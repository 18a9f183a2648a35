//! The time that is left, from the units that are done.

use std::time::Duration;

/// Units of work; `workers` are in work at a time.
#[derive(Clone, Copy, Debug)]
pub struct Work {
    pub done: u64,
    pub left: u64,
    pub workers: u64,
}

impl Work {
    /// The time left at `now` if the last unit was done at `last_done`; `None` until each worker
    /// may have done one, and while the last take longer than was to be expected. It counts down
    /// until the next is done, but not below what would be left if that happened at once.
    pub fn time_left(self, last_done: Duration, now: Duration) -> Option<Duration> {
        if self.done == 0 || (self.done < self.workers && self.left > 0) {
            return None;
        }
        let counted = self.estimate(last_done)?.saturating_sub(now.saturating_sub(last_done));
        if self.left == 0 {
            return Some(counted);
        }
        let next = Work { done: self.done + 1, left: self.left - 1, ..self };
        Some(counted.max(next.estimate(now)?)).filter(|left| !left.is_zero())
    }

    /// The time left when a unit was done after `elapsed`; the other workers are then in the middle
    /// of a unit each. The average speed counts: some work comes in large parts, after which an
    /// estimate from the latest speed would be far off.
    fn estimate(self, elapsed: Duration) -> Option<Duration> {
        let begun = (self.workers - 1).min(self.left) as f64 / 2.0;
        let share = (self.left as f64 - begun) / (self.done as f64 + begun);
        Duration::try_from_secs_f64(elapsed.as_secs_f64() * share).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// In seconds.
    fn left(done: u64, left: u64, last: u64, now: u64) -> Option<u64> {
        let [last, now] = [last, now].map(Duration::from_secs);
        Work { done, left, workers: 1 }.time_left(last, now).map(|time| time.as_secs())
    }

    #[test]
    fn the_time_left_follows_from_the_average_speed() {
        assert_eq!(left(10, 40, 30, 30), Some(120));
        assert_eq!(left(10, 0, 30, 30), Some(0));
        assert_eq!(left(0, 40, 30, 30), None);
        assert_eq!(left(0, 0, 0, 0), None);
        assert_eq!(left(1, 4, 100, 160), Some(340), "it counts down");
        assert_eq!(left(1, 4, 100, 400), Some(600), "a unit that takes long delays the others");
        assert_eq!(left(4, 1, 100, 110), Some(15));
        assert_eq!(left(4, 1, 100, 200), None, "the last one may be done at any moment");
    }

    #[test]
    fn units_in_work_are_half_done() {
        let second = Duration::from_secs(1);
        let [last, now] = [90 * second; 2];
        assert_eq!(
            Work { done: 3, left: 100, workers: 4 }.time_left(last, now),
            None,
            "one of the workers may not have done any"
        );
        // Of four workers with units of 72 s each, one was the first to end its first.
        assert_eq!(
            Work { done: 4, left: 96, workers: 4 }.time_left(last, now),
            Some(Duration::from_secs_f64(90.0 * 94.5 / 5.5))
        );
        assert_eq!(
            Work { done: 98, left: 2, workers: 4 }.time_left(last, now),
            Some(90 * second / 99)
        );
        assert_eq!(
            Work { done: 100, left: 0, workers: 4 }.time_left(last, now),
            Some(Duration::ZERO)
        );
    }

    #[test]
    fn the_time_left_is_right_after_one_round_of_unlike_work() {
        let seconds: Vec<u64> =
            (1..=20).map(|agent| 7 * agent % 20 + 1).cycle().take(180).collect();
        let (mut ends, mut free) = (Vec::new(), [0; 2]);
        for &unit in &seconds {
            let next = free.iter_mut().min().expect("two workers");
            *next += unit;
            ends.push(*next);
        }
        ends.sort_unstable();
        let total = ends[ends.len() - 1];
        for done in 20..180 {
            let now = Duration::from_secs(ends[done - 1]);
            let work = Work { done: done as u64, left: 180 - done as u64, workers: 2 };
            let told = work.time_left(now, now).expect("enough is done").as_secs_f64();
            let left = (total - ends[done - 1]) as f64;
            assert!((told - left).abs() <= 0.1 * total as f64, "{done}: {told} of {left} s");
        }
    }
}
