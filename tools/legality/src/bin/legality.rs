//! The program `legality`; all of it is in the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    legality::run()
}
