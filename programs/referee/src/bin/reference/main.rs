//! The opponent that the assignment describes: see `reference --help`.

#![forbid(unsafe_code)]

mod minimax;
mod player;

use crate::player::Reference;
use clap::{CommandFactory, Parser};
use cli::manual;
use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    if let Some(code) = manual::write_if_requested(Reference::command) {
        return code;
    }
    match Reference::parse().run(Path::new(".")) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => error.report("reference"),
    }
}
