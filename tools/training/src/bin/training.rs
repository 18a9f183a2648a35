//! Makes the data that the agent plays with: see `training --help` and docs/TRAINING.md.

#![forbid(unsafe_code)]

use clap::Parser;
use std::io::{ErrorKind, Write, stderr};
use std::process::ExitCode;
use training::{Training, TrainingError};

fn main() -> ExitCode {
    match Training::parse().run() {
        Ok(()) => ExitCode::SUCCESS,
        // The reader of a pipe, `head` for example, has read all it wants.
        Err(TrainingError::Output(error)) if error.kind() == ErrorKind::BrokenPipe => {
            ExitCode::SUCCESS
        }
        Err(error) => {
            // A standard error that is closed or full must not change the exit code.
            let _ = writeln!(stderr(), "training: {error}");
            ExitCode::FAILURE
        }
    }
}
