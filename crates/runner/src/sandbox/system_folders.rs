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

/// What of a file or folder an agent may read that it is given by its own path: all but what is
/// private in it.
pub(super) fn without_private(given: &Path) -> Vec<PathBuf> {
    let private = PRIVATE.read().unwrap_or_else(PoisonError::into_inner);
    let real = given.canonicalize().unwrap_or_else(|_| given.to_path_buf());
    if private.iter().any(|path| *path != real && path.starts_with(&real)) {
        inside(given, &private)
    } else {
        vec![given.to_path_buf()]
    }
}

/// Whether a folder also holds a private file beside this one: the program of another agent, whose
/// copies and libraries may lie there, too.
pub(super) fn holds_private_file_beside(file: &Path) -> bool {
    let folders = FileFolders::of(file);
    let private = PRIVATE.read().unwrap_or_else(PoisonError::into_inner);
    private.iter().any(|path| path.is_file() && FileFolders::of(path).is_beside(&folders))
}

/// Where a file lies, whatever links it is named by.
#[derive(Debug)]
pub struct FileFolders {
    target: Option<PathBuf>,
    /// The folder that it is named in, and that of what a link leads to.
    folders: Vec<PathBuf>,
}

impl FileFolders {
    pub fn of(file: &Path) -> Self {
        let target = file.canonicalize().ok();
        let named = file.parent().and_then(|folder| folder.canonicalize().ok());
        let linked = target.as_deref().and_then(Path::parent).map(Path::to_path_buf);
        FileFolders { folders: named.into_iter().chain(linked).collect(), target }
    }

    /// Whether two files, which are not one, lie in one folder.
    pub fn is_beside(&self, other: &Self) -> bool {
        let is_shared = self.folders.iter().any(|folder| other.folders.contains(folder));
        is_shared && self.target != other.target
    }

    /// The folder of this file if it lies below the folder of another one.
    pub fn folder_below(&self, outer: &Self) -> Option<&Path> {
        let is_around = |folder: &Path| outer.folders.iter().any(|around| around == folder);
        let is_below = |folder: &&PathBuf| folder.ancestors().skip(1).any(is_around);
        self.folders.iter().find(is_below).map(PathBuf::as_path)
    }
}

pub(super) fn is_of_system(path: &Path) -> bool {
    SYSTEM.iter().any(|folder| path.starts_with(folder))
}

/// The folders of the system, or what is in them beside what is private.
pub(super) fn system_folders() -> Vec<PathBuf> {
    let private = PRIVATE.read().unwrap_or_else(PoisonError::into_inner);
    SYSTEM.iter().flat_map(|folder| around(Path::new(folder), &private)).collect()
}

/// A folder, or what is in it beside what is private, wherever links lead.
fn around(folder: &Path, private: &[PathBuf]) -> Vec<PathBuf> {
    let real = folder.canonicalize().unwrap_or_else(|_| folder.to_path_buf());
    if private.iter().any(|path| real.starts_with(path)) {
        Vec::new()
    } else if private.iter().any(|path| path.starts_with(&real)) {
        inside(folder, private)
    } else {
        vec![folder.to_path_buf()]
    }
}

fn inside(folder: &Path, private: &[PathBuf]) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let parts = entries.map(|entry| entry.path()).flat_map(|path| match path.canonicalize() {
        // A link to a folder would give the folder.
        Ok(real) if path.is_symlink() => {
            let touches = |other: &PathBuf| other.starts_with(&real) || real.starts_with(other);
            let is_given = is_of_system(&real) && !private.iter().any(touches);
            if is_given { vec![path] } else { Vec::new() }
        }
        _ => around(&path, private),
    });
    parts.collect()
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
    fn a_link_gives_nothing_that_is_private() {
        let dir = tempfile::tempdir().expect("a folder");
        let root = dir.path().canonicalize().expect("there");
        fs::create_dir_all(root.join("data/course/class")).expect("made");
        fs::create_dir(root.join("opt")).expect("made");
        let private = [root.join("data/course/class")];
        for (target, name) in [
            (private[0].clone(), "latest"),
            (root.join("data"), "all"),
            ("/usr/bin".into(), "programs"),
        ] {
            std::os::unix::fs::symlink(target, root.join("opt").join(name)).expect("linked");
        }
        assert_eq!(around(&root.join("opt"), &private), [root.join("opt")], "links lead nowhere");
        assert_eq!(inside(&root.join("opt"), &private), [root.join("opt/programs")]);
    }

    #[test]
    fn what_is_given_by_its_own_path_is_given_without_what_is_private_in_it() {
        let dir = tempfile::tempdir().expect("a folder");
        let root = dir.path().canonicalize().expect("there");
        let programs = root.join("programs");
        fs::create_dir(&programs).expect("made");
        for name in ["mallory", "bob", "library"] {
            fs::write(programs.join(name), "").expect("written");
        }
        assert_eq!(without_private(&programs), std::slice::from_ref(&programs));
        keep_private(["mallory", "bob"].map(|name| programs.join(name)));
        assert_eq!(without_private(&programs), [programs.join("library")]);
        assert_eq!(without_private(&programs.join("bob")), [programs.join("bob")]);
        assert!(holds_private_file_beside(&programs.join("bob")));
    }

    #[test]
    fn files_of_one_folder_are_known_through_links() {
        let dir = tempfile::tempdir().expect("a folder");
        let at = |name: &str| dir.path().join(name);
        for folder in ["progs", "away"] {
            fs::create_dir(at(folder)).expect("made");
        }
        for file in ["progs/mallory", "progs/bob", "away/carol"] {
            fs::write(at(file), "").expect("written");
        }
        for (target, name) in [("progs", "ln"), ("../progs/bob", "away/bob")] {
            std::os::unix::fs::symlink(target, at(name)).expect("linked");
        }
        let is_one = |one: &str, two: &str| {
            let [one, two] = [one, two].map(|name| FileFolders::of(&at(name)));
            assert_eq!(one.is_beside(&two), two.is_beside(&one));
            one.is_beside(&two)
        };
        assert!(is_one("progs/mallory", "progs/bob"));
        assert!(is_one("ln/mallory", "progs/bob"), "the folder is linked");
        assert!(is_one("progs/mallory", "away/bob"), "the file is linked");
        assert!(is_one("away/carol", "away/bob"), "the link lies there");
        assert!(!is_one("ln/bob", "progs/bob") && !is_one("away/bob", "progs/bob"), "one file");
        assert!(!is_one("progs/mallory", "away/carol"));
    }

    #[test]
    fn a_folder_below_that_of_another_file_is_known_through_links() {
        let dir = tempfile::tempdir().expect("a folder");
        let root = dir.path().canonicalize().expect("there");
        let at = |name: &str| root.join(name);
        fs::create_dir_all(at("progs/bob/bin")).expect("made");
        fs::create_dir(at("away")).expect("made");
        for file in ["progs/mallory", "progs/bob/bin/bob", "away/carol"] {
            fs::write(at(file), "").expect("written");
        }
        std::os::unix::fs::symlink("../progs/bob/bin/bob", at("away/bob")).expect("linked");
        let below = |outer: &str, file: &str| {
            let [outer, file] = [outer, file].map(|name| FileFolders::of(&at(name)));
            file.folder_below(&outer).map(Path::to_path_buf)
        };
        assert_eq!(below("progs/mallory", "progs/bob/bin/bob"), Some(at("progs/bob/bin")));
        assert_eq!(below("progs/mallory", "away/bob"), Some(at("progs/bob/bin")));
        assert_eq!(below("progs/bob/bin/bob", "progs/mallory"), None);
        assert_eq!(below("progs/mallory", "progs/mallory"), None, "beside, not below");
        assert_eq!(below("progs/mallory", "away/carol"), None);
    }
}
