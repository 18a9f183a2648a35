//! Games between two agents: see `referee --help`.

use clap::Parser;
use referee::{Cli, run};
use std::process::ExitCode;

fn main() -> ExitCode {
    run(&Cli::parse()).unwrap_or_else(|error| {
        if !error.is_silent() {
            eprintln!("referee: {error}");
        }
        error.exit_code()
    })
}
