//! The directives of a script: what the harness itself is to do between two lines of input.
//!
//! | directive | meaning |
//! |---|---|
//! | `time MOVE GAME` | whole seconds for a move and for a game, from here on |
//! | `move` | wait for one move |
//! | `move/win`, `move/win+` | wait for moves until a result; `+` keeps the result |
//! | `win+` | the next announcement must be a result; keep it |
//! | `remote move/win`, `remote move/win+` | play the other program until both announce the result |

use crate::limits::{TimeLimits, whole_seconds};
use thiserror::Error;

/// Whether the result of a game is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    /// No: it is only waited for.
    Nothing,
    /// Yes: `+`.
    Result,
}

/// One directive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Directive {
    /// `time MOVE GAME`.
    Time(TimeLimits),
    /// `move`.
    Move,
    /// `move/win`, `move/win+`.
    Game(Keep),
    /// `win+`.
    Win,
    /// `remote move/win`, `remote move/win+`.
    Remote(Keep),
}

/// What is wrong with a directive.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum DirectiveError {
    /// The mark and nothing behind it.
    #[error("a directive without a word; write one of {KNOWN}")]
    Empty,
    /// The first word names no directive.
    #[error("`{0}` is no directive; write one of {KNOWN}")]
    Unknown(String),
    /// `remote` and something else.
    #[error("`remote {0}` is no directive; write `remote move/win` or `remote move/win+`")]
    Remote(String),
    /// `time` with too few words.
    #[error("`time` needs the seconds for a move and for a game, as in `time 10 60`")]
    Time,
    /// A word of `time` is no whole number of seconds. The courses' testers take no decimals.
    #[error("`{0}` is no time; write whole seconds, 1 to a million, as in `time 10 60`")]
    Seconds(String),
    /// A word too many.
    #[error("`{0}` is left over; take it out")]
    LeftOver(String),
}

/// All directives, for messages.
const KNOWN: &str = "`time MOVE GAME`, `move`, `move/win`, `move/win+`, `win+`, \
                     `remote move/win`, `remote move/win+`";

impl Directive {
    /// Reads what follows the mark.
    ///
    /// # Errors
    /// The text names the word.
    pub fn parse(text: &str) -> Result<Self, DirectiveError> {
        let mut words = text.split_whitespace();
        let directive = match words.next().ok_or(DirectiveError::Empty)? {
            "time" => {
                let mut time = || {
                    let word = words.next().ok_or(DirectiveError::Time)?;
                    whole_seconds(word).ok_or_else(|| DirectiveError::Seconds(word.to_string()))
                };
                Directive::Time(TimeLimits { per_move: time()?, per_game: time()? })
            }
            "move" => Directive::Move,
            "move/win" => Directive::Game(Keep::Nothing),
            "move/win+" => Directive::Game(Keep::Result),
            "win+" => Directive::Win,
            "remote" => match words.next().unwrap_or_default() {
                "move/win" => Directive::Remote(Keep::Nothing),
                "move/win+" => Directive::Remote(Keep::Result),
                other => return Err(DirectiveError::Remote(other.to_string())),
            },
            other => return Err(DirectiveError::Unknown(other.to_string())),
        };
        match words.next() {
            Some(word) => Err(DirectiveError::LeftOver(word.to_string())),
            None => Ok(directive),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn every_directive_is_understood() {
        for (text, expected) in [
            ("move", Directive::Move),
            (" move/win ", Directive::Game(Keep::Nothing)),
            ("move/win+", Directive::Game(Keep::Result)),
            ("win+", Directive::Win),
            ("remote move/win", Directive::Remote(Keep::Nothing)),
            ("remote\tmove/win+", Directive::Remote(Keep::Result)),
        ] {
            assert_eq!(Directive::parse(text), Ok(expected), "{text}");
        }
        let [per_move, per_game] = [5, 20].map(Duration::from_secs);
        let limits = TimeLimits { per_move, per_game };
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
