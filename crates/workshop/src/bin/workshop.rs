//! Makes the data that the agent plays with: see `workshop --help` and docs/TRAINING.md.

use clap::Parser;
use std::io::ErrorKind;
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
            eprintln!("workshop: {error}");
            ExitCode::FAILURE
        }
    }
}
