//! Makes the data that the agent plays with: see `workshop --help` and docs/TRAINING.md.

#![forbid(unsafe_code)]

use clap::Parser;
use std::io::{ErrorKind, Write, stderr};
use std::process::ExitCode;
use workshop::{Workshop, WorkshopError};

fn main() -> ExitCode {
    match Workshop::parse().run() {
        Ok(()) => ExitCode::SUCCESS,
        // The reader of a pipe, `head` for example, has read all it wants.
        Err(WorkshopError::Output(error)) if error.kind() == ErrorKind::BrokenPipe => {
            ExitCode::SUCCESS
        }
        Err(error) => {
            // A standard error that is closed or full must not change the exit code.
            let _ = writeln!(stderr(), "workshop: {error}");
            ExitCode::FAILURE
        }
    }
}
