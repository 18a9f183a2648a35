//! A program of the project that shows a page, with its terminal in the test's hands.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

/// How long a test waits for something that must happen. It is only reached if it does not happen.
pub const LONGEST_WAIT: Duration = Duration::from_secs(120);

/// A running program; dropping it ends it.
pub struct PageProgram {
    process: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    seen: Vec<String>,
    pub address: String,
}

impl PageProgram {
    /// Starts a program that prints the address of its page. It finds no browser.
    pub fn start(command: &mut Command) -> Self {
        command.env_remove("BROWSER").env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut process = command.spawn().expect("the program starts");
        let (sender, lines) = channel();
        read(process.stdout.take().expect("it is piped"), sender.clone());
        read(process.stderr.take().expect("it is piped"), sender);
        let input = process.stdin.take();
        let (seen, address) = (Vec::new(), String::new());
        let mut program = PageProgram { process, input, lines, seen, address };
        let line = program.wait_for("http://127.0.0.1:");
        let address = line.split_whitespace().find(|word| word.starts_with("http://127.0.0.1:"));
        program.address = address.expect("an address").trim_end_matches(['.', ',']).to_owned();
        program
    }

    /// The next line of the terminal that contains `text`.
    pub fn wait_for(&mut self, text: &str) -> String {
        loop {
            let Ok(line) = self.lines.recv_timeout(LONGEST_WAIT) else {
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
        // `Child::wait` would close the input.
        loop {
            if let Some(status) = self.process.try_wait().expect("a status") {
                return status;
            }
            thread::sleep(Duration::from_millis(20));
        }
    }
}

impl Drop for PageProgram {
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
