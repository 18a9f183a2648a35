//! What a build leaves is kept for as long as the class: as plain data, and of bounded size.

use crate::error::ClassError;
use cli::visible;
use runner::folder::dir_fd::Lock;
use runner::folder::{DiskUse, PlainChange, files, make_plain};
use std::fs;
use std::path::{Path, PathBuf};

/// What is kept of a build.
const MOST: DiskUse = DiskUse { bytes: 512 << 20, entries: 50_000 };
/// The most of what is free.
const PART_OF_DISK: u64 = 8;
const MOST_NAMED: usize = 5;
/// Where a system keeps programs and libraries, and no secrets.
const PROGRAMS: [&str; 5] = ["/usr", "/bin", "/sbin", "/lib", "/lib64"];

#[derive(Debug, PartialEq, Eq)]
pub enum LeftFiles {
    /// They are plain; what the grader and the student should know.
    Plain(Option<String>),
    /// They were removed, since this disk alone is too small for them.
    NoRoom(String),
}

/// What a build that begins now may leave in a folder.
pub fn most_left(dir: &Path) -> DiskUse {
    MOST.within_free(dir, PART_OF_DISK)
}

/// Makes the folder plain. Links may lead to programs and libraries that every game may read, among
/// them what is `readable`.
///
/// # Errors
/// The folder holds too much, and is emptied; or the machine fails.
pub fn leave_plain(
    dir: &Path,
    readable: &[PathBuf],
    most: DiskUse,
) -> Result<LeftFiles, ClassError> {
    let used = DiskUse::of(&[dir.to_path_buf()], MOST, Lock::Open);
    if used.exceeds(most) {
        empty(dir)?;
        let DiskUse { bytes, entries } = if used.exceeds(MOST) { MOST } else { most };
        let text = format!("the build left more than {} MB or {entries} files", bytes >> 20);
        return match used.exceeds(MOST) {
            true => Err(format!("{text}; let it delete what a game does not need").into()),
            false => Ok(LeftFiles::NoRoom(format!("{text}, and the disk is nearly full"))),
        };
    }
    let stays = |target: &Path| {
        let programs = PROGRAMS.iter().map(Path::new);
        let mut folders = programs.chain(readable.iter().map(PathBuf::as_path)).chain([dir]);
        folders.any(|folder| target.starts_with(folder))
    };
    let changes = make_plain(dir, &stays).map_err(ClassError::system("make plain", dir))?;
    Ok(LeftFiles::Plain(sentence(&changes)))
}

fn empty(dir: &Path) -> Result<(), ClassError> {
    files::remove(dir).map_err(ClassError::system("remove", dir))?;
    fs::create_dir(dir).map_err(ClassError::system("make", dir))
}

fn sentence(changes: &[(PathBuf, PlainChange)]) -> Option<String> {
    let (mut removed, mut modes) = (Vec::new(), Vec::new());
    for (path, change) in changes {
        let path = visible::path(path);
        match change {
            PlainChange::Removed(kind) => removed.push(format!("{path} ({kind})")),
            PlainChange::Mode => modes.push(path.to_string()),
        }
    }
    let parts = [
        ("removed, as no plain file", removed),
        ("without its setuid, setgid and sticky bits", modes),
    ];
    let told: Vec<_> = parts
        .iter()
        .filter(|(_, names)| !names.is_empty())
        .map(|(what, names)| format!("{what}: {}", cli::first_of(names, MOST_NAMED, ", ")))
        .collect();
    (!told.is_empty()).then(|| format!("of what the build left, {}", told.join("; ")))
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
        let told = match leave_plain(dir.path(), &[], MOST) {
            Ok(LeftFiles::Plain(Some(told))) => told,
            other => panic!("{other:?}"),
        };
        assert!(told.ends_with("removed, as no plain file: etc (a symbolic link)"), "{told}");
        let again = leave_plain(dir.path(), &[], MOST);
        assert_eq!(again.expect("plain"), LeftFiles::Plain(None));
        fs::write(dir.path().join("small"), vec![0; 2 << 20]).expect("written");
        let left = leave_plain(dir.path(), &[], DiskUse { bytes: 1 << 20, ..MOST });
        let told = "the build left more than 1 MB or 50000 files, and the disk is nearly full";
        assert_eq!(left.expect("emptied"), LeftFiles::NoRoom(told.to_string()));
        let large = File::create(dir.path().join("large")).expect("made");
        large.set_len(MOST.bytes + 1).expect("a length");
        let error = leave_plain(dir.path(), &[], MOST).expect_err("too much").to_string();
        assert!(error.starts_with("the build left more than 512 MB or 50000 files"), "{error}");
        assert_eq!(fs::read_dir(dir.path()).expect("there").count(), 0);
    }
}
