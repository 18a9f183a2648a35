//! Each way to end is told from the others.

use crate::stage::{MS, SPIN, Stage};
use referee::home::Output;
use referee::process::{End, LaunchError, run};
use std::fs;
use std::path::PathBuf;

#[test]
fn an_honest_agent_exits_and_its_output_is_read() {
    let stage = Stage::new();
    let run = stage.act("read -r mode < input.txt; echo \"$mode\" > output.txt; echo note >&2");
    assert_eq!(run.end, End::Exited(0));
    assert_eq!(stage.home.output(), Output::Text("GAME\n".to_string()));
    assert_eq!(stage.text("stderr.txt"), "note\n");
    assert!(run.charge < MS(100) && !run.charge.is_zero(), "{run:?}");
}

#[test]
fn a_bad_exit_code_is_told_beside_a_good_output() {
    let stage = Stage::new();
    assert_eq!(stage.act("echo 'E a3 b4' > output.txt; exit 1").end, End::Exited(1));
    assert_eq!(stage.home.output(), Output::Text("E a3 b4\n".to_string()));
}

#[test]
fn a_crash_is_told_by_its_signal() {
    assert_eq!(Stage::new().act("kill -SEGV $$").end, End::Signaled(11));
    assert_eq!(Stage::new().act("kill -KILL $$").end, End::Signaled(9), "not by us");
}

#[test]
fn who_spins_is_killed_by_its_cpu_time() {
    let run = Stage::new().act(SPIN);
    assert_eq!(run.end, End::OverCpu);
    assert!(run.charge >= MS(300), "{run:?}");
}

#[test]
fn ignoring_signals_does_not_help() {
    let script = format!("trap '' XCPU TERM INT HUP QUIT; {SPIN}");
    assert_eq!(Stage::new().act(&script).end, End::OverCpu);
}

#[test]
fn who_sleeps_or_stops_itself_is_killed_by_the_wall_clock() {
    for script in ["sleep 60", "kill -STOP $$", "exec 3<> fifo; mkfifo pipe; read -r x < pipe"] {
        let stage = Stage::new();
        let mut order = stage.order(script);
        order.wall_limit = MS(150);
        let run = stage.run(&order);
        assert_eq!(run.end, End::OverWall, "{script}");
        assert!(run.charge < MS(100), "{script}: {run:?}");
    }
}

#[test]
fn who_multiplies_is_killed() {
    let stage = Stage::new();
    let mut order = stage.order("for i in {1..300}; do sleep 60 & done; wait");
    order.cpu_limit = MS(5_000);
    assert_eq!(stage.run(&order).end, End::TooManyProcesses);
}

#[test]
fn filling_the_disk_ends_at_the_file_limit() {
    let stage = Stage::new();
    let mut order = stage.order("exec head -c 300M /dev/zero > big");
    order.cpu_limit = MS(5_000);
    assert_eq!(stage.run(&order).end, End::Signaled(25), "SIGXFSZ");
    let length = fs::metadata(stage.home.path().join("big")).expect("a file").len();
    assert_eq!(length, 256 << 20);
}

#[test]
fn garbage_on_standard_error_is_cut() {
    let stage = Stage::new();
    assert_eq!(stage.act("head -c 3M /dev/urandom >&2").end, End::Exited(0));
    assert_eq!(fs::metadata(stage.home.path().join("stderr.txt")).expect("a file").len(), 64 << 10);
}

#[test]
fn memory_has_a_limit() {
    let script = "x=$(head -c 1M /dev/zero | tr '\\0' x); ulimit -v; ulimit -c";
    let stage = Stage::new();
    assert_eq!(stage.act(script).end, End::Exited(0));
    assert_eq!(stage.text("stdout.txt"), "4194304\n0\n");
}

#[test]
fn an_agent_inherits_no_ignored_or_blocked_signal() {
    let stage = Stage::new();
    let script = "grep -E '^Sig(Ign|Blk)' /proc/self/status";
    assert_eq!(stage.act(script).end, End::Exited(0));
    let text = stage.text("stdout.txt");
    let masks = text.lines().filter_map(|line| line.split_whitespace().nth(1));
    let masks = masks.map(|mask| u64::from_str_radix(mask, 16).expect("a mask"));
    // The referee, like every Rust program, ignores SIGPIPE. Signals 32 and 33 are the C library's
    // own, which ignores them in whatever it spawns and lets nobody change that.
    let ours = |mask| mask & !(0b11 << 31);
    assert_eq!(masks.map(ours).collect::<Vec<_>>(), [0, 0], "{text}");
}

#[test]
fn who_attacks_its_keeper_ends_as_well() {
    let stage = Stage::new();
    let stray = format!("(setsid bash -c '{SPIN}' &) ; sleep 0.05");
    let run = stage.act(&format!("{stray}; kill -KILL $PPID; {SPIN}"));
    assert_eq!(run.end, End::KeeperLost);
    let run = stage.act(&format!("kill -STOP $PPID; {SPIN}"));
    assert_eq!(run.end, End::OverCpu);
    assert!(run.charge >= MS(300), "{run:?}");
}

#[test]
fn a_forged_report_is_not_believed() {
    for length in [1, 12, 20, 21] {
        let write = format!("head -c {length} /dev/zero > $pipe");
        let forge = format!("for pipe in /proc/$PPID/fd/*; do {write}; done 2> /dev/null");
        let run = Stage::new().act(&format!("{forge}; {SPIN}"));
        // Root can write there; others are refused, and then it just spins.
        assert!(matches!(run.end, End::KeeperLost | End::OverCpu), "{run:?}");
    }
}

#[test]
fn what_cannot_start_is_an_error_that_names_it() {
    let stage = Stage::new();
    let mut order = stage.order("exit 0");
    order.program = PathBuf::from("/nowhere/homework");
    let error = run(&order).expect_err("no such program");
    assert!(error.to_string().contains("/nowhere/homework"), "{error}");
    order = stage.order("exit 0");
    order.cores = Some(vec![1_000]);
    assert!(matches!(run(&order), Err(LaunchError::Core(1_000))));
}
