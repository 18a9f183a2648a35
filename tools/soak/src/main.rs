//! Long runs of the agent that count what must never happen: see `soak --help`.

use std::io::{Write, stderr};
use std::process::ExitCode;

#[cfg(target_os = "linux")]
fn main() -> ExitCode {
    let cli = <soak::Cli as clap::Parser>::parse();
    soak::run(&cli).unwrap_or_else(|error| {
        // A standard error that is closed or full must not change the exit code.
        let _ = writeln!(stderr(), "soak: {error}");
        ExitCode::from(2)
    })
}

/// CPU quotas, `wait4` and preloaded libraries are those of Linux.
#[cfg(not(target_os = "linux"))]
fn main() -> ExitCode {
    let _ = writeln!(stderr(), "soak: it measures processes as Linux has them; run it on Linux");
    ExitCode::from(2)
}
