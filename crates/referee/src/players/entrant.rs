//! An agent as it takes part in a contest: with its calibration and its clock.

use crate::players::program::Agent;
use crate::players::run::{AgentRun, AgentRunError};
use runner::TempRoot;
use runner::sandbox::SandboxMode;
use std::path::PathBuf;
use std::time::Duration;

/// A player with all that belongs to it for the whole contest.
#[derive(Clone, Debug)]
pub struct Entrant {
    /// The program.
    pub agent: Agent,
    /// Its `calibration.txt`, if it has made one.
    pub calibration: Option<PathBuf>,
    /// CPU time for each game.
    pub clock: Duration,
}

impl Entrant {
    /// The player in a new directory, ready for one game. `cores` are those it may run on; `None`
    /// means all.
    ///
    /// # Errors
    /// The directory or the sandbox cannot be made.
    pub fn start(
        &self,
        temp_root: &TempRoot,
        sandbox_mode: SandboxMode,
        cores: Option<Vec<usize>>,
    ) -> Result<AgentRun, AgentRunError> {
        AgentRun::new(&self.agent, self.calibration.as_deref(), temp_root, sandbox_mode, cores)
    }
}
