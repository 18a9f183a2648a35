//! What a program does that says nothing.

use crate::rules::Ending;

/// It waits for a line where it has printed its prompt last, and may keep what it prints to itself
/// where nothing has come at all. `what` it did not do is the begin of the sentence.
pub(super) fn silence(ending: Ending, what: &str, printed: &[String]) -> String {
    let last = printed.iter().rev().find(|line| !line.trim().is_empty());
    match (ending, last) {
        (Ending::Hung, Some(line)) if line.trim_end().ends_with('>') => {
            format!("{what} and waits for a line")
        }
        (Ending::Hung, None) => {
            format!("{what}: {ending}; nothing has arrived from it: does it flush its output?")
        }
        _ => format!("{what}: {ending}"),
    }
}
