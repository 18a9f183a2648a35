//! What an agent wrote, in words that a terminal can bear.
//!
//! An answer may hold anything: control characters, megabytes, another terminal's commands. All of
//! it is escaped and cut before somebody reads it.

use crate::check::finding::time;
use crate::duel::Reply;
use crate::ending::Ending;
use crate::files;
use crate::files::Found;
use crate::home::{Home, Output, STDERR_FILE};
use std::io::Read;

/// How many characters of a foreign text are shown.
const SHOWN: usize = 100;
/// How much of standard error is looked at.
const LOOKED_AT: u64 = 64 << 10;

/// A text as one line: line ends become commas.
pub(super) fn in_one_line(text: &str) -> String {
    cut(&text.trim_end().replace('\n', ", "))
}

/// A text in quotes, every odd character escaped.
pub(super) fn quoted(text: &str) -> String {
    format!("\"{}\"", cut(text))
}

/// How a run ended, with what tells more about it.
pub(super) fn told(ending: Ending, reply: &Reply, home: &Home) -> String {
    match ending {
        Ending::Malformed | Ending::Illegal(_) => format!("{ending}: {}", written(home)),
        Ending::NoOutput | Ending::EmptyOutput | Ending::ExitCode(_) | Ending::Signal(_) => {
            let complaint = last_complaint(home).map(|line| format!("; it printed {line}"));
            format!("{ending}{}", complaint.unwrap_or_default())
        }
        Ending::Hung => {
            let (used, passed) = (reply.cost.user + reply.cost.system, reply.cost.wall);
            format!("it still ran after {}, with {} of CPU time used", time(passed), time(used))
        }
        _ => ending.to_string(),
    }
}

fn written(home: &Home) -> String {
    match home.output() {
        Output::Text(text) => quoted(&text),
        Output::TooLarge => "more than a thousand moves would need".to_string(),
        Output::NotAFile => "it is a directory, a link or a device".to_string(),
        Output::Missing | Output::Empty | Output::Unreadable => "it cannot be read".to_string(),
    }
}

/// The last line an agent has printed to its standard error.
fn last_complaint(home: &Home) -> Option<String> {
    let Found::Regular(file) = files::open(&home.path().join(STDERR_FILE)) else { return None };
    let mut bytes = Vec::new();
    file.take(LOOKED_AT).read_to_end(&mut bytes).ok()?;
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
