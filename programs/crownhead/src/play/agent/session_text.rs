//! Texts of a game against an agent: the help, the message at its end, and lines on the terminal.
//!
//! Names come from untrusted programs: nothing that is hidden in them reaches the terminal.

use crate::play::agent::opponent::PersonsGame;
use crate::play::agent::recorder::SavedGame;
use cli::ProgramError;
use cli::visible;
use std::io::{Write, stderr, stdout};

/// The commands, after the form of a move.
const HELP: [&str; 5] = [
    "undo      take back your last move and the answer (only with --no-clock)",
    "resign    give the game up",
    "new       another game; `new black` or `new white` chooses your pieces",
    "help      this list",
    "quit      end the program",
];

/// The form of a move and the commands, with their meanings.
pub fn help<G: PersonsGame>() -> Vec<String> {
    let moves = format!("a move    {}", G::MOVE_FORM);
    [moves].into_iter().chain(HELP.map(str::to_string)).collect()
}

/// What a person reads at the end of a game.
pub fn saved_text(
    saved: Result<Option<SavedGame>, ProgramError>,
    verdict: Option<String>,
    shows_again: &str,
) -> Option<String> {
    let (detail, recorded) = match saved {
        Ok(None) => (None, None),
        Ok(Some(SavedGame { replay, bad_move: None, .. })) => {
            (None, Some(format!("The game is recorded: {replay}")))
        }
        Ok(Some(SavedGame { bad_move: Some(again), detail, .. })) => {
            let detail = detail.map(|detail| format!("What it answered or printed: {detail}."));
            (detail, Some(format!("{shows_again}: {again}")))
        }
        Err(error) => (None, Some(format!("The game is not recorded: {error}"))),
    };
    let texts: Vec<String> = verdict.into_iter().chain(detail).chain(recorded).collect();
    (!texts.is_empty()).then(|| texts.join(" "))
}

/// Prints a line. A standard output that is closed does not end the game.
pub fn say(line: &str) {
    let _ = writeln!(stdout(), "{}", visible::line(line));
}

/// Prints a line on standard error.
pub fn warn(line: &str) {
    let _ = writeln!(stderr(), "crownhead: {}", visible::line(line));
}
