//! Tablut by text commands: see `tablut --help`.

use crownhead::games::tablut::Position;
use crownhead::shell;
use std::process::ExitCode;

fn main() -> ExitCode {
    shell::run::<Position>()
}
