//! Whether a folder has room: a program that could write nothing is not to blame for it.

use crate::folder::files;
use crate::repeated::Repeated;
use rustix::fs::StatVfsMountFlags;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use std::{process, thread};

/// A disk with less is full for a program that writes a file, or several.
pub(crate) const FULL: u64 = 32 << 20;
/// A disk with fewer inodes is full, too.
const FEW_INODES: u64 = 32;
const PART_OF_SMALL_DISK: u64 = 8;
/// A disk may be full for a moment only.
const MOMENT: Duration = Duration::from_millis(20);
/// Those who watch other programs look at the room this often.
pub const LOOKS_APART: Duration = Duration::from_millis(100);
/// A program that found no room has ended by then, and so has what it left unfinished.
const LONGEST_END: Duration = Duration::from_secs(10);
pub const FULL_DISK: &str = "the disk was full";

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
    Room::around(folder).map(|room| room.bytes)
}

/// Whether programs can be started that lie in a folder; `true` where the system does not say it.
pub fn allows_programs(folder: &Path) -> bool {
    let disk = rustix::fs::statvfs(folder);
    !disk.is_ok_and(|disk| disk.f_flag.contains(StatVfsMountFlags::NOEXEC))
}

/// Bytes and inodes that an ordinary user may still take around a folder.
#[derive(Clone, Copy, Debug)]
struct Room {
    bytes: u64,
    inodes: u64,
}

impl Room {
    fn around(folder: &Path) -> Option<Self> {
        let disk = rustix::fs::statvfs(folder).ok()?;
        // Some file systems make inodes as they need them, and count none.
        let inodes = if disk.f_files == 0 { u64::MAX } else { disk.f_favail };
        Some(Room { bytes: disk.f_bavail.saturating_mul(disk.f_frsize), inodes })
    }

    /// Below this the disk is full, if there was this much at first: on a small one for less.
    fn full(self) -> Self {
        let [bytes, inodes] = [self.bytes, self.inodes].map(|first| first / PART_OF_SMALL_DISK);
        Room { bytes: bytes.min(FULL), inodes: inodes.min(FEW_INODES) }
    }

    fn is_below(self, full: Room) -> bool {
        self.bytes < full.bytes || self.inodes < full.inodes
    }
}

/// Looks at the room around a folder until it is dropped. Without its thread a trial still finds a
/// disk that stays full.
pub fn watch_room(folder: PathBuf) -> Repeated {
    let full = Room::around(&folder).map(Room::full);
    Repeated::every(MOMENT, "room", move || {
        if let (Some(full), Some(room)) = (full, Room::around(&folder))
            && room.is_below(full)
        {
            note_want(FULL_DISK);
        }
    })
}

/// Remembers a want: a moment later there is none, since the program that has made it is killed.
pub fn note_want(what: &'static str) {
    *SEEN.lock().unwrap_or_else(PoisonError::into_inner) = Some((Instant::now(), what));
}

/// What was wanting since a program began, or shortly before: it may have failed for that. It waits
/// for the looks at other programs since one has ended that has just ended.
pub fn want_since(begun: Instant) -> Option<&'static str> {
    thread::sleep(LOOKS_APART * 2);
    let seen = *SEEN.lock().unwrap_or_else(PoisonError::into_inner);
    seen.filter(|(at, _)| *at + LONGEST_END >= begun).map(|(_, what)| what)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_disk_is_full_below_an_eighth_or_a_fixed_size_of_what_it_had() {
        let room = |bytes, inodes| Room { bytes, inodes };
        let (large, small) = (room(1 << 40, u64::MAX).full(), room(8 << 20, 80).full());
        assert!(room(FULL - 1, u64::MAX).is_below(large) && !room(FULL, 32).is_below(large));
        assert!(room((1 << 20) - 1, 80).is_below(small) && room(8 << 20, 9).is_below(small));
        assert!(!room(1 << 20, 10).is_below(small));
    }

    #[test]
    fn a_trial_leaves_nothing_and_fails_where_no_file_can_be() {
        let dir = tempfile::tempdir().expect("a folder");
        try_write(dir.path(), 9).expect("there is room");
        assert_eq!(fs::read_dir(dir.path()).expect("there").count(), 0);
        let error = try_write(&dir.path().join("none"), 9).expect_err("no folder");
        assert_eq!(error.raw_os_error(), Some(libc::ENOENT), "callers look at the number");
    }
}
