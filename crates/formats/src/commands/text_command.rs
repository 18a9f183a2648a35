//! The commands of the text programs, and how a line is read as one.
//!
//! The first word names the command, in any case; words beyond those it needs are ignored, as the
//! assignments allow. Any other line is read as a move.

use crate::commands::command_game::{CommandForm, MoveWords};
use crate::error::FormatError;
use cli::visible;
use games::board::Side;
use std::fmt::Display;
use std::num::{IntErrorKind, ParseIntError};
use std::ops::RangeInclusive;
use std::str::FromStr;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TextCommand {
    New,
    /// A move, as it was written.
    Move(String),
    /// Let the program play a side.
    Auto(Side),
    /// Let moves of a side be entered.
    Manual(Side),
    /// Change one square: square, piece, and the side to move.
    Set(String, String, Side),
    /// Set up a whole position, in a form of the game's own.
    Position(String),
    Dump,
    /// Limit searches by nodes and no longer by time, so that games repeat.
    Seed(i64),
    Limit(u32),
    /// Take this many moves back, or all to the last turn of a manual player.
    Undo(Option<u32>),
    Moves,
    /// Print the move that the program would play.
    Hint,
    Eval,
    Save(String),
    Load(String),
    Help,
    Quit,
}

/// The words after a command's name, with the parts of an error about them.
struct CommandWords<'a> {
    command: &'static str,
    example: &'static str,
    rest: std::str::SplitWhitespace<'a>,
}

impl<'a> CommandWords<'a> {
    /// The next word; `what` is what it should be, as in "a side, black or white".
    fn next(&mut self, what: &str) -> Result<&'a str, FormatError> {
        let CommandWords { command, example, .. } = *self;
        self.rest
            .next()
            .ok_or_else(|| FormatError::new(format!("{command} needs {what}; write {example}")))
    }

    fn read<T>(
        &mut self,
        what: &str,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Result<T, FormatError> {
        let word = self.next(what)?;
        read(word).ok_or_else(|| self.wrong(word, &format!("not {what}; write {}", self.example)))
    }

    fn number<T>(&mut self, what: &str, range: RangeInclusive<T>) -> Result<T, FormatError>
    where
        T: FromStr<Err = ParseIntError> + PartialOrd + Display,
    {
        let word = self.next(what)?;
        let parsed = word.parse().map_err(|error: ParseIntError| *error.kind());
        let fault = match parsed {
            Ok(number) if range.contains(&number) => return Ok(number),
            Err(IntErrorKind::PosOverflow) => {
                format!("too large; write at most {}", range.end())
            }
            Err(IntErrorKind::NegOverflow) => {
                format!("too small; write at least {}", range.start())
            }
            _ => format!("not {what}; write {}", self.example),
        };
        Err(self.wrong(word, &fault))
    }

    fn wrong(&self, word: &str, fault: &str) -> FormatError {
        FormatError::new(format!("{}: \"{}\" is {fault}", self.command, shown(word)))
    }
}

impl TextCommand {
    /// Reads a line; `None` if it is empty or a comment.
    pub fn read(line: &str, form: CommandForm) -> Result<Option<Self>, FormatError> {
        let line = form.comments.strip(line).trim();
        let mut rest = line.split_whitespace();
        let Some(name) = rest.next() else { return Ok(None) };
        let words = |command, example| CommandWords { command, example, rest: rest.clone() };
        Ok(Some(match name.to_ascii_lowercase().as_str() {
            "new" => TextCommand::New,
            "dump" => TextCommand::Dump,
            "moves" => TextCommand::Moves,
            "hint" => TextCommand::Hint,
            "eval" => TextCommand::Eval,
            "help" | "h" | "?" => TextCommand::Help,
            "quit" => TextCommand::Quit,
            // Other programs are left with it.
            "exit" => {
                let hint = "exit is not a command; quit leaves, and help lists the commands";
                return Err(FormatError::new(hint));
            }
            "auto" => TextCommand::Auto(words("auto", "auto black").read(SIDE, Side::of_word)?),
            "manual" => {
                TextCommand::Manual(words("manual", "manual black").read(SIDE, Side::of_word)?)
            }
            "seed" => TextCommand::Seed(words("seed", "seed 42").number(WHOLE, SEEDS)?),
            "limit" => TextCommand::Limit(words("limit", "limit 30").number(COUNT, COUNTS)?),
            "undo" if rest.clone().next().is_none() => TextCommand::Undo(None),
            "undo" => TextCommand::Undo(Some(words("undo", "undo 2").number(COUNT, COUNTS)?)),
            "save" => TextCommand::Save(words("save", "save game.txt").next("a file")?.to_string()),
            "load" => TextCommand::Load(words("load", "load game.txt").next("a file")?.to_string()),
            "set" => {
                let mut words = words("set", "set c4 black white");
                let square = words.next("a square")?.to_string();
                let piece = words.next("a piece")?.to_string();
                TextCommand::Set(square, piece, words.read(SIDE, Side::of_word)?)
            }
            _ if (form.is_position)(line) => TextCommand::Position(line.to_string()),
            _ => TextCommand::Move(match form.move_words {
                MoveWords::First => name.to_string(),
                MoveWords::All => line.to_string(),
            }),
        }))
    }
}

const SIDE: &str = "a side, black or white";
const WHOLE: &str = "a whole number";
const SEEDS: RangeInclusive<i64> = i64::MIN..=i64::MAX;
const COUNT: &str = "a whole number above 0";
const COUNTS: RangeInclusive<u32> = 1..=u32::MAX;

/// A word as an error shows it, cut to a readable length.
pub fn shown(word: &str) -> String {
    visible::cut(word, LONGEST_SHOWN)
}

/// The name of a file as an error shows it.
pub fn shown_file(name: &str) -> String {
    visible::cut(name, LONGEST_FILE)
}

const LONGEST_SHOWN: usize = 60;
const LONGEST_FILE: usize = 200;
