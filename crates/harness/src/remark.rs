//! How closely scripts and announcements must keep to their forms, and what is told of one that
//! nearly does.
//!
//! The courses' own testers take more than the form that their texts give. So does the harness,
//! unless it is strict: it goes on with the form that is meant, and remarks on what was written.

use cli::visible;
use std::fmt;

/// The characters of a line that a remark shows.
const SHOWN: usize = 80;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// What is nearly in its form is taken for what it means, with a remark.
    Tolerant,
    Strict,
}

impl Reading {
    /// The part of a script's line that may begin with a mark.
    pub fn begin(self, line: &str) -> &str {
        match self {
            Reading::Tolerant => line.trim_start(),
            Reading::Strict => line,
        }
    }
}

/// Something that is nearly in its form, and was taken for what it means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Remark {
    /// A line of a program's output, counted from 1.
    Announced { line: usize, written: String, right: String },
    /// A line of a script, counted from 1.
    Indented { line: usize, written: String },
}

impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Remark::Announced { line, written, right } => write!(
                f,
                "line {line} of its output is `{}`, taken for `{right}`; print that: `harness \
                 --strict` takes nothing else",
                visible::cut(written, SHOWN)
            ),
            Remark::Indented { line, written } => write!(
                f,
                "line {line} of the script, `{}`, is indented; begin it in the first column: \
                 `harness --strict` takes it for no directive",
                visible::cut(written, SHOWN)
            ),
        }
    }
}
