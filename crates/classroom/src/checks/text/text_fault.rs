//! Why a check of a text program failed, in words: what was wrong, the exception of a program that
//! has said nothing more, and the last lines to and from it.

use crate::checks::test_result::{CheckTitle, TestOutcome, TestResult};
use referee::players::{TextChannel, quoted};
use referee::rules::Ending;

const SHOWN_SENT: usize = 8;
const SHOWN_PRINTED: usize = 4;

#[derive(Debug)]
pub struct TextFault {
    pub reason: String,
    pub ending: Option<Ending>,
}

impl From<String> for TextFault {
    fn from(reason: String) -> Self {
        TextFault { reason, ending: None }
    }
}

impl TextFault {
    /// The fault that an ending is, with what the referee has noted of it.
    pub fn of(ending: Ending, channel: &TextChannel) -> Self {
        // A result may be true and announced twice, or too early.
        let is_told = matches!(
            ending,
            Ending::WrongResult(_) | Ending::EarlyResult | Ending::Hung | Ending::KilledInMove
        );
        let reason = channel.fault().filter(|_| is_told);
        let reason = reason.unwrap_or_else(|| ending.with_detail(channel.detail().as_deref()));
        TextFault { reason, ending: Some(ending) }
    }

    /// The same, found after a line was sent that is no move.
    pub fn after(self, line: &str) -> Self {
        let reason = format!("after {}: {}", quoted(line), self.reason);
        TextFault { reason, ..self }
    }

    pub fn result(self, title: CheckTitle, channel: &TextChannel) -> TestResult {
        let TextFault { reason, ending } = self;
        let printed = channel.printed_error().filter(|_| ending.is_some_and(is_silent));
        let more = printed.as_ref().map(|printed| format!("; {printed}"));
        let more = more.filter(|more| !reason.ends_with(more)).unwrap_or_default();
        let reason = format!("{reason}{more}{}", context(channel));
        TestResult { ending, printed, ..TestResult::new(title, TestOutcome::Failed, &reason) }
    }
}

/// Whether a program has said nothing that could be wrong.
const fn is_silent(ending: Ending) -> bool {
    matches!(
        ending,
        Ending::ExitCode(_)
            | Ending::Signal(_)
            | Ending::Left
            | Ending::Hung
            | Ending::KilledInMove
    )
}

/// The program has explained something on its standard output.
pub fn told(channel: &TextChannel) -> Result<(), TextFault> {
    let printed = channel.conversation().lines('<');
    if PrintedLine::of_all(&printed).contains(&PrintedLine::Help) {
        return Ok(());
    }
    Err("it printed no line of help on its standard output".to_string().into())
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PrintedLine {
    /// A prompt, or nothing at all.
    Blank,
    /// A line of a dump, or the sign before and behind it.
    Board,
    /// A move or a result.
    Announcement,
    /// Says that a command was not understood.
    Error,
    Help,
}

impl PrintedLine {
    /// Words of errors; no assignment says how one begins.
    const ERRORS: [&str; 6] = ["error", "unknown", "invalid", "illegal", "bad ", "huh"];

    fn of_all(printed: &[String]) -> Vec<Self> {
        let mut in_board = false;
        printed
            .iter()
            .map(|line| {
                let text = line.rsplit('>').next().unwrap_or_default().trim();
                let is_bracket = text == "===";
                in_board ^= is_bracket;
                if is_bracket || in_board { PrintedLine::Board } else { Self::of_text(text) }
            })
            .collect()
    }

    /// A line outside of dumps, without its prompts.
    fn of_text(text: &str) -> Self {
        let small = text.to_lowercase();
        if text.is_empty() {
            PrintedLine::Blank
        } else if text.starts_with('*') {
            PrintedLine::Announcement
        } else if Self::ERRORS.iter().any(|word| small.contains(word)) {
            PrintedLine::Error
        } else {
            PrintedLine::Help
        }
    }
}

fn context(channel: &TextChannel) -> String {
    let (sent, printed) =
        (last_lines(channel, '>', SHOWN_SENT), last_lines(channel, '<', SHOWN_PRINTED));
    format!("; it was sent {sent}; its standard output: {printed}")
}

fn last_lines(channel: &TextChannel, arrow: char, most: usize) -> String {
    let lines = channel.conversation().lines(arrow);
    let from = lines.len().saturating_sub(most);
    let more = if from > 0 { "..., " } else { "" };
    let lines: Vec<_> = lines[from..].iter().map(|line| quoted(line)).collect();
    if lines.is_empty() { "nothing".to_string() } else { more.to_string() + &lines.join(", ") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn help_is_told_from_boards_announcements_and_errors() {
        let printed =
            "b> ===\n  - b\n===\n* b8-b6\n> Unknown command: help\n> \nb> quit  ends it\n";
        let lines: Vec<String> = printed.lines().map(str::to_string).collect();
        let board = [PrintedLine::Board; 3];
        let others =
            [PrintedLine::Announcement, PrintedLine::Error, PrintedLine::Blank, PrintedLine::Help];
        assert_eq!(PrintedLine::of_all(&lines), [&board[..], &others[..]].concat());
    }
}
