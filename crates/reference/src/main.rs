//! The opponent that the assignment describes: see `reference --help`.

use clap::Parser;
use reference::Reference;
use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    match Reference::parse().run(Path::new(".")) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("reference: {error}");
            ExitCode::from(error.exit_code())
        }
    }
}
