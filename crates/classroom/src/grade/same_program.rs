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

/// The digest of all sources, whatever they are called; `None` if there is too little to compare.
fn digest(folder: &Path) -> Option<[u8; 32]> {
    let files = Listing::of(folder).ok()?;
    let own = files.files().filter(|path| is_source(&path.to_string_lossy()));
    let mut texts: Vec<String> = own
        .map(|path| {
            without_comments(&text_of(&folder.join(path)), path.extension() == Some("py".as_ref()))
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
