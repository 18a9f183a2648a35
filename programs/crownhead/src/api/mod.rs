//! `crownhead api`: answers the requests of another program, in JSON.
//!
//! `analysis::api` makes the responses, as for the page of `crownhead board`; here are the streams.
//!
//! | file | job |
//! |---|---|
//! | `request_lines.rs` | the requests, read while a search runs |
//!
//! Contract: each request gets one line, in the order of the requests. The command ends when its
//! input ends or nothing reads its output.

mod request_lines;

use crate::api::request_lines::{ApiLine, LinesWaiting, RequestLines, has_reader};
use crate::streams::print_failed;
use analysis::Resources;
use analysis::api::{Caller, respond};
use clap::Args;
use cli::ProgramError;
use serde::Serialize;
use std::io::{self, BufReader, IsTerminal, Write, stderr, stdin, stdout};
use std::sync::Arc;
use std::time::Instant;

const EXAMPLES: &str = "\
Examples:
  crownhead api                   answers requests until standard input ends

A session; the lines that you type begin with `>`, and the responses are cut:
  > {\"ask\":\"line\",\"game\":\"checkers\",\"moves\":[\"11-15\"]}
  {\"start\":\"B:W21,22,...\",\"turns\":[{\"text\":\"11-15\",...}],\"here\":{\"moves\":[...]},\"error\":null}
  > {\"ask\":\"analyze\",\"game\":\"loa\",\"lines\":2,\"limit\":{\"nodes\":50000}}
  {\"depth\":6,\"nodes\":50000,\"lines\":[{\"moves\":[...],\"evaluation\":{...}},...],\"done\":true}
  > {\"ask\":\"choose\",\"game\":\"checkers\",\"level\":{\"milliseconds\":500}}
  {\"move\":\"11-15\",\"evaluation\":{...},\"source\":\"search\",\"done\":true}
  > {\"ask\":\"sing\"}
  {\"error\":\"this request cannot be read: ...\"}

Each request is one line, and each response is one line. docs/BOARD.md lists all requests with
their fields. If a request is wrong, `error` says why, and the next request is answered. A search
without a limit runs until the next request or the end of the input. The Python package `crownhead`
uses this command.

Exit codes: 0 the input has ended; 2 the command line is wrong; 4 standard input cannot be read, or
standard output cannot be written.";

/// Answers requests of other programs about all four games, in JSON, one line each
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct ApiArgs {}

pub fn run(_: &ApiArgs) -> Result<(), ProgramError> {
    if stdin().is_terminal() {
        let hint = "crownhead api: type a request such as {\"ask\":\"about\"}; \
                    `crownhead api --help` shows a session\n";
        // A closed standard error is no reason to stop.
        let _ = stderr().write_all(hint.as_bytes());
    }
    let lines = RequestLines::read(BufReader::new(stdin()));
    respond_all(lines, &Resources::default(), &mut stdout().lock())
}

fn respond_all(
    lines: RequestLines,
    resources: &Resources,
    out: &mut impl Write,
) -> Result<(), ProgramError> {
    let waiting = Arc::clone(&lines.waiting);
    for line in lines {
        match line {
            ApiLine::Request(request) => answer(resources, &request, &waiting, out),
            ApiLine::Refused(error) => send(out, &refused(error)?),
            ApiLine::Unreadable(error) => {
                return Err(ProgramError::Failed(format!(
                    "standard input cannot be read: {error}"
                )));
            }
        }
        .map_err(|error| print_failed(&error))?;
    }
    Ok(())
}

/// Sends the last part of a response, and those before if the request asks for them.
fn answer(
    resources: &Resources,
    request: &str,
    waiting: &LinesWaiting,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut program = AskingProgram { begun: Instant::now(), waiting, out, sent: Ok(()) };
    respond(resources, request, &mut program);
    program.sent
}

#[derive(Serialize)]
struct RefusedLine {
    error: String,
}

fn refused(error: String) -> Result<String, ProgramError> {
    serde_json::to_string(&RefusedLine { error }).map_err(ProgramError::failed)
}

fn send(out: &mut (impl Write + ?Sized), response: &str) -> io::Result<()> {
    writeln!(out, "{response}")?;
    out.flush()
}

/// A program that waits for the whole response, or for each part.
struct AskingProgram<'a> {
    begun: Instant,
    waiting: &'a LinesWaiting,
    out: &'a mut dyn Write,
    sent: io::Result<()>,
}

impl Caller for AskingProgram<'_> {
    fn milliseconds(&self) -> f64 {
        self.begun.elapsed().as_secs_f64() * 1_000.0
    }

    /// A program that was killed has closed both streams.
    fn is_stopped(&self) -> bool {
        self.sent.is_err() || self.waiting.has_ended() && !has_reader()
    }

    fn others_wait(&self) -> bool {
        self.waiting.any()
    }

    fn takes_parts(&self) -> bool {
        false
    }

    fn send(&mut self, part: String) {
        if self.sent.is_ok() {
            self.sent = send(self.out, &part);
        }
    }
}
