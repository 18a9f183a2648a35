//! Which of the two script dialects a file is written in, and which game it is about.
//!
//! The courses had two. For Lines of Action and Tablut, `#* COMMAND` names the program after blank
//! and `#` lines, and directives begin with `#*`. For Amazons the first line is the command itself,
//! and directives begin with `*`. The game is told by the command's words, or else by the dialect,
//! or else by the first move that is played: no move of one game is a move of another.

use crate::command::CommandLine;
use std::fmt;

/// How a script marks its directives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// `#*`, and a line `#* COMMAND`.
    Hash,
    /// `*`, and the command as the first line.
    Star,
}

impl Dialect {
    /// The dialect of a script with this first line.
    pub fn of_first_line(line: &str) -> Self {
        let begins = line.trim_start();
        if begins.is_empty() || begins.starts_with('#') { Dialect::Hash } else { Dialect::Star }
    }

    /// What a directive begins with, in the first column.
    pub const fn mark(self) -> &'static str {
        match self {
            Dialect::Hash => "#*",
            Dialect::Star => "*",
        }
    }

    /// The one this is not.
    pub const fn other(self) -> Self {
        match self {
            Dialect::Hash => Dialect::Star,
            Dialect::Star => Dialect::Hash,
        }
    }
}

/// A text-command game, as far as its announcements differ. Its rules are not known here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Game {
    /// Lines of Action.
    Loa,
    /// Tablut.
    Tablut,
    /// Amazons.
    Amazons,
}

impl Game {
    /// All three.
    pub const ALL: [Game; 3] = [Game::Loa, Game::Tablut, Game::Amazons];

    /// The game a script is about, if its command or its dialect tells. Only the last part of a
    /// path counts, cut into words at whatever is no letter or digit: `staff-loa`, `loa.Main`.
    pub fn of(command: &CommandLine, dialect: Dialect) -> Option<Self> {
        let named = command.all().find_map(|word| {
            let file = word.rsplit('/').next().unwrap_or(word).to_lowercase();
            file.split(|c: char| !c.is_ascii_alphanumeric()).find_map(Self::named)
        });
        named.or((dialect == Dialect::Star).then_some(Game::Amazons))
    }

    fn named(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|game| game.program() == word)
    }

    const fn program(self) -> &'static str {
        match self {
            Game::Loa => "loa",
            Game::Tablut => "tablut",
            Game::Amazons => "amazons",
        }
    }

    /// What a move looks like.
    pub const fn example(self) -> &'static str {
        match self {
            Game::Loa => "c1-c3",
            Game::Tablut => "a1-4",
            Game::Amazons => "a1-c3(c6)",
        }
    }
}

impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Game::Loa => "Lines of Action",
            Game::Tablut => "Tablut",
            Game::Amazons => "Amazons",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(command: &str, dialect: Dialect) -> Option<Game> {
        Game::of(&CommandLine::split_at_blanks(command).expect("a program"), dialect)
    }

    #[test]
    fn the_first_line_tells_the_dialect() {
        for line in ["", "  ", "# a comment", "#* loa", "  # indented", "#"] {
            assert_eq!(Dialect::of_first_line(line), Dialect::Hash, "{line:?}");
        }
        for line in ["amazons", " java -ea amazons.Main", "*move"] {
            assert_eq!(Dialect::of_first_line(line), Dialect::Star, "{line:?}");
        }
    }

    #[test]
    fn the_command_tells_the_game() {
        for (command, expected) in [
            ("java -ea loa.Main", Some(Game::Loa)),
            ("staff-tablut", Some(Game::Tablut)),
            ("target/release/amazons --strict", Some(Game::Amazons)),
            ("/tablut/LOA", Some(Game::Loa)),
            ("upload reload", None),
            ("bash toy.sh", None),
        ] {
            assert_eq!(game(command, Dialect::Hash), expected, "{command}");
        }
    }

    #[test]
    fn the_dialect_tells_it_where_the_command_does_not() {
        assert_eq!(game("bash toy.sh", Dialect::Star), Some(Game::Amazons));
        assert_eq!(game("loa", Dialect::Star), Some(Game::Loa));
    }
}
