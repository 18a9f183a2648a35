//! What a build leaves is kept for as long as the class: as plain data, and of bounded size.

use crate::error::ClassError;
use cli::visible;
use runner::folder::dir_fd::Lock;
use runner::folder::{DiskUse, PlainChange, files, make_plain};
use std::fs;
use std::path::{Path, PathBuf};

/// What is kept of a build.
const MOST: DiskUse = DiskUse { bytes: 512 << 20, entries: 50_000 };
const MOST_NAMED: usize = 5;

/// Makes the folder plain; returns what the grader and the student should know. A folder that holds
/// too much is emptied, and is an error.
pub fn leave_plain(dir: &Path) -> Result<Option<String>, ClassError> {
    let is_too_much = DiskUse::of(&[dir.to_path_buf()], MOST, Lock::Open).exceeds(MOST);
    let changes = match make_plain(dir) {
        Ok(changes) if !is_too_much => changes,
        made => {
            empty(dir)?;
            made.map_err(ClassError::system("make plain", dir))?;
            let reason = format!(
                "the build left more than {} MB or {} files; let it delete what a game does not need",
                MOST.bytes >> 20,
                MOST.entries
            );
            return Err(reason.into());
        }
    };
    Ok(sentence(&changes))
}

fn empty(dir: &Path) -> Result<(), ClassError> {
    files::remove(dir).map_err(ClassError::system("remove", dir))?;
    fs::create_dir(dir).map_err(ClassError::system("make", dir))
}

fn sentence(changes: &[(PathBuf, PlainChange)]) -> Option<String> {
    let named = changes.iter().map(|(path, change)| {
        let path = visible::path(path);
        match change {
            PlainChange::Mode => format!("{path} (its special mode bits)"),
            PlainChange::Removed(kind) => format!("{path} ({kind})"),
        }
    });
    let named: Vec<_> = named.collect();
    (!named.is_empty()).then(|| {
        let named = cli::first_of(&named, MOST_NAMED, ", ");
        format!(
            "of what the build left, only plain files and links inside are kept; removed: {named}"
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::File;
    use std::os::unix::fs::symlink;

    #[test]
    fn a_folder_that_holds_too_much_is_emptied_and_told() {
        let dir = tempfile::tempdir().expect("a folder");
        symlink("/etc", dir.path().join("etc")).expect("linked");
        let told = leave_plain(dir.path()).expect("plain").expect("told");
        assert!(told.ends_with("removed: etc (a link)"), "{told}");
        assert_eq!(leave_plain(dir.path()).expect("plain"), None);
        let large = File::create(dir.path().join("large")).expect("made");
        large.set_len(MOST.bytes + 1).expect("a length");
        let error = leave_plain(dir.path()).expect_err("too much").to_string();
        assert!(error.starts_with("the build left more than 512 MB or 50000 files"), "{error}");
        assert_eq!(fs::read_dir(dir.path()).expect("there").count(), 0);
    }
}
