//! Stops a build that fills the disk, and any build at Ctrl-C. No limit of the system bounds the
//! disk space of an ordinary user: a limit of the size of one file does not bound their number.

use runner::folder::DiskUse;
use runner::folder::dir_fd::Lock;
use runner::{Repeated, StopFlag};
use std::path::PathBuf;
use std::time::Duration;

const MOST: DiskUse = DiskUse { bytes: 2 << 30, entries: 100_000 };
/// The most of what is free.
const PART_OF_DISK: u64 = 2;
const PAUSE: Duration = Duration::from_millis(300);

/// Watches folders until it is dropped. Without its thread the other limits still hold.
#[derive(Debug)]
pub struct DiskGuard {
    _looks: Repeated,
}

impl DiskGuard {
    /// The remark on a build that was stopped.
    pub const REASON: &str = "the build wrote more than 2 GB or half of what was free on the disk, \
         more than 100000 files, or folders more than 64 deep";

    /// Sets `stop` as soon as the folders hold too much, or `interrupt` is set.
    pub fn watch<const N: usize>(
        folders: [PathBuf; N],
        stop: StopFlag,
        interrupt: StopFlag,
    ) -> Self {
        let most = folders.iter().fold(MOST, |most, one| most.within_free(one, PART_OF_DISK));
        let looks = Repeated::every(PAUSE, "disk", move || {
            if interrupt.is_set() || is_too_much(&folders, most) {
                stop.set();
            }
        });
        DiskGuard { _looks: looks }
    }
}

fn is_too_much(folders: &[PathBuf], most: DiskUse) -> bool {
    DiskUse::of(folders, most, Lock::Keep).exceeds(most)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::{self, File};
    use std::thread;

    #[test]
    fn a_full_folder_sets_the_flag_and_a_small_one_does_not() {
        let dir = tempfile::tempdir().expect("a folder");
        let inner = dir.path().join("inner");
        fs::create_dir(&inner).expect("made");
        fs::write(inner.join("small"), "x").expect("written");
        assert!(!is_too_much(&[dir.path().to_path_buf()], MOST));
        // A file with a hole has this length and takes no room.
        let large = File::create(inner.join("large")).expect("made");
        large.set_len(MOST.bytes).expect("a length");
        let stop = StopFlag::default();
        let guard = DiskGuard::watch([dir.path().to_path_buf()], stop.clone(), StopFlag::default());
        while !stop.is_set() {
            thread::yield_now();
        }
        drop(guard);
    }
}
