//! A diagnosis for the terminal: the results, how games began, and the advice with its evidence.

use crate::diagnosis_page::section::score;
use analysis::diagnosis::{AgentEnd, Diagnosis};

/// `beginning` says how games begin.
pub fn summary(diagnosis: &Diagnosis, beginning: &str) -> String {
    let mut text = format!("{}\n{beginning}\n", score(diagnosis));
    if !diagnosis.sight.is_empty() {
        let asked: u32 = diagnosis.sight.iter().map(|level| level.asked).sum();
        let found: u32 = diagnosis.sight.iter().map(|level| level.found).sum();
        text += &format!("positions: {found} of {asked} found\n");
    }
    if !diagnosis.endings.is_empty() {
        let won = diagnosis.endings.iter().filter(|ending| ending.end == AgentEnd::Won).count();
        text += &format!("won endings: {won} of {} won\n", diagnosis.endings.len());
    }
    text += "\nwhat would help most:\n";
    for (number, advice) in (1..).zip(&diagnosis.advice) {
        text += &wrapped(&format!("{number}. "), &advice.sentence);
        for line in advice.evidence.iter().filter(|line| !line.is_empty()) {
            text += &wrapped("   - ", line);
        }
    }
    for what in &diagnosis.left_out {
        text += &format!("left out: {what}\n");
    }
    text
}

const COLUMNS: usize = 96;

/// A text in lines of few columns, the first behind `head`, the others below it.
fn wrapped(head: &str, text: &str) -> String {
    let indent = " ".repeat(head.chars().count());
    let mut lines = vec![head.to_string()];
    for word in text.split_whitespace() {
        let last = lines.len() - 1;
        let is_first = lines[last].trim_start().is_empty() || lines[last] == head;
        if !is_first && lines[last].chars().count() + 1 + word.chars().count() > COLUMNS {
            lines.push(format!("{indent}{word}"));
        } else {
            let space = if is_first { "" } else { " " };
            lines[last] += &format!("{space}{word}");
        }
    }
    lines.join("\n") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_broken_below_their_beginning() {
        let text = wrapped("1. ", &"word ".repeat(40));
        assert!(text.lines().count() == 3 && text.lines().all(|line| line.len() <= COLUMNS));
        assert!(text.starts_with("1. word word") && text.contains("\n   word"));
    }
}
