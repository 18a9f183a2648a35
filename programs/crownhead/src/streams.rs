//! Whole files and standard input, and standard output, which may be closed or full.

use cli::ProgramError;
use cli::{ProgressLine, visible};
use formats::foreign_form;
use formats::pdn::decode;
use serde::Serialize;
use std::fs::File;
use std::io::{self, Read, Write, stdin, stdout};
use std::path::Path;

/// The name of standard input on a command line.
pub const STANDARD_INPUT: &str = "-";

/// The most bytes of one file: some hundred thousand games.
const SIZE_LIMIT: u64 = 512 << 20;

/// Reads a file or standard input; returns the name that errors call it, and its bytes. `hint` ends
/// the error of a file that cannot be read.
pub fn read_whole(path: &Path, hint: &str) -> Result<(String, Vec<u8>), ProgramError> {
    let is_stdin = path == Path::new(STANDARD_INPUT);
    let name = if is_stdin { "standard input".to_string() } else { visible::path(path) };
    let mut bytes = Vec::new();
    let read = if is_stdin {
        stdin().lock().take(SIZE_LIMIT + 1).read_to_end(&mut bytes)
    } else {
        File::open(path).and_then(|file| file.take(SIZE_LIMIT + 1).read_to_end(&mut bytes))
    };
    read.map_err(|error| {
        ProgramError::Failed(match error.kind() {
            io::ErrorKind::NotFound => format!("there is no file {name}{hint}"),
            io::ErrorKind::IsADirectory => format!("{name} is a folder{hint}"),
            _ => format!("{name} cannot be read: {error}{hint}"),
        })
    })?;
    if bytes.len() as u64 > SIZE_LIMIT {
        let most = SIZE_LIMIT >> 20;
        return Err(ProgramError::Failed(format!("{name} has more than {most} MB; split it")));
    }
    if let Some(form) = foreign_form(&decode(&bytes[..bytes.len().min(16)])) {
        return Err(ProgramError::Failed(format!("{name} is {form}{hint}")));
    }
    Ok((name, bytes))
}

/// Prints a text at once, while a progress line may be on the screen. What is hidden in it is
/// shown.
pub fn print(text: &str, progress: Option<&ProgressLine>) -> Result<(), ProgramError> {
    let written = match progress {
        Some(progress) => progress.suspend(|| write(text)),
        None => write(text),
    };
    written.map_err(|error| print_failed(&error))
}

fn write(text: &str) -> io::Result<()> {
    let mut out = stdout().lock();
    out.write_all(visible::lines(text).as_bytes()).and_then(|()| out.flush())
}

/// A line that holds an object of JSON.
pub fn json(object: &impl Serialize) -> Result<String, ProgramError> {
    let text = serde_json::to_string(object);
    text.map(|text| visible::json(&text).into_owned() + "\n")
        .map_err(|error| ProgramError::Failed(format!("as JSON: {error}")))
}

/// The error of a failed write to standard output.
pub fn print_failed(error: &io::Error) -> ProgramError {
    match error.kind() {
        io::ErrorKind::BrokenPipe => ProgramError::Closed,
        _ => ProgramError::Failed(format!("standard output cannot be written: {error}")),
    }
}
