//! `--verbose`: every line between the harness and the programs, in the order of time.
//!
//! ```text
//! [1] run        loa
//! [1] input      auto black
//! [1] directive  #*move
//! [1] output     b> * c1-c3
//! [1] stderr     what it prints on standard error
//! ```

use std::io::{self, Write};

/// The first or the second program of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProgramNumber {
    /// The only one, or that of `NAME-1.in`.
    First,
    /// That of `NAME-2.in`.
    Second,
}

impl ProgramNumber {
    /// 0 or 1.
    pub const fn index(self) -> usize {
        match self {
            ProgramNumber::First => 0,
            ProgramNumber::Second => 1,
        }
    }
}

/// Whether anything is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verbosity {
    /// Nothing.
    Quiet,
    /// Every line.
    Verbose,
}

/// Shows what is sent to and printed by one program, on standard output.
#[derive(Clone, Copy, Debug)]
pub struct VerboseLog {
    /// Whether it does.
    pub verbosity: Verbosity,
    /// Of which program.
    pub number: ProgramNumber,
}

impl VerboseLog {
    /// The command that starts it.
    pub fn start(self, command: &str) {
        self.show("run", command);
    }

    /// A line that is sent to the program.
    pub fn input(self, text: &str) {
        self.show("input", text);
    }

    /// A directive.
    pub fn directive(self, text: &str) {
        self.show("directive", text);
    }

    /// A line of its output.
    pub fn output(self, line: &[u8]) {
        self.show("output", String::from_utf8_lossy(line).trim_end());
    }

    /// A line on its standard error.
    pub fn error_output(self, line: &[u8]) {
        self.show("stderr", String::from_utf8_lossy(line).trim_end());
    }

    fn show(self, what: &str, text: &str) {
        if self.verbosity == Verbosity::Verbose {
            // If standard output is closed, nobody wants to see more of it.
            let _ = writeln!(io::stdout(), "[{}] {what:<9}  {text}", self.number.index() + 1);
        }
    }
}
