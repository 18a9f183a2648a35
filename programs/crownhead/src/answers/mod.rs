//! `crownhead answers`: another program asks about positions and games, in JSON.
//!
//! `analysis::api` answers, as it does for the page of `crownhead board`; here are the streams.
//!
//! | file | job |
//! |---|---|
//! | `asked_lines.rs` | the questions, read while a search runs |
//! | `output_reader.rs` | whether somebody still reads the answers |
//!
//! Contract: each question gets one line, in the order of the questions. The command ends with its
//! input or with the reader of its output.

mod asked_lines;
mod output_reader;

use crate::answers::asked_lines::{AskedLines, LinesWaiting, QuestionError};
use crate::answers::output_reader::has_reader;
use crate::error::AppError;
use crate::streams::print_failed;
use analysis::Knowledge;
use analysis::api::{Host, answer};
use clap::Args;
use serde::Serialize;
use std::io::{self, BufReader, IsTerminal, Write, stderr, stdin, stdout};
use std::time::Instant;

const EXAMPLES: &str = "\
Examples:
  crownhead answers               answers questions until standard input ends

A conversation; what you type is marked with `>`, and answers are cut:
  > {\"ask\":\"line\",\"game\":\"checkers\",\"moves\":[\"11-15\"]}
  {\"start\":\"B:W21,22,...\",\"turns\":[{\"text\":\"11-15\",...}],\"here\":{\"moves\":[...]},\"error\":null}
  > {\"ask\":\"analyze\",\"game\":\"loa\",\"lines\":2,\"limit\":{\"nodes\":50000}}
  {\"depth\":6,\"nodes\":50000,\"lines\":[{\"moves\":[...],\"evaluation\":{...}},...],\"done\":true}
  > {\"ask\":\"choose\",\"game\":\"checkers\",\"level\":{\"milliseconds\":500}}
  {\"move\":\"11-15\",\"evaluation\":{...},\"source\":\"search\",\"done\":true}
  > {\"ask\":\"sing\"}
  {\"error\":\"this question cannot be read: ...\"}

docs/BOARD.md has all questions with their fields. Each question is one line, and so is its answer;
what is wrong is told by `error`, and the next question is answered. A search without a limit goes
on until the next question, or the end of the input. The Python package `crownhead` asks like this.

Exit codes: 0 the input has ended; 2 the command line is wrong; 4 standard input cannot be read, or
standard output cannot be written.";

/// Answers questions of other programs about all four games, in JSON, a line each
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct AnswersArgs {}

/// Answers until the input ends.
pub fn run(_: &AnswersArgs) -> Result<(), AppError> {
    if stdin().is_terminal() {
        let hint = "crownhead answers: type a question such as {\"ask\":\"about\"}; \
                    `crownhead answers --help` shows a conversation\n";
        // A closed standard error is no reason to stop.
        let _ = stderr().write_all(hint.as_bytes());
    }
    let lines = AskedLines::read(BufReader::new(stdin()));
    answer_all(lines, &Knowledge::default(), &mut stdout().lock())
}

fn answer_all(
    lines: AskedLines,
    knowledge: &Knowledge,
    out: &mut impl Write,
) -> Result<(), AppError> {
    let waiting = lines.waiting();
    for line in lines {
        let answered = match line {
            Ok(question) => answered(knowledge, &question, &waiting),
            Err(QuestionError::Refused(error)) => refused(error)?,
            Err(QuestionError::Unreadable(error)) => {
                return Err(AppError::File(format!("standard input cannot be read: {error}")));
            }
        };
        send(out, &answered).map_err(|error| print_failed(&error))?;
    }
    Ok(())
}

/// The last part of an answer.
fn answered(knowledge: &Knowledge, question: &str, waiting: &LinesWaiting) -> String {
    let mut host = LastPart { begun: Instant::now(), waiting, part: String::new() };
    answer(knowledge, question, &mut host);
    host.part
}

#[derive(Serialize)]
struct RefusedLine {
    error: String,
}

fn refused(error: String) -> Result<String, AppError> {
    serde_json::to_string(&RefusedLine { error }).map_err(AppError::file)
}

fn send(out: &mut impl Write, answer: &str) -> io::Result<()> {
    writeln!(out, "{answer}")?;
    out.flush()
}

/// A program that waits for the whole answer.
struct LastPart<'a> {
    begun: Instant,
    waiting: &'a LinesWaiting,
    part: String,
}

impl Host for LastPart<'_> {
    fn milliseconds(&self) -> f64 {
        self.begun.elapsed().as_secs_f64() * 1_000.0
    }

    /// A program that was killed has closed both streams.
    fn is_stopped(&self) -> bool {
        self.waiting.has_ended() && !has_reader()
    }

    fn others_wait(&self) -> bool {
        self.waiting.any()
    }

    fn send(&mut self, part: String) {
        self.part = part;
    }
}
