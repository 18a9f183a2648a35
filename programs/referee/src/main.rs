//! Games between two agents: see `referee --help`.

#[cfg(target_os = "linux")]
mod commands;

#[cfg(target_os = "linux")]
use cli::manual;
use std::process::ExitCode;

#[cfg(target_os = "linux")]
fn main() -> ExitCode {
    runner::process::become_launcher_if_requested();
    if let Some(code) = manual::write_if_requested(<commands::Cli as clap::CommandFactory>::command)
    {
        return code;
    }
    cli::file::survive_size_limit();
    let cli = cli::command_line::parse::<commands::Cli>();
    commands::run(&cli).unwrap_or_else(|error| error.report("referee"))
}

/// The referee needs the processes, limits and namespaces of Linux.
#[cfg(not(target_os = "linux"))]
fn main() -> ExitCode {
    let sentence = "needs Linux; elsewhere run it in a container (packaging/oci) or, on Windows, \
                    in WSL, https://learn.microsoft.com/windows/wsl";
    cli::ProgramError::Usage(sentence.to_string()).report("referee")
}
