//! Which file a name stands for: two names, or a name and a standard stream, may share one, and a
//! program that reads from it and writes to it destroys it.
//!
//! Only regular files are compared: a terminal is read and written by everyone.

use crate::file::followed;
use std::fs::{self, Metadata};
use std::path::{Path, PathBuf};

/// A regular file, or one that will be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileIdentity {
    /// Its device and its inode, which all links share.
    #[cfg(unix)]
    Inode(u64, u64),
    /// Its whole path.
    Path(PathBuf),
}

impl FileIdentity {
    /// `None` for what is no regular file, or cannot be looked at.
    pub fn of(path: &Path) -> Option<Self> {
        match fs::metadata(path) {
            Ok(about) => of_existing(path, &about),
            Err(_) => {
                let path = followed(path);
                let folder = path.parent().filter(|folder| *folder != Path::new(""));
                let folder = fs::canonicalize(folder.unwrap_or(Path::new("."))).ok()?;
                Some(FileIdentity::Path(folder.join(path.file_name()?)))
            }
        }
    }

    /// The file that standard input reads.
    #[cfg(unix)]
    pub fn of_standard_input() -> Option<Self> {
        of_stream(std::io::stdin())
    }

    /// The file that standard output writes.
    #[cfg(unix)]
    pub fn of_standard_output() -> Option<Self> {
        of_stream(std::io::stdout())
    }

    /// Not known on this system.
    #[cfg(not(unix))]
    pub const fn of_standard_input() -> Option<Self> {
        None
    }

    /// Not known on this system.
    #[cfg(not(unix))]
    pub const fn of_standard_output() -> Option<Self> {
        None
    }
}

#[cfg(unix)]
fn of_existing(_: &Path, about: &Metadata) -> Option<FileIdentity> {
    use std::os::unix::fs::MetadataExt;
    about.is_file().then(|| FileIdentity::Inode(about.dev(), about.ino()))
}

#[cfg(not(unix))]
fn of_existing(path: &Path, about: &Metadata) -> Option<FileIdentity> {
    let path = about.is_file().then(|| fs::canonicalize(path).ok()).flatten()?;
    Some(FileIdentity::Path(path))
}

#[cfg(unix)]
fn of_stream(stream: impl std::os::fd::AsFd) -> Option<FileIdentity> {
    let file = fs::File::from(stream.as_fd().try_clone_to_owned().ok()?);
    of_existing(Path::new(""), &file.metadata().ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_names_of_a_file_have_one_identity() {
        let dir = tempfile::tempdir().expect("a folder");
        let [file, other] = ["a", "b"].map(|name| dir.path().join(name));
        let again = dir.path().join(".").join("a");
        for is_there in [false, true] {
            assert!(FileIdentity::of(&file).is_some(), "{is_there}");
            assert_eq!(FileIdentity::of(&file), FileIdentity::of(&again), "{is_there}");
            assert_ne!(FileIdentity::of(&file), FileIdentity::of(&other), "{is_there}");
            fs::write(&file, "").expect("written");
        }
        assert_eq!(FileIdentity::of(dir.path()), None);
    }

    #[cfg(unix)]
    #[test]
    fn links_lead_to_the_file() {
        let dir = tempfile::tempdir().expect("a folder");
        let [file, hard, soft] = ["a", "b", "c"].map(|name| dir.path().join(name));
        std::os::unix::fs::symlink("a", &soft).expect("made");
        assert_eq!(FileIdentity::of(&soft), FileIdentity::of(&file), "it will be made");
        fs::write(&file, "").expect("written");
        fs::hard_link(&file, &hard).expect("made");
        for link in [hard, soft] {
            assert_eq!(FileIdentity::of(&link), FileIdentity::of(&file));
        }
        assert_eq!(FileIdentity::of(Path::new("/dev/null")), None);
    }
}
