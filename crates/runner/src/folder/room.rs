//! Whether a folder has room: a program that could write nothing is not to blame for it.

use std::io::{self, Write};
use std::path::Path;

/// Bytes of the trial: more than an answer, a log or a linked file needs at the least.
const TRIAL: usize = 64 << 10;

/// Writes a file for a moment.
///
/// # Errors
/// It cannot be made or written, as on a disk without space or inodes.
pub fn try_write(folder: &Path) -> io::Result<()> {
    let mut file = tempfile::Builder::new().prefix(".room-").tempfile_in(folder)?;
    file.write_all(&vec![0; TRIAL])
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn a_trial_leaves_nothing_and_fails_where_no_file_can_be() {
        let dir = tempfile::tempdir().expect("a folder");
        try_write(dir.path()).expect("there is room");
        assert_eq!(fs::read_dir(dir.path()).expect("there").count(), 0);
        assert!(try_write(&dir.path().join("none")).is_err());
    }
}
