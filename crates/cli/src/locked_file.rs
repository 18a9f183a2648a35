//! Files that one process at a time may write.
//!
//! The system ties a lock to the open file, not to the process: a child that was just forked holds
//! it until it has closed what it inherited. So dropping the value unlocks explicitly, which frees
//! the copies of children too, and locking waits a moment for the children of a killed process.

use std::fs::{File, TryLockError};
use std::ops::{Deref, DerefMut};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// How long a lock is waited for before it counts as another process's.
const PATIENCE: Duration = Duration::from_secs(2);
const PAUSE: Duration = Duration::from_millis(5);

/// An open file, locked until the value is dropped.
#[derive(Debug)]
pub struct LockedFile(File);

impl LockedFile {
    /// Locks the file; `None` if another process holds the lock for more than two seconds. Some
    /// network file systems have no locks: there the file is used without one.
    pub fn lock(file: File) -> Option<Self> {
        Self::lock_by(File::try_lock, file)
    }

    pub(crate) fn lock_by(
        try_lock: fn(&File) -> Result<(), TryLockError>,
        file: File,
    ) -> Option<Self> {
        let begun = Instant::now();
        while let Err(TryLockError::WouldBlock) = try_lock(&file) {
            if begun.elapsed() > PATIENCE {
                return None;
            }
            sleep(PAUSE);
        }
        Some(LockedFile(file))
    }
}

impl Deref for LockedFile {
    type Target = File;

    fn deref(&self) -> &File {
        &self.0
    }
}

impl DerefMut for LockedFile {
    fn deref_mut(&mut self) -> &mut File {
        &mut self.0
    }
}

impl Drop for LockedFile {
    fn drop(&mut self) {
        // Closing the file unlocks it too, unless a child has it open.
        let _ = self.0.unlock();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;

    fn lock(file: &File) -> Option<LockedFile> {
        LockedFile::lock(file.try_clone().expect("another handle of the same open file"))
    }

    fn open(dir: &tempfile::TempDir) -> File {
        File::create(dir.path().join("lock")).expect("made")
    }

    /// A copy of the open file stands for that of a child.
    #[test]
    fn a_dropped_lock_is_free_even_if_a_child_still_has_the_file_open() {
        let dir = tempfile::tempdir().expect("a folder");
        let inherited = open(&dir);
        drop(lock(&inherited).expect("free"));
        open(&dir).try_lock().expect("free at once");
    }

    #[test]
    fn a_lock_that_is_soon_free_is_waited_for_and_another_is_not_ours() {
        let dir = tempfile::tempdir().expect("a folder");
        let held = LockedFile::lock(open(&dir)).expect("free");
        assert!(LockedFile::lock(open(&dir)).is_none(), "held by another");
        let freed = thread::spawn(move || {
            sleep(PATIENCE / 10);
            drop(held);
        });
        assert!(LockedFile::lock(open(&dir)).is_some(), "free after a moment");
        freed.join().expect("ended");
    }
}
