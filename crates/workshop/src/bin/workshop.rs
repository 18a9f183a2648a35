//! Makes the data that the agent plays with: see `workshop --help`.

use clap::Parser;
use std::io::ErrorKind;
use std::process::ExitCode;
use workshop::{Workshop, WorkshopError};

fn main() -> ExitCode {
    match Workshop::parse().run() {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever reads no further, as `head` does, has what he wants.
        Err(WorkshopError::Output(error)) if error.kind() == ErrorKind::BrokenPipe => {
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("workshop: {error}");
            ExitCode::FAILURE
        }
    }
}
