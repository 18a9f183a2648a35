//! The checkers agent: reads `input.txt` in the current directory and writes `output.txt`.

use crownhead::homework;
use crownhead::homework::{Effort, HELP};
use std::io::{Write, stdout};
use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let words = std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned());
    let words: Vec<String> = words.collect();
    let text = match words.first().map(String::as_str) {
        Some("--help" | "-h") => HELP,
        Some("--version" | "-V") => concat!("homework ", env!("CARGO_PKG_VERSION"), "\n"),
        _ => return ExitCode::from(homework::run(Path::new("."), Effort::of_words(words)) as u8),
    };
    // A standard output that is closed or full is no reason to fail.
    let _ = stdout().write_all(text.as_bytes());
    ExitCode::SUCCESS
}
