//! A GUI at the other end of a conversation.

use cli::ProgramError;
use hub::{Params, run};
use std::io::{self, BufReader, Read, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// How long a test waits for what must happen. It is only reached if it does not happen.
const LONGEST_WAIT: Duration = Duration::from_secs(120);

pub struct Client {
    lines: Option<Sender<Vec<u8>>>,
    answers: Receiver<String>,
    conversation: JoinHandle<Result<(), ProgramError>>,
}

pub fn params(more: &[(&str, &str)]) -> Params {
    let mut params = Params::default();
    for (name, value) in [("tt-size", "16")].iter().chain(more) {
        params.set(name, value).expect("a parameter");
    }
    params
}

impl Client {
    pub fn start(more: &[(&str, &str)]) -> Self {
        let (lines, input) = channel();
        let (output, answers) = channel();
        let (input, params) =
            (BufReader::new(Input { lines: input, rest: Vec::new() }), params(more));
        let output = Output { answers: output, line: Vec::new() };
        let conversation = thread::spawn(|| run(input, output, params));
        Client { lines: Some(lines), answers, conversation }
    }

    pub fn say(&self, lines: &[&str]) {
        let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
        let lines = self.lines.as_ref().expect("the input is open");
        lines.send(text.into_bytes()).expect("it listens");
    }

    pub fn answer(&self) -> String {
        self.answers.recv_timeout(LONGEST_WAIT).expect("an answer")
    }

    /// The answers up to one that begins with this word, which is the last.
    pub fn until(&self, word: &str) -> Vec<String> {
        let mut answers = vec![self.answer()];
        while answers.last().is_some_and(|last| last.split(' ').next() != Some(word)) {
            answers.push(self.answer());
        }
        answers
    }

    /// Ends the input; returns all further answers, and how the conversation has ended.
    pub fn end(mut self) -> (Vec<String>, Result<(), ProgramError>) {
        self.lines = None;
        let rest = self.answers.iter().collect();
        (rest, self.conversation.join().expect("no panic"))
    }
}

/// The value of an argument of an answer, without quotes.
pub fn value<'a>(answer: &'a str, name: &str) -> Option<&'a str> {
    let (_, rest) = answer.split_once(&format!(" {name}="))?;
    match rest.strip_prefix('"') {
        Some(quoted) => quoted.split('"').next(),
        None => rest.split(' ').next(),
    }
}

struct Input {
    lines: Receiver<Vec<u8>>,
    rest: Vec<u8>,
}

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.rest.is_empty() {
            self.rest = self.lines.recv().unwrap_or_default();
        }
        let length = self.rest.len().min(buffer.len());
        buffer[..length].copy_from_slice(&self.rest[..length]);
        self.rest.drain(..length);
        Ok(length)
    }
}

struct Output {
    answers: Sender<String>,
    line: Vec<u8>,
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.line.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let text = String::from_utf8(std::mem::take(&mut self.line)).expect("text");
        text.lines()
            .try_for_each(|line| self.answers.send(line.to_string()))
            .map_err(|_| io::ErrorKind::BrokenPipe.into())
    }
}
