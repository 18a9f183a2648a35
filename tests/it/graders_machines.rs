//! What a grader's machine may do to the agent: limits, signals, filters, folders, streams. A legal
//! move comes out.

use crate::support::{BEYOND_THE_BOOK, Run, TestEnv, position_of, with_seconds};
use agent::player;
use evaluation::checkers::CheckersEvaluator;
use formats::{Play, Request};
use games::{Game, Walker, checkers::Position};
use std::fs::{self, Permissions};
use std::io::{Write, pipe};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::thread::{self, sleep};
use std::time::{Duration, Instant};

const HOMEWORK: &str = env!("CARGO_BIN_EXE_homework");
const CALIBRATE: &str = env!("CARGO_BIN_EXE_calibrate");
/// A user who owns nothing.
const NOBODY: u32 = 65_534;

/// Runs the program in a shell that sets a limit first.
fn limited(env: &TestEnv, limit: &str, program: &str, words: &[&str]) -> Run {
    let script = format!("ulimit {limit}; exec \"$0\" \"$@\"");
    Run::of(env.command("sh").args(["-c", &script, program]).args(words).output().expect("a shell"))
}

/// A search that lasts until it is ended, once it catches signals.
fn started(env: &TestEnv) -> Child {
    let child = env.command(HOMEWORK).stderr(Stdio::piped()).spawn().expect("it starts");
    let begun = Instant::now();
    while env.read("output.txt").is_none() || !catches_signals(&child) {
        assert!(begun.elapsed() < Duration::from_secs(60), "no search");
        sleep(Duration::from_millis(2));
    }
    child
}

/// Does it catch SIGXCPU, the last signal for which a handler is set?
#[cfg(target_os = "linux")]
fn catches_signals(child: &Child) -> bool {
    const SIGXCPU: u32 = 24;
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
    let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
    let caught = caught.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    caught.is_some_and(|mask| mask >> (SIGXCPU - 1) & 1 == 1)
}

/// No other system tells; the search begins in a few milliseconds.
#[cfg(not(target_os = "linux"))]
fn catches_signals(_: &Child) -> bool {
    sleep(Duration::from_millis(500));
    true
}

#[test]
fn a_limit_of_file_sizes_is_a_full_disk() {
    let env = TestEnv::asking(&with_seconds(BEYOND_THE_BOOK, "300"));
    let run = limited(&env, "-f 8", HOMEWORK, &["--move-time", "0.3"]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    env.answer(&position_of(BEYOND_THE_BOOK));
    let names = ["calibration.txt", "input.txt", "output.txt", "playdata.txt"];
    assert_eq!(env.names(), names, "nothing half written");
    assert_eq!(limited(&env, "-f 8", CALIBRATE, &[]).code, Some(0));
    let run = limited(&env, "-f 0", HOMEWORK, &["--move-time", "0.1"]);
    assert_eq!(run.code, Some(4), "{}", run.stderr);
    assert!(run.stdout.starts_with(['E', 'J']), "the move is printed: {}", run.stdout);
}

#[test]
fn a_signal_that_asks_to_end_gets_the_move_of_the_search() {
    for signal in ["TERM", "INT", "HUP", "ALRM", "XCPU"] {
        let env = TestEnv::asking(&with_seconds(BEYOND_THE_BOOK, "300").replace("GAME", "SINGLE"));
        let child = started(&env);
        let sent = Command::new("kill").args(["-s", signal, &child.id().to_string()]).status();
        assert!(sent.expect("kill is there").success());
        let begun = Instant::now();
        let run = Run::of(child.wait_with_output().expect("it has ended"));
        assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "SIG{signal}");
        assert!(begun.elapsed() < Duration::from_secs(60), "SIG{signal}");
        env.answer(&position_of(BEYOND_THE_BOOK));
    }
}

#[test]
fn the_kernels_own_limit_of_cpu_time_is_kept() {
    let env = TestEnv::asking(&with_seconds(BEYOND_THE_BOOK, "300").replace("GAME", "SINGLE"));
    let run = limited(&env, "-t 1", HOMEWORK, &[]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    env.answer(&position_of(BEYOND_THE_BOOK));
}

#[test]
fn a_standard_error_without_a_reader_does_not_block() {
    let (reader, mut writer) = pipe().expect("a pipe");
    let full = writer.try_clone().expect("its other end");
    let filler = thread::spawn(move || while writer.write_all(&[b'x'; 4_096]).is_ok() {});
    sleep(Duration::from_millis(300));
    let env = TestEnv::asking(&with_seconds(BEYOND_THE_BOOK, "0.05"));
    env.write("playdata.txt", "garbage");
    let ended = env.command(HOMEWORK).stderr(full).status().expect("it starts");
    assert!(ended.success());
    env.answer(&position_of(BEYOND_THE_BOOK));
    drop(reader);
    filler.join().expect("it has ended");
}

/// A position in which 5,000 nodes find another move than one look ahead, and the answer to it.
fn worth_searching() -> (String, String) {
    let asked = |seed| {
        let positions = Walker::new(seed).game(Position::start(), 30);
        let position = positions[positions.len() - 1];
        let remaining = Duration::from_secs(5);
        let request = Request { play: Play::Single, remaining, position }.text();
        let fallback = player::fallback_move(&position, &mut CheckersEvaluator::built_in())?;
        let env = TestEnv::asking(&request);
        env.run(HOMEWORK, &["--nodes", "5000"]);
        let answer = env.answer(&position);
        (answer != fallback).then(|| (request, env.read("output.txt").expect("an answer")))
    };
    (0..100).find_map(asked).expect("searching is worth while")
}

#[test]
fn the_move_of_the_search_is_written_where_nothing_can_be_renamed() {
    let (request, answer) = worth_searching();
    let env = TestEnv::asking(&request);
    env.write("output.txt", "old");
    fs::set_permissions(env.path("output.txt"), Permissions::from_mode(0o666)).expect("set");
    fs::set_permissions(env.path(""), Permissions::from_mode(0o555)).expect("set");
    let mut command = env.command(HOMEWORK);
    command.args(["--nodes", "5000"]).stderr(Stdio::piped());
    if is_root() {
        command.uid(NOBODY);
    }
    let run = command.output();
    fs::set_permissions(env.path(""), Permissions::from_mode(0o755)).expect("set");
    let Ok(output) = run else {
        eprintln!("skipped: nobody may not run {HOMEWORK}");
        return;
    };
    let run = Run::of(output);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    assert_eq!(env.read("output.txt"), Some(answer));
}

fn is_root() -> bool {
    nix::unistd::geteuid().is_root()
}

#[test]
fn the_question_may_come_through_a_pipe() {
    let env = TestEnv::new();
    symlink("/dev/stdin", env.path("input.txt")).expect("linked");
    let mut command = env.command(HOMEWORK);
    let mut child = command.stdin(Stdio::piped()).spawn().expect("it starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(with_seconds(BEYOND_THE_BOOK, "0.05").as_bytes()).expect("written");
    drop(stdin);
    assert!(child.wait().expect("it has ended").success());
    env.answer(&position_of(BEYOND_THE_BOOK));
}

#[test]
fn a_clock_that_is_no_number_costs_a_warning_and_an_endless_one_ends() {
    for clock in ["nan", "0.2s", "0.2 0.3"] {
        let env = TestEnv::asking(&with_seconds(BEYOND_THE_BOOK, clock));
        let run = env.homework();
        assert_eq!(run.code, Some(0), "{clock}");
        run.warns_once(&format!("line 3, column 1: \"{clock}\" is not a number of seconds"));
        env.answer(&position_of(BEYOND_THE_BOOK));
    }
    for clock in ["inf", "1e400"] {
        TestEnv::asking(&with_seconds(BEYOND_THE_BOOK, clock)).plays(&position_of(BEYOND_THE_BOOK));
    }
}

/// Runs a program whose every look at a clock through the kernel meets this refusal.
#[cfg(target_os = "linux")]
fn without_clocks(env: &TestEnv, program: &str, refuse: seccompiler::SeccompAction) -> Run {
    use seccompiler::{BpfProgram, SeccompAction, SeccompFilter};

    let refused = [(nix::libc::SYS_clock_gettime, Vec::new())].into_iter().collect();
    let arch = std::env::consts::ARCH.try_into().expect("a known processor");
    let filter = SeccompFilter::new(refused, SeccompAction::Allow, refuse, arch);
    let filter: BpfProgram = filter.and_then(TryInto::try_into).expect("a filter");
    let mut command = env.command(program);
    // A filter is of the thread, and of what it starts.
    let output = thread::spawn(move || {
        seccompiler::apply_filter(&filter).expect("it applies");
        command.output()
    });
    Run::of(output.join().expect("the thread has ended").expect("it starts"))
}

#[cfg(target_os = "linux")]
#[test]
fn a_refused_clock_costs_no_move() {
    use nix::errno::Errno;
    use seccompiler::SeccompAction;

    for errno in [Errno::EPERM, Errno::ENOSYS] {
        let refuse = SeccompAction::Errno(errno as u32);
        for play in ["GAME", "SINGLE"] {
            let question = with_seconds(BEYOND_THE_BOOK, "0.3").replace("GAME", play);
            let env = TestEnv::asking(&question);
            let run = without_clocks(&env, HOMEWORK, refuse.clone());
            assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{errno} {play}");
            env.answer(&position_of(BEYOND_THE_BOOK));
        }
        let env = TestEnv::new();
        let run = without_clocks(&env, CALIBRATE, refuse);
        assert_eq!(run.code, Some(0), "{errno}: {}", run.stderr);
    }
    let env = TestEnv::asking(&with_seconds(BEYOND_THE_BOOK, "0.3"));
    let run = without_clocks(&env, HOMEWORK, SeccompAction::KillProcess);
    assert_eq!(run.code, None, "killed at its first look at the clock");
    env.answer(&position_of(BEYOND_THE_BOOK));
}

/// Like graders that limit memory by a control group and show no /sys: 64 MB, and time for a large
/// table. Needs root, `unshare` and a control group of memory.
#[cfg(target_os = "linux")]
#[test]
fn a_limit_of_memory_that_is_hidden_kills_no_agent() {
    const SCRIPT: &str = r#"
        if [ -d /sys/fs/cgroup/memory ]; then
            group=/sys/fs/cgroup/memory/crownhead-$$ limit=memory.limit_in_bytes
        else
            group=/sys/fs/cgroup/crownhead-$$ limit=memory.max
        fi
        mkdir "$group" && echo 67108864 >"$group/$limit" && unshare --mount true || exit 77
        (
            sh -c 'echo $PPID' >"$group/cgroup.procs" || exit 77
            exec unshare --mount sh -c 'mount -t tmpfs none /sys || exit 77; exec "$0"' "$0"
        )
        code=$?
        rmdir "$group"
        exit $code
    "#;
    let env = TestEnv::asking(&with_seconds(BEYOND_THE_BOOK, "4").replace("GAME", "SINGLE"));
    let output = env.command("sh").args(["-c", SCRIPT, HOMEWORK]).output();
    let run = Run::of(output.expect("a shell"));
    if run.code == Some(77) {
        eprintln!("skipped: no control group of memory can be made here\n{}", run.stderr);
        return;
    }
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    env.answer(&position_of(BEYOND_THE_BOOK));
}
