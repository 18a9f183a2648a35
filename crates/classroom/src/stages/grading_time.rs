//! The wall time that a grading may take. A little before it is over, the runs of all agents and
//! builds are ended, so that the last result can still be written.

use runner::StopFlag;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

/// The most that is kept back for ending the last run and writing the last files.
const LONGEST_RESERVE: Duration = Duration::from_secs(5);

#[derive(Debug)]
pub struct GradingTime {
    begun: Instant,
    /// Without the reserve; `None`: no limit.
    limit: Option<Duration>,
    is_over: Arc<AtomicBool>,
    /// The watching thread ends with it.
    _alive: Sender<()>,
}

impl GradingTime {
    /// Begins now. When the time is over, `stop` is set.
    pub fn begin(whole: Option<Duration>, stop: &StopFlag) -> Self {
        let limit = whole.map(|whole| whole.saturating_sub(LONGEST_RESERVE.min(whole / 10)));
        let is_over = Arc::new(AtomicBool::new(false));
        let (alive, ended) = channel::<()>();
        if let Some(limit) = limit {
            let (is_over, stop) = (Arc::clone(&is_over), stop.clone());
            thread::spawn(move || {
                if ended.recv_timeout(limit) == Err(RecvTimeoutError::Timeout) {
                    is_over.store(true, Ordering::Relaxed);
                    stop.set();
                }
            });
        }
        GradingTime { begun: Instant::now(), limit, is_over, _alive: alive }
    }

    pub fn elapsed(&self) -> Duration {
        self.begun.elapsed()
    }

    /// `None`: no limit.
    pub fn left(&self) -> Option<Duration> {
        self.limit.map(|limit| limit.saturating_sub(self.elapsed()))
    }

    pub fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Relaxed)
    }

    /// Whether something that takes so long still fits.
    pub fn fits(&self, time: Duration) -> bool {
        !self.is_over() && self.left().is_none_or(|left| time <= left)
    }

    /// The time, from the beginning, up to which a stage may begin something new: that share of
    /// what is left now. `None`: no limit.
    pub fn share_ends(&self, share: f64) -> Option<Duration> {
        self.left().map(|left| self.elapsed() + left.mul_f64(share))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_a_limit_everything_fits() {
        let stop = StopFlag::default();
        let cap = GradingTime::begin(None, &stop);
        assert!(cap.fits(Duration::MAX) && cap.left().is_none() && cap.share_ends(0.5).is_none());
        assert!(!cap.is_over() && !stop.is_set());
    }

    #[test]
    fn when_the_time_is_over_everything_is_stopped() {
        let stop = StopFlag::default();
        let cap = GradingTime::begin(Some(Duration::from_millis(20)), &stop);
        while !stop.is_set() {
            thread::sleep(Duration::from_millis(1));
        }
        assert!(cap.is_over() && !cap.fits(Duration::ZERO));
    }

    #[test]
    fn a_part_of_the_time_is_kept_back() {
        let cap = GradingTime::begin(Some(Duration::from_secs(600)), &StopFlag::default());
        assert!(cap.fits(Duration::from_secs(300)) && !cap.fits(Duration::from_secs(596)));
        let half = cap.share_ends(0.5).expect("a limit");
        assert!(half > Duration::from_secs(200) && half <= Duration::from_secs(300), "{half:?}");
    }
}
