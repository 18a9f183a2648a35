//! Scripts against game programs: see `harness --help`.

use clap::Parser;
use harness::{Cli, run};
use std::process::ExitCode;

fn main() -> ExitCode {
    run(&Cli::parse()).unwrap_or_else(|error| {
        eprintln!("harness: {error}");
        error.exit_code()
    })
}
