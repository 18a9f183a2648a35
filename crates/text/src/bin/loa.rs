//! Lines of Action by text commands: see `loa --help`.

#![forbid(unsafe_code)]

use games::loa::Position;
use std::process::ExitCode;
use text::run;

fn main() -> ExitCode {
    run::<Position>()
}
