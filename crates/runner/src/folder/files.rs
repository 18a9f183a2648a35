//! Access to files that an untrusted program could change.
//!
//! In the place of a file there may be a symbolic link to another user's file, a pipe that blocks,
//! a directory without permissions or a device. Nothing here follows a link, waits for a pipe or
//! trusts a length. These functions are for the time between two runs, when no process of the agent
//! lives and files do not change between two calls.

use crate::folder::dir_fd::{Folder, holder_of};
use crate::fork::writing;
use std::fs::{self, DirBuilder, File, OpenOptions, Permissions};
use std::io::{self, Read};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt};
use std::path::Path;
use tempfile::TempDir;

pub use crate::folder::found::{FileKind, Found};

/// Opens `path` for reading if it is a regular file.
pub fn open(path: &Path) -> Found {
    match fs::symlink_metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Found::Missing,
        Err(error) => return Found::Unreadable(error),
        Ok(metadata) if !metadata.is_file() => {
            return Found::NotAFile(FileKind::of(metadata.file_type()));
        }
        Ok(_) => {}
    }
    // Should the path have changed since, this still neither follows a link nor waits for a pipe.
    let flags = libc::O_NOFOLLOW | libc::O_NONBLOCK;
    match OpenOptions::new().read(true).custom_flags(flags).open(path) {
        Ok(file) => Found::Regular(file),
        Err(error) => Found::Unreadable(error),
    }
}

/// A new, empty file; whatever was at `path` before is removed.
///
/// # Errors
/// The old file cannot be removed or the new one cannot be made.
pub fn create(path: &Path) -> io::Result<File> {
    remove(path)?;
    create_new(path)
}

/// A new, empty file at a `path` where nothing is. Never follows a link.
///
/// # Errors
/// Something is there already, or the system refuses.
pub fn create_new(path: &Path) -> io::Result<File> {
    OpenOptions::new().append(true).create_new(true).open(path)
}

/// A new program or script at `path`, in the place of whatever was there before.
///
/// # Errors
/// The old file cannot be removed, or the new one not be written.
pub fn write_program(path: &Path, mode: u32, content: &mut impl Read) -> io::Result<()> {
    writing(|| io::copy(content, &mut create(path)?))?;
    fs::set_permissions(path, Permissions::from_mode(mode))
}

/// Makes a folder, and those around it, for this user only, unless they are there.
///
/// # Errors
/// The system refuses.
pub fn make_private(folder: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(folder)
}

/// A new folder for this user only, with a random name.
///
/// # Errors
/// The system refuses.
pub fn private_folder(within: &Path, prefix: &str) -> io::Result<TempDir> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(prefix).permissions(Permissions::from_mode(0o700)).tempdir_in(within)
}

/// Removes whatever is at `path`: a link itself and not its target, a directory with its content,
/// however deep. It is not an error if nothing is there.
///
/// # Errors
/// The system refuses.
pub fn remove(path: &Path) -> io::Result<()> {
    let Some((holder, name)) = holder_of(path) else {
        return Err(io::ErrorKind::InvalidInput.into());
    };
    match Folder::open(holder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        holder => holder?.remove(name),
    }
}

/// Whether an error says that the machine failed, and not that something is in the way: no program
/// can bring the next call of another one to fail like this by what it leaves in its directory.
pub fn is_failure_of_machine(error: &io::Error) -> bool {
    const FAILURES: [i32; 6] =
        [libc::EIO, libc::EMFILE, libc::ENFILE, libc::ENOMEM, libc::ENOSPC, libc::EDQUOT];
    error.raw_os_error().is_some_and(|number| FAILURES.contains(&number))
}

/// Whether a name is to blame that somebody has chosen: it is too long, or the file system does not
/// take it.
pub fn is_fault_of_name(error: &io::Error) -> bool {
    const FAULTS: [i32; 3] = [libc::ENAMETOOLONG, libc::EINVAL, libc::EILSEQ];
    error.raw_os_error().is_some_and(|number| FAULTS.contains(&number))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    #[test]
    fn a_link_is_removed_and_its_target_stays() {
        let dir = tempfile::tempdir().expect("a folder");
        let (target, link) = (dir.path().join("target"), dir.path().join("link"));
        fs::create_dir(&target).expect("made");
        fs::write(target.join("kept"), "x").expect("written");
        symlink(&target, &link).expect("linked");
        assert!(matches!(open(&link), Found::NotAFile(FileKind::Link)));
        create(&link).expect("replaced");
        assert!(matches!(open(&link), Found::Regular(_)));
        assert!(target.join("kept").exists());
    }

    #[test]
    fn a_full_disk_is_the_machines_failure_and_a_missing_permission_is_not() {
        assert_eq!([libc::ENOSPC, libc::EIO, libc::EMFILE].map(is_of_machine), [true; 3]);
        assert_eq!([libc::EACCES, libc::EPERM, libc::ELOOP].map(is_of_machine), [false; 3]);
    }

    fn is_of_machine(number: i32) -> bool {
        is_failure_of_machine(&io::Error::from_raw_os_error(number))
    }

    #[test]
    fn a_directory_without_permissions_is_removed() {
        let dir = tempfile::tempdir().expect("a folder");
        let locked = dir.path().join("outer/inner");
        fs::create_dir_all(&locked).expect("made");
        fs::write(locked.join("file"), "x").expect("written");
        fs::set_permissions(&locked, Permissions::from_mode(0o000)).expect("locked");
        remove(&dir.path().join("outer")).expect("removed");
        remove(&dir.path().join("outer")).expect("nothing there is fine");
        assert!(matches!(open(&dir.path().join("outer")), Found::Missing));
    }
}
