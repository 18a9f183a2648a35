//! An agent cannot do this in the sandbox. Each script must succeed without the sandbox.

use crate::hostile::stage::{NAMES, Stage};
use runner::AgentDir;
use runner::process::RunEnd;
use runner::sandbox::{Sandbox, SandboxLevel};
use std::fs;
use std::net::TcpListener;

/// The script succeeds without a sandbox, and fails, with an exit code, in it.
fn forbidden(stage: &Stage, script: &str) {
    let free = stage.act(script);
    assert_eq!(free.end, RunEnd::Exited(0), "{script}: {}", stage.text("stderr.txt"));
    if let Some(limited) = stage.act_in_sandbox(script) {
        let failed = matches!(limited.end, RunEnd::Exited(code) if code != 0);
        assert!(failed, "{script}: {limited:?}");
    }
}

#[test]
fn an_agent_works_in_its_directory_and_reads_its_program_and_the_system() {
    let script = "set -e; cp input.txt output.txt; mkdir x; mv output.txt x/y; mv x/y output.txt
        head -c 9 \"$0\" > /dev/null; ls /usr > playdata.txt; cat /proc/self/stat > /dev/null
        cat /etc/passwd > \"$TMPDIR/copy\"; head -c 3 /dev/urandom > random; rm -r x copy
        echo \"$(date)\" | tr a b | cat > piped";
    let stage = Stage::new();
    if let Some(run) = stage.act_in_sandbox(script) {
        assert_eq!(run.end, RunEnd::Exited(0), "{}", stage.text("stderr.txt"));
    }
}

/// An agent of root owns root's files.
#[test]
fn what_root_alone_may_read_is_hidden() {
    let is_root = fs::read_to_string("/etc/shadow").is_ok_and(|text| !text.is_empty());
    if Sandbox::level() != SandboxLevel::Full || !is_root {
        return println!("not root, or not at the full level: not tested");
    }
    forbidden(&Stage::new(), "grep -q . /etc/shadow");
}

#[test]
fn the_opponents_directory_is_closed() {
    let stage = Stage::new();
    let other = AgentDir::new(&stage.temp_root, NAMES, None).expect("another directory");
    let other = other.path().display();
    fs::write(format!("{other}/playdata.txt"), "secret").expect("written");
    forbidden(&stage, &format!("cat {other}/playdata.txt"));
    forbidden(&stage, &format!("ls {other}"));
    forbidden(&stage, &format!("ls {other}/.."));
    forbidden(&stage, &format!("echo x > {other}/output.txt"));
    forbidden(&stage, &format!("ln {other}/playdata.txt mine && cat mine && rm mine"));
    forbidden(&stage, &format!("cd {other} && cat playdata.txt"));
}

#[test]
fn nothing_is_written_outside_and_nothing_moved() {
    let stage = Stage::new();
    let outside = stage.temp_root.path().display();
    forbidden(&stage, &format!("echo x > {outside}/new"));
    forbidden(&stage, "echo '# x' >> \"$0\"");
    forbidden(&stage, &format!("touch moving && mv moving {outside}/moved && rm {outside}/moved"));
}

/// The watch can see neither the time nor the files of such a program.
#[test]
fn no_program_is_made_that_nobody_may_read() {
    let stage = Stage::new();
    forbidden(&stage, "cp /bin/true t && chmod 111 t && [ $(stat -c %a t) = 111 ]");
    forbidden(&stage, "umask 777 && : > u && [ $(stat -c %a u) = 0 ]");
}

/// A lock that is taken is a word to another game.
#[test]
fn no_lock_on_a_file_of_the_system_is_seen_by_others() {
    let stage = Stage::new();
    let locked = "exec 8< /etc/passwd 9< /etc/passwd; flock -n 8 && ! flock -n 9";
    forbidden(&stage, locked);
}

#[test]
fn no_agent_takes_every_signal_that_waits() {
    if Sandbox::level() == SandboxLevel::Full {
        forbidden(&Stage::new(), "[ $(ulimit -i) -gt 1024 ]");
    }
}

#[test]
fn no_connection_is_made() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("an address").port();
    forbidden(&Stage::new(), &format!("exec 3<> /dev/tcp/127.0.0.1/{port}"));
}

#[test]
fn no_signal_leaves_the_sandbox() {
    forbidden(&Stage::new(), "kill -CONT $PPID");
    if let Some(run) = Stage::new().act_in_sandbox("kill -KILL $PPID; sleep 0.05; exit 3") {
        assert_eq!(run.end, RunEnd::Exited(3));
    }
}

/// 2^10 processes, if nobody stops them: in one process group, and each in one of its own. Without
/// the sandbox, too, but there some may escape the signals for a while.
#[test]
fn an_agent_that_goes_on_forking_while_it_is_killed_is_killed() {
    for command in ["bash", "setsid bash"] {
        let again = format!("{command} \"$0\" $((${{1:-9}} - 1))");
        let script = format!("if (( ${{1:-9}} )); then {again} & {again} & fi; sleep 600");
        let free = Stage::new().act(&script);
        assert_eq!(free.end, RunEnd::TooManyProcesses, "{command}");
        if let Some(limited) = Stage::new().act_in_sandbox(&script) {
            assert_eq!(limited.end, RunEnd::TooManyProcesses, "{command}");
        }
    }
}

#[test]
fn the_end_of_an_agent_harms_nobody_else() {
    let (left, mut neighbor) = (Stage::new(), std::process::Command::new("sleep"));
    let mut neighbor = neighbor.arg("600").spawn().expect("sleep");
    left.act_in_sandbox("sleep 600 & exit 0");
    let lives = neighbor.try_wait().expect("a child").is_none();
    neighbor.kill().and_then(|()| neighbor.wait()).expect("it ends");
    assert!(lives);
}
