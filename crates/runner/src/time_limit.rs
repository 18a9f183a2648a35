//! The wall time that a work may take. When it is over, runs in play are broken off; what is
//! finished stays.

use crate::StopFlag;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

/// How often the flag of the work around is looked at.
const WATCH: Duration = Duration::from_millis(100);

/// Sets a flag when the time is over, unless the work has ended before: until it is dropped.
#[derive(Debug)]
pub struct TimeLimit {
    begun: Instant,
    /// `None`: no limit.
    limit: Option<Duration>,
    is_over: Arc<AtomicBool>,
    /// The watching thread ends with it.
    _alive: Sender<()>,
}

impl TimeLimit {
    /// Begins now. When the time is over, `stop` is set.
    pub fn begin(limit: Option<Duration>, stop: &StopFlag) -> Self {
        TimeLimit::within(limit, stop, None)
    }

    /// The same for a part of a larger work, whose flag `around` sets `stop`, too.
    pub fn within(limit: Option<Duration>, stop: &StopFlag, around: Option<&StopFlag>) -> Self {
        let (begun, is_over) = (Instant::now(), Arc::new(AtomicBool::new(false)));
        let (alive, ended) = channel::<()>();
        let (stop, around, over) = (stop.clone(), around.cloned(), Arc::clone(&is_over));
        thread::spawn(move || {
            loop {
                let left =
                    limit.map_or(Duration::MAX, |limit| limit.saturating_sub(begun.elapsed()));
                let pause = if around.is_some() { left.min(WATCH) } else { left };
                if ended.recv_timeout(pause) != Err(RecvTimeoutError::Timeout) || stop.is_set() {
                    return;
                }
                if around.as_ref().is_some_and(StopFlag::is_set) {
                    return stop.set();
                }
                if limit.is_some_and(|limit| begun.elapsed() >= limit) {
                    over.store(true, Ordering::Relaxed);
                    return stop.set();
                }
            }
        });
        TimeLimit { begun, limit, is_over, _alive: alive }
    }

    pub fn elapsed(&self) -> Duration {
        self.begun.elapsed()
    }

    pub const fn limit(&self) -> Option<Duration> {
        self.limit
    }

    /// `None`: no limit.
    pub fn left(&self) -> Option<Duration> {
        self.limit.map(|limit| limit.saturating_sub(self.elapsed()))
    }

    /// Were runs broken off because the time was over?
    pub fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Relaxed)
    }

    pub fn fits(&self, time: Duration) -> bool {
        !self.is_over() && self.left().is_none_or(|left| time <= left)
    }

    pub fn has_passed(&self, share: f64) -> bool {
        self.limit.is_some_and(|limit| self.elapsed() >= limit.mul_f64(share))
    }

    /// The time, from the beginning, up to which a part of the work may begin something new: that
    /// share of what is left now. `None`: no limit.
    pub fn share_ends(&self, share: f64) -> Option<Duration> {
        self.left().map(|left| self.elapsed() + left.mul_f64(share))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wait_for(stop: &StopFlag) {
        while !stop.is_set() {
            thread::sleep(Duration::from_millis(1));
        }
    }

    #[test]
    fn without_a_limit_everything_fits() {
        let stop = StopFlag::default();
        let time = TimeLimit::begin(None, &stop);
        assert!(time.fits(Duration::MAX) && time.left().is_none());
        assert!(time.share_ends(0.5).is_none() && !time.has_passed(0.0));
        assert!(!time.is_over() && !stop.is_set());
    }

    #[test]
    fn when_the_time_is_over_the_flag_is_set() {
        let stop = StopFlag::default();
        let time = TimeLimit::begin(Some(Duration::from_millis(5)), &stop);
        wait_for(&stop);
        assert!(time.is_over() && time.has_passed(1.0) && !time.fits(Duration::ZERO));
    }

    #[test]
    fn what_the_user_has_stopped_did_not_run_out_of_time() {
        let (around, stop) = (StopFlag::default(), StopFlag::default());
        around.set();
        let time = TimeLimit::within(Some(Duration::from_secs(600)), &stop, Some(&around));
        wait_for(&stop);
        assert!(!time.is_over());
        let time = TimeLimit::begin(Some(Duration::ZERO), &stop);
        thread::sleep(Duration::from_millis(5));
        assert!(!time.is_over(), "the flag was set before");
    }

    #[test]
    fn a_part_ends_at_its_share_of_what_is_left() {
        let time = TimeLimit::begin(Some(Duration::from_secs(600)), &StopFlag::default());
        let half = time.share_ends(0.5).expect("a limit");
        assert!(half >= Duration::from_secs(300) && half < Duration::from_secs(450), "{half:?}");
        assert!(!time.has_passed(0.5) && time.fits(Duration::from_secs(500)));
    }
}
