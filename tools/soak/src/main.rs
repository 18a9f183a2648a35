//! Long runs that count what must never happen: see `soak --help`.

use std::process::ExitCode;

#[cfg(target_os = "linux")]
fn main() -> ExitCode {
    runner::process::become_launcher_if_requested();
    soak::run()
}

/// CPU quotas, `wait4` and preloaded libraries are those of Linux.
#[cfg(not(target_os = "linux"))]
fn main() -> ExitCode {
    use std::io::Write;

    let text = "soak: it measures processes as Linux has them; run it on Linux";
    let _ = writeln!(std::io::stderr(), "{text}");
    ExitCode::from(2)
}
