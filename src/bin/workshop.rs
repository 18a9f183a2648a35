//! Makes the data that the agent plays with: see `workshop --help`.

use clap::Parser;
use crownhead::workshop::Workshop;
use std::process::ExitCode;

fn main() -> ExitCode {
    match Workshop::parse().run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("workshop: {error}");
            ExitCode::FAILURE
        }
    }
}
