//! Where the text of a session comes from and goes to.

use std::fmt::Display;
use std::io::{self, BufRead, Write};

/// Commands in; answers, complaints and a log out.
pub struct Console {
    input: Box<dyn BufRead>,
    output: Box<dyn Write>,
    log: Option<Box<dyn Write>>,
    manners: Manners,
    complaints: u32,
}

/// What to do after a complaint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manners {
    /// Go on.
    Patient,
    /// Leave, with an exit code that says so.
    Strict,
}

impl Console {
    /// A console over these.
    pub fn new(
        input: Box<dyn BufRead>,
        output: Box<dyn Write>,
        log: Option<Box<dyn Write>>,
        manners: Manners,
    ) -> Self {
        Console { input, output, log, manners, complaints: 0 }
    }

    /// The next line, after a prompt; none at the end of the input.
    ///
    /// # Errors
    /// The input cannot be read, or the output not be written.
    pub fn ask(&mut self, prompt: &str) -> io::Result<Option<String>> {
        self.output.write_all(prompt.as_bytes())?;
        self.output.flush()?;
        let mut bytes = Vec::new();
        if self.input.read_until(b'\n', &mut bytes)? == 0 {
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&bytes);
        let line = line.trim_end_matches(['\n', '\r']).to_string();
        self.note(&line)?;
        Ok(Some(line))
    }

    /// Prints a line for the user.
    ///
    /// # Errors
    /// The output cannot be written.
    pub fn say(&mut self, text: impl Display) -> io::Result<()> {
        writeln!(self.output, "{text}")?;
        self.output.flush()
    }

    /// Writes a line into the log, if there is one.
    ///
    /// # Errors
    /// The log cannot be written.
    pub fn note(&mut self, line: impl Display) -> io::Result<()> {
        let Some(log) = &mut self.log else { return Ok(()) };
        writeln!(log, "{line}")?;
        log.flush()
    }

    /// Complains on standard error, in one line.
    pub fn complain(&mut self, error: impl Display) {
        self.complaints += 1;
        eprintln!("error: {}", error.to_string().replace('\n', " "));
    }

    /// Is it time to leave, because something was wrong and that is not to be borne?
    pub fn is_offended(&self) -> bool {
        self.manners == Manners::Strict && self.complaints > 0
    }
}
