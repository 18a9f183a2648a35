//! An agent's `calibrate`, which measures the machine before the first game.

use crate::error::MatchError;
use crate::players::FilePlayer;
use crate::players::detail::PrintedCause;
use crate::rules::Ending;
use formats::CALIBRATION_FILE;
use std::fs::Permissions;
use std::io::{self, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// CPU time for an agent's `calibrate`.
pub const CALIBRATION_TIME: Duration = Duration::from_secs(60);

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CalibrationResult {
    /// The agent has none.
    NotAsked,
    /// Its file, in the referee's folder.
    Written(PathBuf),
    /// It left no file; how it ended and what it printed, if it ended badly.
    Missing { why: Option<String> },
}

impl CalibrationResult {
    pub fn file(self) -> Option<PathBuf> {
        if let CalibrationResult::Written(file) = self { Some(file) } else { None }
    }

    /// A sentence for who has asked, if there is no file.
    pub fn remark(&self) -> Option<String> {
        let CalibrationResult::Missing { why } = self else { return None };
        let why = why.as_ref().map(|why| format!(" ({why})")).unwrap_or_default();
        Some(format!("calibrate wrote no {CALIBRATION_FILE}{why}; it plays without"))
    }
}

impl FilePlayer {
    /// Runs the program once without a request, for at most `limit` of CPU time, and copies the
    /// `calibration.txt` it leaves to `to`: at most [`EVIDENCE_LIMIT`] bytes of it, written under
    /// another name first, so that `to` is never half a file.
    ///
    /// # Errors
    /// The program cannot be started, or the file cannot be copied.
    ///
    /// [`EVIDENCE_LIMIT`]: runner::EVIDENCE_LIMIT
    pub fn calibrate(
        &mut self,
        limit: Duration,
        to: &Path,
    ) -> Result<CalibrationResult, MatchError> {
        let reply = self.run_once(limit)?;
        let end = reply.answer.err();
        // It was broken off, and its file may be half of one.
        let is_whole = end != Some(Ending::RefereeFault);
        let Some(made) = self.dir().read(CALIBRATION_FILE).filter(|_| is_whole) else {
            let end = end.filter(|end| !matches!(end, Ending::NoOutput | Ending::EmptyOutput));
            let printed = PrintedCause::of(self.dir()).map(|printed| printed.to_string());
            let why = end.map(|end| end.with_detail(printed.as_deref()));
            return Ok(CalibrationResult::Missing { why });
        };
        put(&made, to).map_err(MatchError::system("write", to))?;
        Ok(CalibrationResult::Written(to.to_path_buf()))
    }
}

/// Writes a file under a name of its own and renames it: other referees may make the same one now.
fn put(bytes: &[u8], to: &Path) -> io::Result<()> {
    let folder = to.parent().unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    // As of any new file: the user's mask takes rights away.
    let file = builder.prefix(".new-").permissions(Permissions::from_mode(0o666));
    let mut file = file.tempfile_in(folder)?;
    file.write_all(bytes)?;
    file.persist(to).map_err(|refused| refused.error)?;
    Ok(())
}
