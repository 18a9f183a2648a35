//! How long agents have been idle, summed over all runs in some temporary folders.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// The sum of [`RunReport::idle`](crate::process::RunReport::idle). All clones are one sum.
#[derive(Clone, Debug, Default)]
pub struct IdleSum(Arc<AtomicU64>);

impl IdleSum {
    pub fn add(&self, idle: Duration) {
        let micros = u64::try_from(idle.as_micros()).unwrap_or(u64::MAX);
        self.0.fetch_add(micros, Ordering::Relaxed);
    }

    pub fn total(&self) -> Duration {
        Duration::from_micros(self.0.load(Ordering::Relaxed))
    }
}
