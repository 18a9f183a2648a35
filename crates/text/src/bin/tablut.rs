//! Tablut by text commands: see `tablut --help`.

#![forbid(unsafe_code)]

use games::tablut::Position;
use std::process::ExitCode;
use text::run;

fn main() -> ExitCode {
    run::<Position>()
}
