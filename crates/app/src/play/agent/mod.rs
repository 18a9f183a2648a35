//! Checkers against an agent directory or command, with the referee's rules, clocks and verdicts.

use super::PlayArgs;
use crate::error::AppError;
use clap::Args;

/// The options of a game against an agent.
#[derive(Debug, Args)]
pub struct AgentArgs {
    /// The agent: its folder, its program, or a command in quotes.
    #[arg(long, value_name = "AGENT")]
    pub against: Option<String>,
}

/// Plays until the page or the terminal ends the program.
pub fn run(against: &str, _args: &PlayArgs) -> Result<(), AppError> {
    Err(AppError::Usage(format!("there are no games against `{against}` yet")))
}
