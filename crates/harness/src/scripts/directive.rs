//! The directives of a script: what the harness itself is to do between two lines of input.
//!
//! | directive | meaning |
//! |---|---|
//! | `time MOVE GAME` | whole seconds for a move and for a game, from here on |
//! | `move` | wait for one move |
//! | `move/win`, `move/win+` | wait for moves until a result; `+` keeps the result |
//! | `win+` | the next announcement must be a result; keep it |
//! | `remote move/win`, `remote move/win+` | play the other program until both announce the result |

use crate::error::HarnessError;
use crate::limits::{ScriptTimes, whole_seconds};
use std::time::Duration;

/// Is the result of a game compared, or only waited for?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeepResult {
    No,
    /// The directive ends in `+`.
    Yes,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Directive {
    Time(ScriptTimes),
    Move,
    /// The program plays both sides: `move/win`, `move/win+`.
    Game(KeepResult),
    Win,
    Remote(KeepResult),
}

/// All directives, as messages list them.
const KNOWN: &str = "`time MOVE GAME`, `move`, `move/win`, `move/win+`, `win+`, \
                     `remote move/win`, `remote move/win+`";

impl Directive {
    /// Reads what follows the mark. The error names the word that is wrong.
    pub fn parse(text: &str) -> Result<Self, HarnessError> {
        let mut words = text.split_whitespace();
        let first = words.next();
        let first = first
            .ok_or_else(|| wrong(format!("a directive without a word; write one of {KNOWN}")))?;
        let directive = match first {
            "time" => {
                let per_move = seconds_of(words.next())?;
                Directive::Time(ScriptTimes { per_move, per_game: seconds_of(words.next())? })
            }
            "move" => Directive::Move,
            "move/win" => Directive::Game(KeepResult::No),
            "move/win+" => Directive::Game(KeepResult::Yes),
            "win+" => Directive::Win,
            "remote" => match words.next().unwrap_or_default() {
                "move/win" => Directive::Remote(KeepResult::No),
                "move/win+" => Directive::Remote(KeepResult::Yes),
                other => {
                    return Err(wrong(format!(
                        "`remote {other}` is no directive; write `remote move/win` or `remote \
                         move/win+`"
                    )));
                }
            },
            _ => return Err(wrong(format!("`{first}` is no directive; write one of {KNOWN}"))),
        };
        match words.next() {
            Some(word) => Err(wrong(format!("`{word}` is left over; take it out"))),
            None => Ok(directive),
        }
    }
}

/// A time of `time MOVE GAME`. The courses' testers take no decimals.
fn seconds_of(word: Option<&str>) -> Result<Duration, HarnessError> {
    let missing = "`time` needs the seconds for a move and for a game, as in `time 10 60`";
    let word = word.ok_or_else(|| wrong(missing.to_string()))?;
    whole_seconds(word).ok_or_else(|| {
        wrong(format!(
            "`{word}` is no time; write whole seconds, 1 to ten million, as in `time 10 60`"
        ))
    })
}

const fn wrong(sentence: String) -> HarnessError {
    HarnessError::Usage(sentence)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_directive_is_understood() {
        for (text, expected) in [
            ("move", Directive::Move),
            (" move/win ", Directive::Game(KeepResult::No)),
            ("move/win+", Directive::Game(KeepResult::Yes)),
            ("win+", Directive::Win),
            ("remote move/win", Directive::Remote(KeepResult::No)),
            ("remote\tmove/win+", Directive::Remote(KeepResult::Yes)),
        ] {
            assert_eq!(Directive::parse(text), Ok(expected), "{text}");
        }
        let [per_move, per_game] = [5, 20].map(Duration::from_secs);
        let limits = ScriptTimes { per_move, per_game };
        assert_eq!(Directive::parse("time 5 20"), Ok(Directive::Time(limits)));
    }

    #[test]
    fn every_error_names_its_word() {
        for (text, word) in [
            ("", "without a word"),
            ("win", "`win`"),
            ("Move", "`Move`"),
            ("mvoe", "`mvoe`"),
            ("remote", "`remote `"),
            ("remote move", "`remote move`"),
            ("time 10", "`time`"),
            ("time 10 x", "`x`"),
            ("time 0 60", "`0`"),
            ("time 1.5 60", "`1.5`"),
            ("time 10 60.0", "`60.0`"),
            ("time +10 60", "`+10`"),
            ("time 10 60 90", "`90`"),
            ("move now", "`now`"),
            ("remote move/win + ", "`+`"),
        ] {
            let error = Directive::parse(text).expect_err(text).to_string();
            assert!(error.contains(word), "{text}: {error}");
        }
    }
}
