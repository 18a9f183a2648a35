//! What we have seen of the opponent's clock, between the memory's seconds and the model's durations.

use crate::playdata::RivalRecord;
use crate::time::{Rival, Waits, Work};
use std::time::Duration;

/// No clock of a game begins with more, in seconds: a century and a half.
const MOST: Duration = Duration::from_secs(5_000_000_000);

/// The model of what was remembered; what cannot be is as good as nothing.
pub fn read(record: RivalRecord) -> Rival {
    let waits = Waits {
        number: record.waits,
        total: seconds(record.total),
        shortest: seconds(record.shortest),
        latest: seconds(record.latest),
        steady: seconds(record.steady),
    };
    let our_work = Work { used: seconds(record.we_used), passed: seconds(record.we_took) };
    let began = seconds(record.began);
    let parts = [waits.shortest, waits.latest, waits.steady];
    if began <= MOST && waits.total <= began && parts.iter().all(|&part| part <= waits.total) {
        Rival { began, waits, our_work }
    } else {
        Rival::unseen(began.min(MOST))
    }
}

/// The same to be remembered.
pub fn written(rival: Rival) -> RivalRecord {
    let Rival { began, waits, our_work } = rival;
    RivalRecord {
        began: began.as_secs_f64(),
        waits: waits.number,
        total: waits.total.as_secs_f64(),
        shortest: waits.shortest.as_secs_f64(),
        latest: waits.latest.as_secs_f64(),
        steady: waits.steady.as_secs_f64(),
        we_used: our_work.used.as_secs_f64(),
        we_took: our_work.passed.as_secs_f64(),
    }
}

/// The rival after the wait from `left_at` (in seconds) to `now`: none if the machine was started anew
/// in between.
pub fn after_wait(rival: Rival, left_at: f64, now: Duration) -> Rival {
    let wait = now.checked_sub(seconds(left_at));
    let waits = wait.map_or(rival.waits, |wait| rival.waits.with(wait, rival.began));
    Rival { waits, ..rival }
}

/// A time of so many seconds; nothing where there is no such time.
pub fn seconds(number: f64) -> Duration {
    Duration::try_from_secs_f64(number).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time::{Budget, Costs, Mode, Reserve, Spent, Stage, Task};
    use proptest::array;
    use proptest::prelude::{Just, Strategy, prop_assert, prop_oneof, proptest};

    const RECORD: RivalRecord = RivalRecord {
        began: 300.0,
        waits: 2,
        total: 1.5,
        shortest: 0.5,
        latest: 1.0,
        steady: 1.0,
        we_used: 0.75,
        we_took: 1.0,
    };

    #[test]
    fn what_is_written_is_read_and_what_cannot_be_is_nothing() {
        assert_eq!(written(read(RECORD)), RECORD);
        let unseen = written(Rival::unseen(Duration::from_secs(300)));
        for nonsense in [
            RivalRecord { total: 301.0, ..RECORD },
            RivalRecord { shortest: 1.6, ..RECORD },
            RivalRecord { latest: 1e18, ..RECORD },
            RivalRecord { steady: 1.8e19, ..RECORD },
        ] {
            assert_eq!(written(read(nonsense)), unseen);
        }
        for nonsense in [f64::NAN, f64::INFINITY, -1.0, 1e300] {
            let record = RivalRecord { began: nonsense, total: nonsense, ..RECORD };
            let rival = read(record);
            assert_eq!((rival.began, rival.waits.total), (Duration::ZERO, Duration::ZERO));
        }
    }

    proptest! {
        /// Whatever a file says, there is a budget.
        #[test]
        fn no_memory_of_the_opponent_does_harm(
            numbers in array::uniform7(prop_oneof![
                Just(0.0), Just(-1.0), Just(1e300), Just(1.6e19), Just(1.8446744073709551e19),
                Just(4.9e9), Just(f64::NAN), 0.0..1e3f64,
            ]),
            waits in prop_oneof![0..50u32, Just(u32::MAX)],
            now in prop_oneof![
                Just(Duration::ZERO), Just(Duration::MAX), (0..9u64).prop_map(Duration::from_secs),
            ],
        ) {
            let [began, total, shortest, latest, steady, we_used, we_took] = numbers;
            let record =
                RivalRecord { began, waits, total, shortest, latest, steady, we_used, we_took };
            let rival = after_wait(read(record), 1.0, now);
            let remaining = Duration::from_secs(10);
            prop_assert!((-1.0..=1.0).contains(&rival.lead(remaining)));
            let ours = rival.began.saturating_sub(remaining);
            let task = Task {
                mode: Mode::Game,
                stage: Stage::Middle,
                moves_to_come: 20,
                remaining,
                used: Duration::from_millis(1),
                overhead: Duration::ZERO,
                spent: Some(Spent { ours, least_overhead: Duration::from_millis(1), rival }),
            };
            let reserve = Reserve::of(Costs::DEFAULT, 0, task.overhead, remaining);
            prop_assert!(Budget::allot(task, reserve).hard <= remaining);
        }
    }

    #[test]
    fn a_wait_is_counted_unless_the_clock_began_anew() {
        let now = Duration::from_secs(1_000);
        let waits = |left_at| written(after_wait(read(RECORD), left_at, now)).waits;
        assert_eq!([999.0, 1_001.0, 0.0].map(waits), [3, 2, 2]);
    }
}
