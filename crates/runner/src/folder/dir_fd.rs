//! An untrusted folder, held by its descriptor: nothing below it leads out of it.
//!
//! Every step is a single name, looked up in a folder that is open, and no link is followed. So it
//! does not matter what its owner puts in the place of a folder, nor when. Walks go no deeper
//! than [`DEEPEST`]; no program needs that, and each level costs an open file.

use crate::folder::found::{FileKind, Found};
use rustix::fs::{
    AtFlags, Dir, FileType, Mode, OFlags, Stat, chmodat, openat, readlinkat, renameat, statat,
    unlinkat,
};
use rustix::io::Errno;
use std::ffi::{OsStr, OsString};
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStringExt;
use std::path::{Component, Path, PathBuf};

/// Levels of folders that are looked at.
pub const DEEPEST: usize = 64;

#[derive(Debug)]
pub struct Folder(OwnedFd);

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FolderEntry {
    Folder,
    /// A regular file of this length.
    File {
        /// In bytes.
        bytes: u64,
    },
    /// A link, a pipe, a socket, a device.
    Other(FileKind),
}

/// Whether a folder that cannot be read may be given back to its owner, which must not be done
/// while its processes live.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lock {
    /// It counts as empty.
    Keep,
    /// Its owner gets all permissions.
    Open,
}

impl Folder {
    /// The folder at a path whose names only this user can change.
    pub fn open(path: &Path) -> io::Result<Self> {
        let flags = FOLDER.difference(OFlags::NOFOLLOW);
        Ok(Folder(openat(rustix::fs::CWD, path, flags, Mode::empty())?))
    }

    pub fn folder(&self, name: &OsStr, lock: Lock) -> io::Result<Self> {
        match openat(&self.0, name, FOLDER, Mode::empty()) {
            Err(Errno::ACCESS) if lock == Lock::Open => {
                self.unlock(name)?;
                Ok(Folder(openat(&self.0, name, FOLDER, Mode::empty())?))
            }
            opened => Ok(Folder(opened?)),
        }
    }

    /// The names in it, in the order of their bytes; an error if there are more than `most`.
    pub fn names(&self, most: usize) -> io::Result<Vec<OsString>> {
        let mut names = Vec::new();
        for entry in Dir::read_from(&self.0)? {
            let name = entry?.file_name().to_bytes().to_vec();
            if name == b"." || name == b".." {
                continue;
            }
            if names.len() == most {
                return Err(io::ErrorKind::FileTooLarge.into());
            }
            names.push(OsString::from_vec(name));
        }
        names.sort();
        Ok(names)
    }

    pub fn entry(&self, name: &OsStr) -> io::Result<FolderEntry> {
        let about = self.about(name)?;
        Ok(match FileType::from_raw_mode(about.st_mode as _) {
            FileType::Directory => FolderEntry::Folder,
            FileType::RegularFile => {
                FolderEntry::File { bytes: u64::try_from(about.st_size).unwrap_or(0) }
            }
            FileType::Symlink => FolderEntry::Other(FileKind::Link),
            FileType::Fifo => FolderEntry::Other(FileKind::Pipe),
            FileType::Socket => FolderEntry::Other(FileKind::Socket),
            _ => FolderEntry::Other(FileKind::Device),
        })
    }

    pub fn about(&self, name: &OsStr) -> io::Result<Stat> {
        Ok(statat(&self.0, name, AtFlags::SYMLINK_NOFOLLOW)?)
    }

    /// Whether a name stands for a regular file that may be executed.
    pub fn is_program(&self, name: &OsStr) -> bool {
        let is_file = matches!(self.entry(name), Ok(FolderEntry::File { .. }));
        is_file && self.about(name).is_ok_and(|about| about.st_mode & 0o111 != 0)
    }

    pub fn link(&self, name: &OsStr) -> io::Result<PathBuf> {
        let text = readlinkat(&self.0, name, Vec::new())?;
        Ok(OsString::from_vec(text.into_bytes()).into())
    }

    pub fn file(&self, name: &OsStr) -> Found {
        match self.entry(name) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Found::Missing,
            Err(error) => Found::Unreadable(error),
            Ok(FolderEntry::Folder) => Found::NotAFile(FileKind::Directory),
            Ok(FolderEntry::Other(kind)) => Found::NotAFile(kind),
            // Should it have changed since, this still neither follows a link nor waits for a pipe.
            Ok(FolderEntry::File { .. }) => match openat(&self.0, name, FILE, Mode::empty()) {
                Ok(file) => Found::Regular(file.into()),
                Err(error) => Found::Unreadable(error.into()),
            },
        }
    }

    pub fn file_below(&self, path: &Path) -> Found {
        let Some(name) = path.file_name() else { return Found::NotAFile(FileKind::Directory) };
        let folder = path.parent().unwrap_or(Path::new(""));
        match self.folder_below(folder) {
            Ok(None) => self.file(name),
            Ok(Some(folder)) => folder.file(name),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Found::Missing,
            Err(error) => Found::Unreadable(error),
        }
    }

    /// A folder by a path from here on; `None` for this one.
    pub fn folder_below(&self, path: &Path) -> io::Result<Option<Self>> {
        let mut within: Option<Folder> = None;
        for part in path.components() {
            let Component::Normal(name) = part else {
                return Err(io::ErrorKind::InvalidInput.into());
            };
            within = Some(within.as_ref().unwrap_or(self).folder(name, Lock::Keep)?);
        }
        Ok(within)
    }

    pub fn rename_to(&self, name: &OsStr, to: &Self, new: &OsStr) -> io::Result<()> {
        Ok(renameat(&self.0, name, &to.0, new)?)
    }

    /// Removes what has a name here: a link itself and not its target, a folder with all below it,
    /// however deep. It is not an error if nothing is there. No process may be writing there.
    pub fn remove(&self, name: &OsStr) -> io::Result<()> {
        match self.entry(name) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            Err(error) => Err(error),
            Ok(FolderEntry::Folder) => {
                // Its own permissions, too, may be missing.
                self.unlock(name)?;
                let folder = self.folder(name, Lock::Open)?;
                let mut moved = 0;
                while folder.empty(&folder, 0, &mut moved)? == Emptied::Partly {}
                Ok(unlinkat(&self.0, name, AtFlags::REMOVEDIR)?)
            }
            Ok(_) => Ok(unlinkat(&self.0, name, AtFlags::empty())?),
        }
    }

    /// Removes what is in here. What lies too deep is moved to `top`, for the next round.
    fn empty(&self, top: &Self, depth: usize, moved: &mut u64) -> io::Result<Emptied> {
        let mut emptied = Emptied::Wholly;
        for name in self.names(usize::MAX)? {
            if self.entry(&name)? != FolderEntry::Folder {
                unlinkat(&self.0, &name, AtFlags::empty())?;
                continue;
            }
            self.unlock(&name)?;
            if depth == DEEPEST {
                *moved += 1;
                self.rename_to(&name, top, OsStr::new(&format!(".removed-{moved}")))?;
                emptied = Emptied::Partly;
            } else {
                let below = self.folder(&name, Lock::Open)?.empty(top, depth + 1, moved)?;
                unlinkat(&self.0, &name, AtFlags::REMOVEDIR)?;
                if below == Emptied::Partly {
                    emptied = Emptied::Partly;
                }
            }
        }
        Ok(emptied)
    }

    /// Takes the setuid, setgid and sticky bits of a file or folder; those that it had.
    pub fn take_special_bits(&self, name: &OsStr) -> io::Result<u32> {
        let mode = self.about(name)?.st_mode;
        if mode & 0o7000 != 0 {
            chmodat(&self.0, name, Mode::from_raw_mode(mode & 0o777), AtFlags::empty())?;
        }
        Ok(mode & 0o7000)
    }

    /// Gives the owner all permissions on a folder in here.
    fn unlock(&self, name: &OsStr) -> io::Result<()> {
        if self.about(name)?.st_mode & 0o700 == 0o700 {
            return Ok(());
        }
        Ok(chmodat(&self.0, name, Mode::RWXU, AtFlags::empty())?)
    }
}

/// Whether all was removed, or some was moved up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Emptied {
    Wholly,
    Partly,
}

/// How folders and files are opened: no link is followed, no pipe is waited for.
const FOLDER: OFlags = OFlags::RDONLY
    .union(OFlags::DIRECTORY)
    .union(OFlags::NOFOLLOW)
    .union(OFlags::NONBLOCK)
    .union(OFlags::CLOEXEC);
const FILE: OFlags =
    OFlags::RDONLY.union(OFlags::NOFOLLOW).union(OFlags::NONBLOCK).union(OFlags::CLOEXEC);

/// The folder that holds what is at a path, and its name there; `None` for the root.
pub fn holder_of(path: &Path) -> Option<(&Path, &OsStr)> {
    let holder = path.parent()?;
    let holder = if holder.as_os_str().is_empty() { Path::new(".") } else { holder };
    Some((holder, path.file_name()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::os::unix::fs::{PermissionsExt, symlink};

    #[test]
    fn no_step_leads_through_a_link() {
        let dir = tempfile::tempdir().expect("a folder");
        let (own, other) = (dir.path().join("own"), dir.path().join("other"));
        for folder in [&own, &other] {
            fs::create_dir(folder).expect("made");
        }
        fs::write(other.join("secret"), "x").expect("written");
        symlink(&other, own.join("target")).expect("linked");
        let folder = Folder::open(&own).expect("open");
        let found = folder.file_below(Path::new("target/secret"));
        assert!(matches!(found, Found::Unreadable(_)), "{found:?}");
        for path in ["../other/secret", "/etc/passwd"] {
            assert!(matches!(folder.file_below(Path::new(path)), Found::Unreadable(_)), "{path}");
        }
        folder.remove(OsStr::new("target")).expect("removed");
        assert!(other.join("secret").exists(), "a link is removed, not its target");
    }

    #[test]
    fn a_tree_of_any_depth_is_removed_with_few_open_files() {
        let dir = tempfile::tempdir().expect("a folder");
        let top = Folder::open(dir.path()).expect("open");
        let mut within = top.folder_for_test("deep");
        for _ in 0..3_000 {
            within = within.folder_for_test("d");
        }
        drop(within);
        top.remove(OsStr::new("deep")).expect("removed");
        assert!(top.names(9).expect("listed").is_empty());
    }

    #[test]
    fn folders_without_permissions_are_removed() {
        let dir = tempfile::tempdir().expect("a folder");
        let inner = dir.path().join("outer/inner");
        fs::create_dir_all(inner.join("deepest")).expect("made");
        for locked in [&inner, &dir.path().join("outer")] {
            fs::set_permissions(locked, fs::Permissions::from_mode(0o000)).expect("locked");
        }
        let top = Folder::open(dir.path()).expect("open");
        top.remove(OsStr::new("outer")).expect("removed");
        top.remove(OsStr::new("outer")).expect("nothing there is fine");
    }

    impl Folder {
        fn folder_for_test(&self, name: &str) -> Self {
            rustix::fs::mkdirat(&self.0, name, Mode::RWXU).expect("made");
            self.folder(OsStr::new(name), Lock::Keep).expect("open")
        }
    }
}
