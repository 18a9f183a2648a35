//! `crownhead hub` as a process: its streams, its end and its exit codes.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::thread;
use std::time::Duration;

struct Hub {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

fn command(args: &[&str]) -> Command {
    let mut command = Command::new(testing::program("crownhead"));
    command.arg("hub").args(args);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

impl Hub {
    fn start(args: &[&str]) -> Self {
        let mut child = command(args).spawn().expect("it starts");
        let output = BufReader::new(child.stdout.take().expect("its output"));
        Hub { input: child.stdin.take(), output, child }
    }

    fn say(&mut self, lines: &str) {
        let input = self.input.as_mut().expect("it is open");
        input.write_all(lines.as_bytes()).expect("it listens");
    }

    fn until(&mut self, word: &str) -> String {
        let mut line = String::new();
        while self.output.read_line(&mut line).expect("text") > 0 {
            if line.split_whitespace().next() == Some(word) {
                return line.trim_end().to_string();
            }
            line.clear();
        }
        panic!("the output ends without `{word}`");
    }

    /// Closes its input; returns the exit code and what it still tells on both streams.
    fn end(mut self) -> (Option<i32>, String, String) {
        self.input = None;
        let (mut output, mut errors) = (String::new(), String::new());
        self.output.read_to_string(&mut output).expect("text");
        let stderr = self.child.stderr.as_mut().expect("its errors");
        stderr.read_to_string(&mut errors).expect("text");
        (self.child.wait().expect("it ends").code(), output, errors)
    }
}

impl Drop for Hub {
    fn drop(&mut self) {
        // It fails if it has ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn a_conversation_ends_with_quit_or_with_the_input() {
    for last in ["quit\n", ""] {
        let mut hub = Hub::start(&["--set", "tt-size=16"]);
        hub.say("hub\ninit\n");
        hub.until("ready");
        hub.say("pos start\ngo analyze\n");
        hub.until("info");
        hub.say(last);
        let (code, output, errors) = hub.end();
        assert_eq!((code, errors.as_str()), (Some(0), ""));
        assert!(output.lines().last().is_some_and(|last| last.starts_with("done move=")));
    }
}

#[test]
fn parameters_of_the_command_line_are_those_of_the_protocol() {
    let mut hub = Hub::start(&["--set", "tt-size=17", "--set", "position=pdn"]);
    hub.say("hub\n");
    let (_, output, _) = hub.end();
    for line in ["param name=tt-size value=17 type=int", "param name=position value=pdn type=enum"]
    {
        assert!(output.contains(line), "{output}");
    }
    for wrong in ["tt-size", "tt-size=x", "threads=2"] {
        let output = command(&["--set", wrong]).output().expect("it runs");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!((output.status.code(), errors.lines().count()), (Some(2), 1), "{errors}");
        assert!(errors.contains(wrong));
    }
}

#[test]
fn an_output_without_a_reader_ends_it_with_one_sentence() {
    let mut child = command(&[]).spawn().expect("it starts");
    drop(child.stdout.take());
    let mut input = child.stdin.take().expect("its input");
    // A process that another test starts holds the output for a moment.
    while input.write_all(b"hub\nping\n").is_ok() {
        thread::sleep(Duration::from_millis(20));
    }
    let output = child.wait_with_output().expect("it ends");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!((output.status.code(), errors.lines().count()), (Some(4), 1), "{errors}");
    assert!(errors.contains("standard output cannot be written"), "{errors}");
}

#[cfg(unix)]
#[test]
fn an_input_that_cannot_be_read_ends_it_with_one_sentence() {
    let folder = std::fs::File::open(testing::workspace()).expect("a folder");
    let output = command(&[]).stdin(folder).output().expect("it runs");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!((output.status.code(), errors.lines().count()), (Some(4), 1), "{errors}");
    assert!(errors.contains("standard input cannot be read"), "{errors}");
}
