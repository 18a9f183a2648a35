//! Each way to end is distinguished from the others.

use crate::hostile::stage::{MS, SPIN, SPIN_LIMIT, Stage};
use runner::folder::DiskUse;
use runner::process::{RunEnd, RunSpec, run};
use runner::{AgentOutput, StopFlag};
use std::path::PathBuf;
use std::process::Command;
use std::{env, fs, thread};
use testing::holds_soon;

#[test]
fn an_honest_agent_exits_and_its_output_is_read() {
    let stage = Stage::new();
    let run = stage.act("read -r mode < input.txt; echo \"$mode\" > output.txt; echo note >&2");
    assert_eq!(run.end, RunEnd::Exited(0));
    assert_eq!(stage.dir.output().expect("read"), AgentOutput::Text("GAME\n".to_string()));
    assert_eq!(stage.text("stderr.txt"), "note\n");
    assert!(!run.charge.is_zero() && run.user <= run.charge, "{run:?}");
}

#[test]
fn a_bad_exit_code_is_reported_beside_a_good_output() {
    let stage = Stage::new();
    assert_eq!(stage.act("echo 'E a3 b4' > output.txt; exit 1").end, RunEnd::Exited(1));
    assert_eq!(stage.dir.output().expect("read"), AgentOutput::Text("E a3 b4\n".to_string()));
}

#[test]
fn a_crash_is_reported_by_its_signal() {
    assert_eq!(Stage::new().act("kill -SEGV $$").end, RunEnd::Signaled(11));
    assert_eq!(Stage::new().act("kill -KILL $$").end, RunEnd::Signaled(9), "not by us");
}

#[test]
fn an_agent_that_spins_is_killed_at_its_cpu_limit() {
    let run = Stage::new().act_spinning(SPIN);
    assert_eq!(run.end, RunEnd::OverCpu);
    assert!(run.charge >= SPIN_LIMIT, "{run:?}");
}

#[test]
fn a_run_whose_answer_is_not_wanted_is_ended_from_another_thread() {
    let stage = Stage::new();
    let stop = StopFlag::default();
    let spec = RunSpec { stop: Some(stop.clone()), ..stage.spec(&format!("touch begun; {SPIN}")) };
    let run = thread::scope(|scope| {
        scope.spawn(|| {
            assert!(holds_soon(|| stage.dir.path().join("begun").exists()));
            stop.set();
        });
        stage.run(&spec)
    });
    assert_eq!(run.end, RunEnd::Stopped);
}

#[test]
fn ignoring_signals_does_not_help() {
    let script = format!("trap '' XCPU TERM INT HUP QUIT; {SPIN}");
    assert_eq!(Stage::new().act_spinning(&script).end, RunEnd::OverCpu);
}

#[test]
fn an_agent_that_sleeps_or_stops_itself_is_killed_at_its_wall_limit() {
    for script in ["sleep 600", "kill -STOP $$", "exec 3<> fifo; mkfifo pipe; read -r x < pipe"] {
        let stage = Stage::new();
        let mut spec = stage.spec(script);
        spec.wall_limit = MS(150);
        let run = stage.run(&spec);
        assert_eq!(run.end, RunEnd::OverWall, "{script}");
        assert!(run.charge < spec.cpu_limit, "{script}: {run:?}");
    }
}

#[test]
fn an_agent_that_uses_no_time_at_all_is_killed_long_before_its_wall_limit() {
    for script in ["sleep 600", "kill -STOP $$", "(sleep 600; touch too-late) & wait"] {
        let stage = Stage::new();
        let mut spec = stage.spec(script);
        (spec.idle_limit, spec.wall_limit) = (MS(150), MS(600_000));
        assert_eq!(stage.run(&spec).end, RunEnd::OverWall, "{script}");
    }
}

#[test]
fn an_agent_with_too_many_processes_is_killed() {
    let stage = Stage::new();
    let spec = stage.spec("for i in {1..300}; do sleep 600 & done; wait");
    assert_eq!(stage.run(&spec).end, RunEnd::TooManyProcesses);
}

#[test]
fn filling_the_disk_ends_at_the_file_limit() {
    let stage = Stage::new();
    let spec = stage.spec("exec head -c 300M /dev/zero > big");
    assert_eq!(stage.run(&spec).end, RunEnd::Signaled(25), "SIGXFSZ");
    let length = fs::metadata(stage.dir.path().join("big")).expect("a file").len();
    assert_eq!(length, 256 << 20);
}

/// Many files, or a few large ones: while it runs, or when it has ended.
#[test]
fn an_agent_that_fills_the_disk_is_killed_or_found() {
    let files = "for i in {1..40}; do : > file$i; done";
    let large = "truncate -s 2M large";
    for script in [
        format!("{files}; sleep 600"),
        format!("mkdir deep; cd deep; {large}; sleep 600"),
        files.to_string(),
        large.to_string(),
    ] {
        let stage = Stage::new();
        let mut spec = stage.spec(&script);
        spec.disk_limit = Some(DiskUse { bytes: 1 << 20, entries: 20 });
        assert_eq!(stage.run(&spec).end, RunEnd::TooMuchDisk, "{script}");
    }
    let stage = Stage::new();
    let mut spec = stage.spec("head -c 100000 /dev/zero > small");
    spec.disk_limit = Some(DiskUse { bytes: 1 << 20, entries: 20 });
    assert_eq!(stage.run(&spec).end, RunEnd::Exited(0));
}

#[test]
fn garbage_on_standard_error_is_cut() {
    let stage = Stage::new();
    assert_eq!(stage.act("head -c 3M /dev/urandom >&2").end, RunEnd::Exited(0));
    assert_eq!(fs::metadata(stage.dir.path().join("stderr.txt")).expect("a file").len(), 64 << 10);
}

#[test]
fn memory_has_a_limit() {
    let script = "x=$(head -c 1M /dev/zero | tr '\\0' x); ulimit -v; ulimit -c";
    let stage = Stage::new();
    assert_eq!(stage.act(script).end, RunEnd::Exited(0));
    assert_eq!(stage.text("stdout.txt"), "8388608\n0\n");
}

#[test]
fn an_agent_inherits_no_ignored_or_blocked_signal() {
    let stage = Stage::new();
    let script = "grep -E '^Sig(Ign|Blk)' /proc/self/status";
    assert_eq!(stage.act(script).end, RunEnd::Exited(0));
    let text = stage.text("stdout.txt");
    let masks = text.lines().filter_map(|line| line.split_whitespace().nth(1));
    let masks = masks.map(|mask| u64::from_str_radix(mask, 16).expect("a mask"));
    // The referee, like every Rust program, ignores SIGPIPE. Signals 32 and 33 are the C library's
    // own, which ignores them in whatever it spawns and lets nobody change that.
    assert_eq!(masks.map(|mask| mask & !(0b11 << 31)).collect::<Vec<_>>(), [0, 0], "{text}");
}

#[test]
fn an_agent_that_attacks_its_supervisor_ends_as_well() {
    let stage = Stage::new();
    let stray = format!("(setsid bash -c '{SPIN}' &) ; sleep 0.05");
    let run = stage.act_spinning(&format!("{stray}; kill -KILL $PPID; {SPIN}"));
    assert_eq!(run.end, RunEnd::SupervisorLost);
    let run = stage.act_spinning(&format!("kill -STOP $PPID; {SPIN}"));
    assert_eq!(run.end, RunEnd::OverCpu);
    assert!(run.charge >= SPIN_LIMIT, "{run:?}");
}

#[test]
fn a_forged_report_is_not_believed() {
    for length in [1, 12, 20, 21] {
        let write = format!("head -c {length} /dev/zero > $pipe");
        let forge = format!("for pipe in /proc/$PPID/fd/*; do {write}; done 2> /dev/null");
        let run = Stage::new().act_spinning(&format!("{forge}; {SPIN}"));
        // Root can write there; others are refused, and then it just spins.
        assert!(matches!(run.end, RunEnd::SupervisorLost | RunEnd::OverCpu), "{run:?}");
    }
}

/// Of root's tests, too: the attack above writes to all files of the agent's parent.
#[test]
fn a_log_beside_the_attacks_stays_whole() {
    let folder = tempfile::tempdir().expect("a folder");
    let log = folder.path().join("log");
    fs::write(&log, "before the attack\n").expect("written");
    let attack = "hostile::endings::a_forged_report_is_not_believed";
    let mut tests = Command::new(env::current_exe().expect("these tests"));
    tests
        .args([attack, "--exact", "--nocapture"])
        .stdin(open(&log))
        .stdout(open(&log))
        .stderr(open(&log));
    let ended = tests.status().expect("they start");
    let text = fs::read_to_string(&log).expect("text, and no zero bytes of a report");
    assert!(ended.success() && text.starts_with("before the attack\n"), "{text}");
    assert!(text.contains("1 passed"), "{text}");
}

fn open(log: &std::path::Path) -> fs::File {
    fs::File::options().append(true).open(log).expect("it is there")
}

#[test]
fn what_cannot_start_is_an_error_that_names_it() {
    let stage = Stage::new();
    let mut spec = stage.spec("exit 0");
    spec.program = PathBuf::from("/nowhere/homework");
    let error = run(&spec).expect_err("no such program");
    assert!(error.to_string().contains("/nowhere/homework"), "{error}");
    spec = stage.spec("exit 0");
    spec.cores = Some(vec![1_000]);
    let error = run(&spec).expect_err("no such core").to_string();
    assert_eq!(error, "core 1000 does not exist or may not be used");
}

#[test]
fn all_processes_together_have_a_limit_of_memory() {
    const HOLD: &str = "x=$(head -c 40M /dev/zero | tr '\\0' x)";
    let stage = Stage::new();
    let apart = format!("hold() {{ {HOLD}; sleep 600; }}; hold & hold & hold & hold & wait");
    assert_eq!(stage.run(&limited(&stage, &apart)).end, RunEnd::TooMuchMemory);
    // Five forks share what their parent has.
    let stage = Stage::new();
    let shared = format!("{HOLD}; for i in {{1..5}}; do (sleep 0.3; :) & done; wait");
    let run = stage.run(&limited(&stage, &shared));
    assert_eq!(run.end, RunEnd::Exited(0));
    assert!(matches!(run.end, RunEnd::Exited(0) | RunEnd::TooMuchMemory));
}

fn limited(stage: &Stage, script: &str) -> RunSpec {
    RunSpec { memory_limit: Some(100 << 20), ..stage.spec(script) }
}
