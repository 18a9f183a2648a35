//! Lines of Action by text commands: see `loa --help`.

use crownhead::games::loa::Position;
use crownhead::shell;
use std::process::ExitCode;

fn main() -> ExitCode {
    shell::run::<Position>()
}
