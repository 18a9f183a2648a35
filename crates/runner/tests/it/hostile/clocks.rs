//! The charge is all that was used, by any process, and the kill comes in time.

use crate::hostile::stage::{MS, SPIN, Stage, StallMeter};
use runner::process::{RunEnd, RunSpec};
use std::time::Duration;
use std::{fs, thread};
use testing::SPIN_UNTIL;

/// Bash that prints its own CPU time in nanoseconds, from the scheduler.
const OWN_TIME: &str = "read -r ns _ < /proc/self/schedstat; echo $ns";

fn printed_times(stage: &Stage) -> Vec<Duration> {
    let text = stage.text("stdout.txt");
    text.lines().map(|line| Duration::from_nanos(line.parse().expect("a number"))).collect()
}

#[test]
fn the_charge_is_what_the_agent_itself_has_counted_and_its_exit() {
    let stage = Stage::new();
    let run = stage.act(&format!("{SPIN_UNTIL} spin_until 200; {OWN_TIME}"));
    let own = printed_times(&stage)[0];
    // wait4 rounds to microseconds; the exit of bash is the rest.
    assert!(run.charge + Duration::from_micros(2) >= own, "{run:?} {own:?}");
    assert!(run.charge < own + own / 10, "{run:?} {own:?}");
}

#[test]
fn children_waited_for_and_orphans_are_charged_alike() {
    // A script of its own: its quotes need no care.
    let worker = format!("{SPIN_UNTIL} spin_until 200; {OWN_TIME}; echo > done");
    let wait = "read -r _ < done";
    for start in [
        "bash worker".to_string(),
        format!("bash worker & {wait}"),
        format!("(setsid env -i TMPDIR=. bash worker &); {wait}"),
        format!("( ( (setsid bash worker &) &) &); {wait}"),
    ] {
        let stage = Stage::new();
        let is_child = !start.contains(wait);
        let make_done = if is_child { "touch done" } else { "mkfifo done" };
        fs::write(stage.dir.path().join("worker"), &worker).expect("written");
        let run = stage.act(&format!("{make_done}; {start}"));
        let own = printed_times(&stage).iter().sum::<Duration>();
        // The worker's own clock is that of bash, which rounds.
        assert!(run.end == RunEnd::Exited(0) && own >= MS(190), "{start}: {run:?} {own:?}");
        // Starting some shells is the rest.
        assert!(run.charge >= own && run.charge < own + own / 2, "{start}: {run:?} {own:?}");
    }
}

/// The CPU time that a run may use beyond its limit until it is killed, beside the time for which
/// this machine keeps threads waiting. Everything below it is in time.
const OVERRUN: Duration = Duration::from_millis(100);

#[derive(Debug)]
struct Overrun {
    all: Duration,
    /// The longest wait of a thread of this test in the same run, and no other.
    stall: Duration,
}

impl Overrun {
    #[track_caller]
    fn of(stage: &Stage, spec: &RunSpec) -> Self {
        let stalls = StallMeter::start();
        let run = stage.run(spec);
        let stall = stalls.finish();
        assert_eq!(run.end, RunEnd::OverCpu, "{run:?}");
        let all = run.charge.checked_sub(spec.cpu_limit).expect("killed too early");
        Overrun { all, stall }
    }

    /// The part for which the referee has to answer.
    fn beyond_stall(&self) -> Duration {
        self.all.saturating_sub(self.stall)
    }
}

#[test]
fn an_orphan_that_spins_has_the_agents_limit() {
    for orphan in ["(bash -c 'SPIN' &)", "( (setsid env -i bash -c 'SPIN' &) &)"] {
        let script = format!("{}; sleep 600", orphan.replace("SPIN", SPIN));
        is_killed_at(MS(100), &script);
    }
}

#[test]
fn many_short_children_are_charged_and_killed() {
    is_killed_at(MS(100), "while :; do /bin/true; done");
}

#[track_caller]
fn is_killed_at(limit: Duration, script: &str) {
    let stage = Stage::new();
    let mut spec = stage.spec(script);
    spec.cpu_limit = limit;
    let overrun = Overrun::of(&stage, &spec);
    assert!(overrun.beyond_stall() < OVERRUN, "{script}: {overrun:?}");
}

/// Without the kill, the orphan would run until the limit.
#[test]
fn an_orphan_dies_with_the_agent() {
    let stage = Stage::new();
    let spec = stage.spec(&format!("(setsid bash -c '{SPIN}' &)"));
    let run = stage.run(&spec);
    assert_eq!(run.end, RunEnd::Exited(0));
    assert!(run.wall < spec.wall_limit / 2 && run.charge < spec.cpu_limit / 2, "{run:?}");
}

/// The child stays until it was surely looked at, and only then lets its parent end.
#[test]
fn children_hidden_from_wait4_are_charged_as_seen() {
    let script = "exec python3 -c \"
import os, signal, time
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
done, write_end = os.pipe()
if os.fork() == 0:
    while time.process_time() < 0.2: pass
    time.sleep(0.5)
    os._exit(0)
os.close(write_end)
os.read(done, 1)\"";
    let stage = Stage::new();
    let run = stage.act(script);
    match run.end {
        RunEnd::Exited(127 | 126) => println!("no python3 here: not tested"),
        end => {
            assert_eq!(end, RunEnd::Exited(0));
            assert!(run.charge > MS(180), "{run:?}");
        }
    }
}

/// Beyond 5 ms the kill may only be as late as this machine lets a sleeping thread wake up. Each
/// run has its own meter: a machine that stood still in one run excuses nothing in the others.
#[test]
fn the_kill_comes_within_five_milliseconds() {
    let stage = Stage::new();
    let mut spec = stage.spec(SPIN);
    spec.cpu_limit = MS(60);
    let mut overruns: Vec<_> = (0..9).map(|_| Overrun::of(&stage, &spec)).collect();
    overruns.sort_by_key(Overrun::beyond_stall);
    assert!(overruns[4].beyond_stall() <= MS(5), "{overruns:?}");
}

/// If the innocent run were charged the other's time, it would be 2 s.
#[test]
fn runs_at_the_same_time_are_not_confused() {
    let guilty = thread::spawn(|| {
        let stage = Stage::new();
        let mut spec = stage.spec(&format!("(setsid env -i bash -c '{SPIN}' &); sleep 600"));
        spec.cpu_limit = MS(2_000);
        stage.run(&spec)
    });
    let innocent = Stage::new().act("(setsid env -i sleep 600 &); sleep 0.4");
    assert_eq!(innocent.end, RunEnd::Exited(0));
    assert!(innocent.charge < MS(1_000), "{innocent:?}");
    assert_eq!(guilty.join().expect("it ran").end, RunEnd::OverCpu);
}

#[test]
fn an_agent_runs_on_its_cores_only() {
    let stage = Stage::new();
    let mut spec = stage.spec("grep Cpus_allowed_list /proc/self/status");
    let all = stage.run(&spec);
    assert_eq!(all.end, RunEnd::Exited(0));
    let allowed = stage.text("stdout.txt");
    let digits = allowed.split(|c: char| !c.is_ascii_digit()).find(|word| !word.is_empty());
    let core = digits.expect("a core").parse().expect("a number");
    spec.cores = Some(vec![core]);
    stage.run(&spec);
    assert_eq!(stage.text("stdout.txt").split_whitespace().last(), Some(&*core.to_string()));
}
