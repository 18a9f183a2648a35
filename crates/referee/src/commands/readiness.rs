//! Which agents are ready to play: all are calibrated and tested before the first game, one after
//! the other while nothing else runs, and all that are not ready are named.

use super::error::RefereeError;
use super::output::warn;
use crate::agent::{Agent, Entrant, SandboxMode, TempRoot};
use crate::contest::preflight::{Preflight, PreflightFailure};
use crate::contest::{GameConditions, calibrate, preflight};
use progress::Progress;
use std::path::Path;
use std::time::Duration;

/// Agents after the test.
#[derive(Debug)]
pub struct Tested {
    /// Those that play, in their order.
    pub ready: Vec<Entrant>,
    /// What the others did.
    pub broken: Vec<PreflightFailure>,
}

/// The players with their calibrations.
///
/// # Errors
/// A directory cannot be made, or the user has asked for an end.
pub fn calibrated(
    players: Vec<(Agent, Duration)>,
    temp_root: &TempRoot,
    sandbox_mode: SandboxMode,
    folder: &Path,
) -> Result<Vec<Entrant>, RefereeError> {
    let count = players.iter().filter(|(agent, _)| agent.calibrate.is_some()).count();
    let progress = (count > 0).then(|| Progress::new(count as u64, "agents"));
    let entrant = |(agent, clock): (Agent, Duration)| -> Result<Entrant, RefereeError> {
        let Some(progress) = progress.as_ref().filter(|_| agent.calibrate.is_some()) else {
            return Ok(Entrant { agent, calibration: None, clock });
        };
        progress.task(format!("calibrating agents: {}", agent.name));
        let calibration = calibrate(&agent, temp_root, sandbox_mode, folder)?;
        if temp_root.stop_flag().is_set() {
            return Err(RefereeError::Stopped { during: format!("calibrating {}", agent.name) });
        }
        if calibration.is_none() {
            let message = "calibrate wrote no calibration.txt; it plays without";
            progress.suspend(|| warn(format_args!("{}: {message}", agent.name)));
        }
        progress.add(1);
        Ok(Entrant { agent, calibration, clock })
    };
    players.into_iter().map(entrant).collect()
}

/// Asks every agent for two moves.
///
/// # Errors
/// A directory cannot be made, or the user has asked for an end.
pub fn tested(
    entrants: Vec<Entrant>,
    conditions: GameConditions,
    temp_root: &TempRoot,
    evidence: &Path,
) -> Result<Tested, RefereeError> {
    let progress = Progress::new(entrants.len() as u64, "agents");
    let mut tested = Tested { ready: Vec::new(), broken: Vec::new() };
    for (number, entrant) in (1..).zip(entrants) {
        let name = &entrant.agent.name;
        let mut asking = |question: preflight::Question| {
            progress.task(format!("testing agents: {name}: {}", question.name()));
        };
        let folder = evidence.join(format!("preflight-{number}"));
        match preflight::test_agent(&entrant, conditions, temp_root, &folder, &mut asking)? {
            Preflight::Ready => tested.ready.push(entrant),
            Preflight::Failed(failure) => tested.broken.push(failure),
            Preflight::Stopped => {
                return Err(RefereeError::Stopped { during: format!("testing {name}") });
            }
        }
        progress.add(1);
    }
    Ok(tested)
}
