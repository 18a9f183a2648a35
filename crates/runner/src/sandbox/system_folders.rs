//! The folders of the system that every sandbox may read, around those that no sandbox gets: a
//! class below `/opt` is not a part of the system.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{PoisonError, RwLock};

/// Folders of programs, libraries and facts about the machine. `/proc` is included as a whole,
/// because a rule for `/proc/self` would mean the referee's own. Landlock itself forbids the files
/// in it by which a process looks into another one outside of the sandbox. Of `/sys` runtimes read
/// the number of processors and the sizes of pages; the control groups would show the opponent's
/// clock.
const SYSTEM: [&str; 12] = [
    "/usr",
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/libx32",
    "/etc",
    "/opt",
    "/proc",
    "/sys/devices/system",
    "/sys/kernel/mm",
];

/// What no sandbox gets with a folder around it.
static PRIVATE: RwLock<Vec<PathBuf>> = RwLock::new(Vec::new());

/// From now on no sandbox may read these files and folders, unless it is given one by its own path:
/// submissions, results, the other agents.
pub fn keep_private(paths: impl IntoIterator<Item = PathBuf>) {
    let mut private = PRIVATE.write().unwrap_or_else(PoisonError::into_inner);
    for path in paths {
        private.extend(path.canonicalize().ok());
        private.push(path);
    }
}

/// Whether something private lies in a folder.
pub(super) fn holds_private(folder: &Path) -> bool {
    let private = PRIVATE.read().unwrap_or_else(PoisonError::into_inner);
    private.iter().any(|path| path != folder && path.starts_with(folder))
}

pub(super) fn is_of_system(path: &Path) -> bool {
    SYSTEM.iter().any(|folder| path.starts_with(folder))
}

/// The folders of the system, or what is in them beside what is private.
pub(super) fn system_folders() -> Vec<PathBuf> {
    let private = PRIVATE.read().unwrap_or_else(PoisonError::into_inner);
    SYSTEM.iter().flat_map(|folder| around(Path::new(folder), &private)).collect()
}

fn around(folder: &Path, private: &[PathBuf]) -> Vec<PathBuf> {
    if private.iter().any(|path| path == folder) {
        return Vec::new();
    }
    if !private.iter().any(|path| path.starts_with(folder)) {
        return vec![folder.to_path_buf()];
    }
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.flat_map(|entry| around(&entry.path(), private)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_private_is_left_out_and_all_beside_it_stays() {
        let dir = tempfile::tempdir().expect("a folder");
        let at = |name: &str| dir.path().join(name);
        for folder in ["opt/course/class/anna", "opt/course/notes", "opt/tool"] {
            fs::create_dir_all(at(folder)).expect("made");
        }
        let mut found = around(&at("opt"), &[at("opt/course/class")]);
        found.sort();
        assert_eq!(found, [at("opt/course/notes"), at("opt/tool")]);
        assert_eq!(around(&at("opt"), &[at("other")]), [at("opt")]);
        assert!(around(&at("opt"), &[at("opt")]).is_empty());
    }

    #[test]
    fn a_folder_around_something_private_is_not_given_as_a_whole() {
        let dir = tempfile::tempdir().expect("a folder");
        let programs = dir.path().join("programs");
        fs::create_dir(&programs).expect("made");
        fs::write(programs.join("mallory"), "").expect("written");
        assert!(!holds_private(&programs));
        keep_private([programs.join("mallory")]);
        assert!(holds_private(&programs) && !holds_private(&programs.join("mallory")));
    }
}
