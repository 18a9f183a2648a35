//! The referee's side of a run: looking at the clocks until the keeper reports.
//!
//! The referee sleeps on the pipe of the report and wakes when the CPU time left could have been
//! used up: the next look is a full limit away at first and every fraction of a millisecond at the
//! end. One thread uses no more CPU time than passes, several no more than there are cores for
//! each. Every ten milliseconds it looks anyway, for the wall guard and the number of processes.

use crate::process::census::{Census, children};
use crate::process::order::{End, MOST_PROCESSES, Order};
use crate::process::warden::Report;
use nix::poll::{PollFd, PollFlags, ppoll};
use nix::sys::signal::{Signal, kill};
use nix::sys::wait::waitpid;
use nix::unistd::{Pid, getsid};
use std::io::{PipeReader, Read};
use std::os::fd::AsFd;
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

/// The longest and the shortest sleep between two looks.
const LONGEST_PAUSE: Duration = Duration::from_millis(10);
const SHORTEST_PAUSE: Duration = Duration::from_micros(300);
/// How many times in a row a keeper that should be done may be found not to be, [`LONGEST_PAUSE`]
/// between two looks, 2 s in all. Then the agent has stopped it. Looks are counted and not seconds:
/// where the whole machine stands still for a while, the keeper has had no chance either.
const GRACE: u32 = 200;

/// What the watch has seen.
pub(super) struct Sighting {
    /// The keeper's words; none if it died without.
    pub(super) report: Option<Report>,
    /// Why the tree was killed; none if it was not.
    pub(super) verdict: Option<End>,
    /// What is known of the tree without the keeper.
    pub(super) census: Census,
}

/// Watches until the keeper has reported or is lost.
pub(super) fn watch(keeper: Pid, pipe: PipeReader, order: &Order, begun: Instant) -> Sighting {
    let mut watch = Watch {
        keeper,
        order,
        begun,
        cores: order.cores.as_ref().map_or_else(all_cores, |cores| cores.len().max(1) as u32),
        census: Census::default(),
        sentence: None,
    };
    let report = watch.until_report(pipe);
    let verdict = watch.sentence.map(|sentence| sentence.verdict);
    Sighting { report, verdict, census: watch.census }
}

/// Ends what a lost keeper has left. The kernel has handed it to the referee, next in line, which
/// knows its own only by their faces: who was seen in the tree, or is in a session of one who was.
pub(super) fn sweep(census: &Census) {
    let is_stray = |&pid: &Pid| {
        census.knows(pid) || getsid(Some(pid)).is_ok_and(|session| census.knows(session))
    };
    loop {
        let strays: Vec<_> = children(Pid::this()).into_iter().filter(is_stray).collect();
        if strays.is_empty() {
            break;
        }
        for pid in strays {
            // Both fail only if somebody else has done it.
            let _ = kill(pid, Signal::SIGKILL);
            let _ = waitpid(pid, None);
        }
    }
}

fn all_cores() -> u32 {
    available_parallelism().map_or(1, |count| count.get() as u32)
}

struct Watch<'a> {
    keeper: Pid,
    order: &'a Order,
    begun: Instant,
    cores: u32,
    census: Census,
    sentence: Option<Sentence>,
}

/// That the tree is to die, and how many times it was then still found alive.
#[derive(Clone, Copy)]
struct Sentence {
    verdict: End,
    looks: u32,
}

impl Watch<'_> {
    fn until_report(&mut self, mut pipe: PipeReader) -> Option<Report> {
        loop {
            if is_readable(&pipe, self.pause()) {
                return self.hear(&mut pipe);
            }
            self.census.take(self.keeper);
            match &mut self.sentence {
                None => self.judge(),
                Some(sentence) => {
                    sentence.looks += 1;
                    if sentence.looks > GRACE {
                        let _ = kill(self.keeper, Signal::SIGKILL);
                    }
                }
            }
        }
    }

    /// Reads the report. The keeper's exit then ends the pipe; if that does not come, an agent of our
    /// own user has found a way into the pipe, and has forged it.
    fn hear(&mut self, pipe: &mut PipeReader) -> Option<Report> {
        let mut bytes = [0; Report::LENGTH];
        // A report comes in one piece. Waiting for the rest of a forged one would wait for ever.
        let whole = pipe.read(&mut bytes).is_ok_and(|length| length == Report::LENGTH);
        let answers = (0..GRACE).any(|_| is_readable(pipe, LONGEST_PAUSE));
        let ends = answers && pipe.read(&mut [0]).is_ok_and(|more| more == 0);
        let report = (whole && ends).then(|| Report::parse(bytes));
        if report.is_none() {
            // In case it lives: it must not wait for a tree that nobody watches any more. Whom it
            // leaves must be known to be swept up.
            self.census.take(self.keeper);
            let _ = kill(self.keeper, Signal::SIGKILL);
        }
        report
    }

    /// How long nothing can happen that we must see.
    fn pause(&self) -> Duration {
        let cpu_left = self.order.cpu_limit.saturating_sub(self.census.cpu()) / self.cores;
        let wall_left = self.order.wall_limit.saturating_sub(self.begun.elapsed());
        let pause = if self.sentence.is_some() { LONGEST_PAUSE } else { cpu_left.min(wall_left) };
        pause.clamp(SHORTEST_PAUSE, LONGEST_PAUSE)
    }

    fn judge(&mut self) {
        let verdict = if self.census.cpu() >= self.order.cpu_limit {
            End::OverCpu
        } else if self.begun.elapsed() >= self.order.wall_limit {
            End::OverWall
        } else if self.census.living().len() > MOST_PROCESSES {
            End::TooManyProcesses
        } else {
            return;
        };
        self.sentence = Some(Sentence { verdict, looks: 0 });
        self.kill();
    }

    /// On a busy machine the keeper may have to wait for a core while the agent has one. So whoever
    /// was seen alive a moment ago is killed from here (numbers are given out in turn: none is used
    /// again so soon), and the keeper, who may have been stopped, is told to see to the rest. The
    /// agent is first, so that it cannot exit because a child of it has died.
    fn kill(&self) {
        for &pid in self.census.living() {
            // Who is dead already has made the call fail and is no loss.
            let _ = kill(pid, Signal::SIGKILL);
        }
        let _ = kill(self.keeper, Signal::SIGTERM);
        let _ = kill(self.keeper, Signal::SIGCONT);
    }
}

fn is_readable(pipe: &PipeReader, patience: Duration) -> bool {
    let mut pipes = [PollFd::new(pipe.as_fd(), PollFlags::POLLIN)];
    // Interrupted is as good as nothing to read: the caller looks around and comes back.
    ppoll(&mut pipes, Some(patience.into()), None).is_ok_and(|ready| ready > 0)
}
