//! The machine as the player knows it.

use crate::time::Costs;
use std::time::Duration;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Machine {
    pub costs: Costs,
    /// In a second of CPU time, not of wall time.
    pub nodes_per_second: f64,
}

/// Bytes of table for each node that will be visited: about half of the nodes store an entry of
/// 16 bytes, and many of those are the same position again.
const BYTES_PER_NODE: f64 = 8.0;
const LEAST_BYTES: f64 = 64.0 * 1024.0;
/// The largest table: more would gain little, and a referee may limit memory.
const MOST_BYTES: f64 = 128.0 * 1024.0 * 1024.0;

impl Machine {
    /// Bytes of the table for a search of this CPU time, 64 KiB to 128 MiB: touching memory costs
    /// time, and a table that is too small forgets.
    pub fn table_bytes(&self, search_time: Duration) -> usize {
        let nodes = search_time.as_secs_f64() * self.nodes_per_second;
        (nodes * BYTES_PER_NODE).clamp(LEAST_BYTES, MOST_BYTES) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_grows_with_the_time_within_limits() {
        let machine = Machine { costs: Costs::DEFAULT, nodes_per_second: 8e6 };
        let bytes = |milliseconds| machine.table_bytes(Duration::from_millis(milliseconds));
        assert_eq!(bytes(0), 64 * 1024);
        assert_eq!(bytes(100), 6_400_000);
        assert_eq!(bytes(1_000_000), 128 << 20);
    }
}
