//! Which file is damaged.

use crate::damage::undamaged::student_in;
use games::Walker;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// One damage in this number meets the folder of the file.
const FOLDERS: usize = 8;

/// The files below a folder with one of `words` in their paths in it, in order; all if there are no
/// words.
pub fn files(folder: &Path, words: &[String]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![PathBuf::new()];
    while let Some(at) = folders.pop() {
        let entries = fs::read_dir(folder.join(&at)).into_iter().flatten().flatten();
        for entry in entries {
            let path = at.join(entry.file_name());
            match entry.file_type() {
                Ok(kind) if kind.is_dir() => folders.push(path),
                Ok(kind) if kind.is_file() => found.push(path),
                _ => {}
            }
        }
    }
    found.retain(|path| {
        words.is_empty() || words.iter().any(|word| path.to_string_lossy().contains(word))
    });
    found.sort();
    found
}

/// A file, each kind of file with the same chance, or its folder.
pub fn target(tree: &Path, words: &[String], walker: &mut Walker) -> PathBuf {
    let mut kinds: BTreeMap<String, Vec<PathBuf>> = BTreeMap::new();
    for path in files(tree, words) {
        kinds.entry(kind_of_file(&path)).or_default().push(path);
    }
    let kinds: Vec<&Vec<PathBuf>> = kinds.values().collect();
    let all = kinds[walker.below(kinds.len())];
    let file = &all[walker.below(all.len())];
    match file.parent() {
        Some(parent) if walker.below(FOLDERS) == 0 => parent.to_path_buf(),
        _ => file.clone(),
    }
}

/// The path without the names of students and keys.
pub fn kind_of_file(path: &Path) -> String {
    let part = |part: &str| {
        let first = part.split('.').next().unwrap_or_default();
        let is_key = first.len() == 16 && first.bytes().all(|byte| byte.is_ascii_hexdigit());
        match student_in(part) {
            _ if is_key => part.replacen(first, "KEY", 1),
            Some(name) => part.replacen(name, "NAME", 1),
            None => part.to_string(),
        }
    };
    let parts = path.iter().map(|one| part(&one.to_string_lossy()));
    parts.collect::<Vec<_>>().join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_all_students_are_of_one_kind() {
        let kinds = ["out/agents/ann.build.json", "out/agents/ann/homework", "out/grades.csv"];
        let kinds = kinds.map(|path| kind_of_file(Path::new(path)));
        assert_eq!(
            kinds,
            ["out/agents/NAME.build.json", "out/agents/NAME/homework", "out/grades.csv"]
        );
        let builds = ["5ab792f2157e553a/bob", "5ab792f2157e553a.lock"];
        let builds = builds.map(|path| kind_of_file(Path::new(path)));
        assert_eq!(builds, ["KEY/NAME", "KEY.lock"]);
    }

    #[test]
    fn a_seed_means_the_same_file_and_each_kind_is_met() {
        let dir = tempfile::tempdir().expect("a folder");
        let folder = dir.path().join("out/agents");
        fs::create_dir_all(&folder).expect("made");
        for name in ["ann.build.json", "bob.build.json", "cat.build.json", "other"] {
            fs::write(folder.join(name), "").expect("written");
        }
        let all: Vec<PathBuf> =
            (0..40).map(|seed| target(dir.path(), &[], &mut Walker::new(seed))).collect();
        let words = ["bob".to_string()];
        assert_eq!(files(dir.path(), &words), [Path::new("out/agents/bob.build.json")]);
        let again = target(dir.path(), &[], &mut Walker::new(7));
        assert_eq!(again, all[7]);
        let count = |name: &str| all.iter().filter(|path| path.ends_with(name)).count();
        assert!(count("other") > 10 && count("bob.build.json") > 0 && count("agents") > 0);
    }
}
