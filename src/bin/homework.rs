//! The checkers agent: reads `input.txt` in the current directory and writes `output.txt`.

use crownhead::homework::{self, HELP};
use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    match std::env::args_os().nth(1).as_deref().and_then(|word| word.to_str()) {
        Some("--help" | "-h") => print!("{HELP}"),
        Some("--version" | "-V") => println!("homework {}", env!("CARGO_PKG_VERSION")),
        // Any other word is ignored: a judge that passes one still wants a move.
        _ => return ExitCode::from(homework::run(Path::new(".")) as u8),
    }
    ExitCode::SUCCESS
}
