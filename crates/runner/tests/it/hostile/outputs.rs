//! Anything in the place of `output.txt` is read without waiting, and distinguished.

use crate::hostile::stage::{MS, SPIN, Stage};
use runner::AgentOutput;
use runner::process::RunEnd;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// Reading a pipe would wait for ever; reading a file never takes so long.
const FOREVER: Duration = Duration::from_secs(60);

fn left_by(script: &str) -> AgentOutput {
    let stage = Stage::new();
    let run = stage.act(script);
    assert_eq!(run.end, RunEnd::Exited(0), "{script}: {}", stage.text("stderr.txt"));
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || sender.send(stage.dir.output().expect("read")));
    receiver.recv_timeout(FOREVER).unwrap_or_else(|_| panic!("reading waits: {script}"))
}

#[test]
fn nothing_and_an_empty_file_are_told_apart() {
    assert_eq!(left_by("rm -f output.txt"), AgentOutput::Missing);
    assert_eq!(left_by(": > output.txt"), AgentOutput::Empty);
}

#[test]
fn what_is_no_regular_file_is_not_read() {
    for script in [
        "mkdir -p output.txt/deep",
        "mkfifo output.txt",
        "ln -s /etc/passwd output.txt",
        "ln -s input.txt output.txt",
        "ln -s output.txt output.txt",
        "ln -s /dev/zero output.txt",
    ] {
        assert!(matches!(left_by(script), AgentOutput::NotAFile(_)), "{script}");
    }
}

#[test]
fn a_large_file_is_not_read() {
    assert_eq!(left_by("truncate -s 200M output.txt"), AgentOutput::TooLarge);
    assert_eq!(left_by("head -c 65537 /dev/zero > output.txt"), AgentOutput::TooLarge);
    assert!(matches!(left_by("head -c 65536 /dev/zero > output.txt"), AgentOutput::Text(_)));
}

#[test]
fn a_gigabyte_ends_at_the_file_limit() {
    let stage = Stage::new();
    assert_eq!(stage.act("exec truncate -s 1G output.txt").end, RunEnd::Signaled(25), "SIGXFSZ");
}

#[test]
fn garbage_is_text_for_the_parser_to_refuse() {
    let output = left_by("printf '\\377\\376\\0 E' > output.txt");
    assert_eq!(output, AgentOutput::Text("\u{FFFD}\u{FFFD}\0 E".to_string()));
}

#[test]
fn nobody_writes_after_the_agent_has_ended() {
    let stage = Stage::new();
    let late = "(trap '' TERM HUP; setsid bash -c 'sleep 0.1; echo late > output.txt' & )";
    assert_eq!(stage.act(&format!("{late}; echo early > output.txt")).end, RunEnd::Exited(0));
    thread::sleep(MS(200));
    assert_eq!(stage.dir.output().expect("read"), AgentOutput::Text("early\n".to_string()));
}

#[test]
fn the_next_move_can_be_prepared_whatever_was_left() {
    let stage = Stage::new();
    let script = "mkdir -p output.txt/deep; rm input.txt; mkfifo input.txt; ln -s / stderr.txt.x
        chmod 000 output.txt/deep output.txt .";
    assert_eq!(stage.act(script).end, RunEnd::Exited(0));
    stage.dir.prepare("second\n").expect("ready again");
    assert_eq!(
        stage.act_spinning(&format!("cp input.txt output.txt & wait; {SPIN}")).end,
        RunEnd::OverCpu
    );
    assert_eq!(stage.dir.output().expect("read"), AgentOutput::Text("second\n".to_string()));
}
