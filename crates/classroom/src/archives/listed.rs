//! What lies in one folder of a submission: regular files and folders, no links, not too many, and
//! none of those that systems and tools add.

use crate::archives::unpacked_folder::is_system_file;
use runner::folder::dir_fd::{Folder, FolderEntry};
use runner::folder::listing::LEFT_OUT;
use runner::folder::{Found, files};
use std::io::Read;
use std::path::Path;

const MOST: usize = 10_000;
/// Bytes of a source in which a class, a `main` or included files are looked for.
const LONGEST_TEXT: u64 = 1 << 20;

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

pub fn is_folder(dir: &Path, name: &str) -> bool {
    dir.join(name).symlink_metadata().is_ok_and(|found| found.is_dir())
}

/// The beginning of a regular file as text. A link, or what cannot be read, counts as empty: the
/// copy or the compiler will say so.
pub fn text_of(path: &Path) -> String {
    let mut bytes = Vec::new();
    if let Found::Regular(file) = files::open(path) {
        let _ = file.take(LONGEST_TEXT).read_to_end(&mut bytes);
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The first bytes of a regular file, at most `most`; none of what cannot be read.
pub fn begin_of(path: &Path, most: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    if let Found::Regular(file) = files::open(path) {
        let _ = file.take(most).read_to_end(&mut bytes);
    }
    bytes
}

fn entries(dir: &Path, is_wanted: fn(&FolderEntry) -> bool) -> Vec<String> {
    let Ok(folder) = Folder::open(dir) else { return Vec::new() };
    let names = folder.names(MOST).unwrap_or_default();
    let own = names.into_iter().filter(|name| folder.entry(name).is_ok_and(|it| is_wanted(&it)));
    let texts = own.filter_map(|name| name.into_string().ok());
    texts
        .filter(|name| {
            !name.starts_with('.') && !is_system_file(name) && !LEFT_OUT.contains(&name.as_str())
        })
        .collect()
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
        fs::write(dir.path().join("b.py"), "pass").expect("written");
        assert_eq!(
            ["b.py", "c.py", "src"].map(|name| text_of(&dir.path().join(name))),
            ["pass", "", ""]
        );
        assert!(is_file(dir.path(), "a.py") && !is_file(dir.path(), "c.py"));
        assert!(is_folder(dir.path(), "src") && !is_folder(dir.path(), "etc"));
    }
}
