//! Games between two agents: see `referee --help`.

#[cfg(target_os = "linux")]
mod commands;

#[cfg(target_os = "linux")]
use cli::{manual, visible};
use std::io::{Write, stderr};
use std::process::ExitCode;

#[cfg(target_os = "linux")]
fn main() -> ExitCode {
    runner::process::become_cell_if_asked();
    if let Some(code) = manual::write_if_asked(<commands::Cli as clap::CommandFactory>::command) {
        return code;
    }
    let cli = <commands::Cli as clap::Parser>::parse();
    commands::run(&cli).unwrap_or_else(|error| {
        if !error.is_silent() {
            // A standard error that is closed or full must not change the exit code.
            let _ = writeln!(stderr(), "referee: {}", visible::lines(&error.to_string()));
        }
        error.exit_code()
    })
}

/// The referee needs the processes, limits and namespaces of Linux.
#[cfg(not(target_os = "linux"))]
fn main() -> ExitCode {
    let _ = writeln!(
        stderr(),
        "referee: needs Linux; elsewhere run it in a container (packaging/oci) or, on Windows, in \
         WSL, https://learn.microsoft.com/windows/wsl"
    );
    ExitCode::from(2)
}
