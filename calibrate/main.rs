//! Measures this machine once before any game and writes `calibration.txt`.
//!
//! Safe to kill at any moment: the file is replaced whole, first by built-in figures, at the end by
//! the measured ones.

mod measure;

use crownhead::wire::{CALIBRATION_FILE, Calibration, file};
use std::path::Path;
use std::process::ExitCode;

const HELP: &str = include_str!("help.txt");

fn main() -> ExitCode {
    match std::env::args().nth(1).as_deref() {
        Some("--help" | "-h") => print!("{HELP}"),
        Some("--version" | "-V") => println!("calibrate {}", env!("CARGO_PKG_VERSION")),
        Some(measure::PROBE) => measure::answer_probe(),
        _ => {
            return run(Path::new(CALIBRATION_FILE)).map_or_else(
                |error| {
                    eprintln!("calibrate: {error}; homework will use built-in figures");
                    ExitCode::from(4)
                },
                |()| ExitCode::SUCCESS,
            );
        }
    }
    ExitCode::SUCCESS
}

fn run(path: &Path) -> Result<(), Box<dyn std::error::Error>> {
    let built_in = Calibration::DEFAULT;
    let write = measure::write_cost(path, &built_in.text()?)?;
    let clock = measure::clock();
    let process = measure::process()
        .unwrap_or(measure::Process { start_us: built_in.start_us, exit_us: built_in.exit_us });
    let measured = Calibration {
        nodes_per_second: measure::nodes_per_second(),
        clock_read_us: clock.read_us,
        clock_step_us: clock.step_us,
        start_us: process.start_us,
        exit_us: process.exit_us,
        write_us: write,
        ..built_in
    };
    let text = measured.text()?;
    file::replace(path, &text)?;
    print!("{text}");
    Ok(())
}
