//! Students of folders, as course systems name them: the list of an export of Gradescope, and the
//! repositories of GitHub Classroom.

use crate::intake::submission::CourseRecord;
use cli::file;
use std::collections::BTreeMap;
use std::path::Path;

/// The file beside the folders of an export of Gradescope.
pub const GRADESCOPE_LIST: &str = "submission_metadata.yml";
/// The most bytes of it that are read.
const LONGEST_LIST: u64 = 64 << 20;

/// A folder of an export of Gradescope.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GradescopeStudent {
    /// Several by commas.
    pub name: String,
    pub record: CourseRecord,
}

/// The student of each folder of a class; none without a list of Gradescope that can be read.
pub fn gradescope_students(class: &Path) -> BTreeMap<String, GradescopeStudent> {
    let list = file::read(&class.join(GRADESCOPE_LIST), LONGEST_LIST).ok().flatten();
    list.map(|text| students_of(&text)).unwrap_or_default()
}

/// Only the keys of a submission itself count: below them lie earlier attempts, and what the
/// student's program has printed.
fn students_of(text: &str) -> BTreeMap<String, GradescopeStudent> {
    let mut students: BTreeMap<String, GradescopeStudent> = BTreeMap::new();
    let (mut folder, mut is_submitters) = (None, false);
    for line in text.lines() {
        if line.starts_with(|c: char| !c.is_whitespace()) {
            let key = line.strip_suffix(':').filter(|key| key.starts_with("submission_"));
            folder = key.map(str::to_string);
        }
        let Some(folder) = &folder else { continue };
        if let Some(key) = line.strip_prefix("  ").filter(|key| key.starts_with(':')) {
            is_submitters = key.trim_end() == ":submitters:";
        }
        let Some((key, value)) = line.split_once(": ") else { continue };
        let student = students.entry(folder.clone()).or_default();
        match (key, is_submitters) {
            ("  - :name" | "    :name", true) if student.name.is_empty() => {
                student.name = unquoted(value);
            }
            ("  - :name" | "    :name", true) => {
                student.name += &format!(", {}", unquoted(value));
            }
            ("  - :sid" | "    :sid", true) => {
                let id = Some(unquoted(value)).filter(|id| !id.is_empty());
                student.record.id = student.record.id.take().or(id);
            }
            ("  :created_at", _) => {
                student.record.handed_in_at = value.replace(" Z", "Z").parse().ok();
            }
            _ => {}
        }
    }
    students.retain(|_, student| !student.name.is_empty());
    students
}

/// A plain or quoted text of YAML.
fn unquoted(text: &str) -> String {
    let text = text.trim();
    match ['\'', '"'].map(|quote| text.strip_prefix(quote)?.strip_suffix(quote)) {
        [Some(text), _] => text.replace("''", "'"),
        [_, Some(text)] => text.replace("\\\"", "\""),
        _ => text.to_string(),
    }
}

/// The part that the names of repositories share, up to a hyphen: `hw2-` of `hw2-anna` and
/// `hw2-bo`. Empty unless there are two folders at least and each is a repository.
pub fn shared_prefix<'a>(folders: impl Iterator<Item = (&'a str, &'a Path)>) -> &'a str {
    let (names, paths): (Vec<&str>, Vec<&Path>) = folders.unzip();
    let (Some(&first), true) = (names.first(), names.len() > 1) else { return "" };
    if !paths.iter().all(|path| path.join(".git").is_dir()) {
        return "";
    }
    let is_shared = |end: &usize| names.iter().all(|name| name.starts_with(&first[..*end]));
    let ends = first.match_indices('-').map(|(at, _)| at + 1).filter(is_shared);
    let longest = ends.max().unwrap_or(0);
    let leaves_names = names.iter().all(|name| name.len() > longest);
    if leaves_names { &first[..longest] } else { "" }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::{any, proptest};
    use std::fs;

    #[test]
    fn a_list_of_gradescope_names_the_students_of_each_folder() {
        let text = "---\nsubmission_12:\n  :submitters:\n  - :name: Kim Lee\n    :sid: '9'\n  \
                    :created_at: 2026-10-14 22:18:31.374459000 Z\nsubmission_13:\n  \
                    :submitters:\n  - :name: 'Sean O''Neill'\n    :sid: '7'\n  - :name: \
                    \"Ann Low\"\n  :results:\n    :tests: []\nsubmission_14:\n";
        let found = students_of(text);
        let names: Vec<_> = found.iter().map(|(key, one)| (key.as_str(), &*one.name)).collect();
        let expected = [("submission_12", "Kim Lee"), ("submission_13", "Sean O'Neill, Ann Low")];
        assert_eq!(names, expected);
        let first = &found["submission_12"].record;
        let at = first.handed_in_at.map(|at| at.to_string());
        let expected = (Some("9"), Some("2026-10-14T22:18:31.374459Z"));
        assert_eq!((first.id.as_deref(), at.as_deref()), expected);
    }

    #[test]
    fn neither_earlier_attempts_nor_what_a_program_prints_are_the_submission() {
        let text = "submission_12:\n  :submitters:\n  - :name: Kim Lee\n    :sid: '9'\n  \
                    :created_at: 2026-10-14 22:18:31 Z\n  :results:\n    tests:\n    - output: |\n        \
                    :created_at: 2026-10-01 00:00:00 Z\n        - :name: Ann Low\n  :history:\n  - :id: \
                    1\n    :created_at: 2026-10-02 00:00:00 Z\n    :submitters:\n    - :name: Bo\n";
        let found = students_of(text);
        let one = &found["submission_12"];
        let at = one.record.handed_in_at.map(|at| at.to_string());
        let expected = ("Kim Lee", Some("2026-10-14T22:18:31Z"));
        assert_eq!((one.name.as_str(), at.as_deref()), expected);
    }

    #[test]
    fn repositories_share_the_name_of_the_assignment() {
        let class = tempfile::tempdir().expect("a folder");
        let prefix = |names: &[&'static str]| {
            let paths: Vec<_> = names.iter().map(|name| class.path().join(name)).collect();
            let each = names.iter().copied().zip(paths.iter().map(AsRef::as_ref));
            shared_prefix(each).to_string()
        };
        for name in ["hw2-anna", "hw2-anne-b", "hw2-"] {
            fs::create_dir_all(class.path().join(name).join(".git")).expect("made");
        }
        assert_eq!(prefix(&["hw2-anna", "hw2-anne-b"]), "hw2-");
        assert_eq!(prefix(&["hw2-anna"]), "", "it may be the student's own name");
        assert_eq!(prefix(&["hw2-anna", "hw2-"]), "", "nothing would be left");
        assert_eq!(prefix(&["hw2-anna", "hw2-none"]), "", "not a repository");
    }

    proptest! {
        #[test]
        fn no_list_makes_the_reader_panic(text in any::<String>()) {
            let _ = students_of(&text);
        }
    }
}
