//! The endgame tables of the program `crownhead`, which the referee asks while games are played.
//!
//! One process for the whole match answers lines of JSON (`crownhead api`). It is tried before the
//! first game. If it fails later, or does not answer in time, the user is warned once, and the
//! games go on without it: no agent loses by it, and no game waits for it.

use crate::commands::board_program::BoardProgram;
use crate::commands::outcome::warn;
use cli::{ProgramError, visible};
use games::board::Side;
use games::checkers::Position;
use games::checkers::rules::QuietTurnRule;
use referee::rules::{EndgameTables, TableAdjudication, TableResult};
use serde::Deserialize;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// For one answer, which takes milliseconds.
const LONGEST_WAIT: Duration = Duration::from_secs(10);
/// A position that White wins.
const KNOWN: &str = "W:WK18,K22:BK1";

#[derive(Debug)]
pub struct TableProgram(Mutex<TableState>);

#[derive(Debug)]
enum TableState {
    Asked(TableProcess),
    Failed,
}

#[derive(Debug)]
struct TableProcess {
    child: Child,
    requests: ChildStdin,
    responses: Receiver<String>,
}

/// The part of a response to `knowledge` that is read.
#[derive(Deserialize)]
struct TableResponse {
    /// Of a request that is refused.
    error: Option<String>,
    evaluation: Option<TableEvaluation>,
}

#[derive(Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum TableEvaluation {
    TableWin { by: Side },
    DrawnTable,
}

impl TableProgram {
    /// Starts it if games are to be adjudicated.
    pub fn start(wanted: Option<TableAdjudication>) -> Result<Option<Self>, ProgramError> {
        if wanted.is_none() {
            return Ok(None);
        }
        let program = BoardProgram::find_for("has the endgame tables for --adjudicate")?;
        let process = program.api().map_err(|error| error.to_string()).and_then(|child| {
            let mut process = TableProcess::new(child)?;
            match process.ask(KNOWN)? {
                Some(TableResult::Won(Side::White)) => Ok(process),
                _ => Err("it does not know an ending of three kings".to_string()),
            }
        });
        let process = process.map_err(|problem| {
            let path = visible::path(program.path());
            ProgramError::Usage(format!(
                "{path} cannot be asked for endgame tables: {problem}; build it again, or do \
                 without --adjudicate"
            ))
        })?;
        Ok(Some(TableProgram(Mutex::new(TableState::Asked(process)))))
    }
}

impl EndgameTables for TableProgram {
    fn result(&self, position: &Position) -> Option<TableResult> {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let TableState::Asked(process) = &mut *state else { return None };
        process.ask(&position.fen()).unwrap_or_else(|problem| {
            *state = TableState::Failed;
            warn(format_args!(
                "the match goes on without adjudication: crownhead, which has the endgame tables: \
                 {problem}"
            ));
            None
        })
    }
}

impl TableProcess {
    fn new(mut child: Child) -> Result<Self, String> {
        let (requests, output) = (child.stdin.take(), child.stdout.take());
        let (Some(requests), Some(output)) = (requests, output) else {
            return Err("it has no input and output".to_string());
        };
        Ok(TableProcess { child, requests, responses: read_by_thread(output)? })
    }

    /// The result of a position; `None` where the tables do not reach. The error is half a
    /// sentence.
    fn ask(&mut self, fen: &str) -> Result<Option<TableResult>, String> {
        let rule = QuietTurnRule::FiftyQuietTurns;
        let request = serde_json::json!({
            "ask": "knowledge", "game": "checkers", "start": fen, "draw_rule": rule,
        });
        let sent = writeln!(self.requests, "{request}").and_then(|()| self.requests.flush());
        sent.map_err(|error| format!("it takes no request: {error}"))?;
        let line = self.responses.recv_timeout(LONGEST_WAIT).map_err(|error| match error {
            RecvTimeoutError::Timeout => {
                format!("it gave no answer within {} s", LONGEST_WAIT.as_secs())
            }
            RecvTimeoutError::Disconnected => "it has ended".to_string(),
        })?;
        read(&line)
    }
}

/// A response has few bytes, but nobody knows what another program writes.
const LONGEST_LINE: u64 = 1 << 20;

/// Its lines; a thread reads them, so that nobody waits without end.
fn read_by_thread(output: ChildStdout) -> Result<Receiver<String>, String> {
    let (sender, responses) = sync_channel(1);
    let mut output = BufReader::new(output);
    let read = move || {
        loop {
            let mut line = String::new();
            let bytes = std::io::Read::take(&mut output, LONGEST_LINE).read_line(&mut line);
            if !bytes.is_ok_and(|bytes| bytes > 0) || sender.send(line).is_err() {
                return;
            }
        }
    };
    let thread = thread::Builder::new().name("tables".to_string()).spawn(read);
    thread.map(|_| responses).map_err(|error| error.to_string())
}

fn read(line: &str) -> Result<Option<TableResult>, String> {
    let response: TableResponse = serde_json::from_str(line)
        .map_err(|error| format!("its answer cannot be read: {error}"))?;
    if let Some(error) = response.error {
        return Err(format!("it refuses a position: {error}"));
    }
    Ok(response.evaluation.map(|evaluation| match evaluation {
        TableEvaluation::TableWin { by } => TableResult::Won(by),
        TableEvaluation::DrawnTable => TableResult::Drawn,
    }))
}

impl Drop for TableProcess {
    fn drop(&mut self) {
        // It may hang. That it has ended already is no error.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_response_says_who_wins_or_nothing() {
        let won = r#"{"verdict":"x","evaluation":{"kind":"table_win","by":"black","plies":3}}"#;
        assert_eq!(read(won).ok(), Some(Some(TableResult::Won(Side::Black))));
        let drawn = r#"{"evaluation":{"kind":"drawn_table","by":null},"moves":[]}"#;
        assert_eq!(read(drawn).ok(), Some(Some(TableResult::Drawn)));
        assert_eq!(read(r#"{"verdict":null,"evaluation":null}"#).ok(), Some(None));
        for wrong in ["", "[]", r#"{"evaluation":{"kind":"units"}}"#, r#"{"error":"x"}"#] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }
}
