//! Games between two agents: see `referee --help`.

use std::io::{Write, stderr};
use std::process::ExitCode;

#[cfg(any(target_os = "linux", target_os = "macos"))]
fn main() -> ExitCode {
    referee::agent::process::become_cell_if_asked();
    if let Some(code) = manual::write_if_asked(<referee::Cli as clap::CommandFactory>::command) {
        return code;
    }
    let cli = <referee::Cli as clap::Parser>::parse();
    referee::run(&cli).unwrap_or_else(|error| {
        if !error.is_silent() {
            // A standard error that is closed or full must not change the exit code.
            let _ = writeln!(stderr(), "referee: {}", visible::lines(&error.to_string()));
        }
        error.exit_code()
    })
}

/// The referee needs processes as Linux and macOS have them.
#[cfg(not(any(target_os = "linux", target_os = "macos")))]
fn main() -> ExitCode {
    let _ = writeln!(
        stderr(),
        "referee: it runs agents as Unix processes with limits of CPU time, which this system does \
         not have; on Windows use WSL, https://learn.microsoft.com/windows/wsl"
    );
    ExitCode::from(2)
}
