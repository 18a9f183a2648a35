//! Whether a folder has room: a program that could write nothing is not to blame for it.

use crate::folder::files;
use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use std::{process, thread};

/// A disk with less is full for a program that writes a file, or several.
const FULL: u64 = 32 << 20;
/// Those who watch other programs look at the room this often.
pub const LOOKS_APART: Duration = Duration::from_millis(100);
/// A program that found no room has ended by then.
const LONGEST_END: Duration = Duration::from_secs(10);

/// When a program was last seen to have left others without what all need, and what that was.
static SEEN: Mutex<Option<(Instant, &str)>> = Mutex::new(None);
static TRIALS: AtomicU64 = AtomicU64::new(0);

/// Writes a file of this length for a moment.
///
/// # Errors
/// It cannot be made or written, as on a disk without space or inodes: the error of the system,
/// with its number.
pub fn try_write(folder: &Path, bytes: usize) -> io::Result<()> {
    let number = TRIALS.fetch_add(1, Ordering::Relaxed);
    let path = folder.join(format!(".room-{}-{number}", process::id()));
    let written = files::create_new(&path)?.write_all(&vec![0; bytes]);
    fs::remove_file(path)?;
    written
}

/// What an ordinary user may still write around a folder; `None` where the system does not say it.
pub fn free_bytes(folder: &Path) -> Option<u64> {
    let disk = rustix::fs::statvfs(folder).ok()?;
    Some(disk.f_bavail.saturating_mul(disk.f_frsize))
}

/// Remembers it if there is no room around a folder.
pub fn look(folder: &Path) {
    if free_bytes(folder).is_some_and(|free| free < FULL) {
        note_want("the disk was full");
    }
}

/// Remembers a want: a moment later there is none, since the program that has made it is killed.
pub fn note_want(what: &'static str) {
    *SEEN.lock().unwrap_or_else(PoisonError::into_inner) = Some((Instant::now(), what));
}

/// What was wanting a moment ago: what failed since may have failed for that. It waits for the
/// looks at other programs since one has ended that has just ended.
pub fn recent_want() -> Option<&'static str> {
    thread::sleep(LOOKS_APART * 2);
    let seen = *SEEN.lock().unwrap_or_else(PoisonError::into_inner);
    seen.filter(|(at, _)| at.elapsed() < LONGEST_END).map(|(_, what)| what)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_trial_leaves_nothing_and_fails_where_no_file_can_be() {
        let dir = tempfile::tempdir().expect("a folder");
        try_write(dir.path(), 9).expect("there is room");
        assert_eq!(fs::read_dir(dir.path()).expect("there").count(), 0);
        let error = try_write(&dir.path().join("none"), 9).expect_err("no folder");
        assert_eq!(error.raw_os_error(), Some(libc::ENOENT), "callers look at the number");
    }
}
