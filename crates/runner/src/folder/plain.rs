//! What an untrusted program leaves becomes plain data: files and folders that lend nobody its
//! owner's rights, and links that stay inside. A shell with the setuid bit in a folder that others
//! can enter would make them the user who ran the program.

use crate::folder::dir_fd::{DEEPEST, Folder, FolderEntry, Lock};
use crate::folder::found::FileKind;
use std::ffi::OsStr;
use std::io;
use std::path::{Component, Path, PathBuf};

const MOST_NAMES: usize = 1_000_000;

/// Takes setuid, setgid and sticky bits away, and removes pipes, sockets, devices and links that
/// lead out of `folder`, but to an absolute path that `stays`. Returns what was changed, by its
/// path in the folder. No process may be writing there.
///
/// # Errors
/// The system refuses, or folders lie deeper than [`DEEPEST`].
pub fn make_plain(
    folder: &Path,
    stays: &dyn Fn(&Path) -> bool,
) -> io::Result<Vec<(PathBuf, PlainChange)>> {
    let mut changes = Vec::new();
    let opened = Folder::open(folder)?;
    if opened.take_special_bits(OsStr::new("."))? & !INHERITED != 0 {
        changes.push((PathBuf::from("."), PlainChange::Mode));
    }
    plain(&opened, Path::new(""), stays, &mut changes)?;
    Ok(changes)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlainChange {
    /// It had a setuid, setgid or sticky bit.
    Mode,
    /// It was of this kind; a link led out.
    Removed(FileKind),
}

fn plain(
    folder: &Folder,
    path: &Path,
    stays: &dyn Fn(&Path) -> bool,
    changes: &mut Vec<(PathBuf, PlainChange)>,
) -> io::Result<()> {
    let depth = path.components().count();
    for name in folder.names(MOST_NAMES)? {
        let path = path.join(&name);
        let entry = folder.entry(&name)?;
        match entry {
            FolderEntry::Other(FileKind::Link) if may_stay(&folder.link(&name)?, depth, stays) => {}
            FolderEntry::Other(kind) => {
                folder.remove(&name)?;
                changes.push((path, PlainChange::Removed(kind)));
            }
            FolderEntry::File { .. } | FolderEntry::Folder => {
                let special = folder.take_special_bits(&name)?;
                // A folder inherits the bit of its group, and nobody has set it.
                if special & !INHERITED != 0 || special != 0 && entry != FolderEntry::Folder {
                    changes.push((path.clone(), PlainChange::Mode));
                }
                if entry == FolderEntry::Folder {
                    if depth == DEEPEST {
                        return Err(io::Error::other("folders lie too deep"));
                    }
                    plain(&folder.folder(&name, Lock::Open)?, &path, stays, changes)?;
                }
            }
        }
    }
    Ok(())
}

/// The setgid bit.
const INHERITED: u32 = 0o2000;

/// Whether a link in a folder at this depth leads to something inside, or to what `stays`. After a
/// name, `..` may go up from wherever another link leads: only leading ones count.
fn may_stay(target: &Path, depth: usize, stays: &dyn Fn(&Path) -> bool) -> bool {
    if target.is_absolute() {
        let goes_up = target.components().any(|part| part == Component::ParentDir);
        return !goes_up && stays(target);
    }
    let (mut up, mut has_name) = (0, false);
    for part in target.components() {
        match part {
            Component::CurDir => {}
            Component::Normal(_) => has_name = true,
            Component::ParentDir if !has_name => up += 1,
            Component::ParentDir | Component::RootDir | Component::Prefix(_) => return false,
        }
    }
    up <= depth
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::{self, Permissions};
    use std::os::unix::fs::{PermissionsExt, symlink};
    use std::os::unix::net::UnixListener;

    #[test]
    fn nothing_that_is_left_lends_rights_or_leads_out() {
        let dir = tempfile::tempdir().expect("a folder");
        let at = |name: &str| dir.path().join(name);
        fs::create_dir_all(at("in/deep")).expect("made");
        for (name, mode) in [("shell", 0o6755), ("in/tool", 0o2750), ("in/deep/plain", 0o644)] {
            fs::write(at(name), "x").expect("written");
            fs::set_permissions(at(name), Permissions::from_mode(mode)).expect("set");
        }
        for folder in ["in", "."] {
            fs::set_permissions(at(folder), Permissions::from_mode(0o1777)).expect("set");
        }
        for (target, name) in
            [("/etc/passwd", "key"), ("../../etc", "in/out"), ("in/../../x", "odd")]
        {
            symlink(target, at(name)).expect("linked");
        }
        for (target, name) in [("in/tool", "own"), ("../../shell", "in/deep/up"), (".", "here")] {
            symlink(target, at(name)).expect("linked");
        }
        let _socket = UnixListener::bind(at("sock")).expect("bound");
        let changes = make_plain(dir.path(), &|_| false).expect("made plain");
        let changed: Vec<_> = changes.iter().map(|(path, _)| path.display().to_string()).collect();
        assert_eq!(changed, [".", "in", "in/out", "in/tool", "key", "odd", "shell", "sock"]);
        let mode = |name| fs::metadata(at(name)).expect("there").permissions().mode() & 0o7777;
        assert_eq!(["shell", "in/tool", "in"].map(mode), [0o755, 0o750, 0o777]);
        assert!(["own", "in/deep/up", "here"].iter().all(|name| at(name).is_symlink()));
        assert!(make_plain(dir.path(), &|_| false).expect("again").is_empty());
    }

    #[test]
    fn a_folder_without_permissions_hides_nothing() {
        let dir = tempfile::tempdir().expect("a folder");
        let shell = dir.path().join("locked/shell");
        fs::create_dir(dir.path().join("locked")).expect("made");
        fs::write(&shell, "x").expect("written");
        fs::set_permissions(&shell, Permissions::from_mode(0o4755)).expect("set");
        fs::set_permissions(dir.path().join("locked"), Permissions::from_mode(0o000)).expect("set");
        assert_eq!(make_plain(dir.path(), &|_| false).expect("made plain").len(), 1);
    }
}
