//! The output of a session: answers, errors and a log.

use cli::{FileIdentity, visible};
use std::fmt::Display;
use std::io::{self, Write};
use std::path::Path;

pub struct Console {
    output: Box<dyn Write>,
    log: Option<Box<dyn Write>>,
    on_error: ErrorPolicy,
    errors: u32,
    /// The input, the output and the log.
    files: Vec<FileIdentity>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorPolicy {
    Continue,
    Stop,
}

impl Console {
    /// A console over these streams. Errors go to standard error.
    pub fn new(output: Box<dyn Write>, log: Option<Box<dyn Write>>, on_error: ErrorPolicy) -> Self {
        Console { output, log, on_error, errors: 0, files: Vec::new() }
    }

    /// Prints a prompt without a line end.
    pub fn prompt(&mut self, prompt: &str) -> io::Result<()> {
        self.output.write_all(prompt.as_bytes())?;
        self.output.flush()
    }

    pub fn print(&mut self, text: impl Display) -> io::Result<()> {
        writeln!(self.output, "{text}")?;
        self.output.flush()
    }

    /// The same with files that `save` must leave alone.
    #[must_use]
    pub fn keeping(self, files: Vec<FileIdentity>) -> Self {
        Console { files, ..self }
    }

    pub fn is_in_use(&self, file: &Path) -> bool {
        FileIdentity::of(file).is_some_and(|file| self.files.contains(&file))
    }

    /// Writes a line into the log, if there is one.
    pub fn log_line(&mut self, line: impl Display) -> io::Result<()> {
        let Some(log) = &mut self.log else { return Ok(()) };
        writeln!(log, "{line}")?;
        log.flush()
    }

    /// Prints an error on standard error, in one line. A closed or full standard error does not end
    /// the game.
    pub fn report_error(&mut self, error: impl Display) {
        self.errors += 1;
        let _ = writeln!(
            io::stderr(),
            "error: {}",
            visible::line(&error.to_string().replace('\n', " "))
        );
    }

    /// True if the program must end because of an error.
    pub fn must_stop(&self) -> bool {
        self.on_error == ErrorPolicy::Stop && self.errors > 0
    }
}
