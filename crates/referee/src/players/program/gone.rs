//! Programs and files that were there once: of a move that is asked for again, of a plan that is
//! played later.

use cli::visible;
use std::path::PathBuf;
use thiserror::Error;

/// A program, or a file that its arguments name, is not there any more.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "there is no {} any more; build the agent again or put it back there, and repeat this command",
    visible::path(path)
)]
pub struct GoneError {
    /// Where it was.
    pub path: PathBuf,
}

/// Whether all of these are still there. A link counts by what it leads to.
///
/// # Errors
/// The first one that is not.
pub fn still_there<'a>(paths: impl IntoIterator<Item = &'a PathBuf>) -> Result<(), GoneError> {
    match paths.into_iter().find(|path| !path.exists()) {
        Some(path) => Err(GoneError { path: path.clone() }),
        None => Ok(()),
    }
}
