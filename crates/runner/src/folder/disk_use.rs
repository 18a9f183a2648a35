//! How much disk space an untrusted program has taken. No limit of the system bounds it for an
//! ordinary user: the limit of the size of one file does not bound the number of files.

use crate::folder::dir_fd::{DEEPEST, Folder, FolderEntry, Lock};
use crate::folder::room;
use std::path::{Path, PathBuf};

/// Files and folders, and the lengths of the files together. A hole in a file counts as if it took
/// room.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DiskUse {
    /// Length of all files.
    pub bytes: u64,
    /// Number of files, folders and what else has a name.
    pub entries: usize,
}

impl DiskUse {
    /// What is in some folders. It counts no further when `most` is exceeded, and takes it for
    /// exceeded where folders lie deeper than [`DEEPEST`]. What cannot be read, or is gone already,
    /// counts as nothing unless `lock` opens it; links are not followed.
    pub fn of(folders: &[PathBuf], most: DiskUse, lock: Lock) -> Self {
        let mut used = DiskUse::default();
        for folder in folders {
            if let Ok(folder) = Folder::open(folder) {
                used.add(&folder, most, lock, 0);
            }
        }
        used
    }

    fn add(&mut self, folder: &Folder, most: DiskUse, lock: Lock, depth: usize) {
        let left = most.entries.saturating_sub(self.entries).saturating_add(1);
        let Ok(names) = folder.names(left) else {
            // There are more than those.
            self.entries = self.entries.saturating_add(left);
            return;
        };
        for name in names {
            if self.exceeds(most) {
                return;
            }
            match folder.entry(&name) {
                Ok(FolderEntry::Folder) if depth == DEEPEST => self.entries = usize::MAX,
                Ok(FolderEntry::Folder) => {
                    self.entries = self.entries.saturating_add(1);
                    if let Ok(below) = folder.folder(&name, lock) {
                        self.add(&below, most, lock, depth + 1);
                    }
                }
                Ok(FolderEntry::File { bytes }) => {
                    self.entries = self.entries.saturating_add(1);
                    self.bytes = self.bytes.saturating_add(bytes);
                }
                Ok(FolderEntry::Other(_)) => self.entries = self.entries.saturating_add(1),
                Err(_) => {}
            }
        }
    }

    /// No more bytes than this part of what is free around a folder: others need room, too. Who
    /// takes less than a disk needs that is not full is not to blame for one that is.
    #[must_use]
    pub fn within_free(self, folder: &Path, part: u64) -> Self {
        let most = room::free_bytes(folder).map_or(self.bytes, |free| room::FULL.max(free / part));
        DiskUse { bytes: self.bytes.min(most), ..self }
    }

    /// Is one of the two more than in `most`?
    pub const fn exceeds(self, most: DiskUse) -> bool {
        self.bytes > most.bytes || self.entries > most.entries
    }

    #[must_use]
    pub const fn plus(self, more: DiskUse) -> Self {
        DiskUse {
            bytes: self.bytes.saturating_add(more.bytes),
            entries: self.entries.saturating_add(more.entries),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn folders_are_counted_with_all_that_is_in_them() {
        let dir = tempfile::tempdir().expect("a folder");
        let inner = dir.path().join("inner");
        fs::create_dir(&inner).expect("made");
        fs::write(inner.join("five"), "12345").expect("written");
        fs::write(dir.path().join("two"), "12").expect("written");
        let folders = [dir.path().to_path_buf()];
        let of = |bytes, entries| DiskUse::of(&folders, DiskUse { bytes, entries }, Lock::Keep);
        assert_eq!(of(7, 3), DiskUse { bytes: 7, entries: 3 });
        assert!(of(6, 3).exceeds(DiskUse { bytes: 6, entries: 3 }));
        assert!(of(7, 2).exceeds(DiskUse { bytes: 7, entries: 2 }));
    }

    #[test]
    fn on_a_full_disk_little_is_not_too_much() {
        let dir = tempfile::tempdir().expect("a folder");
        let within = |bytes| DiskUse { bytes, entries: 1 }.within_free(dir.path(), u64::MAX);
        let floor = DiskUse { bytes: 32 << 20, entries: 1 };
        assert_eq!([1 << 40, 5].map(within), [floor, DiskUse { bytes: 5, ..floor }]);
    }

    #[test]
    fn what_lies_too_deep_is_too_much() {
        let dir = tempfile::tempdir().expect("a folder");
        let most = DiskUse { bytes: 1 << 20, entries: 1_000 };
        let of = || DiskUse::of(&[dir.path().to_path_buf()], most, Lock::Keep);
        fs::create_dir_all(dir.path().join("d/".repeat(DEEPEST))).expect("made");
        assert!(!of().exceeds(most));
        fs::create_dir_all(dir.path().join("d/".repeat(DEEPEST + 1))).expect("made");
        assert!(of().exceeds(most));
    }
}
