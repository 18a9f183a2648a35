//! The submissions of a class: one folder for each student.
//!
//! A submission is never run where it lies: its regular files are copied first. Links are not
//! followed, since they may lead anywhere, and what tools leave behind (`.git`, `target`) is not
//! copied. The number of files and their size are bounded, so that nobody fills the disk of the
//! grader. The same files under the same names have the same SHA-256, whoever copies them.

use crate::agent::files;
use crate::agent::files::Found;
use crate::class::error::ClassError;
use sha2::{Digest, Sha256};
use std::fs::{self, File, Permissions};
use std::io::{self, Read};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// The most files of a submission.
const MOST_FILES: usize = 10_000;
/// The most bytes of a submission.
const MOST_BYTES: u64 = 200 << 20;
/// The most characters of a name, which is a name in tables too.
const LONGEST_NAME: usize = 60;
/// Folders and files that tools leave behind; they are not copied.
const LEFT_OUT: [&str; 4] = [".git", "target", "__pycache__", ".DS_Store"];
/// What stands behind the name of a submission in the names of files about it.
const TAKEN_ENDS: [&str; 3] = [".json", ".log", ".html"];

/// The folder of one student.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Submission {
    /// The folder's name.
    pub name: String,
    /// Where it is.
    pub folder: PathBuf,
}

/// What is to be copied of a submission.
#[derive(Debug)]
pub(super) struct Content {
    folder: PathBuf,
    files: Vec<ContentFile>,
    /// SHA-256 of the files with their names, in hexadecimal digits.
    pub(super) sha256: String,
    /// Links and other things that are no files, by their names.
    pub(super) left_out: Vec<String>,
}

#[derive(Debug)]
struct ContentFile {
    /// From the submission's folder.
    path: PathBuf,
    is_executable: bool,
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
        let name = entry.file_name().to_string_lossy().into_owned();
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
    found.sort_by(|a, b| a.name.cmp(&b.name));
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
        let (mut paths, mut left_out) = (Vec::new(), Vec::new());
        let mut folders = vec![PathBuf::new()];
        while let Some(within) = folders.pop() {
            let folder = self.folder.join(&within);
            for entry in fs::read_dir(&folder).map_err(|e| unreadable(&folder, &e))? {
                let entry = entry.map_err(|e| unreadable(&folder, &e))?;
                let path = within.join(entry.file_name());
                let kind = entry.file_type().map_err(|e| unreadable(&path, &e))?;
                if LEFT_OUT.iter().any(|name| entry.file_name() == *name) {
                    continue;
                } else if kind.is_dir() {
                    folders.push(path);
                } else if kind.is_file() {
                    paths.push(path);
                } else {
                    left_out.push(path.to_string_lossy().into_owned());
                }
                if paths.len() + folders.len() + left_out.len() > MOST_FILES {
                    return Err(format!("the submission holds more than {MOST_FILES} files"));
                }
            }
        }
        paths.sort();
        left_out.sort();
        self.digested(paths, left_out)
    }

    fn digested(&self, paths: Vec<PathBuf>, left_out: Vec<String>) -> Result<Content, String> {
        let (mut all, mut bytes) = (Sha256::new(), 0);
        let mut files = Vec::with_capacity(paths.len());
        for path in paths {
            let mut file = open(&self.folder.join(&path))?;
            let metadata = file.metadata().map_err(|e| unreadable(&path, &e))?;
            let is_executable = metadata.permissions().mode() & 0o100 != 0;
            let name = path.as_os_str().as_bytes();
            all.update((name.len() as u64).to_le_bytes());
            all.update(name);
            all.update([u8::from(is_executable)]);
            let length = digest_file(&mut file, &mut all, MOST_BYTES - bytes);
            let length = length.map_err(|e| unreadable(&path, &e))?;
            bytes += length;
            if bytes >= MOST_BYTES {
                return Err(format!("the submission holds more than {} MB", MOST_BYTES >> 20));
            }
            all.update(length.to_le_bytes());
            files.push(ContentFile { path, is_executable });
        }
        let sha256 = all.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
        Ok(Content { folder: self.folder.clone(), files, sha256, left_out })
    }
}

/// Adds at most `limit` bytes of a file to a digest; returns how many there were.
fn digest_file(file: &mut File, digest: &mut Sha256, limit: u64) -> io::Result<u64> {
    let mut buffer = vec![0; 64 << 10];
    let (mut length, mut rest) = (0, file.take(limit));
    loop {
        match rest.read(&mut buffer)? {
            0 => return Ok(length),
            count => {
                digest.update(&buffer[..count]);
                length += count as u64;
            }
        }
    }
}

impl Content {
    /// Copies the files into a new folder; whatever was there before is removed.
    ///
    /// # Errors
    /// A file cannot be read or written.
    pub(super) fn copy(&self, to: &Path) -> Result<(), ClassError> {
        files::remove(to).map_err(|source| ClassError::system("remove", to, source))?;
        fs::create_dir_all(to).map_err(|source| ClassError::system("make", to, source))?;
        for ContentFile { path, is_executable } in &self.files {
            let target = to.join(path);
            let write = |source| ClassError::system("write", &target, source);
            if let Some(parent) = target.parent() {
                fs::create_dir_all(parent).map_err(write)?;
            }
            let from = self.folder.join(path);
            let Found::Regular(file) = files::open(&from) else {
                return Err(ClassError::Changed { path: from });
            };
            let mut copy = File::create_new(&target).map_err(write)?;
            io::copy(&mut file.take(MOST_BYTES), &mut copy).map_err(write)?;
            let mode = if *is_executable { 0o755 } else { 0o644 };
            fs::set_permissions(&target, Permissions::from_mode(mode)).map_err(write)?;
        }
        Ok(())
    }
}

fn open(path: &Path) -> Result<File, String> {
    match files::open(path) {
        Found::Regular(file) => Ok(file),
        Found::Unreadable(error) => Err(unreadable(path, &error)),
        Found::Missing | Found::NotAFile(_) => {
            Err(format!("{} has changed while it was read", path.display()))
        }
    }
}

fn unreadable(path: &Path, error: &io::Error) -> String {
    format!("cannot read {}: {error}", path.display())
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
        write(&from.join("build.sh"), "true");
        write(&from.join("target/release/old"), "left by a tool");
        fs::set_permissions(from.join("build.sh"), Permissions::from_mode(0o755)).expect("set");
        symlink("/etc/hostname", from.join("link")).expect("linked");
        symlink("/", from.join("root")).expect("linked");
        let content = submission(&from).content().expect("small");
        assert_eq!(content.left_out, ["link", "root"]);
        content.copy(&to).expect("copied");
        content.copy(&to).expect("copied again over the old one");
        assert!(!to.join("link").exists() && !to.join("target").exists());
        let copied = submission(&to).content().expect("small");
        assert_eq!((copied.sha256, copied.left_out.len()), (content.sha256.clone(), 0));
        write(&from.join("src/main.rs"), "fn main() { }");
        assert_ne!(submission(&from).content().expect("small").sha256, content.sha256);
    }

    #[test]
    fn names_permissions_and_contents_are_all_part_of_the_digest() {
        let dir = tempfile::tempdir().expect("a folder");
        let digest = |name: &str, files: &[(&str, &str)]| {
            let folder = dir.path().join(name);
            files.iter().for_each(|(name, text)| write(&folder.join(name), text));
            submission(&folder).content().expect("small").sha256
        };
        let all = [
            digest("1", &[("ab", "c")]),
            digest("2", &[("a", "bc")]),
            digest("3", &[("a", ""), ("b", "c")]),
            digest("4", &[("a", "b"), ("b", "c")]),
        ];
        for (index, one) in all.iter().enumerate() {
            assert!(!all[..index].contains(one), "{index}");
        }
    }

    #[test]
    fn too_many_files_are_refused() {
        let dir = tempfile::tempdir().expect("a folder");
        for number in 0..=MOST_FILES {
            File::create(dir.path().join(number.to_string())).expect("made");
        }
        let error = submission(dir.path()).content().expect_err("too many");
        assert_eq!(error, "the submission holds more than 10000 files");
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
