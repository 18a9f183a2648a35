//! The interpreter that the first line of a program names.

use crate::players::detail::in_one_line;
use runner::search_path;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::{env, fs};

/// The longest first line that is read.
const LONGEST_LINE: u64 = 4096;

/// For people: why a program that is there cannot be started.
pub(super) fn why_not_started(program: &Path, error: &io::Error) -> String {
    let missing = interpreter(program).filter(|path| !path.exists());
    let Some(missing) = missing else {
        return format!("{error}; is the interpreter there that its first line names?");
    };
    let shown = in_one_line(&missing.to_string_lossy());
    let folders = search_path();
    let there = similar(&missing, env::split_paths(&folders));
    // Without its folder: a student reads it, and the machine is the grader's.
    let there = there.as_deref().and_then(Path::file_name);
    let there = there.map(|name| format!("; there is {}", name.display())).unwrap_or_default();
    format!("its first line names the interpreter {shown}, which this machine does not have{there}")
}

fn interpreter(program: &Path) -> Option<PathBuf> {
    let mut line = Vec::new();
    let file = File::open(program).ok()?.take(LONGEST_LINE);
    BufReader::new(file).read_until(b'\n', &mut line).ok()?;
    let line = String::from_utf8_lossy(&line);
    Some(PathBuf::from(line.strip_prefix("#!")?.split_whitespace().next()?))
}

/// A program of this machine with the same name and a version behind it, or with another version.
fn similar(missing: &Path, folders: impl Iterator<Item = PathBuf>) -> Option<PathBuf> {
    let name = missing.file_name()?.to_str()?;
    let stem = name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
    if stem.is_empty() {
        return None;
    }
    let is_version = |name: &str| {
        let rest = name.strip_prefix(stem);
        rest.is_some_and(|rest| rest.chars().all(|c| c.is_ascii_digit() || c == '.'))
    };
    let mut found: Vec<PathBuf> = folders
        .flat_map(|folder| fs::read_dir(folder).into_iter().flatten().flatten())
        .filter(|entry| entry.file_name().to_str().is_some_and(is_version))
        .map(|entry| entry.path())
        .collect();
    found.sort_by_key(|path| (path.as_os_str().len(), path.clone()));
    found.into_iter().next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_interpreter_is_named_with_what_there_is_instead() {
        let folder = tempfile::tempdir().expect("a folder");
        let program = folder.path().join("homework");
        fs::write(&program, "#!/no/such/place/python -u\nprint()\n").expect("written");
        let missing = io::Error::from_raw_os_error(libc::ENOENT);
        let told = why_not_started(&program, &missing);
        assert!(told.starts_with("its first line names the interpreter /no/such/place/python,"));
        for name in ["python3.11", "python3", "pythonic"] {
            fs::write(folder.path().join(name), "").expect("written");
        }
        let found =
            similar(Path::new("/usr/bin/python"), [folder.path().to_path_buf()].into_iter());
        assert_eq!(found, Some(folder.path().join("python3")));
        fs::write(&program, "#!/bin/sh\n").expect("written");
        assert!(why_not_started(&program, &missing).ends_with("that its first line names?"));
    }
}
