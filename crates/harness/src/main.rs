//! Scripts against game programs: see `harness --help`.

#![forbid(unsafe_code)]

use clap::Parser;
use harness::{Cli, run};
use std::io::{Write, stderr};
use std::process::ExitCode;

fn main() -> ExitCode {
    run(&Cli::parse()).unwrap_or_else(|error| {
        // A standard error that is closed or full must not change the exit code.
        let _ = writeln!(stderr(), "harness: {}", visible::lines(&error.to_string()));
        error.exit_code()
    })
}
