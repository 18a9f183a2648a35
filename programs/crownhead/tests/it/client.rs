//! A program that shows a page, and a reader of that page.

use serde_json::Value;
use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::Command;
use std::time::Instant;
use testing::{LONGEST_WAIT, PageProgram};

pub struct Program {
    running: PageProgram,
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
    pub fn start(command: &mut Command) -> Self {
        let running = PageProgram::start(command);
        let address = running.address.trim_start_matches("http://").to_string();
        let (host, folder) = address.split_once('/').expect("a path");
        Program { running, host: host.to_string(), folder: format!("/{folder}") }
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

    pub fn get(&self, path: &str) -> (u16, String) {
        answer(self.send("GET", path, ""))
    }

    pub fn command(&self, text: &str) -> Value {
        let (status, body) = answer(self.send("POST", "command", text));
        assert_eq!(status, 200, "{text}: {body}");
        serde_json::from_str(&body).expect("JSON")
    }

    pub fn events(&self) -> Events {
        Events(self.send("GET", "events", ""))
    }

    pub fn wait_for(&mut self, text: &str) {
        self.running.wait_for(text);
    }

    pub fn id(&self) -> u32 {
        self.running.id()
    }

    pub fn exit_code(&mut self) -> Option<i32> {
        self.running.end().code()
    }
}

fn answer(mut stream: BufReader<TcpStream>) -> (u16, String) {
    let mut text = String::new();
    stream.read_to_string(&mut text).expect("text");
    let (head, body) = text.split_once("\r\n\r\n").expect("a head");
    let status = head.split(' ').nth(1).expect("a status").parse().expect("a number");
    (status, body.to_string())
}

pub struct Events(BufReader<TcpStream>);

impl Events {
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
