//! The measurement of the machine, before the first game.

use crate::error::MatchError;
use crate::players::program::Agent;
use crate::players::{CALIBRATION_TIME, CalibrationResult, FilePlayer};
use runner::TempRoot;
use runner::sandbox::SandboxMode;
use std::path::Path;

/// Runs an agent's `calibrate` in a directory of its own; its `calibration.txt` is copied into
/// `folder`. A calibration of the same program that is in the folder
/// already is used as it is.
pub fn calibrate(
    agent: &Agent,
    temp_root: &TempRoot,
    sandbox_mode: SandboxMode,
    folder: &Path,
) -> Result<CalibrationResult, MatchError> {
    let Some(calibrating) = agent.calibrating() else { return Ok(CalibrationResult::NotAsked) };
    let kept = folder.join(format!("calibration-{}.txt", &agent.sha256[..12]));
    if kept.is_file() {
        return Ok(CalibrationResult::Written(kept));
    }
    let mut run = FilePlayer::new(&calibrating, None, temp_root, sandbox_mode, None)?;
    run.calibrate(CALIBRATION_TIME, &kept)
}
