//! Perft, node signatures and speed: see `bench --help`.

use clap::Parser;
use std::io::ErrorKind;
use std::process::ExitCode;
use workshop::bench::Bench;

fn main() -> ExitCode {
    match Bench::parse().run() {
        Ok(()) => ExitCode::SUCCESS,
        // The reader of a pipe, `head` for example, has read all it wants.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("bench: standard output: {error}");
            ExitCode::FAILURE
        }
    }
}
