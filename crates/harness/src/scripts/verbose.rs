//! `--verbose`: every line between the harness and the programs, in the order of time.
//!
//! ```text
//! [1] run        loa
//! [1] input      auto black
//! [1] directive  #*move
//! [1] output     b> * c1-c3
//! [1] stderr     what it prints on standard error
//! ```

use cli::visible;
use std::io::{self, Write};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verbosity {
    Quiet,
    Verbose,
}

/// Shows what is sent to and printed by one program, on standard output.
#[derive(Clone, Copy, Debug)]
pub struct VerboseLog {
    pub verbosity: Verbosity,
    /// 0 for the only program of a test or that of `NAME-1.in`, 1 for that of `NAME-2.in`.
    pub number: usize,
}

impl VerboseLog {
    /// A line of the program, under the name of its stream.
    pub fn printed(self, stream: &str, line: &[u8]) {
        self.show(stream, String::from_utf8_lossy(line).trim_end());
    }

    pub fn show(self, what: &str, text: &str) {
        if self.verbosity == Verbosity::Verbose {
            let text = visible::lines(text);
            // If standard output is closed, nobody wants to see more of it.
            let _ = writeln!(io::stdout(), "[{}] {what:<9}  {text}", self.number + 1);
        }
    }
}
