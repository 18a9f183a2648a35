//! Counts, signatures and speeds: see `bench --help`.

use clap::Parser;
use std::io::ErrorKind;
use std::process::ExitCode;
use workshop::bench::Bench;

fn main() -> ExitCode {
    match Bench::parse().run() {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever reads no further, as `head` does, has what he wants.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("bench: standard output: {error}");
            ExitCode::FAILURE
        }
    }
}
