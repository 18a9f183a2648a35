//! How much disk space an untrusted program has taken. No limit of the system bounds it for an
//! ordinary user: the limit of the size of one file does not bound the number of files.

use std::fs;
use std::path::PathBuf;

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
    /// What is in some folders. It counts no further when `most` is exceeded. What cannot be read,
    /// or is gone already, counts as nothing; links are not followed.
    pub fn of(folders: &[PathBuf], most: DiskUse) -> Self {
        let mut used = DiskUse::default();
        let mut rest = folders.to_vec();
        while let Some(folder) = rest.pop() {
            for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
                let Ok(about) = entry.metadata() else { continue };
                used.entries += 1;
                match about.is_dir() {
                    true => rest.push(entry.path()),
                    false => used.bytes += about.len(),
                }
                if used.exceeds(most) {
                    return used;
                }
            }
        }
        used
    }

    /// Is one of the two more than in `most`?
    pub const fn exceeds(self, most: DiskUse) -> bool {
        self.bytes > most.bytes || self.entries > most.entries
    }

    /// Both together.
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

    #[test]
    fn folders_are_counted_with_all_that_is_in_them() {
        let dir = tempfile::tempdir().expect("a folder");
        let inner = dir.path().join("inner");
        fs::create_dir(&inner).expect("made");
        fs::write(inner.join("five"), "12345").expect("written");
        fs::write(dir.path().join("two"), "12").expect("written");
        let of =
            |bytes, entries| DiskUse::of(&[dir.path().to_path_buf()], DiskUse { bytes, entries });
        assert_eq!(of(7, 3), DiskUse { bytes: 7, entries: 3 });
        assert!(of(6, 3).exceeds(DiskUse { bytes: 6, entries: 3 }));
        assert!(of(7, 2).exceeds(DiskUse { bytes: 7, entries: 2 }));
    }
}
