//! Where the text of a session goes to: answers, errors and a log.

use std::fmt::Display;
use std::io::{self, Write};

/// Answers, errors and a log.
pub struct Console {
    output: Box<dyn Write>,
    log: Option<Box<dyn Write>>,
    on_error: ErrorPolicy,
    errors: u32,
}

/// What follows an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorPolicy {
    /// The next command.
    Continue,
    /// The end of the program.
    Stop,
}

impl Console {
    /// A console over these streams. Errors go to standard error.
    pub fn new(output: Box<dyn Write>, log: Option<Box<dyn Write>>, on_error: ErrorPolicy) -> Self {
        Console { output, log, on_error, errors: 0 }
    }

    /// Prints a prompt, behind which a line is going to be read.
    ///
    /// # Errors
    /// The output cannot be written.
    pub fn prompt(&mut self, prompt: &str) -> io::Result<()> {
        self.output.write_all(prompt.as_bytes())?;
        self.output.flush()
    }

    /// Prints a line for the user.
    ///
    /// # Errors
    /// The output cannot be written.
    pub fn print(&mut self, text: impl Display) -> io::Result<()> {
        writeln!(self.output, "{text}")?;
        self.output.flush()
    }

    /// Writes a line into the log, if there is one.
    ///
    /// # Errors
    /// The log cannot be written.
    pub fn log_line(&mut self, line: impl Display) -> io::Result<()> {
        let Some(log) = &mut self.log else { return Ok(()) };
        writeln!(log, "{line}")?;
        log.flush()
    }

    /// Prints an error on standard error, in one line. A standard error that is closed or full is
    /// no reason to end the game.
    pub fn report_error(&mut self, error: impl Display) {
        self.errors += 1;
        let _ = writeln!(io::stderr(), "error: {}", error.to_string().replace('\n', " "));
    }

    /// Whether the program must end because of an error.
    pub fn must_stop(&self) -> bool {
        self.on_error == ErrorPolicy::Stop && self.errors > 0
    }
}
