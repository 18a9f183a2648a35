//! The files below a folder of an agent: listed, put into a digest, copied.
//!
//! A folder of an agent holds what its author put there, so every walk is bounded and no link is
//! followed. Files are read in parts: a digest needs no memory for a large one. What the tools of
//! authors and the referee itself write beside the program is no part of an agent: [`LEFT_OUT`].

use crate::folder::dir_fd::{DEEPEST, Folder, FolderEntry, Lock};
use crate::folder::files;
use crate::folder::found::FileKind;
use crate::fork::writing;
use cli::visible;
use sha2::{Digest, Sha256};
use std::ffi::OsStr;
use std::fs::{self, File, Permissions};
use std::io::{self, Read};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use thiserror::Error;

pub use crate::folder::left_out::{LEFT_OUT, is_left_out};

/// The most files, links and folders below a folder.
pub const MOST_FILES: usize = 10_000;
/// The most bytes of all files below a folder.
pub const MOST_BYTES: u64 = 2 << 30;
/// Bytes that are read at a time.
const PART: usize = 64 << 10;

#[derive(Debug, Error)]
pub enum FolderError {
    #[error("cannot read {}: {source}", visible::path(path))]
    System { path: PathBuf, source: io::Error },
    #[error("cannot write {}: {source}", visible::path(path))]
    Copy { path: PathBuf, source: io::Error },
    /// More files than [`MOST_FILES`], more bytes than [`MOST_BYTES`], or deeper than [`DEEPEST`].
    #[error(
        "{} holds more than {MOST_FILES} files, {} GB or {DEEPEST} levels of folders, which is too \
         much for an agent; put the agent into a directory of its own, or name its program",
        visible::path(folder),
        MOST_BYTES >> 30
    )]
    TooMuch { folder: PathBuf },
}

/// What lies below a folder, by the bytes of the relative paths.
#[derive(Debug)]
pub struct Listing {
    folder: PathBuf,
    opened: Folder,
    entries: Vec<ListedFile>,
}

#[derive(Debug)]
struct ListedFile {
    /// From the folder on.
    path: PathBuf,
    kind: EntryKind,
}

#[derive(Debug)]
enum EntryKind {
    File { bytes: u64 },
    Link { target: PathBuf },
    Special,
}

impl Listing {
    /// All that lies below `folder` and is not [`LEFT_OUT`].
    ///
    /// # Errors
    /// There is too much, or a folder cannot be read.
    pub fn of(folder: &Path) -> Result<Self, FolderError> {
        Self::limited(folder, MOST_FILES, MOST_BYTES)
    }

    fn limited(folder: &Path, most_files: usize, most_bytes: u64) -> Result<Self, FolderError> {
        let opened = Folder::open(folder).map_err(unreadable(folder))?;
        let mut walk = Walk { folder, most_files, most_bytes, seen: 0, bytes: 0, entries: vec![] };
        walk.add(&opened, Path::new(""), 0)?;
        let mut entries = walk.entries;
        entries.sort_by(|a, b| bytes_of(&a.path).cmp(bytes_of(&b.path)));
        Ok(Listing { folder: folder.to_path_buf(), opened, entries })
    }

    pub fn bytes(&self) -> u64 {
        let bytes = |entry: &ListedFile| match entry.kind {
            EntryKind::File { bytes } => bytes,
            EntryKind::Link { .. } | EntryKind::Special => 0,
        };
        self.entries.iter().map(bytes).fold(0, u64::saturating_add)
    }

    /// The regular files: paths from the folder on.
    pub fn files(&self) -> impl Iterator<Item = &Path> {
        let files = self.entries.iter().filter(|it| matches!(it.kind, EntryKind::File { .. }));
        files.map(|entry| entry.path.as_path())
    }

    /// Takes these paths out of the list, so that they are neither copied nor in a digest.
    pub fn leave_out(&mut self, paths: &[PathBuf]) {
        self.entries.retain(|entry| !paths.contains(&entry.path));
    }

    /// What is no regular file, and so is never copied: paths from the folder on.
    pub fn not_files(&self) -> impl Iterator<Item = &Path> {
        self.entries
            .iter()
            .filter(|entry| !matches!(entry.kind, EntryKind::File { .. }))
            .map(|entry| entry.path.as_path())
    }

    /// Adds everything to a digest: of each file its path, its length and its content, of a link
    /// its path and the text of its target. Owners, times and permissions do not count.
    ///
    /// # Errors
    /// A file cannot be read, or changes meanwhile.
    pub fn digest(&self, into: &mut Sha256) -> Result<(), FolderError> {
        for ListedFile { path, kind } in &self.entries {
            match kind {
                EntryKind::File { bytes } => {
                    into.update(b"file");
                    add_text(into, path.as_os_str());
                    into.update(bytes.to_le_bytes());
                    self.digest_file(path, *bytes, into)?;
                }
                EntryKind::Link { target } => {
                    into.update(b"link");
                    add_text(into, path.as_os_str());
                    add_text(into, target.as_os_str());
                }
                EntryKind::Special => {
                    into.update(b"special");
                    add_text(into, path.as_os_str());
                }
            }
        }
        Ok(())
    }

    fn digest_file(&self, path: &Path, bytes: u64, into: &mut Sha256) -> Result<(), FolderError> {
        let file = self.opened.file_below(path).regular();
        let whole = file.and_then(|file| add_content(into, file, bytes));
        whole.map_err(unreadable(&self.folder.join(path)))
    }

    /// Copies the files into the folder `to`, with the folders they lie in; links, pipes, sockets
    /// and devices are not copied, nor the files and folders called `except` in the folder itself.
    /// The owner may write each copy. It keeps its time of modification, by which `make` decides.
    ///
    /// # Errors
    /// A file cannot be read or written.
    pub fn copy(&self, to: &Path, except: &[&str]) -> Result<(), FolderError> {
        for ListedFile { path, kind } in &self.entries {
            if let EntryKind::File { bytes } = kind
                && !is_in_any(path, except)
            {
                self.copy_file(path, *bytes, to)?;
            }
        }
        Ok(())
    }

    fn copy_file(&self, path: &Path, bytes: u64, to: &Path) -> Result<(), FolderError> {
        let (from, copy) = (self.folder.join(path), to.join(path));
        let file = self.opened.file_below(path).regular().map_err(unreadable(&from))?;
        let about = file.metadata().map_err(unreadable(&from))?;
        let holder = copy.parent().unwrap_or(to);
        let mode = about.permissions().mode() & 0o777 | 0o600;
        let write = || {
            let mut new = files::create_new(&copy)?;
            io::copy(&mut file.take(bytes), &mut new)?;
            new.set_modified(about.modified()?)
        };
        let written = fs::create_dir_all(holder)
            .and_then(|()| if mode & 0o111 == 0 { write() } else { writing(write) })
            .and_then(|()| fs::set_permissions(&copy, Permissions::from_mode(mode)));
        written.map_err(|source| FolderError::Copy { path: copy, source })
    }
}

fn is_in_any(path: &Path, names: &[&str]) -> bool {
    let first = path.iter().next().unwrap_or_default();
    names.iter().any(|name| first == OsStr::new(name))
}

/// One digest of all regular files and folders among `paths`.
///
/// # Errors
/// A file cannot be read, or a folder holds too much.
pub fn digest_of<'a>(paths: impl IntoIterator<Item = &'a PathBuf>) -> Result<Sha256, FolderError> {
    let mut all = Sha256::new();
    for path in paths {
        if path.is_dir() {
            Listing::of(path)?.digest(&mut all)?;
        } else if path.is_file() {
            // A link may lead to a file without an end, such as one of `/proc`.
            let read = File::open(path).and_then(|file| {
                let bytes = file.metadata()?.len();
                add_content(&mut all, file, bytes)
            });
            read.map_err(unreadable(path))?;
        }
    }
    Ok(all)
}

/// Adds the content of a file to a digest: no more than the `bytes` that it has, and no less.
fn add_content(into: &mut Sha256, file: File, bytes: u64) -> io::Result<()> {
    let mut part = vec![0; PART];
    let (mut file, mut read) = (file.take(bytes.saturating_add(1)), 0);
    loop {
        match file.read(&mut part)? {
            0 if read == bytes => return Ok(()),
            0 => return Err(io::Error::other("it changes while it is read")),
            length => {
                into.update(&part[..length]);
                read += length as u64;
            }
        }
    }
}

/// A text with its length before it, so that no two lists of texts are the same bytes.
fn add_text(into: &mut Sha256, text: &OsStr) {
    into.update((text.len() as u64).to_le_bytes());
    into.update(text.as_bytes());
}

/// A walk through a folder, as far as its limits.
struct Walk<'a> {
    folder: &'a Path,
    most_files: usize,
    most_bytes: u64,
    seen: usize,
    bytes: u64,
    entries: Vec<ListedFile>,
}

impl Walk<'_> {
    /// Adds what lies in the folder `within`, which is open.
    fn add(&mut self, opened: &Folder, within: &Path, depth: usize) -> Result<(), FolderError> {
        let place = self.folder.join(within);
        let most = self.most_files + LEFT_OUT.len();
        let names = opened.names(most).map_err(|error| match error.kind() {
            io::ErrorKind::FileTooLarge => self.too_much(),
            _ => unreadable(&place)(error),
        })?;
        for name in names {
            if is_left_out(&name) {
                continue;
            }
            self.seen += 1;
            let path = within.join(&name);
            let at = |error| unreadable(&self.folder.join(&path))(error);
            let kind = match opened.entry(&name).map_err(at)? {
                FolderEntry::Folder if depth == DEEPEST => return Err(self.too_much()),
                FolderEntry::Folder => {
                    let below = opened.folder(&name, Lock::Keep).map_err(at)?;
                    self.check()?;
                    self.add(&below, &path, depth + 1)?;
                    continue;
                }
                FolderEntry::File { bytes } => {
                    self.bytes = self.bytes.saturating_add(bytes);
                    EntryKind::File { bytes }
                }
                FolderEntry::Other(FileKind::Link) => {
                    EntryKind::Link { target: opened.link(&name).map_err(at)? }
                }
                FolderEntry::Other(_) => EntryKind::Special,
            };
            self.entries.push(ListedFile { path, kind });
            self.check()?;
        }
        Ok(())
    }

    fn check(&self) -> Result<(), FolderError> {
        if self.seen > self.most_files || self.bytes > self.most_bytes {
            return Err(self.too_much());
        }
        Ok(())
    }

    fn too_much(&self) -> FolderError {
        FolderError::TooMuch { folder: self.folder.to_path_buf() }
    }
}

fn bytes_of(path: &Path) -> &[u8] {
    path.as_os_str().as_bytes()
}

/// The error of a file or folder that the system refuses.
pub fn unreadable(path: &Path) -> impl FnOnce(io::Error) -> FolderError {
    let path = path.to_path_buf();
    |source| FolderError::System { path, source }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;
    use std::time::SystemTime;
    use tempfile::TempDir;

    fn digest(folder: &Path) -> Vec<u8> {
        let mut all = Sha256::new();
        Listing::of(folder).expect("listed").digest(&mut all).expect("read");
        all.finalize().to_vec()
    }

    fn folder() -> TempDir {
        let dir = tempfile::tempdir().expect("a folder");
        fs::create_dir(dir.path().join("data")).expect("made");
        for (name, text) in [("homework", "run"), ("Main.py", "1"), ("data/weights", "2")] {
            fs::write(dir.path().join(name), text).expect("written");
        }
        dir
    }

    #[test]
    fn every_change_of_content_name_or_link_changes_the_digest() {
        let dir = folder();
        let mut seen = vec![digest(dir.path())];
        assert_eq!(seen, [digest(folder().path())], "the same files elsewhere are the same agent");
        let mut expect_new = |what: &str| {
            let now = digest(dir.path());
            assert!(!seen.contains(&now), "{what}");
            seen.push(now);
        };
        fs::write(dir.path().join("Main.py"), "3").expect("written");
        expect_new("an edited file");
        fs::rename(dir.path().join("data/weights"), dir.path().join("data/weight")).expect("moved");
        expect_new("a new name");
        fs::rename(dir.path().join("data/weight"), dir.path().join("weight")).expect("moved");
        expect_new("another folder");
        symlink("Main.py", dir.path().join("link")).expect("linked");
        expect_new("a link");
        fs::remove_file(dir.path().join("link")).expect("removed");
        symlink("homework", dir.path().join("link")).expect("linked");
        expect_new("another target");
        fs::write(dir.path().join("empty"), "").expect("written");
        expect_new("an empty file");
    }

    #[test]
    fn what_tools_and_the_referee_write_is_left_out() {
        let dir = folder();
        let before = digest(dir.path());
        for name in LEFT_OUT {
            let place = dir.path().join("data").join(name);
            fs::create_dir(&place).expect("made");
            fs::write(place.join("file"), "x").expect("written");
        }
        assert_eq!(digest(dir.path()), before);
    }

    #[test]
    fn too_much_is_an_error_that_says_what_to_do() {
        let dir = folder();
        assert!(Listing::limited(dir.path(), 4, 5).is_ok(), "3 files, 1 folder, 5 bytes");
        for (files, bytes) in [(3, 5), (4, 4)] {
            let error = Listing::limited(dir.path(), files, bytes).expect_err("too much");
            let text = error.to_string();
            assert!(text.ends_with("a directory of its own, or name its program"), "{text}");
        }
        let missing = Listing::of(&dir.path().join("nowhere")).expect_err("missing").to_string();
        assert!(missing.contains("nowhere"), "{missing}");
    }

    #[test]
    fn copies_have_files_only_and_may_be_written() {
        let (dir, to) = (folder(), tempfile::tempdir().expect("a folder"));
        symlink("/etc/hostname", dir.path().join("link")).expect("linked");
        let (weights, old) = (dir.path().join("data/weights"), SystemTime::UNIX_EPOCH);
        File::options()
            .write(true)
            .open(&weights)
            .and_then(|it| it.set_modified(old))
            .expect("set");
        fs::set_permissions(&weights, Permissions::from_mode(0o444)).expect("set");
        Listing::of(dir.path()).expect("listed").copy(to.path(), &["homework"]).expect("copied");
        let copied = Listing::of(to.path()).expect("listed");
        let names: Vec<_> = copied.entries.iter().map(|entry| entry.path.clone()).collect();
        assert_eq!(names, [PathBuf::from("Main.py"), PathBuf::from("data/weights")]);
        let copy = fs::metadata(to.path().join("data/weights")).expect("there");
        assert_eq!((copy.permissions().mode() & 0o777, copy.len()), (0o644, 1));
        assert_eq!(copy.modified().ok(), Some(old));
    }
}
