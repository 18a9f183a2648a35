//! Scripts against game programs: see `harness --help`.

#![forbid(unsafe_code)]

use clap::CommandFactory;
use cli::{command_line, manual, standard_streams, visible};
use harness::{Cli, run};
use std::io::{Write, stderr};
use std::process::ExitCode;

fn main() -> ExitCode {
    if let Some(code) = manual::write_if_requested(Cli::command) {
        return code;
    }
    standard_streams::make_them_wait();
    run(&command_line::parse()).unwrap_or_else(|error| {
        // A standard error that is closed or full must not change the exit code.
        let _ = writeln!(stderr(), "harness: {}", visible::lines(&error.to_string()));
        error.exit_code()
    })
}
