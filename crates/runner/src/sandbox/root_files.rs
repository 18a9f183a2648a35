//! What root alone may read: passwords and keys of the system.
//!
//! An agent of root has none of root's rights, but still owns root's files. So those that nobody
//! else may read are hidden from it.

use nix::unistd::geteuid;
use std::fs::{self, DirEntry};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// Where a system keeps them.
const SETTINGS: &str = "/etc";
/// Levels of folders that are looked at.
const DEEPEST: usize = 16;

/// What lies there.
#[derive(Debug)]
pub(super) enum RootOnly {
    Folder(PathBuf),
    File(PathBuf),
}

/// All of it, found once; nothing if this is not root.
pub(super) fn of_root_alone() -> &'static [RootOnly] {
    static FOUND: OnceLock<Vec<RootOnly>> = OnceLock::new();
    FOUND.get_or_init(|| {
        let mut found = Vec::new();
        if geteuid().is_root() {
            find(Path::new(SETTINGS), 0, &mut found);
        }
        found
    })
}

fn find(folder: &Path, depth: usize, found: &mut Vec<RootOnly>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        // Links are not followed.
        let (Ok(kind), Some(mode)) = (entry.file_type(), mode(&entry)) else { continue };
        let path = entry.path();
        if kind.is_dir() && (mode & 0o005 != 0o005 || depth == DEEPEST) {
            found.push(RootOnly::Folder(path));
        } else if kind.is_dir() {
            find(&path, depth + 1, found);
        } else if kind.is_file() && mode & 0o004 == 0 {
            found.push(RootOnly::File(path));
        }
    }
}

fn mode(entry: &DirEntry) -> Option<u32> {
    Some(entry.metadata().ok()?.permissions().mode())
}
