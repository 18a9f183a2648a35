//! What is copied of a submission: the folder in which it can be built, whatever it is packed in.
//!
//! A folder within a folder is entered, beside a report or other files, if it alone can be built.
//! So is an archive, at most two deep: Moodle gives a folder with a ZIP in it, and a student may
//! have packed a ZIP. Archives and loose files are put into a private folder first, which is
//! removed with this value.

use crate::archives::listed::{files_in, folders_in, text_of};
use crate::archives::unpack::{ArchiveKind, unpack};
use crate::archives::unpacked_folder::MOST_BYTES;
use crate::build::built_files::{built_files, foreign_program, sentence_of};
use crate::build::recipe::Recipe;
use crate::error::{ClassError, make_folder};
use crate::intake::folder_to_build::{fits, folders_to_build, folders_with_source};
use crate::intake::{Submission, SubmissionKind};
use cli::visible;
use runner::folder::files;
use runner::folder::listing::{FolderError, Listing};
use sha2::{Digest, Sha256};
use std::fs::{self, File, Permissions};
use std::io::{self, Read};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// Archives that lie in one another.
const MOST_ARCHIVES: usize = 2;
const DEEPEST: usize = 8;

#[derive(Clone, Copy, Debug)]
pub struct Unpacking<'a> {
    pub program: &'static str,
    /// The scheme's command, if it has one: it fits any folder.
    pub command: Option<&'a str>,
    pub temp_root: &'a Path,
}

#[derive(Debug)]
pub struct Content {
    files: Listing,
    /// SHA-256 of the files with their names, in hexadecimal digits.
    pub sha256: String,
    /// Sentences about what is not copied, and where the files were.
    pub notes: Vec<String>,
    /// They hold what `files` lists.
    _unpacked: Vec<TempDir>,
}

impl Content {
    /// The files to copy. There may be too many, or they cannot be read or unpacked.
    pub fn of(submission: &Submission, unpacking: Unpacking<'_>) -> Result<Self, ClassError> {
        let mut opening = SubmissionOpening { unpacking, unpacked: Vec::new(), notes: Vec::new() };
        opening.notes.extend(submission.note());
        let mut at = opening.begin(submission)?;
        loop {
            at = opening.enter(at)?;
            match opening.only_archive(&at) {
                Some((path, kind)) if opening.unpacked.len() < MOST_ARCHIVES => {
                    opening.notes.push(format!("unpacked: {}", name_of(&path)));
                    at = opening.unpack(&path, kind)?;
                }
                _ => break,
            }
        }
        let at = opening.enter_sources(at)?;
        let SubmissionOpening { unpacking, unpacked, mut notes } = opening;
        let (files, sha256, left_out) = listed(&at, unpacking)?;
        notes.extend(left_out);
        let what = |path: &Path| {
            format!("not copied, because it is no regular file: {}", visible::path(path))
        };
        notes.extend(files.not_files().map(what));
        Ok(Content { files, sha256, notes, _unpacked: unpacked })
    }

    /// Copies the files into a new folder; whatever was there before is removed.
    pub fn copy(&self, to: &Path) -> Result<(), ClassError> {
        files::remove(to).map_err(ClassError::system("remove", to))?;
        make_folder(to)?;
        // What is made in it must not inherit the group of a shared folder: no build may set that.
        let own = fs::set_permissions(to, Permissions::from_mode(0o700));
        own.map_err(ClassError::system("change", to))?;
        self.files.copy(to, &[]).map_err(|error| {
            let is_of_machine = match &error {
                FolderError::Copy { source, .. } => !files::is_fault_of_name(source),
                FolderError::System { source, .. } => files::is_failure_of_machine(source),
                FolderError::TooMuch { .. } => false,
            };
            let sentence = error.to_string();
            if is_of_machine { ClassError::Failed(sentence) } else { sentence.into() }
        })
    }
}

/// The files to copy, their digest, and sentences about what is left out: what the build makes
/// anew, and a program of another system.
fn listed(
    folder: &Path,
    unpacking: Unpacking<'_>,
) -> Result<(Listing, String, Vec<String>), ClassError> {
    let mut files = Listing::of(folder).map_err(|error| match error {
        FolderError::TooMuch { .. } => {
            "the submission holds too many files, or folders too deep".to_string()
        }
        error => error.to_string(),
    })?;
    if files.bytes() > MOST_BYTES {
        let most = MOST_BYTES >> 20;
        return Err(format!("the submission holds more than {most} MB").into());
    }
    let Unpacking { program, command, .. } = unpacking;
    let foreign = foreign_program(folder, program, command)?;
    let mut built = built_files(folder, &files, program, command);
    built.retain(|path| foreign.as_ref().is_none_or(|foreign| *path != foreign.name));
    files.leave_out(&built);
    files
        .leave_out(foreign.as_ref().map(|one| std::slice::from_ref(&one.name)).unwrap_or_default());
    let mut digest = Sha256::new();
    files.digest(&mut digest).map_err(|error| error.to_string())?;
    let sentences = foreign.map(|foreign| foreign.note()).into_iter().chain(sentence_of(&built));
    Ok((files, cli::hex(digest.finalize()), sentences.collect()))
}

/// On the way to the folder that can be built.
struct SubmissionOpening<'a> {
    unpacking: Unpacking<'a>,
    unpacked: Vec<TempDir>,
    notes: Vec<String>,
}

impl SubmissionOpening<'_> {
    fn begin(&mut self, submission: &Submission) -> Result<PathBuf, ClassError> {
        match &submission.kind {
            SubmissionKind::Folder => Ok(submission.path.clone()),
            SubmissionKind::Archive(kind) => self.unpack(&submission.path, *kind),
            SubmissionKind::Program => {
                let name = self.program_file(&submission.path);
                self.gathered(&[(submission.path.clone(), name)])
            }
            SubmissionKind::Files(files) => self.gathered(files),
            SubmissionKind::NotUnderstood(why) => Err(why.clone().into()),
        }
    }

    fn private(&mut self) -> Result<PathBuf, ClassError> {
        let made = files::private_folder(self.unpacking.temp_root, "submission-");
        let folder = made.map_err(|error| format!("cannot make a temporary folder: {error}"))?;
        let path = folder.path().to_path_buf();
        self.unpacked.push(folder);
        Ok(path)
    }

    fn unpack(&mut self, archive: &Path, kind: ArchiveKind) -> Result<PathBuf, ClassError> {
        let to = self.private()?;
        let name = name_of(archive);
        let left_out =
            unpack(archive, kind, &to).map_err(|why| format!("cannot unpack {name}: {why}"))?;
        self.notes.extend(left_out.into_iter().map(|sentence| format!("{name}: {sentence}")));
        Ok(to)
    }

    fn gathered(&mut self, files: &[(PathBuf, String)]) -> Result<PathBuf, ClassError> {
        let to = self.private()?;
        for (from, name) in files {
            let copied = copy_file(from, &to.join(name));
            copied.map_err(|error| format!("cannot copy {}: {error}", name_of(from)))?;
        }
        Ok(to)
    }

    /// The name of a loose file as that of the program: `kim.py` is handed in for `homework.py`.
    fn program_file(&self, path: &Path) -> String {
        let program = self.unpacking.program;
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let Some((_, end)) = name.rsplit_once('.') else { return program.to_string() };
        let capital = program[..1].to_uppercase() + &program[1..];
        // The class of a file of Java has the file's name.
        let is_capital = end.eq_ignore_ascii_case("java")
            && text_of(path).contains(&format!("public class {capital}"));
        format!("{}.{end}", if is_capital { &capital } else { program })
    }

    /// The folder below `folder` that can be built; `folder` if it can be itself, or none can.
    fn enter(&mut self, folder: PathBuf) -> Result<PathBuf, ClassError> {
        let Unpacking { program, command, .. } = self.unpacking;
        let mut found = folders_to_build(&folder, program, command);
        // A whole repository: other homework lies beside it.
        let is_own = |path: &&PathBuf| Recipe::names(path, program);
        let own: Vec<PathBuf> = found.iter().filter(is_own).cloned().collect();
        if command.is_some() && found.len() > 1 {
            // The grader's command knows the folders of the repository.
            found = vec![folder.clone()];
        } else if let [_] = own.as_slice() {
            found = own;
        }
        self.enter_one(folder, &found)
    }

    /// The folder below `folder` with sources of another name, where nothing else can be built.
    fn enter_sources(&mut self, folder: PathBuf) -> Result<PathBuf, ClassError> {
        if self.unpacking.command.is_some() || self.fits(&folder) {
            return Ok(folder);
        }
        let found = folders_with_source(&folder);
        self.enter_one(folder, &found)
    }

    fn fits(&self, folder: &Path) -> bool {
        fits(folder, self.unpacking.program, self.unpacking.command)
    }

    fn enter_one(&mut self, folder: PathBuf, found: &[PathBuf]) -> Result<PathBuf, ClassError> {
        match found {
            [] => Ok(folder),
            [only] => {
                if *only != folder {
                    self.notes.push(format!("built in its folder {}", within(&folder, only)));
                }
                Ok(only.clone())
            }
            [one, other, ..] => Err(format!(
                "there is something to build in {} and in {}; one of them must be in the folder \
                 itself",
                within(&folder, one),
                within(&folder, other)
            )
            .into()),
        }
    }

    /// The archive that lies in the folder, or in the one folder in it, beside nothing that could
    /// be built.
    fn only_archive(&self, folder: &Path) -> Option<(PathBuf, ArchiveKind)> {
        if self.fits(folder) {
            return None;
        }
        let mut at = folder.to_path_buf();
        for _ in 0..DEEPEST {
            let mut archives = files_in(&at)
                .into_iter()
                .filter_map(|name| ArchiveKind::of(&name).map(|(kind, _)| (at.join(&name), kind)));
            match (archives.next(), archives.next()) {
                (Some(only), None) => return Some(only),
                (Some(_), Some(_)) => return None,
                (None, _) => {}
            }
            let [only] = <[String; 1]>::try_from(folders_in(&at)).ok()?;
            at.push(only);
        }
        None
    }
}

/// The text of a path, from the folder that it lies in.
fn within(folder: &Path, path: &Path) -> String {
    visible::path(path.strip_prefix(folder).unwrap_or(path))
}

/// Copies a regular file with its time of modification, no more than a submission may hold.
fn copy_file(from: &Path, to: &Path) -> io::Result<()> {
    let file = File::open(from)?;
    let about = file.metadata()?;
    let mut new = files::create_new(to)?;
    io::copy(&mut file.take(MOST_BYTES + 1), &mut new)?;
    new.set_modified(about.modified()?)?;
    fs::set_permissions(to, about.permissions())
}

fn name_of(path: &Path) -> String {
    visible::path(path.file_name().unwrap_or_default())
}

#[cfg(test)]
mod any_submission;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::archives::unpack::tests::zip_of;
    use crate::intake::CourseRecord;
    use referee::players::HOMEWORK;
    use std::os::unix::fs::symlink;

    fn write(path: &Path, text: impl AsRef<[u8]>) {
        fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        fs::write(path, text).expect("written");
    }

    fn content_of(path: &Path, kind: SubmissionKind) -> Result<Content, ClassError> {
        let temp_root = std::env::temp_dir();
        let unpacking = Unpacking { program: HOMEWORK, command: None, temp_root: &temp_root };
        let (name, handed_in) = ("kim".to_string(), "kim".to_string());
        let (record, path) = (CourseRecord::default(), path.to_path_buf());
        let submission = Submission { name, handed_in, record, path, kind };
        Content::of(&submission, unpacking)
    }

    fn content(folder: &Path) -> Result<Content, ClassError> {
        content_of(folder, SubmissionKind::Folder)
    }

    fn copied(found: Result<Content, ClassError>) -> (Vec<String>, Vec<String>) {
        let dir = tempfile::tempdir().expect("a folder");
        let content = found.expect("usable");
        content.copy(&dir.path().join("copy")).expect("copied");
        (files_in(&dir.path().join("copy")), content.notes)
    }

    #[test]
    fn a_copy_has_the_same_digest_and_follows_no_link() {
        let dir = tempfile::tempdir().expect("a folder");
        let (from, to) = (dir.path().join("from"), dir.path().join("to"));
        write(&from.join("Cargo.toml"), "");
        write(&from.join("src/main.rs"), "fn main() {}");
        write(&from.join("target/release/old"), "left by a tool");
        let plain = content(&from).expect("small");
        symlink("/etc/hostname", from.join("link")).expect("linked");
        symlink("/", from.join("root")).expect("linked");
        let found = content(&from).expect("small");
        assert_eq!(found.notes[1], "not copied, because it is no regular file: root");
        found.copy(&to).expect("copied");
        write(&to.join("src/more.rs"), "made by a build");
        found.copy(&to).expect("copied again over the old one");
        let copy = content(&to).expect("small");
        assert_eq!((copy.sha256, copy.notes.len()), (plain.sha256, 0));
        write(&from.join("src/main.rs"), "fn main() { }");
        assert_ne!(content(&from).expect("small").sha256, found.sha256);
    }

    #[test]
    fn a_submission_that_is_too_large_is_refused() {
        let dir = tempfile::tempdir().expect("a folder");
        // A file with a hole has this length and takes no room.
        let file = File::create(dir.path().join("large")).expect("made");
        file.set_len(MOST_BYTES + 1).expect("a length");
        let error = content(dir.path()).expect_err("too large").to_string();
        assert_eq!(error, "the submission holds more than 200 MB");
    }

    #[test]
    fn the_one_folder_that_can_be_built_is_entered() {
        let dir = tempfile::tempdir().expect("a folder");
        write(&dir.path().join("__MACOSX/homework.py"), "");
        write(&dir.path().join("report.pdf"), "");
        write(&dir.path().join("docs/notes.txt"), "");
        write(&dir.path().join("kim/project/homework.py"), "");
        write(&dir.path().join("kim/project/old/homework.py"), "");
        let (files, notes) = copied(content(dir.path()));
        assert_eq!(
            (files, notes),
            (vec!["homework.py".into()], vec!["built in its folder kim/project".to_string()])
        );
        write(&dir.path().join("other/homework.py"), "");
        let error = content(dir.path()).expect_err("two").to_string();
        assert!(error.contains("something to build in kim/project and in other"), "{error}");
        fs::remove_file(dir.path().join("other/homework.py")).expect("removed");
        write(&dir.path().join("other/Makefile"), "");
        let note = "built in its folder kim/project".to_string();
        assert_eq!(copied(content(dir.path())).1, [note], "another homework has a Makefile");
        write(&dir.path().join("homework.py"), "");
        assert!(copied(content(dir.path())).1.is_empty(), "the folder itself counts first");
    }

    #[test]
    fn archives_are_unpacked_also_within_a_folder_and_within_one_another() {
        let dir = tempfile::tempdir().expect("a folder");
        let inner = zip_of(&[("hw/homework.py", b"print()", 0o644), ("../x", b"", 0o644)]);
        let outer = zip_of(&[("kim/hw.zip", &inner, 0o644)]);
        write(&dir.path().join("kim/homework.zip"), &inner);
        let (files, notes) = copied(content(&dir.path().join("kim")));
        assert_eq!(files, ["homework.py"]);
        let expected = "homework.zip: not unpacked: ../x, whose name leads out of the folder";
        assert!(notes[0] == "unpacked: homework.zip" && notes[1] == expected, "{notes:?}");
        write(&dir.path().join("kim.zip"), &outer);
        let kind = SubmissionKind::Archive(ArchiveKind::Zip);
        assert_eq!(copied(content_of(&dir.path().join("kim.zip"), kind.clone())).0, files);
        write(&dir.path().join("bad.zip"), "Rar!");
        let error = content_of(&dir.path().join("bad.zip"), kind).expect_err("no ZIP").to_string();
        assert!(error.starts_with("cannot unpack bad.zip: it is no ZIP"), "{error}");
    }

    #[test]
    fn loose_files_are_named_like_the_program() {
        let dir = tempfile::tempdir().expect("a folder");
        for (name, text, expected) in [
            ("kim.py", "", "homework.py"),
            ("lee.java", "public class Homework {", "Homework.java"),
            ("ann.java", "public class homework {", "homework.java"),
            ("bot", "", "homework"),
        ] {
            let path = dir.path().join(name);
            write(&path, text);
            assert_eq!(copied(content_of(&path, SubmissionKind::Program)).0, [expected]);
        }
    }
}
