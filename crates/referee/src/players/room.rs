//! Whether a program could have written a file: one that found no room is not to blame.

use crate::error::MatchError;
use crate::rules::Ending;
use cli::visible;
use runner::folder::{files, room};
use std::path::Path;

/// Whether an agent that has ended so found room beside `dir`, its directory, where no agent
/// writes.
///
/// # Errors
/// As [`has_room`].
pub(super) fn found_room(ending: Ending, dir: &Path) -> Result<(), MatchError> {
    if ending.may_be_want_of_room() { has_room(dir.parent().unwrap_or(dir)) } else { Ok(()) }
}

/// Whether there is room for a file in a folder.
///
/// # Errors
/// The machine has none.
pub fn has_room(folder: &Path) -> Result<(), MatchError> {
    match room::try_write(folder) {
        Err(error) if files::is_failure_of_machine(&error) => Err(MatchError::Failed(format!(
            "{error}: there is no room in {}; make room, or set TMPDIR to a folder that has it, \
             and run the same command again",
            visible::path(folder)
        ))),
        _ => Ok(()),
    }
}
