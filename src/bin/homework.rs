//! The checkers agent: reads `input.txt` in the current directory and writes `output.txt`.

use crownhead::homework::{self, HELP};
use std::io::{Write, stdout};
use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let text = match std::env::args_os().nth(1).as_deref().and_then(|word| word.to_str()) {
        Some("--help" | "-h") => HELP,
        Some("--version" | "-V") => concat!("homework ", env!("CARGO_PKG_VERSION"), "\n"),
        // Any other word is ignored: a judge that passes one still wants a move.
        _ => return ExitCode::from(homework::run(Path::new(".")) as u8),
    };
    // A standard output that is closed or full is no reason to fail.
    let _ = stdout().write_all(text.as_bytes());
    ExitCode::SUCCESS
}
