//! The folder into which an untrusted archive is unpacked, within limits.
//!
//! The sizes and paths in an archive are not trusted: bytes are counted as they are written, and
//! links, devices, names with hidden characters and names that lead out of the folder are skipped.
//! Only new regular files are made, in folders that were made here, so that no entry is written
//! through another one.
//!
//! Files that systems add (`__MACOSX`, `.DS_Store`, `._x`) are not unpacked.

use crate::error::ClassError;
use cli::visible;
use runner::folder::files;
use std::collections::BTreeSet;
use std::fs::{self, Permissions};
use std::io::{self, Read};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// The most bytes of all files, as for a folder.
pub const MOST_BYTES: u64 = 200 << 20;
pub const MOST_ENTRIES: usize = 10_000;
const DEEPEST: usize = 32;
/// How many times its own size an archive may become; a small one may become larger.
const MOST_RATIO: u64 = 100;
const SMALL: u64 = 20 << 20;
/// Sentences about entries that were left out; the others are counted.
const MOST_SENTENCES: usize = 5;
const LONGEST_NAME: usize = 1024;

/// True for what systems and their tools add to the files of a student: the name of a file or a
/// folder.
pub fn is_system_file(name: &str) -> bool {
    const NAMES: [&str; 5] = ["__MACOSX", ".DS_Store", "Thumbs.db", "desktop.ini", "__pycache__"];
    NAMES.contains(&name) || name.starts_with("._")
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnpackedMode {
    Plain,
    Executable,
}

#[derive(Debug)]
pub struct UnpackedFolder<'a> {
    to: &'a Path,
    most_bytes: u64,
    bytes: u64,
    entries: usize,
    folders: BTreeSet<PathBuf>,
    left_out: Vec<String>,
    more_left_out: usize,
}

impl<'a> UnpackedFolder<'a> {
    pub fn new(to: &'a Path, archive: u64) -> Self {
        let most_bytes = archive.saturating_mul(MOST_RATIO).clamp(SMALL, MOST_BYTES);
        let (folders, left_out) = (BTreeSet::new(), Vec::new());
        UnpackedFolder { to, most_bytes, bytes: 0, entries: 0, folders, left_out, more_left_out: 0 }
    }

    /// The most bytes that may be read from a packed archive, headers and all.
    pub const fn most_read(&self) -> u64 {
        self.most_bytes + (MOST_ENTRIES as u64) * 2048
    }

    /// Counts an entry; its place in the folder, or `None` if it is left out.
    pub fn place(&mut self, name: &[u8]) -> Result<Option<PathBuf>, ClassError> {
        self.entries += 1;
        if self.entries > MOST_ENTRIES {
            return Err(format!("it holds more than {MOST_ENTRIES} files and folders").into());
        }
        let text = String::from_utf8_lossy(name);
        match place(&text) {
            Ok(place) if place.components().count() > DEEPEST => {
                Err(format!("it holds folders more than {DEEPEST} deep").into())
            }
            Ok(place) if place.iter().any(|part| is_system_file(&part.to_string_lossy())) => {
                Ok(None)
            }
            Ok(place) => Ok((!place.as_os_str().is_empty()).then_some(place)),
            Err(why) => {
                self.leave_out(&text, why);
                Ok(None)
            }
        }
    }

    pub fn leave_out(&mut self, name: &str, why: &str) {
        if self.left_out.len() < MOST_SENTENCES {
            self.left_out.push(format!("not unpacked: {}, {why}", visible::cut(name, 100)));
        } else {
            self.more_left_out += 1;
        }
    }

    pub fn folder(&mut self, place: &Path) -> Result<(), ClassError> {
        let mut within = PathBuf::new();
        for part in place {
            within.push(part);
            if self.folders.insert(within.clone()) {
                let made = fs::create_dir(self.to.join(&within));
                made.map_err(|error| refused(&within, &error))?;
            }
        }
        Ok(())
    }

    pub fn file(
        &mut self,
        place: &Path,
        (mode, time): (UnpackedMode, Option<SystemTime>),
        content: impl Read,
    ) -> Result<(), ClassError> {
        self.folder(place.parent().unwrap_or(Path::new("")))?;
        let path = self.to.join(place);
        let mut new = files::create_new(&path).map_err(|error| refused(place, &error))?;
        let left = self.most_bytes - self.bytes;
        let mut content = content.take(left + 1);
        let written = io::copy(&mut content, &mut new)
            .map_err(|error| format!("{} in it is broken: {error}", visible::path(place)))?;
        if written > left {
            let most = self.most_bytes >> 20;
            return Err(
                format!("its files have more than {most} MB, {MOST_RATIO} times its size").into()
            );
        }
        self.bytes += written;
        if let Some(time) = time {
            // By it `make` decides what to build; a time that the system refuses is not kept.
            let _ = new.set_modified(time);
        }
        let mode = if mode == UnpackedMode::Executable { 0o755 } else { 0o644 };
        fs::set_permissions(&path, Permissions::from_mode(mode))
            .map_err(|error| refused(place, &error))
    }

    pub fn sentences(self) -> Vec<String> {
        let more = self.more_left_out;
        let rest = (more > 0).then(|| format!("not unpacked: {more} more entries like these"));
        self.left_out.into_iter().chain(rest).collect()
    }
}

/// Where an entry belongs; else why it is left out.
fn place(name: &str) -> Result<PathBuf, &'static str> {
    if name.len() > LONGEST_NAME {
        return Err("whose name is too long");
    }
    // Old programs of Windows write their own separator.
    let name = if name.contains('/') { name.to_string() } else { name.replace('\\', "/") };
    let has_drive = name.as_bytes().get(1) == Some(&b':');
    if name.starts_with('/') || has_drive {
        return Err("whose name begins at the root");
    }
    if name.chars().any(visible::is_hidden) {
        return Err("whose name has hidden characters");
    }
    let parts = name.split('/').filter(|part| !part.is_empty() && *part != ".");
    let mut place = PathBuf::new();
    for part in parts {
        if part == ".." {
            return Err("whose name leads out of the folder");
        }
        place.push(part);
    }
    Ok(place)
}

fn refused(place: &Path, error: &io::Error) -> ClassError {
    let place = visible::path(place);
    ClassError::Correctable(match error.kind() {
        io::ErrorKind::AlreadyExists => {
            format!("it holds two entries called {place}, or two that differ in capitals alone")
        }
        io::ErrorKind::NotADirectory => {
            format!("it holds a file and a folder in the place {place}")
        }
        _ => format!("{place} cannot be written: {error}"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_leads_to_a_place_in_the_folder_or_nowhere() {
        for (name, expected) in
            [("a/b", "a/b"), ("./a//b/", "a/b"), ("win\\src\\a.py", "win/src/a.py"), ("", "")]
        {
            assert_eq!(place(name).as_deref(), Ok(Path::new(expected)), "{name}");
        }
        for name in ["../a", "a/../../b", "/etc/passwd", "C:\\a", "C:/a", "a\nb", "a\0", "..\\a"] {
            assert!(place(name).is_err(), "{name:?}");
        }
        assert!(place(&"x".repeat(5_000)).is_err());
    }

    #[test]
    fn bytes_are_counted_as_they_are_written() {
        let dir = tempfile::tempdir().expect("a folder");
        let mut folder = UnpackedFolder::new(dir.path(), 10);
        folder.file(Path::new("a/b"), (UnpackedMode::Plain, None), zeros(SMALL - 1)).expect("fits");
        folder.file(Path::new("a/c"), (UnpackedMode::Executable, None), zeros(1)).expect("fits");
        let error =
            folder.file(Path::new("d"), (UnpackedMode::Plain, None), zeros(1)).expect_err("full");
        assert_eq!(error.to_string(), "its files have more than 20 MB, 100 times its size");
        assert_eq!(["a/b", "a/c"].map(|name| mode_of(&dir.path().join(name))), [0o644, 0o755]);
        let twice = folder.file(Path::new("a/b"), (UnpackedMode::Plain, None), zeros(0));
        let twice = twice.expect_err("there").to_string();
        assert!(twice.starts_with("it holds two entries called a/b"));
        let through = folder.folder(Path::new("a/b/c"));
        assert!(through.is_err(), "no folder in the place of a file");
    }

    fn mode_of(file: &Path) -> u32 {
        fs::metadata(file).expect("there").permissions().mode() & 0o777
    }

    fn zeros(bytes: u64) -> impl Read {
        io::repeat(0).take(bytes)
    }
}
