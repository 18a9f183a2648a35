//! The submissions of a class, one folder for each student, and the first stage: each is copied and
//! built.
//!
//! A submission is never run where it lies: its regular files are copied first. Links are not
//! followed, since they may lead anywhere, and the files of tools (`.git`, `target`) are not
//! copied. The number of files and their size are bounded: nobody can fill the grader's disk.

use crate::agent::folder::{FolderError, Listing};
use crate::agent::{Agent, HOMEWORK, files};
use crate::class::build::{Builder, Built};
use crate::class::class_guard::ClassGuard;
use crate::class::error::ClassError;
use crate::class::recipe::is_program;
use crate::class::stage::{self, StageKey, Stages, make_folder};
use formats::file;
use sha2::{Digest, Sha256};
use std::fs;
use std::path::{Path, PathBuf};
use unicode_normalization::UnicodeNormalization;

/// The most bytes of a submission.
const MOST_BYTES: u64 = 200 << 20;
/// The most characters of a name: it is a name in tables too.
const LONGEST_NAME: usize = 60;
/// The endings of files about a submission: they follow its name.
const TAKEN_ENDS: [&str; 3] = [".json", ".log", ".html"];

/// The folder of one student.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Submission {
    /// The folder's name, composed: macOS writes letters and their marks apart, Linux as one (NFC
    /// of Unicode Standard Annex 15).
    pub name: String,
    pub folder: PathBuf,
}

/// The files of a submission that are copied.
#[derive(Debug)]
struct Content {
    files: Listing,
    /// SHA-256 of the files with their names, in hexadecimal digits.
    sha256: String,
}

/// A submission after the first stage.
#[derive(Clone, Debug)]
pub struct Student {
    /// The name of the submission.
    pub name: String,
    pub built: Built,
    /// `None` if the build failed.
    pub agent: Option<Agent>,
}

/// The submissions in a folder, by name, and the names of other files. Names that begin with a dot
/// are passed over, and so is the folder of the results, `out`.
pub fn list(class: &Path, out: &Path) -> Result<(Vec<Submission>, Vec<String>), ClassError> {
    let rename = |folder: &Path, why: &str| {
        let folder = visible::path(folder);
        ClassError::Correctable(format!("the folder {folder} must be renamed: {why}"))
    };
    let system = ClassError::system("read", class);
    let (mut found, mut others) = (Vec::new(), Vec::new());
    for entry in fs::read_dir(class).map_err(&system)? {
        let entry = entry.map_err(&system)?;
        let name: String = entry.file_name().to_string_lossy().nfc().collect();
        if name.starts_with('.') || entry.path().canonicalize().is_ok_and(|path| path == *out) {
            continue;
        }
        if !entry.file_type().map_err(&system)?.is_dir() {
            others.push(name);
        } else if let Some(why) = unusable(&name) {
            return Err(rename(&entry.path(), why));
        } else {
            found.push(Submission { name, folder: entry.path() });
        }
    }
    if found.is_empty() {
        let class = visible::path(class);
        let why = "holds no folder; each submission must be a folder in it";
        return Err(ClassError::Correctable(format!("{class} {why}")));
    }
    found.sort_by(|a, b| (&a.name, &a.folder).cmp(&(&b.name, &b.folder)));
    if let Some(pair) = found.windows(2).find(|pair| pair[0].name == pair[1].name) {
        let why = "another folder has the same name, written with other Unicode characters";
        return Err(rename(&pair[1].folder, why));
    }
    others.sort();
    Ok((found, others))
}

/// Why a folder's name cannot be the name of an agent; `None` if it can.
fn unusable(name: &str) -> Option<&'static str> {
    let is_plain =
        |c: char| c.is_alphanumeric() && !visible::is_hidden(c) || " -_.+@,'()#".contains(c);
    if !name.chars().all(is_plain) {
        Some("use letters, digits, blanks and -_.+@,'()# only")
    } else if name.starts_with(['-', '+', '@', ' ']) {
        Some("it begins with a dash, +, @ or a blank, which mean something else to other programs")
    } else if name.ends_with(' ') || name.contains("  ") {
        Some("it has a blank at its end or two in a row")
    } else if name.chars().count() > LONGEST_NAME {
        Some("it has more than 60 characters")
    } else if TAKEN_ENDS.iter().any(|end| name.ends_with(end)) {
        Some("it ends like a file about another submission")
    } else if name.starts_with("reference ") {
        Some("the reference agent has such a name")
    } else {
        None
    }
}

impl Submission {
    /// The files to copy, or a sentence: there are too many, or they cannot be read.
    fn content(&self) -> Result<Content, String> {
        let files = Listing::of(&self.folder).map_err(|error| match error {
            FolderError::TooMuch { .. } => {
                "the submission holds too many files, or folders too deep".to_string()
            }
            error => error.to_string(),
        })?;
        if files.bytes() > MOST_BYTES {
            return Err(format!("the submission holds more than {} MB", MOST_BYTES >> 20));
        }
        let mut digest = Sha256::new();
        files.digest(&mut digest).map_err(|error| error.to_string())?;
        Ok(Content { files, sha256: stage::hexadecimal(digest) })
    }
}

impl Content {
    /// Links and other things that are not copied, by their paths.
    fn left_out(&self) -> impl Iterator<Item = String> {
        self.files.not_files().map(|path| path.to_string_lossy().into_owned())
    }

    /// Copies the files into a new folder; whatever was there before is removed.
    fn copy(&self, to: &Path) -> Result<(), ClassError> {
        files::remove(to).map_err(ClassError::system("remove", to))?;
        make_folder(to)?;
        self.files.copy(to, &[]).map_err(|error| ClassError::Correctable(error.to_string()))
    }
}

/// The folder of the copies, in that of the results.
pub const COPIES: &str = "agents";

/// Builds all submissions that have changed since the last run.
pub fn build_all(
    stages: &Stages<'_>,
    submissions: &[Submission],
    guard: &ClassGuard<'_>,
) -> Result<Vec<Student>, ClassError> {
    let folder = stages.folder(COPIES)?;
    let build = |submission: &Submission, core| {
        let student = build_one(stages, submission, &folder, guard, core);
        guard.seal_build(&submission.name);
        student
    };
    let cores = guard.cores();
    stages.each(submissions, cores, ("builds", "building"), |submission| &submission.name, &build)
}

fn build_one(
    stages: &Stages<'_>,
    submission: &Submission,
    folder: &Path,
    guard: &ClassGuard<'_>,
    core: Option<usize>,
) -> Result<Student, ClassError> {
    let name = &submission.name;
    let copy = folder.join(name);
    let built = match submission.content() {
        // Nothing is kept: it may be readable, or smaller, the next time.
        Err(reason) => Built::Failed { reason, command: None },
        Ok(content) => build_content(stages, name, &content, (&copy, guard), core)?,
    };
    let (built, agent) = match built {
        Built::Failed { .. } => (built, None),
        Built::Ready { .. } => match agent(stages, name, &copy) {
            Ok(agent) => (built, Some(agent)),
            Err(reason) => (Built::Failed { reason, command: None }, None),
        },
    };
    if let Built::Failed { reason, .. } = &built {
        stages.log.line(&format!("{name}: not built: {reason}"));
    }
    Ok(Student { name: name.clone(), built, agent })
}

/// The result of the last run, or of a new build.
fn build_content(
    stages: &Stages<'_>,
    name: &str,
    content: &Content,
    (copy, guard): (&Path, &ClassGuard<'_>),
    core: Option<usize>,
) -> Result<Built, ClassError> {
    let tools: Vec<String> = stages.settings.toolchain.lines().collect();
    let key = StageKey::with(&[&content.sha256], &(&stages.scheme().build, tools));
    let path = copy.with_file_name(format!("{name}.build.json"));
    match stage::load(&path, &key) {
        Some(Built::Ready { .. }) if !is_program(&copy.join("homework")) => {}
        Some(built) => return Ok(built),
        None => {}
    }
    // Before the copy changes: a run that is broken off now must not find the old result.
    file::remove(&path);
    content.copy(copy)?;
    for link in content.left_out() {
        stages.log.line(&format!("{name}: not copied, because it is no regular file: {link}"));
    }
    let builder = Builder {
        toolchain: &stages.settings.toolchain,
        limits: &stages.scheme().build,
        temp_root: stages.temp_root,
        sandbox_mode: stages.settings.sandbox_mode,
    };
    let (built, log) = builder.build(copy, core, || guard.check_build(name))?;
    stages.go_on()?;
    file::replace(&copy.with_file_name(format!("{name}.build.log")), log)?;
    stage::store(&path, &key, &built)?;
    if let Built::Ready { by } = &built {
        stages.log.line(&format!("{name}: built: {by}"));
    }
    Ok(built)
}

/// The agent that a build has made.
fn agent(stages: &Stages<'_>, name: &str, copy: &Path) -> Result<Agent, String> {
    let agent = Agent::in_directory(copy, HOMEWORK).map_err(|error| error.to_string())?;
    let mut agent = agent.carrying(stages.scheme().games.carry);
    agent.name = name.to_string();
    agent.files.extend(stages.settings.toolchain.readable_in_games());
    Ok(agent)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    fn submission(folder: &Path) -> Submission {
        Submission { name: "anna".to_string(), folder: folder.to_path_buf() }
    }

    fn write(path: &Path, text: &str) {
        fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        fs::write(path, text).expect("written");
    }

    #[test]
    fn a_copy_has_the_same_digest_and_follows_no_link() {
        let dir = tempfile::tempdir().expect("a folder");
        let (from, to) = (dir.path().join("from"), dir.path().join("to"));
        write(&from.join("src/main.rs"), "fn main() {}");
        write(&from.join("target/release/old"), "left by a tool");
        let plain = submission(&from).content().expect("small");
        symlink("/etc/hostname", from.join("link")).expect("linked");
        symlink("/", from.join("root")).expect("linked");
        let content = submission(&from).content().expect("small");
        assert_eq!(content.left_out().collect::<Vec<_>>(), ["link", "root"]);
        content.copy(&to).expect("copied");
        write(&to.join("src/more.rs"), "made by a build");
        content.copy(&to).expect("copied again over the old one");
        let copied = submission(&to).content().expect("small");
        assert_eq!((copied.sha256, copied.files.not_files().count()), (plain.sha256, 0));
        write(&from.join("src/main.rs"), "fn main() { }");
        assert_ne!(submission(&from).content().expect("small").sha256, content.sha256);
    }

    #[test]
    fn a_submission_that_is_too_large_is_refused() {
        let dir = tempfile::tempdir().expect("a folder");
        // A file with a hole has this length and takes no room.
        let file = fs::File::create(dir.path().join("large")).expect("made");
        file.set_len(MOST_BYTES + 1).expect("a length");
        let error = submission(dir.path()).content().expect_err("too large");
        assert_eq!(error, "the submission holds more than 200 MB");
    }

    /// macOS writes an ü as a u and a mark, which is not a letter.
    #[test]
    fn a_name_of_letters_and_marks_is_that_of_the_letters() {
        let dir = tempfile::tempdir().expect("a folder");
        let (out, decomposed) = (dir.path().join("out"), dir.path().join("Mu\u{308}ller"));
        fs::create_dir(&decomposed).expect("made");
        let (found, _) = list(dir.path(), &out).expect("usable");
        assert_eq!(found[0].name, "M\u{fc}ller");
        assert_eq!(found[0].folder, decomposed, "the folder is called as it is");
        if fs::create_dir(dir.path().join("M\u{fc}ller")).is_ok() {
            let error = list(dir.path(), &out).expect_err("one name for two").to_string();
            assert!(error.contains("another folder has the same name"), "{error}");
        }
    }

    #[test]
    fn only_plain_names_are_taken() {
        for name in ["anna", "Müller, Jörg", "team #3 (late)", "o'neill-2.1"] {
            assert_eq!(unusable(name), None, "{name}");
        }
        let long = "x".repeat(61);
        for name in ["a\nb", "-rf", "a.json", "<b>", "reference depth 1", " a", "a\"b", &long] {
            assert!(unusable(name).is_some(), "{name:?}");
        }
        let dir = tempfile::tempdir().expect("a folder");
        let out = dir.path().canonicalize().expect("there").join("out");
        let message = || list(dir.path(), &out).expect_err("not usable").to_string();
        assert!(message().contains("holds no folder"), "{}", message());
        for name in ["bea", "anna", ".hidden", "out"] {
            fs::create_dir(dir.path().join(name)).expect("made");
        }
        write(&dir.path().join("notes.txt"), "");
        let (found, others) = list(dir.path(), &out).expect("usable");
        let names: Vec<_> = found.iter().map(|one| one.name.as_str()).collect();
        assert_eq!((names, others), (vec!["anna", "bea"], vec!["notes.txt".to_string()]));
        fs::create_dir(dir.path().join("a\tb")).expect("made");
        assert!(message().contains("rename"), "{}", message());
    }
}
