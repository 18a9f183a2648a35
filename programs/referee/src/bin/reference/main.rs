//! The opponent that the assignment describes: see `reference --help`.

#![forbid(unsafe_code)]

mod minimax;
mod player;

use crate::player::Reference;
use clap::{CommandFactory, Parser};
use cli::{manual, visible};
use std::io::{Write, stderr};
use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    if let Some(code) = manual::write_if_asked(Reference::command) {
        return code;
    }
    match Reference::parse().run(Path::new(".")) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // A standard error that is closed or full must not change the exit code.
            let _ = writeln!(stderr(), "reference: {}", visible::lines(&error.to_string()));
            ExitCode::from(error.exit_code())
        }
    }
}
