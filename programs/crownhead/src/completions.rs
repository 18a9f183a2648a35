//! `crownhead completions`: completions for your shell.

use crate::streams;
use clap::{Args, Command};
use cli::ProgramError;
use cli::manual;
use cli::manual::Shell;

const EXAMPLES: &str = "\
Examples:
  crownhead completions bash > ~/.local/share/bash-completion/completions/crownhead
  crownhead completions zsh > ~/.zfunc/_crownhead
                                    with `fpath+=~/.zfunc` before `compinit` in ~/.zshrc
  crownhead completions fish > ~/.config/fish/completions/crownhead.fish
  crownhead completions powershell >> $PROFILE

`crownhead --write-manual ~/.local/share` writes them for bash, zsh, fish and PowerShell, and the man
pages, where these look for them. The other programs, `referee --write-manual` for example, do so too.";

/// Print completions for a shell.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct CompletionsArgs {
    /// The shell
    pub shell: Shell,
}

pub fn run(args: &CompletionsArgs, command: &Command) -> Result<(), ProgramError> {
    streams::print(&manual::completions(command, args.shell), None)
}
