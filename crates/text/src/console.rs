//! Where the text of a session comes from and goes to.

use std::fmt::Display;
use std::io::{self, BufRead, Write};

/// Commands in; answers, errors and a log out.
pub struct Console {
    input: Box<dyn BufRead>,
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
    pub fn new(
        input: Box<dyn BufRead>,
        output: Box<dyn Write>,
        log: Option<Box<dyn Write>>,
        on_error: ErrorPolicy,
    ) -> Self {
        Console { input, output, log, on_error, errors: 0 }
    }

    /// Prints a prompt and reads the next line, its end cut off; `None` at the end of the input.
    ///
    /// # Errors
    /// The input cannot be read, or the output or log not be written.
    pub fn read_line(&mut self, prompt: &str) -> io::Result<Option<String>> {
        self.output.write_all(prompt.as_bytes())?;
        self.output.flush()?;
        let mut bytes = Vec::new();
        if self.input.read_until(b'\n', &mut bytes)? == 0 {
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&bytes);
        let line = line.trim_end_matches(['\n', '\r']).to_string();
        self.log_line(&line)?;
        Ok(Some(line))
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
