//! A program that shows a page, and a reader of that page.

use serde_json::Value;
use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

/// How long a test waits for something that must happen. It is only reached if it does not happen.
const LONGEST_WAIT: Duration = Duration::from_secs(120);

/// A running `crownhead`; dropping it ends the program.
pub struct Program {
    pub child: Child,
    output: BufReader<ChildStdout>,
    host: String,
    folder: String,
}

/// The program with these arguments, not yet started. Interpreters are looked for in the system's
/// folders alone, which a sandboxed agent may read.
pub fn crownhead<S: AsRef<OsStr>>(args: impl IntoIterator<Item = S>) -> Command {
    let mut command = Command::new(testing::program("crownhead"));
    command.args(args).env("PATH", "/usr/local/bin:/usr/bin:/bin");
    command
}

impl Program {
    /// Starts it; its first line must name the address of its page.
    pub fn start(command: &mut Command) -> Self {
        let mut child = command.stdout(Stdio::piped()).spawn().expect("it starts");
        let mut output = BufReader::new(child.stdout.take().expect("its output"));
        let mut line = String::new();
        output.read_line(&mut line).expect("a line");
        let address = line.trim().split("http://").nth(1).expect("an address").to_string();
        let (host, folder) = address.split_once('/').expect("a path");
        Program { child, output, host: host.to_string(), folder: format!("/{folder}") }
    }

    fn send(&self, method: &str, path: &str, body: &str) -> BufReader<TcpStream> {
        let mut stream = TcpStream::connect(&self.host).expect("it listens");
        let (host, folder) = (&self.host, &self.folder);
        let length = body.len();
        write!(
            stream,
            "{method} {folder}{path} HTTP/1.0\r\nHost: {host}\r\nOrigin: http://{host}\r\n\
             Content-Type: text/plain\r\nContent-Length: {length}\r\n\r\n{body}"
        )
        .expect("sent");
        BufReader::new(stream)
    }

    /// The status and the body of an answer.
    pub fn get(&self, path: &str) -> (u16, String) {
        answer(self.send("GET", path, ""))
    }

    /// The reply to a command.
    pub fn command(&self, text: &str) -> Value {
        let (status, body) = answer(self.send("POST", "command", text));
        assert_eq!(status, 200, "{text}: {body}");
        serde_json::from_str(&body).expect("JSON")
    }

    /// A reader of the events.
    pub fn events(&self) -> Events {
        Events(self.send("GET", "events", ""))
    }

    /// The next line on its standard output.
    pub fn line(&mut self) -> String {
        let mut line = String::new();
        self.output.read_line(&mut line).expect("a line");
        line.trim_end().to_string()
    }

    /// Waits for the end; returns the exit code.
    pub fn exit_code(&mut self) -> Option<i32> {
        self.child.wait().expect("it ends").code()
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // It fails if it has ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn answer(mut stream: BufReader<TcpStream>) -> (u16, String) {
    let mut text = String::new();
    stream.read_to_string(&mut text).expect("text");
    let (head, body) = text.split_once("\r\n\r\n").expect("a head");
    let status = head.split(' ').nth(1).expect("a status").parse().expect("a number");
    (status, body.to_string())
}

/// What a page reads.
pub struct Events(BufReader<TcpStream>);

impl Events {
    /// The next value.
    pub fn next(&mut self) -> Value {
        let mut line = String::new();
        while self.0.read_line(&mut line).expect("text") > 0 {
            if let Some(data) = line.strip_prefix("data: ") {
                return serde_json::from_str(data).expect("JSON");
            }
            line.clear();
        }
        panic!("the events have ended");
    }

    /// The first value from now on that is as wanted.
    pub fn until(&mut self, is_wanted: impl Fn(&Value) -> bool) -> Value {
        let begun = Instant::now();
        loop {
            let value = self.next();
            if is_wanted(&value) {
                return value;
            }
            assert!(begun.elapsed() < LONGEST_WAIT, "not seen; the last value: {value}");
        }
    }
}

/// Whether something becomes true before long.
pub fn holds_soon(condition: impl Fn() -> bool) -> bool {
    let begun = Instant::now();
    while begun.elapsed() < LONGEST_WAIT {
        if condition() {
            return true;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    false
}
