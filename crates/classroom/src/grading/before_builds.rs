//! What a build needs of the machine; where it is missing, nothing is built and nobody graded.

use referee::MatchError;
use referee::players::{can_start_programs, has_room_to_begin};
use runner::TempRoot;
use runner::process::too_low_limit;
use std::path::Path;

/// Whether programs can be built in `out`, and played.
///
/// # Errors
/// A limit is too low, there is no room for temporary files, or no program can be started from one
/// of the disks.
pub fn can_build(out: &Path, temp_root: &TempRoot) -> Result<(), MatchError> {
    if let Some(limit) = too_low_limit() {
        let what_to_do = "raise it, and run the same command again";
        return Err(MatchError::Failed(format!("{limit}; {what_to_do}")));
    }
    has_room_to_begin(temp_root.path())?;
    can_start_programs(out, "choose another --out")?;
    can_start_temporary_programs(temp_root)
}

/// The same of what builds and games make for a while.
///
/// # Errors
/// No program can be started there.
pub fn can_start_temporary_programs(temp_root: &TempRoot) -> Result<(), MatchError> {
    let folder = temp_root.path();
    let around = folder.parent().unwrap_or(folder);
    can_start_programs(around, "set TMPDIR to a folder of another disk")
}
