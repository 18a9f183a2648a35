//! What we have seen of the opponent's clock, between the memory's seconds and the model's durations.

use crate::time::{Rival, Waits, Work};
use crate::wire::RivalRecord;
use std::time::Duration;

/// The model of what was remembered; nonsense is as good as nothing.
pub fn read(record: RivalRecord) -> Rival {
    let waits = Waits {
        number: record.waits,
        total: seconds(record.total),
        shortest: seconds(record.shortest),
        latest: seconds(record.latest),
        steady: seconds(record.steady),
    };
    let our_work = Work { used: seconds(record.we_used), passed: seconds(record.we_took) };
    Rival { began: seconds(record.began), waits, our_work }
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
    fn what_is_written_is_read_and_nonsense_is_nothing() {
        assert_eq!(written(read(RECORD)), RECORD);
        for nonsense in [f64::NAN, f64::INFINITY, -1.0, 1e300] {
            let record = RivalRecord { began: nonsense, total: nonsense, ..RECORD };
            let rival = read(record);
            assert_eq!((rival.began, rival.waits.total), (Duration::ZERO, Duration::ZERO));
        }
    }

    #[test]
    fn a_wait_is_counted_unless_the_clock_began_anew() {
        let now = Duration::from_secs(1_000);
        let waits = |left_at| written(after_wait(read(RECORD), left_at, now)).waits;
        assert_eq!([999.0, 1_001.0, 0.0].map(waits), [3, 2, 2]);
    }
}
