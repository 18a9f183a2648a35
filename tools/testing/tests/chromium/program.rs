//! A program of the project that shows a page, with its terminal in the test's hands.

use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

const PATIENCE: Duration = Duration::from_secs(90);

/// A running program; dropping it ends it.
pub struct Program {
    process: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    seen: Vec<String>,
    /// The address of its page, once [`Program::start`] has returned.
    pub address: String,
}

impl Program {
    /// Starts a program that prints the address of its page. It finds no browser.
    pub fn start(name: &str, arguments: &[impl AsRef<OsStr>]) -> Self {
        let mut command = Command::new(testing::program(name));
        command.args(arguments).env_remove("BROWSER").env_remove("DISPLAY");
        command.env_remove("WAYLAND_DISPLAY").stdin(Stdio::piped());
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut process = command.spawn().expect("the program starts");
        let (sender, lines) = channel();
        read(process.stdout.take().expect("it is piped"), sender.clone());
        read(process.stderr.take().expect("it is piped"), sender);
        let input = process.stdin.take();
        let mut program = Self { process, input, lines, seen: Vec::new(), address: String::new() };
        let line = program.wait_for("http://127.0.0.1:");
        let address = line.split_whitespace().find(|word| word.starts_with("http://127.0.0.1:"));
        program.address = address.expect("an address").trim_end_matches(['.', ',']).to_owned();
        program
    }

    /// A text game that shows its page, with both players manual.
    pub fn two_people(name: &str) -> Self {
        let mut program = Self::start(name, &["--display", "--no-open", "--move-time", "0.05"]);
        program.write("manual black");
        program.write("manual white");
        program
    }

    /// The next line of the terminal that contains `text`.
    pub fn wait_for(&mut self, text: &str) -> String {
        loop {
            let Ok(line) = self.lines.recv_timeout(PATIENCE) else {
                panic!("the program did not print {text:?}; it printed {:#?}", self.seen)
            };
            self.seen.push(line.clone());
            if line.contains(text) {
                return line;
            }
        }
    }

    /// Writes a line in the terminal.
    pub fn write(&mut self, line: &str) {
        let input = self.input.as_mut().expect("it is open");
        writeln!(input, "{line}").and_then(|()| input.flush()).expect("the program reads");
    }

    /// The number of its process.
    pub fn id(&self) -> u32 {
        self.process.id()
    }

    /// Waits for the end of the program, which its standard input does not bring.
    pub fn end(&mut self) -> ExitStatus {
        loop {
            if let Some(status) = self.process.try_wait().expect("a status") {
                return status;
            }
            thread::sleep(Duration::from_millis(20));
        }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        drop(self.input.take());
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn read(output: impl Read + Send + 'static, lines: Sender<String>) {
    thread::spawn(move || {
        for line in BufReader::new(output).lines().map_while(Result::ok) {
            let _ = lines.send(line);
        }
    });
}
