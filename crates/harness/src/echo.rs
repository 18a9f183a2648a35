//! `--verbose`: every word between the harness and the programs, as it is said.
//!
//! ```text
//! [1] runs   loa
//! [1] told   auto black
//! [1] does   #*move
//! [1] says   b> * c1-c3
//! [1] warns  what it prints on standard error
//! ```

use std::io::{self, Write};

/// Who is spoken of: the first or the second program of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seat {
    /// The only one, or that of `NAME-1.in`.
    First,
    /// That of `NAME-2.in`.
    Second,
}

impl Seat {
    /// 0 or 1.
    pub const fn index(self) -> usize {
        match self {
            Seat::First => 0,
            Seat::Second => 1,
        }
    }
}

/// Whether anything is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Volume {
    /// Nothing.
    Silent,
    /// Everything.
    Verbose,
}

/// Shows what is said to and by one program.
#[derive(Clone, Copy, Debug)]
pub struct Echo {
    /// Whether it does.
    pub volume: Volume,
    /// Of which program.
    pub seat: Seat,
}

impl Echo {
    /// The command that starts it.
    pub fn starts(self, command: &str) {
        self.show("runs ", command);
    }

    /// A line the program was told.
    pub fn told(self, text: &str) {
        self.show("told ", text);
    }

    /// A directive.
    pub fn does(self, text: &str) {
        self.show("does ", text);
    }

    /// A line of its output.
    pub fn says(self, line: &[u8]) {
        self.show("says ", String::from_utf8_lossy(line).trim_end());
    }

    /// A line on its standard error.
    pub fn warns(self, line: &[u8]) {
        self.show("warns", String::from_utf8_lossy(line).trim_end());
    }

    fn show(self, what: &str, text: &str) {
        if self.volume == Volume::Verbose {
            // Whoever has stopped reading us wants no more of it.
            let _ = writeln!(io::stdout(), "[{}] {what}  {text}", self.seat.index() + 1);
        }
    }
}
