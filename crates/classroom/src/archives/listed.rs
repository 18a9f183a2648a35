//! What lies in one folder of a submission: regular files and folders, no links, not too many, and
//! none of those that systems and tools add.

use crate::archives::unpacked_folder::is_litter;
use runner::folder::beneath::{Folder, FolderEntry};
use runner::folder::listing::LEFT_OUT;
use std::path::Path;

/// The most names that are looked at.
const MOST: usize = 10_000;

/// The regular files in a folder by name; hidden ones are left out.
pub fn files_in(dir: &Path) -> Vec<String> {
    entries(dir, |entry| matches!(entry, FolderEntry::File { .. }))
}

/// The folders in a folder by name; hidden ones are left out.
pub fn folders_in(dir: &Path) -> Vec<String> {
    entries(dir, |entry| *entry == FolderEntry::Folder)
}

/// True for a regular file that is not a link.
pub fn is_file(dir: &Path, name: &str) -> bool {
    dir.join(name).symlink_metadata().is_ok_and(|found| found.is_file())
}

/// True for a folder that is not a link.
pub fn is_folder(dir: &Path, name: &str) -> bool {
    dir.join(name).symlink_metadata().is_ok_and(|found| found.is_dir())
}

fn entries(dir: &Path, is_wanted: fn(&FolderEntry) -> bool) -> Vec<String> {
    let Ok(folder) = Folder::open(dir) else { return Vec::new() };
    let names = folder.names(MOST).unwrap_or_default();
    let own = names.into_iter().filter(|name| folder.entry(name).is_ok_and(|it| is_wanted(&it)));
    let texts = own.filter_map(|name| name.into_string().ok());
    let is_own = |name: &String| {
        !name.starts_with('.') && !is_litter(name) && !LEFT_OUT.contains(&name.as_str())
    };
    texts.filter(is_own).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::os::unix::fs::symlink;

    #[test]
    fn only_what_is_the_students_own_is_listed() {
        let dir = tempfile::tempdir().expect("a folder");
        for name in ["b.py", "a.py", "._a.py", ".hidden", "Thumbs.db"] {
            fs::write(dir.path().join(name), "").expect("written");
        }
        for name in ["src", "__MACOSX", ".git", "target"] {
            fs::create_dir(dir.path().join(name)).expect("made");
        }
        symlink("/etc", dir.path().join("etc")).expect("linked");
        symlink("/etc/passwd", dir.path().join("c.py")).expect("linked");
        assert_eq!(files_in(dir.path()), ["a.py", "b.py"]);
        assert_eq!(folders_in(dir.path()), ["src"]);
        assert!(is_file(dir.path(), "a.py") && !is_file(dir.path(), "c.py"));
        assert!(is_folder(dir.path(), "src") && !is_folder(dir.path(), "etc"));
    }
}
