//! The referee's side of a run: it checks the limits until the supervisor reports.
//!
//! The referee sleeps on the pipe of the report and wakes when the CPU time left could have been
//! used up at the earliest: with one core after that time, with several after a part of it. So
//! pauses are long at first and a fraction of a millisecond at the end. At least every ten
//! milliseconds it looks anyway, for the wall time, the processes and their memory; ten times a
//! second for the disk space, which is dearer.

use crate::folder::dir_fd::Lock;
use crate::folder::room;
use crate::process::answer_watch::AnswerWatch;
use crate::process::charge::cpu_counter::CpuCounter;
use crate::process::charge::process_tree::ProcessTree;
use crate::process::idleness::Idleness;
use crate::process::open_files::OpenFiles;
use crate::process::process_facts::{facts_of, has_called_exec, proportional_memory, wants_core};
use crate::process::spec::{MOST_PROCESSES, MOST_THREADS, RunEnd, RunSpec};
use crate::process::supervisor::SupervisorReport;
use crate::process::system::is_readable;
use crate::process::turn_clock::{TurnLimits, TurnLook};
use crate::sandbox::Sandbox;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use std::io::Read;
use std::os::fd::AsFd;
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

/// The longest and the shortest sleep between two looks.
const LONGEST_PAUSE: Duration = Duration::from_millis(10);
const SHORTEST_PAUSE: Duration = Duration::from_micros(300);
/// How many looks, [`LONGEST_PAUSE`] apart and so 2 s in all, a supervisor may take to finish
/// while nothing waits for a core. If it takes longer, the agent has stopped it. Looks are counted
/// instead of seconds: while the whole machine stands still, the supervisor has no chance either.
const MOST_IDLE_LOOKS: u32 = 200;
/// The same, at least 60 s, on a machine so busy that the supervisor or what it has killed waits
/// for a core.
const MOST_LOOKS: u32 = 6000;
/// The most bytes in open files that have no name, where the directory has no limit of its own.
const MOST_NAMELESS: u64 = 2 << 30;

pub(crate) struct WatchResult {
    /// The supervisor's report; `None` if it died without one.
    pub(crate) report: Option<SupervisorReport>,
    /// Why the tree was killed; `None` if it was not.
    pub(crate) kill_reason: Option<RunEnd>,
    pub(crate) idle: Duration,
    /// What was seen of the process tree from outside.
    pub(crate) tree: ProcessTree,
}

/// Watches until the supervisor has reported or is lost. `counter` counts the supervisor and all
/// that it starts, where the system has such a clock.
pub(crate) fn watch<R: Read + AsFd>(
    supervisor: Pid,
    reports: &mut R,
    counter: Option<&CpuCounter>,
    spec: &RunSpec,
    begun: Instant,
) -> WatchResult {
    let mut watch = Watch {
        supervisor,
        counter,
        spec,
        begun,
        cores: spec.cores.as_ref().map_or_else(all_cores, |cores| cores.len().max(1) as u32),
        tree: ProcessTree::default(),
        idleness: Idleness::since(begun),
        look: TurnLook::default(),
        answer: AnswerWatch::default(),
        disk_looked: begun,
        open_files: OpenFiles::new(&spec.dir, begun),
        decision: None,
    };
    let report = watch.until_report(reports);
    let kill_reason = watch.decision.map(|decision| decision.reason);
    WatchResult { report, kill_reason, idle: watch.idleness.total, tree: watch.tree }
}

fn all_cores() -> u32 {
    available_parallelism().map_or(1, |count| count.get() as u32)
}

struct Watch<'a> {
    supervisor: Pid,
    counter: Option<&'a CpuCounter>,
    spec: &'a RunSpec,
    begun: Instant,
    cores: u32,
    tree: ProcessTree,
    idleness: Idleness,
    /// The last one at the clock of its turns.
    look: TurnLook,
    answer: AnswerWatch,
    disk_looked: Instant,
    open_files: OpenFiles<'a>,
    decision: Option<KillDecision>,
}

/// That the tree is to be killed, why, and the patience with its supervisor since.
#[derive(Clone, Copy)]
struct KillDecision {
    reason: RunEnd,
    patience: Patience,
}

/// How often a supervisor that has something to finish was found unfinished.
#[derive(Clone, Copy, Default)]
struct Patience {
    looks: u32,
    idle_looks: u32,
}

impl Patience {
    /// Counts a look at which somebody waited for a core or nobody did; whether the patience ends.
    fn ends(&mut self, is_busy: bool) -> bool {
        self.looks += 1;
        self.idle_looks += u32::from(!is_busy);
        self.idle_looks > MOST_IDLE_LOOKS || self.looks > MOST_LOOKS
    }
}

impl Watch<'_> {
    fn until_report<R: Read + AsFd>(&mut self, reports: &mut R) -> Option<SupervisorReport> {
        loop {
            if is_readable(reports, self.pause()) {
                return self.read_report(reports);
            }
            self.tree.update(self.supervisor);
            self.read_counter();
            self.read_turn_clock();
            match &mut self.decision {
                None => self.check_limits(),
                Some(decision) => {
                    let mut processes = self.tree.living().iter().chain([&self.supervisor]);
                    if decision.patience.ends(processes.any(|&pid| wants_core(pid))) {
                        let _ = kill(self.supervisor, Signal::SIGKILL);
                    }
                }
            }
        }
    }

    /// Reads the report. It comes over a socket, which no other process can open.
    fn read_report<R: Read + AsFd>(&mut self, reports: &mut R) -> Option<SupervisorReport> {
        let mut bytes = [0; SupervisorReport::LENGTH];
        // A report comes in one piece.
        let length = reports.read(&mut bytes);
        let whole = length.is_ok_and(|length| length == SupervisorReport::LENGTH);
        if !whole {
            // In case it lives: it must not wait for a tree that is not watched any more. What was
            // seen of it now is killed afterwards.
            self.tree.update(self.supervisor);
            let _ = kill(self.supervisor, Signal::SIGKILL);
        }
        whole.then(|| SupervisorReport::from_bytes(bytes))
    }

    fn read_counter(&mut self) {
        if let Some(counter) = self.counter {
            let used = counter.used(self.tree.cpu());
            self.tree.count(used);
        }
    }

    fn read_turn_clock(&mut self) {
        let Some(clock) = &self.spec.turn_clock else { return };
        let look = clock.look(self.tree.cpu());
        if number(look.turn) != number(self.look.turn) {
            self.idleness.begin_turn(self.tree.cpu(), Instant::now());
        }
        self.look = look;
        if look.is_at_rest && self.has_started() {
            // The freezer holds the supervisor, too, which must end with the referee all the same.
            let is_first = self.spec.sandbox.as_ref().is_some_and(Sandbox::has_namespaces);
            let freezer = self.counter.and_then(CpuCounter::freezer).filter(|_| is_first);
            clock.hold(freezer, self.tree.living());
        }
    }

    /// Whether the process that becomes the agent has become it.
    fn has_started(&self) -> bool {
        self.tree.living().first().is_some_and(|&agent| has_called_exec(agent))
    }

    /// The CPU time of the run at which it is ended.
    fn cpu_limit(&self) -> Duration {
        match (self.look.turn, &self.spec.turn_clock) {
            (Some(turn), _) => turn.cpu,
            (None, Some(_)) => Duration::MAX,
            (None, None) => self.spec.cpu_limit,
        }
    }

    /// The end of the program's turn, where the time of day counts.
    fn deadline(&self) -> Option<Instant> {
        self.look.turn.and_then(|turn| turn.deadline)
    }

    /// Whether its idleness counts: not while the time of day does, nor in another's turn.
    fn may_hang(&self) -> bool {
        self.spec.turn_clock.is_none() || self.look.turn.is_some_and(|turn| turn.deadline.is_none())
    }

    /// How long no limit can be reached.
    fn pause(&self) -> Duration {
        let cpu_left = self.cpu_limit().saturating_sub(self.tree.cpu()) / self.cores;
        let wall_left = self.spec.wall_limit.saturating_sub(self.begun.elapsed());
        let turn_left = self.deadline().map(|at| at.saturating_duration_since(Instant::now()));
        let left = cpu_left.min(wall_left).min(turn_left.unwrap_or(Duration::MAX));
        let pause = if self.decision.is_some() { LONGEST_PAUSE } else { left };
        pause.clamp(SHORTEST_PAUSE, LONGEST_PAUSE)
    }

    fn check_limits(&mut self) {
        if self.may_hang() {
            self.idleness.look(self.tree.cpu(), Instant::now(), || {
                self.tree.living().iter().any(|&pid| wants_core(pid))
            });
        }
        let Idleness { lasting, total, .. } = self.idleness;
        let is_idle = lasting >= self.spec.idle_limit
            || total >= self.spec.idle_total
            || self
                .spec
                .answer
                .as_deref()
                .is_some_and(|answer| self.answer.idles(answer, lasting, total));
        let is_late =
            self.look.has_run_at_rest || self.deadline().is_some_and(|at| Instant::now() >= at);
        let reason = if self.tree.cpu() >= self.cpu_limit() || is_late {
            RunEnd::OverCpu
        } else if is_idle || self.begun.elapsed() >= self.spec.wall_limit {
            RunEnd::OverWall
        } else if self.tree.living().len() > MOST_PROCESSES || self.tree.threads() > MOST_THREADS {
            RunEnd::TooManyProcesses
        } else if self.has_filled_memory() {
            RunEnd::TooMuchMemory
        } else if self.has_filled_disk() {
            RunEnd::TooMuchDisk
        } else if self.look.must_stop || self.spec.is_stopped() {
            RunEnd::Stopped
        } else {
            return;
        };
        self.decision = Some(KillDecision { reason, patience: Patience::default() });
        if let Some(clock) = &self.spec.turn_clock {
            clock.kill();
        }
        self.kill();
    }

    fn has_filled_memory(&self) -> bool {
        let Some(most) = self.spec.memory_limit else { return false };
        if self.tree.resident() <= most {
            return false;
        }
        // Processes that were forked share most of what they have.
        let living = self.tree.living();
        let parts = living
            .iter()
            .map(|&pid| proportional_memory(pid).unwrap_or_else(|| facts_of(pid).resident));
        parts.sum::<u64>() > most
    }

    fn has_filled_disk(&mut self) -> bool {
        if self.disk_looked.elapsed() < room::LOOKS_APART {
            return false;
        }
        self.disk_looked = Instant::now();
        let free = room::free_bytes(&self.spec.dir);
        let most = self.spec.disk_limit.map_or(MOST_NAMELESS, |most| most.bytes);
        // One that is held cannot take what was sent to it, and takes no more.
        let can_look = !self.look.is_at_rest && self.has_started();
        self.spec.has_filled_disk(Lock::Keep)
            || can_look && self.open_files.look(self.tree.living(), free, most) > most
    }

    /// Kills the tree. On a busy machine the supervisor may wait for a core while the agent has
    /// one, so the processes of the last look are killed from here (process numbers are given out
    /// in turn, so that none is reused so soon). The supervisor, which may have been stopped, kills
    /// the rest. The agent comes first, so that it cannot exit because one of its children has
    /// died.
    fn kill(&self) {
        kill_all(self.tree.living());
        let _ = kill(self.supervisor, Signal::SIGTERM);
        let _ = kill(self.supervisor, Signal::SIGCONT);
    }
}

fn number(turn: Option<TurnLimits>) -> Option<u64> {
    turn.map(|turn| turn.number)
}

/// Kills these processes, as they were found at the last look.
pub(crate) fn kill_all(pids: &[Pid]) {
    for &pid in pids {
        // It fails if the process is dead already.
        let _ = kill(pid, Signal::SIGKILL);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patience_is_for_those_who_wait_for_a_core() {
        let mut idle = Patience::default();
        assert!((0..MOST_IDLE_LOOKS).all(|_| !idle.ends(false)) && idle.ends(false));
        let mut busy = Patience::default();
        assert!((0..MOST_LOOKS).all(|_| !busy.ends(true)) && busy.ends(true));
    }
}
