//! Scripts with the line ends of Windows, mended in the copy.
//!
//! The system takes all of a script's first line for the name of a program, so `#!/bin/sh\r` asks
//! for a program that nobody has, and the shell and `make` take `\r` for a part of the last word. A
//! grader wants to know that, and wants the program to run all the same: the copy is mended, and a
//! sentence says so. Sources stay as they are, since every compiler reads both.

use crate::archives::listed::{files_in, folders_in};
use crate::build::recipe::MAKEFILES;
use cli::visible;
use runner::folder::{Found, files};
use std::io::{self, Read};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

const LONGEST: u64 = 1 << 20;
const DEEPEST: usize = 8;
/// Written before a text by some editors of Windows.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Mends the scripts below a folder in which no process is at work; a sentence for each.
pub fn mend_scripts(dir: &Path) -> Vec<String> {
    let mut sentences = Vec::new();
    mend_below(dir, Path::new(""), 0, &mut sentences);
    sentences
}

fn mend_below(dir: &Path, within: &Path, depth: usize, sentences: &mut Vec<String>) {
    let folder = dir.join(within);
    for name in files_in(&folder) {
        let place = visible::path(within.join(&name));
        match mend(&folder, &name) {
            Ok(None) => {}
            Ok(Some(what)) => sentences.push(format!("{place} {what}; the copy is mended")),
            Err(error) => sentences.push(format!("{place} cannot be mended: {error}")),
        }
    }
    if depth < DEEPEST {
        for name in folders_in(&folder) {
            mend_below(dir, &within.join(name), depth + 1, sentences);
        }
    }
}

/// Mends a file if it is a script with such line ends; says what was wrong with it.
fn mend(folder: &Path, name: &str) -> io::Result<Option<String>> {
    let path = folder.join(name);
    let Found::Regular(file) = files::open(&path) else { return Ok(None) };
    let metadata = file.metadata()?;
    let mut bytes = Vec::new();
    file.take(LONGEST + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LONGEST {
        return Ok(None);
    }
    let text = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(&bytes);
    let is_script = text.starts_with(b"#!");
    let is_read_by_shell = is_script || name.ends_with(".sh") || MAKEFILES.contains(&name);
    let has_mark = text.len() < bytes.len();
    if !is_read_by_shell || !has_mark && !has_windows_ends(text) {
        return Ok(None);
    }
    let what = if has_windows_ends(text) {
        let first = text.split(|byte| *byte == b'\n').next().unwrap_or_default();
        wrong(&String::from_utf8_lossy(first))
    } else {
        "begins with a byte order mark, as editors of Windows write it".to_string()
    };
    let mended = without_windows_ends(text);
    files::write_program(&path, metadata.permissions().mode(), &mut mended.as_slice())?;
    Ok(Some(what))
}

/// What is wrong with a file of this first line.
fn wrong(first: &str) -> String {
    let asked = first.strip_prefix("#!").and_then(|line| line.strip_suffix('\r'));
    match asked.and_then(|line| line.split_whitespace().next_back()) {
        Some(_) => format!(
            "has Windows line ends: its first line asks for a program named `{}`",
            visible::cut(first.trim_start_matches("#!").trim_start(), 60)
        ),
        None => "has Windows line ends".to_string(),
    }
}

fn has_windows_ends(text: &[u8]) -> bool {
    text.windows(2).any(|two| two == b"\r\n")
}

fn without_windows_ends(text: &[u8]) -> Vec<u8> {
    let mut lines = text.split_inclusive(|byte| *byte == b'\n');
    lines.by_ref().fold(Vec::with_capacity(text.len()), |mut mended, line| {
        match line.strip_suffix(b"\r\n") {
            Some(line) => {
                mended.extend(line);
                mended.push(b'\n');
            }
            None => mended.extend(line),
        }
        mended
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn scripts_are_mended_and_sources_are_not() {
        let dir = tempfile::tempdir().expect("a folder");
        fs::create_dir(dir.path().join("tools")).expect("made");
        for (name, text) in [
            ("build.sh", "#!/bin/sh\r\necho a\r\n"),
            ("homework", "\u{feff}#!/usr/bin/env python3\nprint()\n"),
            ("homework.py", "import sys\r\n"),
            ("Makefile", "all:\r\n\techo\r\n"),
            ("tools/run", "#!/usr/bin/env python3\r\n"),
            ("fine.sh", "#!/bin/sh\n"),
        ] {
            fs::write(dir.path().join(name), text).expect("written");
        }
        fs::set_permissions(dir.path().join("build.sh"), fs::Permissions::from_mode(0o755))
            .expect("set");
        let sentences = mend_scripts(dir.path());
        assert_eq!(
            sentences,
            [
                "Makefile has Windows line ends; the copy is mended",
                "build.sh has Windows line ends: its first line asks for a program named \
                 `/bin/sh\\r`; the copy is mended",
                "homework begins with a byte order mark, as editors of Windows write it; the copy \
                 is mended",
                "tools/run has Windows line ends: its first line asks for a program named \
                 `/usr/bin/env python3\\r`; the copy is mended",
            ]
        );
        assert_eq!(text_at(dir.path().join("build.sh")), "#!/bin/sh\necho a\n");
        assert_eq!(text_at(dir.path().join("homework")), "#!/usr/bin/env python3\nprint()\n");
        assert_eq!(text_at(dir.path().join("homework.py")), "import sys\r\n");
        let mode = fs::metadata(dir.path().join("build.sh")).expect("there").permissions().mode();
        assert_eq!(mode & 0o777, 0o755);
        assert!(mend_scripts(dir.path()).is_empty(), "once is enough");
    }

    fn text_at(path: impl AsRef<Path>) -> String {
        fs::read_to_string(path).expect("there")
    }
}
