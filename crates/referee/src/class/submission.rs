//! The submissions of a class: one folder for each student.
//!
//! A submission is never run where it lies: its regular files are copied first. Links are not
//! followed, since they may lead anywhere, and what tools leave behind (`.git`, `target`) is not
//! copied. The number of files and their size are bounded, so that nobody fills the disk of the
//! grader.

use crate::agent::files;
use crate::agent::folder::{FolderError, Listing};
use crate::class::error::ClassError;
use sha2::{Digest, Sha256};
use std::fs;
use std::path::{Path, PathBuf};
use unicode_normalization::UnicodeNormalization;

/// The most bytes of a submission.
const MOST_BYTES: u64 = 200 << 20;
/// The most characters of a name, which is a name in tables too.
const LONGEST_NAME: usize = 60;
/// What stands behind the name of a submission in the names of files about it.
const TAKEN_ENDS: [&str; 3] = [".json", ".log", ".html"];

/// The folder of one student.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Submission {
    /// The folder's name, composed: macOS writes letters and their marks apart, Linux as one (NFC
    /// of Unicode Standard Annex 15).
    pub name: String,
    /// Where it is.
    pub folder: PathBuf,
}

/// What is to be copied of a submission.
#[derive(Debug)]
pub(super) struct Content {
    files: Listing,
    /// SHA-256 of the files with their names, in hexadecimal digits.
    pub(super) sha256: String,
}

/// The submissions in a folder, by name, and the names of what is no folder. Names that begin with
/// a dot are passed over, and so is the folder of the results, `out`.
///
/// # Errors
/// The folder cannot be read, holds no folder, or a name cannot be used.
pub(super) fn list(class: &Path, out: &Path) -> Result<(Vec<Submission>, Vec<String>), ClassError> {
    let system = |source| ClassError::system("read", class, source);
    let (mut found, mut others) = (Vec::new(), Vec::new());
    for entry in fs::read_dir(class).map_err(system)? {
        let entry = entry.map_err(system)?;
        let name: String = entry.file_name().to_string_lossy().nfc().collect();
        if name.starts_with('.') || entry.path().canonicalize().is_ok_and(|path| path == *out) {
            continue;
        }
        if !entry.file_type().map_err(system)?.is_dir() {
            others.push(name);
        } else if let Some(why) = unusable(&name) {
            return Err(ClassError::Name { path: entry.path(), why });
        } else {
            found.push(Submission { name, folder: entry.path() });
        }
    }
    if found.is_empty() {
        return Err(ClassError::Empty { path: class.to_path_buf() });
    }
    found.sort_by(|a, b| (&a.name, &a.folder).cmp(&(&b.name, &b.folder)));
    if let Some(pair) = found.windows(2).find(|pair| pair[0].name == pair[1].name) {
        let why = "another folder has the same name, written with other Unicode characters";
        return Err(ClassError::Name { path: pair[1].folder.clone(), why });
    }
    others.sort();
    Ok((found, others))
}

/// Why a folder's name cannot be the name of an agent; `None` if it can.
fn unusable(name: &str) -> Option<&'static str> {
    let is_plain = |c: char| c.is_alphanumeric() || " -_.+@,'()#".contains(c);
    if !name.chars().all(is_plain) {
        Some("use letters, digits, blanks and -_.+@,'()# only")
    } else if name.starts_with(['-', '+', '@', ' ']) {
        Some("it begins with a dash, +, @ or a blank, which other programs take for something else")
    } else if name.ends_with(' ') || name.contains("  ") {
        Some("it holds a blank too many")
    } else if name.chars().count() > LONGEST_NAME {
        Some("it has more than 60 characters")
    } else if TAKEN_ENDS.iter().any(|end| name.ends_with(end)) {
        Some("it ends like a file about another submission")
    } else if name.starts_with("reference ") {
        Some("the reference agent is called so")
    } else {
        None
    }
}

impl Submission {
    /// What is in it.
    ///
    /// # Errors
    /// A sentence: it is too large, or cannot be read.
    pub(super) fn content(&self) -> Result<Content, String> {
        let files = Listing::of(&self.folder).map_err(|error| match error {
            FolderError::TooMuch { .. } => "the submission holds too many files".to_string(),
            error => error.to_string(),
        })?;
        if files.bytes() > MOST_BYTES {
            return Err(format!("the submission holds more than {} MB", MOST_BYTES >> 20));
        }
        let mut digest = Sha256::new();
        files.digest(&mut digest).map_err(|error| error.to_string())?;
        let sha256 = digest.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
        Ok(Content { files, sha256 })
    }
}

impl Content {
    /// Links and other things that are not copied, by their paths.
    pub(super) fn left_out(&self) -> impl Iterator<Item = String> {
        self.files.not_files().map(|path| path.to_string_lossy().into_owned())
    }

    /// Copies the files into a new folder; whatever was there before is removed.
    ///
    /// # Errors
    /// A file cannot be read or written.
    pub(super) fn copy(&self, to: &Path) -> Result<(), ClassError> {
        files::remove(to).map_err(|source| ClassError::system("remove", to, source))?;
        fs::create_dir_all(to).map_err(|source| ClassError::system("make", to, source))?;
        Ok(self.files.copy(to, &[])?)
    }
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

    /// macOS writes an ü as a u and a mark, which is no letter.
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
