//! Whether a program could have written a file, and been started: one that found no room is not to
//! blame.

use crate::error::MatchError;
use crate::rules::Ending;
use cli::visible;
use runner::folder::{files, room};
use std::path::Path;
use std::thread;
use std::time::Instant;

/// More than an answer, a log or a linked file needs at the least.
const TRIAL: usize = 64 << 10;
const BEGIN: usize = 32 << 20;
const MOST_TRIALS: u32 = 30;

/// Whether an agent that began then and has ended so found room beside `dir`, its directory, where
/// no agent writes, and all else that programs share.
///
/// # Errors
/// As [`has_room`], or there was no room for a moment.
pub(super) fn found_room(ending: Ending, dir: &Path, begun: Instant) -> Result<(), MatchError> {
    if !ending.may_be_want_of_room() {
        return Ok(());
    }
    has_room(dir.parent().unwrap_or(dir))?;
    match room::want_since(begun) {
        Some(what) => Err(MatchError::Failed(format!(
            "{what} while it played, as another program had used it up; run the same command again"
        ))),
        None => Ok(()),
    }
}

/// Whether there is room for a file in a folder, once a program that fills the disk at the moment
/// has been ended for it. That there was none at first is remembered.
///
/// # Errors
/// The machine has none.
pub fn has_room(folder: &Path) -> Result<(), MatchError> {
    for _ in 1..MOST_TRIALS {
        if has_room_for(folder, TRIAL).is_ok() {
            return Ok(());
        }
        room::note_want(room::FULL_DISK);
        thread::sleep(room::LOOKS_APART);
    }
    has_room_for(folder, TRIAL)
}

/// Whether there is room for what a build or a game may have open: without it a compiler fails,
/// and there is room again when it has ended.
///
/// # Errors
/// As [`has_room`].
pub fn has_room_to_begin(folder: &Path) -> Result<(), MatchError> {
    has_room_for(folder, BEGIN)
}

/// Whether programs can be started that are built in a folder; `instead` says how to name another.
///
/// # Errors
/// The disk allows it to nobody, and no program is to blame.
pub fn can_start_programs(folder: &Path, instead: &str) -> Result<(), MatchError> {
    if room::allows_programs(folder) {
        return Ok(());
    }
    Err(MatchError::Failed(format!(
        "{} lies on a disk from which no program can be started (noexec); {instead}, or mount the \
         disk again with exec",
        visible::path(folder)
    )))
}

fn has_room_for(folder: &Path, bytes: usize) -> Result<(), MatchError> {
    match room::try_write(folder, bytes) {
        Err(error) if files::is_failure_of_machine(&error) => Err(MatchError::Failed(format!(
            "{error}: there is no room in {} for a file of {} KiB; make room, or set TMPDIR to a folder that has it, \
             and run the same command again",
            visible::path(folder),
            bytes >> 10
        ))),
        _ => Ok(()),
    }
}
