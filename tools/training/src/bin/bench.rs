//! Perft, node signatures and speed: see `bench --help`.

#![forbid(unsafe_code)]

use clap::Parser;
use std::io::{ErrorKind, Write, stderr};
use std::process::ExitCode;
use training::bench::Bench;

fn main() -> ExitCode {
    match Bench::parse().run() {
        Ok(()) => ExitCode::SUCCESS,
        // The reader of a pipe, `head` for example, has read all it wants.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            // A standard error that is closed or full must not change the exit code.
            let _ = writeln!(stderr(), "bench: standard output: {error}");
            ExitCode::FAILURE
        }
    }
}
