//! The time that must be left on the clock when the search stops: for what comes after it.
//!
//! After our last look at the clock we still write two files and leave; the kernel then takes the
//! memory back, and the referee rounds or adds in its own way. Figures measured on a 2.45 GHz
//! machine; `calibrate` replaces them by those of the machine it runs on.

use std::time::Duration;

/// The CPU time that the parts of one move cost outside of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Costs {
    /// Leaving: from the last look at the clock to the end of the process, without the table.
    pub exit: Duration,
    /// For each small file.
    pub write: Duration,
    /// The steps in which the clock moves, if it is not a coarse one (`clock.rs`).
    pub granularity: Duration,
}

impl Costs {
    /// Used where no calibration is at hand.
    pub const DEFAULT: Costs = Costs {
        exit: Duration::from_micros(500),
        write: Duration::from_micros(150),
        granularity: Duration::from_micros(5),
    };
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reserve(Duration);

/// For each megabyte of the table: choosing the entries of the snapshot, writing them, and giving
/// the memory back to the kernel.
const LEAVING_A_MEGABYTE: Duration = Duration::from_micros(250);
/// Measured costs are tripled: other load makes the same work more expensive.
const SAFETY: u32 = 3;
/// Interrupts and page faults, which are unplanned.
const SURPRISES: Duration = Duration::from_micros(1_500);
/// At most a third of the time left is set aside for the referee's overhead.
const OVERHEAD_SHARE: u32 = 3;

impl Reserve {
    /// The reserve of a move that has `remaining` left and will touch a table of `table_bytes`,
    /// before a referee that charged up to `overhead` more than we measured in earlier moves: 1.5
    /// ms + 3 x (exit + 2 writes + step of the clock + 0.25 ms per MB) + min(overhead, remaining /
    /// 3).
    pub fn of(costs: Costs, table_bytes: usize, overhead: Duration, remaining: Duration) -> Self {
        let leaving = LEAVING_A_MEGABYTE.mul_f64(table_bytes as f64 / 1e6);
        let own = costs.exit + 2 * costs.write + costs.granularity + leaving;
        Reserve(SURPRISES + own * SAFETY + overhead.min(remaining / OVERHEAD_SHARE))
    }

    pub const fn time(self) -> Duration {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reserve_grows_with_the_table_and_with_the_referees_overhead() {
        let second = Duration::from_secs(1);
        let of = |bytes, overhead| Reserve::of(Costs::DEFAULT, bytes, overhead, second).time();
        let plain = of(0, Duration::ZERO);
        assert!(plain >= Costs::DEFAULT.exit + 2 * Costs::DEFAULT.write);
        assert!(of(64 << 20, Duration::ZERO) >= plain + Duration::from_millis(6));
        assert_eq!(of(0, Duration::from_millis(10)), plain + Duration::from_millis(10));
        assert_eq!(of(0, Duration::from_secs(5)), plain + second / OVERHEAD_SHARE);
    }
}
