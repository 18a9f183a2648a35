//! Measures this machine once before any game and writes `calibration.txt`.
//!
//! Safe to kill at any moment: the file is replaced whole, first by built-in figures, at the end by
//! the measured ones.

mod measure;

use agent::{
    calibration::Calibration,
    warning::{warn, warn_of_panics},
};
use cli::file;
use formats::CALIBRATION_FILE;
use std::io::{Write, stdout};
use std::path::Path;
use std::process::ExitCode;

const HELP: &str = include_str!("help.txt");

fn main() -> ExitCode {
    let word = std::env::args_os().nth(1);
    match word.as_deref().map(|word| word.to_str()) {
        None => {
            warn_of_panics();
            cli::file::survive_size_limit();
            return run(Path::new(CALIBRATION_FILE));
        }
        Some(Some("--help" | "-h")) => say(HELP),
        Some(Some("--version" | "-V")) => {
            say(concat!("calibrate ", env!("CARGO_PKG_VERSION"), "\n"))
        }
        Some(Some(measure::PROBE)) => measure::answer_probe(),
        Some(_) => {
            warn("it takes no arguments; see calibrate --help");
            return ExitCode::from(2);
        }
    }
    ExitCode::SUCCESS
}

fn run(path: &Path) -> ExitCode {
    match calibrate(path) {
        Ok(text) => {
            say(&text);
            ExitCode::SUCCESS
        }
        Err(error) => {
            warn(format_args!("{error}; homework will use built-in figures"));
            ExitCode::from(4)
        }
    }
}

/// Measures and writes; returns what it wrote.
fn calibrate(path: &Path) -> Result<String, Box<dyn std::error::Error>> {
    let usual = Calibration::DEFAULT;
    let write_us = measure::write_cost(path, &usual.text()?)?;
    let clock = measure::clock(&usual);
    let process = measure::process();
    if process.is_none() {
        warn(
            "this system does not show the cost of child processes; start_us, exit_us are built-in",
        );
    }
    let measured = Calibration {
        nodes_per_second: measure::nodes_per_second(),
        clock_read_us: clock.read_us,
        clock_step_us: clock.step_us,
        start_us: process.as_ref().map_or(usual.start_us, |process| process.start_us),
        exit_us: process.as_ref().map_or(usual.exit_us, |process| process.exit_us),
        write_us,
        ..usual
    };
    // A figure that no machine shows (a clock that stood still) gives way to the usual one.
    let text = measured.with_doubtful_figures_from(&usual).text()?;
    file::replace_or_overwrite(path, &text)?;
    Ok(text)
}

/// Prints; a standard output that is closed or full is ignored.
fn say(text: &str) {
    let _ = stdout().write_all(text.as_bytes());
}
