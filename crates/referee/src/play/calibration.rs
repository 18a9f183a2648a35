//! The measurement of the machine, before the first game.

use crate::error::MatchError;
use crate::players::program::Agent;
use crate::players::{CALIBRATION_TIME, FilePlayer};
use runner::TempRoot;
use runner::sandbox::SandboxMode;
use std::path::{Path, PathBuf};

/// Runs an agent's `calibrate` in a directory of its own; returns its `calibration.txt`, copied
/// into `folder`, if it has written one. A calibration of the same program that is in the folder
/// already is used as it is.
pub fn calibrate(
    agent: &Agent,
    temp_root: &TempRoot,
    sandbox_mode: SandboxMode,
    folder: &Path,
) -> Result<Option<PathBuf>, MatchError> {
    let Some(calibrating) = agent.calibrating() else { return Ok(None) };
    let kept = folder.join(format!("calibration-{}.txt", &agent.sha256[..12]));
    if kept.is_file() {
        return Ok(Some(kept));
    }
    let mut run = FilePlayer::new(&calibrating, None, temp_root, sandbox_mode, None)?;
    Ok(run.calibrate(CALIBRATION_TIME, &kept)?.then_some(kept))
}
