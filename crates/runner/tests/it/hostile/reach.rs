//! What an agent in the sandbox cannot do to other processes and to the next move, beyond files.

use crate::hostile::stage::{MS, Stage};
use runner::process::{RunEnd, RunSpec, run_in};
use runner::sandbox::{Sandbox, SandboxLevel};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::Command;

/// Python that succeeds without a sandbox, and fails in it.
#[track_caller]
fn forbidden(stage: &Stage, code: &str) {
    let script = format!("exec python3 -c '{code}'");
    let free = stage.act(&script);
    if matches!(free.end, RunEnd::Exited(126 | 127)) {
        return println!("no python3 here: not tested");
    }
    assert_eq!(free.end, RunEnd::Exited(0), "{code}: {}", stage.text("stderr.txt"));
    if let Some(limited) = stage.act_in_sandbox(&script) {
        let failed = matches!(limited.end, RunEnd::Exited(code) if code != 0 && code < 126);
        assert!(failed, "{code}: {limited:?} {}", stage.text("stderr.txt"));
    }
}

#[test]
fn limits_and_priorities_of_others_stay() {
    let mut neighbor = Command::new("sleep").arg("600").spawn().expect("sleep");
    let pid = neighbor.id();
    let stage = Stage::new();
    let lower =
        "resource.prlimit(PID, resource.RLIMIT_CORE, (0, 0))".replace("PID", &pid.to_string());
    forbidden(&stage, &format!("import resource; {lower}"));
    forbidden(&stage, &format!("import os; os.setpriority(os.PRIO_PROCESS, {pid}, 19)"));
    forbidden(&stage, &format!("import os; os.sched_setaffinity({pid}, os.sched_getaffinity(0))"));
    neighbor.kill().and_then(|()| neighbor.wait()).expect("it ends");
}

#[test]
fn modes_and_times_of_files_outside_stay() {
    let stage = Stage::new();
    let outside = stage.temp_root.path().join("outside");
    fs::write(&outside, "x").expect("written");
    let path = outside.display();
    forbidden(&stage, &format!("import os; os.utime(\"{path}\", (1, 1))"));
    forbidden(&stage, &format!("import os; os.utime(\"{path}\")"));
    forbidden(&stage, &format!("import os; os.chmod(\"{path}\", 0o600)"));
    fs::set_permissions(&outside, fs::Permissions::from_mode(0o644)).expect("set");
    stage.act_in_sandbox(&format!("chmod 000 {path}"));
    let mode = fs::metadata(&outside).expect("there").permissions().mode() & 0o777;
    if Sandbox::available() {
        assert_eq!(mode, 0o644);
    }
}

/// A lease lets others wait who open the file; a notice watches a folder.
#[test]
fn no_lease_is_taken_and_no_notice() {
    let stage = Stage::new();
    forbidden(&stage, &fcntl("\"mine\", os.O_RDONLY | os.O_CREAT", 1024, 1));
    forbidden(&stage, &fcntl("\".\", os.O_RDONLY", 1026, 63));
}

fn fcntl(open: &str, command: u32, value: u32) -> String {
    format!("import fcntl, os; fcntl.fcntl(os.open({open}), {command}, {value})")
}

#[test]
fn no_socket_leads_out_and_nothing_is_watched() {
    let stage = Stage::new();
    forbidden(&stage, "import socket; socket.socket(socket.AF_INET, socket.SOCK_DGRAM)");
    forbidden(&stage, "import socket; socket.socket(socket.AF_INET6)");
    let watch = "import ctypes; f = ctypes.CDLL(None).inotify_init1(0); assert f >= 0";
    forbidden(&stage, watch);
}

#[test]
fn nothing_is_remembered_in_the_kernel() {
    let stage = Stage::new();
    // 0 makes a private one.
    let shared = "import ctypes; i = ctypes.CDLL(None).shmget(0, 4096, 0o1600); assert i >= 0; \
                  ctypes.CDLL(None).shmctl(i, 0, 0)";
    forbidden(&stage, shared);
}

#[test]
fn an_agent_finds_four_variables() {
    let stage = Stage::new();
    assert_eq!(stage.act("env -0 | tr '\\0' '\\n' | cut -d= -f1 | sort").end, RunEnd::Exited(0));
    let text = stage.text("stdout.txt");
    // Bash sets some of its own.
    let own = ["PWD", "OLDPWD", "SHLVL", "_"];
    let given: Vec<_> = text.lines().filter(|name| !own.contains(name)).collect();
    assert_eq!(given, ["HOME", "LANG", "PATH", "TMPDIR"]);
}

#[test]
fn in_namespaces_an_agent_is_alone() {
    if Sandbox::level() != SandboxLevel::Full {
        return println!("no namespaces here: not tested");
    }
    let stage = Stage::new();
    let script = "ls -d /proc/[0-9]* | wc -l; ls /tmp | grep -v '^referee-' | wc -l; hostname; \
                  cat /proc/net/dev | grep -c :; ls /home /root 2> /dev/null | wc -l";
    let run = stage.act_in_sandbox(script).expect("there is a sandbox");
    assert_eq!(run.end, RunEnd::Exited(0), "{}", stage.text("stderr.txt"));
    let text = stage.text("stdout.txt");
    let lines: Vec<&str> = text.lines().collect();
    let processes: u32 = lines[0].parse().expect("a number");
    assert!(processes <= 5, "the launcher, bash and the pipe: {text}");
    // The loopback interface is there, and down.
    assert_eq!(lines[1..], ["0", "agent", "1", "0"], "{text}");
}

/// A launcher serves many runs, and none of them sees a process of the one before.
#[test]
fn a_launcher_serves_a_game_and_nothing_lives_on_between_moves() {
    let stage = Stage::new();
    let spec = RunSpec { sandbox: stage.sandbox(), ..stage.spec("") };
    let mut launcher = None;
    for turn in 0..20 {
        let script =
            format!("pgrep -c sleep > seen{turn}; (setsid sleep 600 &); sleep 0.01; exit 0");
        let spec = RunSpec { args: stage.spec(&script).args, ..spec.clone() };
        let run = run_in(&mut launcher, &spec).expect("it starts");
        assert_eq!(run.end, RunEnd::Exited(0), "turn {turn}: {run:?}");
        assert!(run.wall < MS(60_000));
        if Sandbox::level() == SandboxLevel::Full {
            assert_eq!(stage.text(&format!("seen{turn}")).trim(), "0", "turn {turn}");
        }
    }
    assert!(launcher.is_some(), "it is used again");
}

#[test]
fn time_in_children_that_nobody_waits_for_is_charged() {
    // Each child lives for less than the time between two looks.
    let script = "exec python3 -c '
import os, signal, time
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
for _ in range(100):
    if os.fork() == 0:
        while time.process_time() < 0.004: pass
        os._exit(0)
    time.sleep(0.006)'";
    let stage = Stage::new();
    let run = stage.act(script);
    match run.end {
        RunEnd::Exited(126 | 127) => println!("no python3 here: not tested"),
        end => {
            assert_eq!(end, RunEnd::Exited(0));
            if perf_is_open() {
                assert!(run.charge > MS(350), "{run:?}");
            }
        }
    }
}

fn perf_is_open() -> bool {
    let level = fs::read_to_string("/proc/sys/kernel/perf_event_paranoid").unwrap_or_default();
    level.trim().parse::<i32>().is_ok_and(|level| level <= 2)
}
