//! The wall time that a diagnosis may take. When it is over, runs in play are broken off and not
//! recorded; what is finished stays.

use runner::StopFlag;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

/// The time of one run of the command.
#[derive(Debug)]
pub struct TimeCap {
    begun: Instant,
    cap: Duration,
    is_over: AtomicBool,
}

impl TimeCap {
    /// Begins now.
    pub fn new(cap: Duration) -> Self {
        TimeCap { begun: Instant::now(), cap, is_over: AtomicBool::new(false) }
    }

    /// Has so large a share of the time passed?
    pub fn has_passed(&self, share: f64) -> bool {
        self.begun.elapsed() >= self.cap.mul_f64(share)
    }

    /// Were runs broken off because the time was over?
    pub fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Relaxed)
    }

    /// Does `work`, and sets `stop` when the time is over.
    pub fn limit<R>(&self, stop: &StopFlag, work: impl FnOnce() -> R) -> R {
        let (done, wait) = mpsc::channel::<()>();
        thread::scope(|scope| {
            scope.spawn(move || {
                let left = self.cap.saturating_sub(self.begun.elapsed());
                if wait.recv_timeout(left) == Err(RecvTimeoutError::Timeout) && !stop.is_set() {
                    self.is_over.store(true, Ordering::Relaxed);
                    stop.set();
                }
            });
            let result = work();
            drop(done);
            result
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_flag_is_set_when_the_time_is_over_and_not_before_an_early_end() {
        let (cap, stop) = (TimeCap::new(Duration::from_millis(5)), StopFlag::default());
        cap.limit(&stop, || {
            while !stop.is_set() {
                thread::yield_now();
            }
        });
        assert!(cap.is_over() && cap.has_passed(1.0));
        let (cap, stop) = (TimeCap::new(Duration::from_secs(3_600)), StopFlag::default());
        assert_eq!(cap.limit(&stop, || 7), 7);
        assert!(!cap.is_over() && !stop.is_set() && !cap.has_passed(0.5));
    }

    #[test]
    fn a_run_that_the_user_has_stopped_did_not_run_out_of_time() {
        let (cap, stop) = (TimeCap::new(Duration::ZERO), StopFlag::default());
        stop.set();
        cap.limit(&stop, || thread::sleep(Duration::from_millis(5)));
        assert!(!cap.is_over());
    }
}
