//! The charge is all that was used, by whomever, and the kill comes in time.

use crate::stage::{MS, SPIN, Stage};
use referee::process::{End, Run};
use std::thread;
use std::time::Duration;

/// Bash that prints its own CPU time in nanoseconds, from the scheduler.
const OWN_TIME: &str = "read -r ns _ < /proc/self/schedstat; echo $ns";

/// Uses about 200 ms of CPU time, then exits.
const WORK: &str = "for ((i = 0; i < 60000; i++)); do :; done";

fn printed_times(stage: &Stage) -> Vec<Duration> {
    let text = stage.text("stdout.txt");
    text.lines().map(|line| Duration::from_nanos(line.parse().expect("a number"))).collect()
}

#[test]
fn the_charge_is_what_the_agent_itself_has_counted_and_its_exit() {
    let stage = Stage::new();
    let run = stage.act(&format!("{WORK}; {OWN_TIME}"));
    let own = printed_times(&stage)[0];
    // wait4 rounds to microseconds; starting and leaving are the rest.
    assert!(run.charge + Duration::from_micros(2) >= own, "{run:?} {own:?}");
    assert!(run.charge < own + MS(10), "{run:?} {own:?}");
}

#[test]
fn children_waited_for_and_orphans_are_charged_alike() {
    let worker = format!("bash -c '{WORK}; {OWN_TIME}; touch done'");
    let wait = "until [ -e done ]; do sleep 0.03; done";
    for start in [
        worker.clone(),
        format!("{worker} & {wait}"),
        format!("(setsid env -i {worker} &); {wait}"),
        format!("( ( (setsid {worker} &) &) &); {wait}"),
    ] {
        let stage = Stage::new();
        let mut order = stage.order(&start);
        order.cpu_limit = MS(5_000);
        let run = stage.run(&order);
        let own = printed_times(&stage).iter().sum::<Duration>();
        assert!(run.end == End::Exited(0) && own > MS(20), "{start}: {run:?} {own:?}");
        assert!(run.charge >= own && run.charge < own + MS(100), "{start}: {run:?} {own:?}");
    }
}

#[test]
fn an_orphan_that_spins_has_the_agents_limit() {
    for orphan in ["(bash -c 'SPIN' &)", "( (setsid env -i bash -c 'SPIN' &) &)"] {
        let script = format!("{}; sleep 60", orphan.replace("SPIN", SPIN));
        let stage = Stage::new();
        let mut order = stage.order(&script);
        order.cpu_limit = MS(100);
        let run = stage.run(&order);
        assert_eq!(run.end, End::OverCpu, "{script}");
        assert!(run.charge >= MS(100) && run.charge < MS(200), "{script}: {run:?}");
    }
}

#[test]
fn an_orphan_dies_with_the_agent() {
    let run = Stage::new().act(&format!("(setsid bash -c '{SPIN}' &)"));
    assert_eq!(run.end, End::Exited(0));
    assert!(run.wall < MS(2_000) && run.charge < MS(300), "{run:?}");
}

#[test]
fn many_short_children_are_charged_and_killed() {
    let stage = Stage::new();
    let mut order = stage.order("while :; do /bin/true; done");
    order.cpu_limit = MS(100);
    let run = stage.run(&order);
    assert_eq!(run.end, End::OverCpu);
    assert!(run.charge >= MS(100) && run.charge < MS(200), "{run:?}");
}

#[test]
fn children_hidden_from_wait4_are_charged_as_seen() {
    let script = "exec python3 -c \"
import os, signal, time
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
if os.fork() == 0:
    while time.process_time() < 0.2: pass
    os._exit(0)
time.sleep(0.6)\"";
    let stage = Stage::new();
    let mut order = stage.order(script);
    order.cpu_limit = MS(5_000);
    let run = stage.run(&order);
    match run.end {
        End::Exited(127 | 126) => println!("no python3 here: not tested"),
        end => {
            assert_eq!(end, End::Exited(0));
            assert!(run.charge > MS(180), "{run:?}");
        }
    }
}

/// On a machine busy with other things the kill waits for a core; hence three chances.
#[test]
fn the_kill_comes_within_five_milliseconds() {
    let stage = Stage::new();
    let mut order = stage.order(SPIN);
    order.cpu_limit = MS(60);
    let overrun = |run: Run| run.charge.checked_sub(MS(60)).expect("killed too early");
    let in_time = (0..3).any(|_| {
        let mut overruns: Vec<_> = (0..9).map(|_| overrun(stage.run(&order))).collect();
        overruns.sort();
        println!("kill overrun: median {:?}, worst {:?}", overruns[4], overruns[8]);
        overruns[4] <= MS(5)
    });
    assert!(in_time);
}

#[test]
fn runs_at_the_same_time_are_not_confused() {
    let guilty = thread::spawn(|| {
        let script = format!("(setsid env -i bash -c '{SPIN}' &); sleep 60");
        Stage::new().act(&script)
    });
    let innocent = Stage::new().act("(setsid env -i sleep 60 &); sleep 0.4");
    assert_eq!(innocent.end, End::Exited(0));
    assert!(innocent.charge < MS(100), "{innocent:?}");
    assert_eq!(guilty.join().expect("it ran").end, End::OverCpu);
}

#[test]
fn an_agent_runs_on_its_cores_only() {
    let stage = Stage::new();
    let mut order = stage.order("grep Cpus_allowed_list /proc/self/status");
    let all = stage.run(&order);
    assert_eq!(all.end, End::Exited(0));
    let allowed = stage.text("stdout.txt");
    let digits = allowed.split(|c: char| !c.is_ascii_digit()).find(|word| !word.is_empty());
    let core = digits.expect("a core").parse().expect("a number");
    order.cores = Some(vec![core]);
    stage.run(&order);
    assert_eq!(stage.text("stdout.txt").split_whitespace().last(), Some(&*core.to_string()));
}
