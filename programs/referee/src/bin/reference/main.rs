//! The opponent that the assignment describes: see `reference --help`.

#![forbid(unsafe_code)]

mod minimax;
mod player;

use crate::player::Reference;
use clap::CommandFactory;
use cli::{command_line, manual};
use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    if let Some(code) = manual::write_if_requested(Reference::command) {
        return code;
    }
    match command_line::parse::<Reference>().run(Path::new(".")) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => error.report("reference"),
    }
}
