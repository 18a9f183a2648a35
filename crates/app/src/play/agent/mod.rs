//! Checkers against an agent directory or command, with the referee's rules, clocks and verdicts.

use crate::error::AppError;
use crate::play::args::PlayArgs;

/// Plays until the page or the terminal ends the program.
pub fn run(against: &str, _args: &PlayArgs) -> Result<(), AppError> {
    Err(AppError::Usage(format!("there are no games against `{against}` yet")))
}
