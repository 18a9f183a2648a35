//! What an agent wrote, made safe for a terminal.
//!
//! An answer may contain anything: control characters, megabytes, terminal commands. All of it is
//! escaped and cut before it is shown.

use crate::agent::files;
use crate::agent::files::Found;
use crate::agent::{AgentDir, AgentOutput, STDERR_FILE};
use crate::check::finding::time;
use crate::game::{Ending, Reply};
use std::io::Read;

/// Characters of a text that are shown.
const SHOWN: usize = 100;
/// Bytes of standard error that are read.
const STDERR_LIMIT: u64 = 64 << 10;

/// A text as one line: line ends become commas.
pub(super) fn in_one_line(text: &str) -> String {
    cut(&text.trim_end().replace('\n', ", "))
}

/// A text in quotes, with control characters escaped.
pub(super) fn quoted(text: &str) -> String {
    format!("\"{}\"", cut(text))
}

/// How a run ended, with details that help to find the cause.
pub(super) fn ending_text(ending: Ending, reply: &Reply, dir: &AgentDir) -> String {
    match ending {
        Ending::Malformed | Ending::Illegal(_) => format!("{ending}: {}", written(dir)),
        Ending::NoOutput | Ending::EmptyOutput | Ending::ExitCode(_) | Ending::Signal(_) => {
            let printed = last_error_line(dir).map(|line| format!("; it printed {line}"));
            format!("{ending}{}", printed.unwrap_or_default())
        }
        Ending::Hung => {
            let (used, passed) = (reply.cost.user + reply.cost.system, reply.cost.wall);
            format!("it still ran after {}, with {} of CPU time used", time(passed), time(used))
        }
        _ => ending.to_string(),
    }
}

fn written(dir: &AgentDir) -> String {
    match dir.output() {
        AgentOutput::Text(text) => quoted(&text),
        AgentOutput::TooLarge => "it is larger than a thousand moves".to_string(),
        AgentOutput::NotAFile => "it is a directory, a link or a device".to_string(),
        AgentOutput::Missing | AgentOutput::Empty | AgentOutput::Unreadable => {
            "it cannot be read".to_string()
        }
    }
}

/// The last line an agent has printed to its standard error.
fn last_error_line(dir: &AgentDir) -> Option<String> {
    let Found::Regular(file) = files::open(&dir.path().join(STDERR_FILE)) else { return None };
    let mut bytes = Vec::new();
    file.take(STDERR_LIMIT).read_to_end(&mut bytes).ok()?;
    let text = String::from_utf8_lossy(&bytes);
    let last = text.lines().rfind(|line| !line.trim().is_empty())?;
    Some(quoted(last))
}

fn cut(text: &str) -> String {
    let mut shown: String = text.chars().take(SHOWN).flat_map(char::escape_debug).collect();
    if text.chars().nth(SHOWN).is_some() {
        shown.push_str("...");
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::{any, proptest};

    #[test]
    fn a_sequence_of_jumps_is_one_line() {
        assert_eq!(in_one_line("J f6 d4\nJ d4 f2\n"), "J f6 d4, J d4 f2");
        assert_eq!(quoted("E b6 a5\n\n"), "\"E b6 a5\\n\\n\"");
    }

    proptest! {
        #[test]
        fn no_text_moves_the_cursor_or_fills_the_screen(text in any::<String>()) {
            for shown in [in_one_line(&text), quoted(&text.repeat(50))] {
                assert!(!shown.chars().any(char::is_control), "{shown:?}");
                assert!(shown.chars().count() <= 10 * SHOWN + 5);
            }
        }
    }
}
