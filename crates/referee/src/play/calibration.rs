//! The measurement of the machine: an agent may bring a program `calibrate`, which runs once before
//! the first game, alone, and writes `calibration.txt`.

use crate::players::program::Agent;
use crate::players::{AgentRun, AgentRunError, CALIBRATION_TIME};
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
) -> Result<Option<PathBuf>, AgentRunError> {
    let Some(calibrating) = agent.calibrating() else { return Ok(None) };
    let kept = folder.join(format!("calibration-{}.txt", &agent.sha256[..12]));
    if kept.is_file() {
        return Ok(Some(kept));
    }
    let mut run = AgentRun::new(&calibrating, None, temp_root, sandbox_mode, None)?;
    Ok(run.calibrate(CALIBRATION_TIME, &kept)?.then_some(kept))
}
