//! Files that a hostile program had in its hands.
//!
//! Where a file was, there may now be a link to somebody else's, a pipe that blocks, a directory
//! without permissions or a device. Nothing here follows a link, waits for a pipe or believes a
//! length. All of it is meant for the time between two runs, when none of the agent's processes
//! lives: then what a name stands for does not change between two calls.

use std::fs::{self, File, OpenOptions, Permissions};
use std::io;
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::Path;
use tempfile::TempDir;

/// What a name stands for.
#[derive(Debug)]
pub enum Found {
    /// Nothing.
    Missing,
    /// A directory, a link, a pipe, a socket, a device.
    NotAFile,
    /// A regular file that must not be read.
    Unreadable(io::Error),
    /// A regular file, opened for reading.
    Regular(File),
}

/// Opens what a name stands for, if it is a regular file.
pub fn open(path: &Path) -> Found {
    match fs::symlink_metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Found::Missing,
        Err(error) => return Found::Unreadable(error),
        Ok(about) if !about.is_file() => return Found::NotAFile,
        Ok(_) => {}
    }
    // Belt and braces: should the name stand for something else by now, this neither follows a
    // link nor waits for a pipe.
    let flags = libc::O_NOFOLLOW | libc::O_NONBLOCK;
    match OpenOptions::new().read(true).custom_flags(flags).open(path) {
        Ok(file) => Found::Regular(file),
        Err(error) => Found::Unreadable(error),
    }
}

/// A new, empty file under this name; whatever stood there before is removed.
///
/// # Errors
/// The old thing cannot be removed or the new one not be made.
pub fn create(path: &Path) -> io::Result<File> {
    remove(path)?;
    create_new(path)
}

/// A new, empty file under a name that stands for nothing. Never goes through a link.
///
/// # Errors
/// Something stands there, or the system does not let us.
pub fn create_new(path: &Path) -> io::Result<File> {
    OpenOptions::new().append(true).create_new(true).open(path)
}

/// A new folder for this user only, with a name nobody can guess.
///
/// # Errors
/// The system does not let us.
pub fn private_folder(within: &Path, prefix: &str) -> io::Result<TempDir> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(prefix).permissions(Permissions::from_mode(0o700)).tempdir_in(within)
}

/// Removes whatever a name stands for: a link itself and not its goal, a directory with all that is
/// in it. That nothing is there is no error.
///
/// # Errors
/// The system does not let us.
pub fn remove(path: &Path) -> io::Result<()> {
    let about = match fs::symlink_metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        about => about?,
    };
    if !about.is_dir() {
        return fs::remove_file(path);
    }
    fs::remove_dir_all(path).or_else(|_| {
        unlock(path);
        fs::remove_dir_all(path)
    })
}

/// Gives the owner back his rights on a directory and all directories in it. An agent may take them
/// from itself, and then nobody but root could empty its folder.
pub fn unlock(dir: &Path) {
    // What fails here is noticed by whoever then removes or writes.
    let _ = fs::set_permissions(dir, Permissions::from_mode(0o700));
    let Ok(entries) = fs::read_dir(dir) else { return };
    for entry in entries.flatten() {
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            unlock(&entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    #[test]
    fn a_link_is_removed_and_its_goal_stays() {
        let dir = tempfile::tempdir().expect("a folder");
        let (goal, link) = (dir.path().join("goal"), dir.path().join("link"));
        fs::create_dir(&goal).expect("made");
        fs::write(goal.join("kept"), "x").expect("written");
        symlink(&goal, &link).expect("linked");
        assert!(matches!(open(&link), Found::NotAFile));
        create(&link).expect("replaced");
        assert!(matches!(open(&link), Found::Regular(_)));
        assert!(goal.join("kept").exists());
    }

    #[test]
    fn a_directory_without_rights_is_removed() {
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
