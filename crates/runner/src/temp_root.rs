//! The temporary folder around the directories of all agents. It is removed however the referee
//! ends.
//!
//! A referee that ends normally removes the folder itself. One that is killed by SIGKILL cannot, so
//! a *cleaner* process is started first: a shell that reads from a pipe whose other end the referee
//! holds. When the referee is gone, the pipe ends and the cleaner removes the folder. It is in a
//! process group of its own, so that the Ctrl-C that ends the referee does not reach it. If the
//! cleaner is killed too, the folder stays.

use crate::error::RunnerError;
use crate::folder::files;
use crate::folder::room::watch_room;
use crate::fork::starting;
use crate::idle_sum::IdleSum;
use crate::repeated::Repeated;
use crate::search_path::search_path;
use crate::stop_flag::StopFlag;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use tempfile::TempDir;

/// Waits until the pipe has no writer, then removes the folder. It tries ten times, because an
/// agent that is being killed may still be writing there.
const CLEANER: &str = "trap '' INT TERM HUP; cat >/dev/null
for _ in 1 2 3 4 5 6 7 8 9 10; do
    rm -rf -- \"$0\" && exit
    chmod -R u+rwx -- \"$0\"; sleep 0.1
done";

#[derive(Debug)]
pub struct TempRoot {
    folder: TempDir,
    cleaner: Child,
    stop: StopFlag,
    idle: IdleSum,
    // It looks until the folder goes.
    _room: Repeated,
    // Nothing is written to it: the cleaner waits for its end.
    alive_pipe: Option<ChildStdin>,
}

impl TempRoot {
    /// A new folder under the system's temporary one, readable by this user only.
    ///
    /// # Errors
    /// The folder cannot be made, or there is no shell.
    pub fn new() -> Result<Self, RunnerError> {
        let folder = files::private_folder(&std::env::temp_dir(), "referee-");
        let folder = folder.map_err(RunnerError::system("make a temporary folder"))?;
        let mut command = Command::new("sh");
        command
            .args(["-c", CLEANER])
            .arg(folder.path())
            .current_dir("/")
            .env("PATH", search_path())
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .process_group(0);
        // There may be no shell.
        let what = "start `sh`, which removes the temporary folder in the end";
        let mut cleaner = starting(|| command.spawn()).map_err(RunnerError::system(what))?;
        let alive_pipe = cleaner.stdin.take();
        Ok(TempRoot {
            _room: watch_room(folder.path().to_path_buf()),
            folder,
            cleaner,
            stop: StopFlag::default(),
            idle: IdleSum::default(),
            alive_pipe,
        })
    }

    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// The same folder, in which runs are ended by a flag that other folders may have too.
    #[must_use]
    pub fn stopped_by(mut self, flag: &StopFlag) -> Self {
        self.stop = flag.clone();
        self
    }

    /// The same folder, whose runs add the time that they were idle to a sum.
    #[must_use]
    pub fn counting_idle(mut self, sum: &IdleSum) -> Self {
        self.idle = sum.clone();
        self
    }

    pub const fn idle_sum(&self) -> &IdleSum {
        &self.idle
    }

    /// Ends the runs of all agents that have their directories here, but for those that were given
    /// another flag.
    pub const fn stop_flag(&self) -> &StopFlag {
        &self.stop
    }
}

impl Drop for TempRoot {
    fn drop(&mut self) {
        // If this fails, the cleaner tries again; its exit code does not matter.
        let _ = files::remove(self.folder.path());
        drop(self.alive_pipe.take());
        let _ = self.cleaner.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn the_folder_goes_with_its_owner() {
        let temp_root = TempRoot::new().expect("a folder");
        let path = temp_root.path().to_path_buf();
        fs::create_dir(path.join("agent")).expect("made");
        drop(temp_root);
        assert!(!path.exists());
    }
}
