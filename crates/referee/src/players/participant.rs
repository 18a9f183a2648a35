//! An agent as it takes part in a contest: with its calibration and its clock.

use crate::error::MatchError;
use crate::players::file_player::FilePlayer;
use crate::players::program::Agent;
use runner::TempRoot;
use runner::sandbox::SandboxMode;
use std::path::PathBuf;
use std::time::Duration;

/// A player with all that belongs to it for the whole contest.
#[derive(Clone, Debug)]
pub struct Participant {
    pub agent: Agent,
    /// Its `calibration.txt`, if it has made one.
    pub calibration: Option<PathBuf>,
    /// CPU time for each game.
    pub clock: Duration,
    /// Charged for each move beside what it used: how a quick opponent pays for its time.
    pub surcharge: Duration,
}

impl Participant {
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
    ) -> Result<FilePlayer, MatchError> {
        let calibration = self.calibration.as_deref();
        let player = FilePlayer::new(&self.agent, calibration, temp_root, sandbox_mode, cores)?;
        Ok(player.with_surcharge(self.surcharge))
    }
}
