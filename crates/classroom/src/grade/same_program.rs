//! Students who have handed in the same program, but for comments and blanks. Only the grader is
//! told: two may have worked together with leave, and one may have taken the other's files.

use crate::archives::listed::text_of;
use crate::build::language::is_source;
use crate::build::linked_sources::code;
use runner::folder::listing::Listing;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::path::Path;

/// Shorter programs are alike by chance.
const LEAST: usize = 200;

/// A sentence for each program that several students have. `folders` are the copies of what they
/// handed in, by name.
pub fn same_programs<'a>(folders: impl Iterator<Item = (&'a str, &'a Path)>) -> Vec<String> {
    let mut students: BTreeMap<[u8; 32], Vec<&str>> = BTreeMap::new();
    for (name, folder) in folders {
        if let Some(digest) = digest(folder) {
            students.entry(digest).or_default().push(name);
        }
    }
    let several = students.into_values().filter(|names| names.len() > 1);
    several
        .map(|names| {
            format!(
                "the same program, but for comments and blanks, was handed in by: {}",
                names.join(", ")
            )
        })
        .collect()
}

/// Where a Python that was made for one program keeps itself and its packages.
const PYTHON_FOLDERS: [&str; 4] = ["bin", "include", "lib", "lib64"];

/// The digest of all sources and scripts, whatever they are called, but for those of a Python that
/// was handed in, too; `None` if there is too little to compare.
fn digest(folder: &Path) -> Option<[u8; 32]> {
    let files = Listing::of(folder).ok()?;
    let pythons: Vec<_> = files.files().filter(|path| path.ends_with("pyvenv.cfg")).collect();
    // Its own folders alone: beside an empty `pyvenv.cfg` a copied source would be hidden.
    let pythons = pythons.iter().filter_map(|found| found.parent());
    let of_python: Vec<_> =
        pythons.flat_map(|python| PYTHON_FOLDERS.map(|name| python.join(name))).collect();
    let own = files.files().filter(|path| !of_python.iter().any(|folder| path.starts_with(folder)));
    let mut texts: Vec<String> = own
        .filter_map(|path| {
            let is_source = is_source(&path.to_string_lossy());
            if !is_source && path.extension().is_some() {
                return None;
            }
            let text = text_of(&folder.join(path));
            let is_script = text.starts_with("#!");
            let is_python = is_script || path.extension() == Some("py".as_ref());
            (is_source || is_script).then(|| without_comments(&text, is_python))
        })
        .filter(|text| !text.is_empty())
        .collect();
    texts.sort();
    let all = texts.join("\0");
    (all.len() >= LEAST).then(|| Sha256::digest(all).into())
}

/// The text without comments and blanks. In Python what looks like a comment within quotes goes
/// too, in all programs alike.
fn without_comments(text: &str, is_python: bool) -> String {
    let text = if is_python {
        text.lines().filter_map(|line| line.split('#').next()).collect()
    } else {
        code(text)
    };
    text.split_whitespace().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::{any, proptest};
    use std::fs;

    #[test]
    fn comments_blanks_and_names_of_files_make_no_other_program() {
        let dir = tempfile::tempdir().expect("a folder");
        let code = "int move(int from, int to) { return from * 32 + to; }\n".repeat(6);
        for (student, file, text) in [
            ("ann", "homework.cpp", code.clone()),
            ("bo", "main.cpp", format!("// by Bo\n{}", code.replace(' ', "\n/* x */ "))),
            ("cy", "homework.cpp", code.replace("32", "33")),
            ("di", "homework.cpp", "int main() { }".to_string()),
            ("ed", "homework.cpp", "int main() { }".to_string()),
        ] {
            fs::create_dir(dir.path().join(student)).expect("made");
            fs::write(dir.path().join(student).join(file), text).expect("written");
        }
        let names = ["ann", "bo", "cy", "di", "ed"];
        let folders: Vec<_> = names.iter().map(|name| dir.path().join(name)).collect();
        let found = same_programs(names.into_iter().zip(folders.iter().map(|it| it.as_path())));
        let told = "the same program, but for comments and blanks, was handed in by: ann, bo";
        assert_eq!(found, [told]);
    }

    /// The Python that two have handed in is one program, and theirs are two.
    #[test]
    fn a_python_that_is_handed_in_is_nobodys_program() {
        let dir = tempfile::tempdir().expect("a folder");
        let code = "#!venv/bin/python3\nmove = lambda origin, to: origin * 32 + to\n".repeat(9);
        for (student, code) in [("ann", &code), ("bo", &code.replace("32", "33")), ("cy", &code)] {
            let python = dir.path().join(student).join("venv");
            fs::create_dir_all(python.join("lib")).expect("made");
            for (file, text) in
                [("pyvenv.cfg", "version = 3"), ("lib/site.py", &"x = 1\n".repeat(99))]
            {
                fs::write(python.join(file), text).expect("written");
            }
            fs::write(dir.path().join(student).join("homework"), code).expect("written");
        }
        let folders = ["ann", "bo", "cy"].map(|name| (name, dir.path().join(name)));
        let found = same_programs(folders.iter().map(|(name, folder)| (*name, folder.as_path())));
        assert!(matches!(&found[..], [one] if one.ends_with(": ann, cy")), "{found:?}");
    }

    #[test]
    fn the_comments_of_a_language_are_its_own() {
        assert_eq!(without_comments("a # b\n c // d", true), "ac//d");
        assert_eq!(without_comments("a // b\n c /* d\n */ # e", false), "ac#e");
        assert_eq!(without_comments("a /* never ends", false), "a");
    }

    proptest! {
        #[test]
        fn any_text_is_read(text in any::<String>(), is_python in any::<bool>()) {
            let kept = without_comments(&text, is_python);
            assert!(kept.len() <= text.len() && !kept.contains(char::is_whitespace));
        }
    }
}
