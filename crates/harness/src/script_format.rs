//! In which of two formats a script is written: each of the courses' testers had its own.
//!
//! For Lines of Action and Tablut, `#* COMMAND` names the program after blank and `#` lines, and
//! directives begin with `#*`. For Amazons the first line is the command itself, and directives
//! begin with `*`.

use crate::game::TextGame;

/// How a script marks its directives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScriptFormat {
    /// `#*`, and a line `#* COMMAND`.
    Hash,
    /// `*`, and the command as the first line.
    Star,
}

impl ScriptFormat {
    /// The format of a script with this first line.
    pub fn of_first_line(line: &str) -> Self {
        let begins = line.trim_start();
        if begins.is_empty() || begins.starts_with('#') {
            ScriptFormat::Hash
        } else {
            ScriptFormat::Star
        }
    }

    /// What a directive begins with, in the first column.
    pub const fn mark(self) -> &'static str {
        match self {
            ScriptFormat::Hash => "#*",
            ScriptFormat::Star => "*",
        }
    }

    /// The game, if all scripts of the format are about one.
    pub const fn only_game(self) -> Option<TextGame> {
        match self {
            ScriptFormat::Hash => None,
            ScriptFormat::Star => Some(TextGame::Amazons),
        }
    }

    /// The other format.
    pub const fn other(self) -> Self {
        match self {
            ScriptFormat::Hash => ScriptFormat::Star,
            ScriptFormat::Star => ScriptFormat::Hash,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_decides_the_format() {
        for line in ["", "  ", "# a comment", "#* loa", "  # indented", "#"] {
            assert_eq!(ScriptFormat::of_first_line(line), ScriptFormat::Hash, "{line:?}");
        }
        for line in ["amazons", " java -ea amazons.Main", "*move"] {
            assert_eq!(ScriptFormat::of_first_line(line), ScriptFormat::Star, "{line:?}");
        }
    }
}
