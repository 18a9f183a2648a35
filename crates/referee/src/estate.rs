//! The folder in which one referee keeps all its agents' homes, gone whatever happens to it.
//!
//! Leaving politely, the referee removes it itself. But SIGKILL lets nobody tidy up, so a *janitor*
//! is hired first: a shell that waits at the far end of a pipe for the referee to die, in whatever
//! way, and then removes the folder. It stands in a process group of its own, out of reach of the
//! Ctrl-C that ends the referee. Whoever kills the janitor too keeps the folder.

use crate::files;
use std::io;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use tempfile::TempDir;
use thiserror::Error;

/// Waits until the pipe has no writer, then removes the folder. An agent that is being killed may
/// still be writing there, hence the attempts.
const JANITOR: &str = "trap '' INT TERM HUP; cat >/dev/null
for _ in 1 2 3 4 5 6 7 8 9 10; do
    rm -rf -- \"$0\" && exit
    chmod -R u+rwx -- \"$0\"; sleep 0.1
done";

/// Why there is no place for homes.
#[derive(Debug, Error)]
pub enum EstateError {
    /// No temporary folder.
    #[error("cannot make a temporary folder: {0}")]
    Folder(io::Error),
    /// No shell.
    #[error("cannot start `sh`, which is to remove the temporary folder in the end: {0}")]
    Janitor(io::Error),
}

/// The folder; dropping it removes it.
#[derive(Debug)]
pub struct Estate {
    folder: TempDir,
    janitor: Child,
    // Never written to: the janitor waits for its end.
    lifeline: Option<ChildStdin>,
}

impl Estate {
    /// A new folder under the system's temporary one, readable by this user only.
    ///
    /// # Errors
    /// The folder cannot be made, or there is no shell.
    pub fn new() -> Result<Self, EstateError> {
        let folder = files::private_folder(&std::env::temp_dir(), "referee-");
        let folder = folder.map_err(EstateError::Folder)?;
        let mut janitor = Command::new("sh")
            .args(["-c", JANITOR])
            .arg(folder.path())
            .current_dir("/")
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .process_group(0)
            .spawn()
            .map_err(EstateError::Janitor)?;
        let lifeline = janitor.stdin.take();
        Ok(Estate { folder, janitor, lifeline })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }
}

impl Drop for Estate {
    fn drop(&mut self) {
        // If this fails, the janitor tries again, and waiting for it needs no answer.
        let _ = files::remove(self.folder.path());
        drop(self.lifeline.take());
        let _ = self.janitor.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn the_folder_goes_with_its_owner() {
        let estate = Estate::new().expect("a folder");
        let path = estate.path().to_path_buf();
        fs::create_dir(path.join("home")).expect("made");
        drop(estate);
        assert!(!path.exists());
    }
}
