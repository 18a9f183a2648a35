//! The steps by which a new file takes the place of an old one.
//!
//! Unix renames over a file that is open elsewhere. So does Windows if the other program shares the
//! file for deletion, as Rust does; one that does not, such as a virus scanner, blocks it as long
//! as it has the file open. There both steps are tried again for some milliseconds.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::Duration;

/// Removes the file if it exists and can be removed.
pub fn remove(path: &Path) {
    // A file that cannot be removed stays; there is no better remedy.
    let _ = fs::remove_file(path);
}

/// Removes the file, or empties it where the folder does not allow that: its text is out of date.
pub fn withdraw(path: &Path) {
    let is_file = fs::symlink_metadata(path).is_ok_and(|about| about.is_file());
    if fs::remove_file(path).is_err() && is_file {
        // A file that cannot be emptied stays as well.
        let _ = OpenOptions::new().write(true).truncate(true).open(path);
    }
}

/// The name under which the file is written before it gets its own.
pub fn beside(path: &Path) -> PathBuf {
    let mut temporary = path.as_os_str().to_os_string();
    temporary.push(".tmp");
    PathBuf::from(temporary)
}

/// The number of times that a step which another program may block is tried again.
const RETRIES: u32 = if cfg!(windows) { 9 } else { 0 };
/// The pause between two tries. It costs no CPU time.
const PAUSE: Duration = Duration::from_millis(1);
/// Windows' error for a file that another program has open and does not share.
const SHARING_VIOLATION: i32 = 32;

/// True for an error that another program's open file can cause.
fn is_denied(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::PermissionDenied
        || cfg!(windows) && error.raw_os_error() == Some(SHARING_VIOLATION)
}

/// Takes one step; while it is denied, tries again for some milliseconds.
fn retrying<T>(step: impl Fn() -> io::Result<T>) -> io::Result<T> {
    let mut retries = RETRIES;
    loop {
        match step() {
            Err(error) if retries > 0 && is_denied(&error) => sleep(PAUSE),
            done => return done,
        }
        retries -= 1;
    }
}

/// Gives a new file the name of an old one, which is removed: as [`rename`], at half the cost. Ext4
/// at once flushes a file that is renamed over another, in case of a power cut; it does not when
/// two files exchange their names.
///
/// # Errors
/// This system or file system cannot exchange names. Nothing has changed.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub fn exchange(new: &Path, old: &Path) -> io::Result<()> {
    use nix::fcntl::{AT_FDCWD, RenameFlags, renameat2};

    renameat2(AT_FDCWD, new, AT_FDCWD, old, RenameFlags::RENAME_EXCHANGE)?;
    remove(new);
    Ok(())
}

/// Only Linux exchanges names.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub fn exchange(_: &Path, _: &Path) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

pub fn rename(from: &Path, to: &Path) -> io::Result<()> {
    retrying(|| fs::rename(from, to))
}

/// Makes a file that was not there before. A leftover of that name, from a killed process, is
/// removed first.
pub fn create_new(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    retrying(|| match options.open(path) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            // The error of this removal shows whether another program has the file open.
            fs::remove_file(path)?;
            options.open(path)
        }
        created => created,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_is_denied_by_permission_and_on_windows_by_a_file_that_is_not_shared() {
        assert!(is_denied(&io::ErrorKind::PermissionDenied.into()));
        assert!(!is_denied(&io::ErrorKind::NotFound.into()));
        let not_shared = io::Error::from_raw_os_error(SHARING_VIOLATION);
        assert_eq!(is_denied(&not_shared), cfg!(windows));
    }

    #[test]
    fn a_step_that_is_not_denied_is_tried_once() {
        for error in [None, Some(io::ErrorKind::NotFound)] {
            let tries = std::cell::Cell::new(0);
            let done = retrying(|| {
                tries.set(tries.get() + 1);
                error.map_or(Ok(()), |kind| Err(kind.into()))
            });
            assert_eq!((done.err().map(|error| error.kind()), tries.get()), (error, 1));
        }
    }
}
