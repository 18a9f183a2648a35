//! The tests that the paths of the command line stand for.
//!
//! A path is an `.in` file, or a folder, which stands for all `.in` files directly in it, by name.
//! `NAME-1.in` and `NAME-2.in` are one test with two programs if both are named, or if the one that
//! is named needs the other; each other script is a test of its own. All scripts are read before
//! anything is run, so that an error in the last one does not cost the time of all the others. A
//! script that names no program is a test that fails, as in the courses' testers: the others are
//! run.

use crate::cases::test_case::{TestCase, path_of};
use crate::error::HarnessError;
use crate::remark::Reading;
use crate::scripts::script::{ReadScript, Script};
use cli::visible;
use std::fmt::Display;
use std::fs;
use std::path::{Component, Path, PathBuf};

/// All tests that the paths stand for, in their order; the same file is taken once. Or all that
/// is wrong with the paths and the scripts.
pub fn test_cases(words: &[PathBuf], reading: Reading) -> Result<Vec<TestCase>, Vec<HarnessError>> {
    let mut errors = Vec::new();
    let mut paths: Vec<PathBuf> = Vec::new();
    for word in words {
        match files(word) {
            Ok(found) => {
                for path in found.iter().map(|path| without_dots(path)) {
                    if !paths.contains(&path) {
                        paths.push(path);
                    }
                }
            }
            Err(error) => errors.push(error),
        }
    }
    let mut scripts = Vec::new();
    let mut at = 0;
    while let Some(path) = paths.get(at) {
        match Script::read(path, reading) {
            Ok(script) => {
                let needed = needed(&script).filter(|needed| !paths.contains(needed));
                paths.extend(needed);
                scripts.push(script);
            }
            Err(error) => errors.push(error),
        }
        at += 1;
    }
    let test_cases = pair(scripts);
    errors.extend(test_cases.iter().filter_map(lacks_partner));
    if errors.is_empty() { Ok(test_cases) } else { Err(errors) }
}

/// Without `./`: `a-1.in` and `./a-2.in` are a pair.
fn without_dots(path: &Path) -> PathBuf {
    path.components().filter(|part| *part != Component::CurDir).collect()
}

fn files(word: &Path) -> Result<Vec<PathBuf>, HarnessError> {
    if !fs::metadata(word).map_err(|error| wrong(word, &error))?.is_dir() {
        let is_file = is_script(word).then(|| vec![word.to_path_buf()]);
        return is_file.ok_or_else(|| wrong(word, &"is no .in file"));
    }
    let mut found = Vec::new();
    for entry in fs::read_dir(word).map_err(|error| wrong(word, &error))? {
        let path = entry.map_err(|error| wrong(word, &error))?.path();
        if is_script(&path) && !path.is_dir() {
            found.push(path);
        }
    }
    found.sort();
    if found.is_empty() { Err(wrong(word, &"holds no .in file")) } else { Ok(found) }
}

fn wrong(word: &Path, what: &dyn Display) -> HarnessError {
    let word = visible::path(word);
    HarnessError::Usage(format!("{word}: {what}; name a script or a folder of scripts"))
}

fn is_script(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "in")
}

/// The first script that is not taken yet, with its partner if there is one, and so on.
fn pair(scripts: Vec<ReadScript>) -> Vec<TestCase> {
    let mut left: Vec<Option<ReadScript>> = scripts.into_iter().map(Some).collect();
    let mut test_cases = Vec::new();
    for at in 0..left.len() {
        let Some(script) = left[at].take() else { continue };
        let path = path_of(&script);
        let partner = partner(path);
        let is_first = is_first(path);
        let second = left.iter().position(|other| {
            other.as_ref().is_some_and(|other| Some(path_of(other)) == partner.as_deref())
        });
        let second = second.and_then(|index| left[index].take());
        let scripts = match second {
            Some(second) if is_first => vec![script, second],
            Some(first) => vec![first, script],
            None => vec![script],
        };
        test_cases.push(TestCase { scripts });
    }
    test_cases
}

fn is_first(path: &Path) -> bool {
    path.file_stem().is_some_and(|stem| stem.to_string_lossy().ends_with("-1"))
}

/// `NAME-2.in` for `NAME-1.in`, and the other way round.
fn partner(path: &Path) -> Option<PathBuf> {
    let stem = path.file_stem()?.to_str()?;
    let first = stem.strip_suffix("-1").map(|name| format!("{name}-2.in"));
    let name = first.or_else(|| stem.strip_suffix("-2").map(|name| format!("{name}-1.in")))?;
    Some(path.with_file_name(name))
}

/// The other script of a pair, if it is there and this one cannot be run without it.
fn needed(script: &ReadScript) -> Option<PathBuf> {
    let script = script.as_ref().ok()?;
    script.remote_line()?;
    partner(&script.path).filter(|partner| partner.is_file())
}

fn lacks_partner(case: &TestCase) -> Option<HarnessError> {
    let [Ok(script)] = &case.scripts[..] else { return None };
    let line = script.remote_line()?;
    let partner = partner(&script.path).unwrap_or_else(|| PathBuf::from("NAME-1.in and NAME-2.in"));
    let (path, partner) = (visible::path(&script.path), visible::path(partner));
    Some(HarnessError::Usage(format!(
        "{path}, line {line}: `remote` needs a second program; write {partner} beside it"
    )))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(script: &ReadScript) -> String {
        path_of(script).file_name().expect("a file").to_string_lossy().into_owned()
    }

    fn collect(files: &[(&str, &str)], words: &[&str]) -> Result<Vec<Vec<String>>, HarnessError> {
        let dir = tempfile::tempdir().expect("a folder");
        for (name, text) in files {
            fs::write(dir.path().join(name), text).expect("written");
        }
        let words: Vec<_> = words.iter().map(|word| dir.path().join(word)).collect();
        match test_cases(&words, Reading::Tolerant) {
            Ok(test_cases) => {
                Ok(test_cases.iter().map(|case| case.scripts.iter().map(name).collect()).collect())
            }
            Err(errors) => {
                let root = format!("{}{}", dir.path().display(), std::path::MAIN_SEPARATOR);
                let lines = errors.iter().map(|error| error.to_string().replace(&root, ""));
                Err(HarnessError::Usage(lines.collect::<Vec<_>>().join("\n")))
            }
        }
    }

    const LOA: &str = "#* loa\n";
    const WRONG: &str = "#* loa\n#*mvoe\n";
    const REMOTE: &str = "#* loa\n\n#*remote move/win\n";

    #[test]
    fn a_folder_stands_for_its_scripts_and_pairs_are_one_test() {
        let files = [
            ("b-2.in", REMOTE),
            ("b-1.in", REMOTE),
            ("a-1.in", LOA),
            ("c.in", LOA),
            ("a-1.std", ""),
        ];
        let expected: [&[&str]; 3] = [&["a-1.in"], &["b-1.in", "b-2.in"], &["c.in"]];
        assert_eq!(collect(&files, &["."]).expect("tests"), expected);
        let expected: [&[&str]; 2] = [&["c.in"], &["b-1.in", "b-2.in"]];
        let found = collect(&files, &["c.in", "b-2.in", "b-1.in", "c.in"]).expect("tests");
        assert_eq!(found, expected);
    }

    #[test]
    fn a_script_alone_is_a_test_unless_it_needs_another() {
        let files = [("a-1.in", LOA), ("a-2.in", REMOTE)];
        assert_eq!(collect(&files, &["a-1.in"]).expect("a test"), [["a-1.in"]]);
        assert_eq!(collect(&files, &["a-2.in"]).expect("a pair"), [["a-1.in", "a-2.in"]]);
        let expected = "a-2.in, line 3: `remote` needs a second program; write a-1.in beside it";
        assert_eq!(collect(&files[1..], &["a-2.in"]).expect_err("alone").to_string(), expected);
    }

    #[test]
    fn the_other_script_of_a_pair_is_found() {
        let files = [("a-1.in", REMOTE), ("a-2.in", REMOTE), ("b-1.in", REMOTE), ("b-2.in", WRONG)];
        for words in [&["a-1.in"][..], &["a-2.in"], &["a-2.in", "a-1.in"]] {
            assert_eq!(collect(&files, words).expect("a pair"), [["a-1.in", "a-2.in"]]);
        }
        let error = collect(&files, &["b-1.in"]).expect_err("its partner is wrong").to_string();
        assert!(error.starts_with("b-2.in, line 2: "), "{error}");
    }

    #[test]
    fn a_script_that_names_no_program_is_a_test_and_keeps_its_partner() {
        let files = [("a.in", ""), ("b-1.in", "# none\n"), ("b-2.in", REMOTE), ("c.in", LOA)];
        let expected: [&[&str]; 3] = [&["a.in"], &["b-1.in", "b-2.in"], &["c.in"]];
        assert_eq!(collect(&files, &["."]).expect("tests"), expected);
    }

    #[test]
    fn everything_that_is_wrong_is_reported() {
        let files = [("a.in", ""), ("b.in", "#* loa\n#*mvoe"), ("c.std", "")];
        let errors = collect(&files, &["a.in", "b.in", "c.std", "d.in"])
            .expect_err("three errors")
            .to_string();
        let starts = ["c.std: is no", "d.in: ", "b.in, line 2: `mvoe`"];
        assert_eq!(errors.lines().count(), starts.len(), "{errors}");
        for start in starts {
            assert!(errors.lines().any(|line| line.starts_with(start)), "{start}: {errors}");
        }
        assert!(collect(&[], &["."]).expect_err("empty").to_string().contains("holds no .in file"));
    }
}
