//! Amazons by text commands: see `amazons --help`.

#![forbid(unsafe_code)]

use games::amazons::Position;
use std::process::ExitCode;
use text::run;

fn main() -> ExitCode {
    run::<Position>()
}
