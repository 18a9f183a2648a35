//! What an agent was given for one move and what it left, for a person to read.
//!
//! All of it comes from an untrusted program: it is text, never markup, and of each file the first
//! [`SHOWN`] bytes are kept.

use formats::{INPUT_FILE, OUTPUT_FILE, PLAYDATA_FILE};
use referee::agent::{AgentRun, PLAYDATA_BEFORE, STDERR_FILE, STDOUT_FILE};
use referee::game::{Ending, Profile, Reply};
use serde::Serialize;
use std::time::Duration;

/// How much of each file is shown, in bytes.
const SHOWN: usize = 32 << 10;

/// The files and figures of one run.
#[derive(Clone, Debug, Serialize)]
pub struct TurnFiles {
    /// How the run went, as short sentences.
    facts: Vec<String>,
    /// The files, those it was given first.
    files: Vec<ShownFile>,
}

#[derive(Clone, Debug, Serialize)]
struct ShownFile {
    name: &'static str,
    /// Bytes that are not UTF-8 have become replacement characters.
    text: String,
    /// What is to be known of the file besides: that it is not there, or is cut off.
    note: Option<String>,
}

impl TurnFiles {
    /// The files of the last run of `run`, whose reply was `reply`.
    pub fn of(run: &AgentRun, reply: &Reply, profile: Profile) -> Self {
        let left = |name| run.dir().read(name);
        let files = vec![
            shown(INPUT_FILE, Some(run.asked().as_bytes())),
            shown(OUTPUT_FILE, left(OUTPUT_FILE).as_deref()),
            shown(STDERR_FILE, left(STDERR_FILE).as_deref()),
            shown(STDOUT_FILE, left(STDOUT_FILE).as_deref()),
            shown(PLAYDATA_BEFORE, run.playdata_before()),
            shown(PLAYDATA_FILE, left(PLAYDATA_FILE).as_deref()),
        ];
        TurnFiles { facts: facts(reply, profile), files }
    }

    /// As the page reads it.
    pub fn json(&self) -> String {
        serde_json::to_string(self).unwrap_or_else(|_| "{}".into())
    }
}

fn shown(name: &'static str, bytes: Option<&[u8]>) -> ShownFile {
    let Some(bytes) = bytes else {
        return ShownFile { name, text: String::new(), note: Some("not there".into()) };
    };
    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(SHOWN)]).into_owned();
    let note = match bytes.len() {
        0 => Some("empty".into()),
        length if length > SHOWN => Some(format!("only the first {} KiB are shown", SHOWN >> 10)),
        _ => None,
    };
    ShownFile { name, text, note }
}

fn facts(reply: &Reply, profile: Profile) -> Vec<String> {
    let seconds = |time: Duration| format!("{:.3} s", time.as_secs_f64());
    let cost = reply.cost;
    let charged = match profile {
        Profile::Spec => "user and system time",
        Profile::Course => "user time in hundredths, or the wall time",
    };
    vec![
        end(reply),
        format!("CPU time: {} user, {} system", seconds(cost.user), seconds(cost.system)),
        format!("wall time: {}", seconds(cost.wall)),
        format!("charged: {} ({charged})", seconds(profile.charge(cost))),
    ]
}

/// How the process ended.
fn end(reply: &Reply) -> String {
    match reply.answer {
        Ok(_) => "exit code 0".into(),
        Err(ending @ (Ending::NoOutput | Ending::EmptyOutput | Ending::Malformed)) => {
            format!("exit code 0; {ending}")
        }
        Err(ending) => ending.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_text_and_bounded() {
        let long = vec![b'<'; SHOWN + 1];
        let file = shown("stderr.txt", Some(&long));
        assert_eq!(file.text.len(), SHOWN);
        assert_eq!(file.note.as_deref(), Some("only the first 32 KiB are shown"));
        assert_eq!(shown("stderr.txt", Some(b"\xff")).text, "\u{fffd}");
        assert_eq!(shown("playdata.txt", None).note.as_deref(), Some("not there"));
    }
}
