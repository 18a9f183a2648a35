//! A file that an agent did not find because it lies beside its program.
//!
//! An agent works in a folder of its own. Who has tried it only in its own directory has it open
//! `weights.txt` there, and in a game it finds nothing. What it prints then says so: a line of its
//! standard error that tells of a missing file and names one that lies beside `homework`.

use crate::players::program::{Agent, Carry};
use cli::visible;
use std::ffi::OsStr;
use std::path::{Component, Path, PathBuf};

/// How the usual languages tell of a missing file, in lower case.
const TELLING: [&str; 9] = [
    "no such file",
    "not found",
    "notfound",
    "nosuchfile",
    "open",
    "could not find",
    "does not exist",
    "missing",
    "cannot find",
];

/// What to do, if standard error says that a file is missing that lies in the agent's directory and
/// not in the working directory `dir`; else `None`.
pub fn missing_file_hint(agent: &Agent, dir: &Path, stderr: &str) -> Option<String> {
    let beside = agent.directory.as_ref().filter(|_| agent.carry == Carry::Nothing)?;
    let words = stderr
        .lines()
        .filter(|line| {
            let line = line.to_lowercase();
            TELLING.iter().any(|telling| line.contains(telling))
        })
        .flat_map(|line| line.split(|c: char| c.is_whitespace() || "'\"`:,;()[]<>".contains(c)));
    let name = words.filter_map(|word| missed(word, dir, beside)).next()?;
    Some(format!(
        "{} lies beside homework, not in its working directory; run with --copy-files, or open it by \
         the program's own path",
        visible::path(name)
    ))
}

/// The file that a word means, if it lies `beside` the program alone. Java names a class without
/// the end of its file.
fn missed(word: &str, dir: &Path, beside: &Path) -> Option<PathBuf> {
    let word = Path::new(word.trim_end_matches('.'));
    let name = word.strip_prefix(dir).unwrap_or(word);
    let name: PathBuf = name.components().filter(|part| *part != Component::CurDir).collect();
    let is_below = name.components().all(|part| matches!(part, Component::Normal(_)));
    let is_program = ["homework", "calibrate"].iter().any(|program| name == Path::new(program));
    let is_name = is_below && !is_program && name.file_name().is_some();
    let class = name.extension().is_none().then(|| name.with_extension(OsStr::new("class")));
    [Some(name), class].into_iter().flatten().find(|name| {
        is_name
            && beside.join(name).symlink_metadata().is_ok_and(|found| found.is_file())
            && dir.join(name).symlink_metadata().is_err()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn a_file_beside_the_program_is_named_in_the_words_of_each_language() {
        let (home, dir) = (tempfile::tempdir().expect("made"), tempfile::tempdir().expect("made"));
        fs::create_dir(home.path().join("nets")).expect("made");
        for name in ["homework", "weights.txt", "nets/a.bin", "Main.class", "Main.java"] {
            fs::write(home.path().join(name), "x").expect("written");
        }
        let executable = fs::Permissions::from_mode(0o755);
        fs::set_permissions(home.path().join("homework"), executable).expect("set");
        let agent = Agent::in_directory(home.path(), "homework").expect("an agent");
        let python = format!(
            "python3: can't open file '{}/weights.txt': [Errno 2] No such file or directory",
            dir.path().display()
        );
        for (text, name) in [
            (
                "FileNotFoundError: [Errno 2] No such file or directory: 'weights.txt'",
                "weights.txt",
            ),
            ("java.io.FileNotFoundException: ./nets/a.bin (No such file or d.)", "nets/a.bin"),
            ("Error: Could not find or load main class Main", "Main.class"),
            ("cannot open weights.txt.", "weights.txt"),
            (&python, "weights.txt"),
        ] {
            let told = missing_file_hint(&agent, dir.path(), text).unwrap_or_default();
            assert!(told.starts_with(&format!("{name} lies beside homework,")), "{text}: {told}");
        }
        for text in [
            "at Homework.main(Main.java:12)",
            "no such file: other.txt",
            "homework: not found",
            "/weights.txt and ../weights.txt: not found",
            "",
        ] {
            assert_eq!(missing_file_hint(&agent, dir.path(), text), None, "{text}");
        }
        fs::write(dir.path().join("weights.txt"), "x").expect("written");
        let in_both_places = missing_file_hint(&agent, dir.path(), "cannot open weights.txt");
        assert_eq!(in_both_places, None);
        let carried = agent.clone().carrying(Carry::Files);
        assert_eq!(missing_file_hint(&carried, dir.path(), "nets/a.bin: not found"), None);
    }
}
