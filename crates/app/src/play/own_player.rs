//! A game against our player, in this process: `text` plays it.

use crate::error::AppError;
use crate::play::args::PlayArgs;

/// Plays until the page or the terminal ends the program.
pub fn run(_args: &PlayArgs) -> Result<(), AppError> {
    Err(AppError::NoPage("there is no page for games against our player yet".into()))
}
