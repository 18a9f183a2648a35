//! Files in folders of tools that a script starts: a `homework` that runs `target/release/engine`
//! is another player when that program is built anew, though the digest of its folder leaves
//! `target` out ([`LEFT_OUT`]).
//!
//! The script is not run: what counts is a word in it whose end is the path of such a file, so that
//! `"$(dirname "$0")/target/release/engine"` is found as well as an absolute path.

use runner::folder::listing::{FolderError, LEFT_OUT, unreadable};
use std::collections::BTreeSet;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

/// Bytes of a script that are looked at.
const LONGEST_SCRIPT: u64 = 1 << 16;

/// The files in left-out folders below `directory` that `program` names, if it is a script.
///
/// # Errors
/// The program cannot be read.
pub fn named_files(program: &Path, directory: &Path) -> Result<BTreeSet<PathBuf>, FolderError> {
    let mut bytes = Vec::new();
    let read = File::open(program).map(|file| file.take(LONGEST_SCRIPT).read_to_end(&mut bytes));
    read.and_then(|read| read).map_err(unreadable(program))?;
    if !bytes.starts_with(b"#!") {
        return Ok(BTreeSet::new());
    }
    let text = String::from_utf8_lossy(&bytes);
    let words = text.split(|c: char| !c.is_alphanumeric() && !"/._-+@,".contains(c));
    Ok(words.filter_map(|word| left_out_file(word, directory)).collect())
}

/// The file in a left-out folder below `directory` whose path is the longest end of a word.
fn left_out_file(word: &str, directory: &Path) -> Option<PathBuf> {
    let parts: Vec<&str> =
        word.split('/').filter(|part| !part.is_empty() && *part != ".").collect();
    let last_leading_up = parts.iter().rposition(|part| *part == "..");
    let first = last_leading_up.map_or(0, |up| up + 1);
    let last_left_out = parts.iter().rposition(|part| LEFT_OUT.contains(part))?;
    let ends = (first..=last_left_out).map(|start| parts[start..].iter().collect::<PathBuf>());
    ends.map(|end| directory.join(end)).find(|path| path.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn a_script_names_files_of_build_folders_and_nothing_else() {
        let dir = tempfile::tempdir().expect("a folder");
        let built = ["target/release/engine", "java/target/app-1.0.jar"];
        for name in [built[0], built[1], "data/weights", "homework"] {
            fs::create_dir_all(dir.path().join(name).parent().expect("a folder")).expect("made");
            fs::write(dir.path().join(name), "x").expect("written");
        }
        let engine = [PathBuf::from(built[0])];
        assert_eq!(
            named(dir.path(), "#!/bin/sh\nexec \"$(dirname \"$0\")/target/release/engine\" -q"),
            engine
        );
        assert_eq!(named(dir.path(), "#!/bin/sh\ncd \"${0%/*}\"; ./target/release/engine"), engine);
        assert_eq!(
            named(dir.path(), &format!("#!/bin/sh\n{}", dir.path().join(built[0]).display())),
            engine
        );
        assert_eq!(named(dir.path(), "#!/bin/sh\n$HERE/../x/target/release/engine"), engine);
        let found = named(dir.path(), "#!/bin/sh\njava -jar $D/java/target/app-1.0.jar");
        assert_eq!(found, [built[1]].map(PathBuf::from));
        for other in ["#!/bin/sh\ncat data/weights", "#!/bin/sh\ncargo run --target-dir target"] {
            assert_eq!(named(dir.path(), other), Vec::<PathBuf>::new(), "{other}");
        }
        assert_eq!(named(dir.path(), "target/release/engine"), Vec::<PathBuf>::new(), "no script");
    }

    fn named(dir: &Path, script: &str) -> Vec<PathBuf> {
        let agent = dir.join("homework");
        fs::write(&agent, script).expect("written");
        let found = named_files(&agent, dir).expect("read");
        let within = found.iter().map(|path| path.strip_prefix(dir).expect("below it"));
        within.map(Path::to_path_buf).collect()
    }
}
