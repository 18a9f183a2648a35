//! The two formats of scripts. Each of the courses' testers had one of its own: that of Lines of
//! Action and Tablut, and that of Amazons.

/// A way to mark directives, and to name the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScriptFormat {
    /// `#*`, and a line `#* COMMAND`.
    Hash,
    /// `*`, and the command as the first line.
    Star,
}

impl ScriptFormat {
    pub fn of_first_line(line: &str) -> Self {
        let begins = line.trim_start();
        if begins.is_empty() || begins.starts_with('#') {
            ScriptFormat::Hash
        } else {
            ScriptFormat::Star
        }
    }

    /// The first characters of a directive, in the first column.
    pub const fn mark(self) -> &'static str {
        match self {
            ScriptFormat::Hash => "#*",
            ScriptFormat::Star => "*",
        }
    }

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
