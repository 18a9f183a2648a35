//! The program `crownhead`, which shows pages in a browser. The referee only starts it: it links no
//! board, no server and no search, and what the other program does cannot change a match.

use super::error::RefereeError;
use std::env;
use std::ffi::OsStr;
use std::io;
use std::os::fd::AsFd;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{self, Child, Command, ExitCode, Stdio};

/// The program's name.
const NAME: &str = "crownhead";

/// The program, found.
#[derive(Clone, Debug)]
pub struct BoardProgram(PathBuf);

/// Runs the program to its end; returns its exit code.
///
/// # Errors
/// The program is missing or cannot be started.
pub fn run<S: AsRef<OsStr>>(args: impl IntoIterator<Item = S>) -> Result<ExitCode, RefereeError> {
    let BoardProgram(path) = BoardProgram::find()?;
    let status = Command::new(&path).args(args).status();
    let status = status.map_err(|source| RefereeError::BoardProgram { path, source })?;
    // Ended by a signal: the referee has not done what was asked for.
    Ok(status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(4).into())
}

impl BoardProgram {
    /// Looks beside this program, then in PATH.
    ///
    /// # Errors
    /// It is in neither.
    pub fn find() -> Result<Self, RefereeError> {
        let own = env::current_exe().ok().and_then(|own| Some(own.parent()?.to_path_buf()));
        let path = env::var_os("PATH").unwrap_or_default();
        let mut folders = own.iter().cloned().chain(env::split_paths(&path));
        let found = folders.find_map(|folder| Some(folder.join(NAME)).filter(|it| is_program(it)));
        found.map(BoardProgram).ok_or(RefereeError::NoBoardProgram { own })
    }

    /// Starts `crownhead watch` for the match in `folder`. The page ends by itself soon after this
    /// process. Interrupts of the terminal do not reach it, so it still shows how the match ended.
    ///
    /// # Errors
    /// The program cannot be started.
    pub fn watch(&self, folder: &Path) -> Result<Child, RefereeError> {
        let mut command = Command::new(&self.0);
        command.arg("watch").arg(folder).arg("--until-exit-of").arg(process::id().to_string());
        // Standard output belongs to the result, perhaps as JSON: the address goes beside it.
        let error = io::stderr().as_fd().try_clone_to_owned();
        let output = error.map_or_else(|_| Stdio::null(), Stdio::from);
        command.stdin(Stdio::null()).stdout(output).process_group(0);
        let started = command.spawn();
        started.map_err(|source| RefereeError::BoardProgram { path: self.0.clone(), source })
    }
}

fn is_program(path: &Path) -> bool {
    let may_run = |found: std::fs::Metadata| found.permissions().mode() & 0o111 != 0;
    path.is_file() && path.metadata().is_ok_and(may_run)
}
