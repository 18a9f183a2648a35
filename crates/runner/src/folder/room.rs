//! Whether a folder has room: a program that could write nothing is not to blame for it.

use crate::folder::files;
use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::process;
use std::sync::atomic::{AtomicU64, Ordering};

static TRIALS: AtomicU64 = AtomicU64::new(0);

/// Writes a file of this length for a moment.
///
/// # Errors
/// It cannot be made or written, as on a disk without space or inodes: the error of the system,
/// with its number.
pub fn try_write(folder: &Path, bytes: usize) -> io::Result<()> {
    let number = TRIALS.fetch_add(1, Ordering::Relaxed);
    let path = folder.join(format!(".room-{}-{number}", process::id()));
    let written = files::create_new(&path)?.write_all(&vec![0; bytes]);
    fs::remove_file(path)?;
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_trial_leaves_nothing_and_fails_where_no_file_can_be() {
        let dir = tempfile::tempdir().expect("a folder");
        try_write(dir.path(), 9).expect("there is room");
        assert_eq!(fs::read_dir(dir.path()).expect("there").count(), 0);
        let error = try_write(&dir.path().join("none"), 9).expect_err("no folder");
        assert_eq!(error.raw_os_error(), Some(libc::ENOENT), "callers look at the number");
    }
}
