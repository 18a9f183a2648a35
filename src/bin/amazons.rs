//! Amazons by text commands: see `amazons --help`.

use crownhead::games::amazons::Position;
use crownhead::shell;
use std::process::ExitCode;

fn main() -> ExitCode {
    shell::run::<Position>()
}
