//! What one student has handed in: a folder, an archive, a source or a program.

use crate::archives::unpack::ArchiveKind;
use crate::build::language::is_source;
use crate::error::ClassError;
use crate::intake::student_name::{CanvasName, MoodleName, name_of};
use cli::visible;
use jiff::Timestamp;
use std::fs::{self, FileType};
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

const OTHER_ARCHIVES: [&str; 9] = ["rar", "7z", "gz", "bz2", "xz", "zst", "tbz2", "txz", "sit"];
const OTHER_PROGRAMS: [&str; 16] = [
    "ipynb", "jar", "class", "exe", "dll", "js", "ts", "go", "kt", "cs", "hs", "scala", "rb", "pl",
    "swift", "pyc",
];

/// What a course system says of a submission, in its name or in a list beside it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CourseRecord {
    /// The student's number in the system.
    pub id: Option<String>,
    /// The name says that it came late, and not by how much.
    pub is_late: bool,
    pub handed_in_at: Option<Timestamp>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Submission {
    pub name: String,
    /// What it is called in the folder of the class.
    pub handed_in: String,
    pub record: CourseRecord,
    /// Where it is; of several files the first.
    pub path: PathBuf,
    pub kind: SubmissionKind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SubmissionKind {
    Folder,
    Archive(ArchiveKind),
    /// One loose file, whatever it is called.
    Program,
    /// Loose files, with the names that the student has given them.
    Files(Vec<(PathBuf, String)>),
    NotUnderstood(String),
}

impl Submission {
    /// What the student's page says if the name is another than that of the file or folder.
    pub fn note(&self) -> Option<String> {
        let is_other = self.handed_in != self.name;
        is_other.then(|| format!("handed in as {}", visible::line(&self.handed_in)))
    }
}

/// What lies at a path, called `name` in place of its own name.
pub fn submission_at(path: &Path, name: Option<&str>) -> Result<Submission, ClassError> {
    let whole = path.canonicalize().map_err(|error| unusable(path, error))?;
    let kind = whole.metadata().map_err(|error| unusable(path, error))?.file_type();
    let file = whole.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let (stem, kind) = understood(&file, &whole, kind).unwrap_or_else(|| {
        let stem = file.rsplit_once('.').map_or(file.as_str(), |(stem, _)| stem).to_string();
        let shown = visible::line(&file);
        let why = format!(
            "{shown} is neither an archive that can be unpacked (.zip, .tar.gz) nor a source"
        );
        // A user who names one file means it for the program.
        let is_program = !file.contains('.');
        let not_understood = SubmissionKind::NotUnderstood(why);
        (stem, if is_program { SubmissionKind::Program } else { not_understood })
    });
    // A name that is given stays, that of Moodle or Canvas falls away.
    let called = name
        .map(str::to_string)
        .or_else(|| MoodleName::read(&file).map(|moodle| moodle.student.to_string()))
        .or_else(|| CanvasName::read(&file).map(|canvas| canvas.student.to_string()))
        .unwrap_or(stem);
    let name = name_of(&called);
    let record = CourseRecord::default();
    Ok(Submission { handed_in: name.clone(), name, record, path: whole, kind })
}

fn unusable(path: &Path, error: io::Error) -> ClassError {
    let path = visible::path(path);
    ClassError::Correctable(format!("{path}: {error}; name a folder, an archive or a source"))
}

/// What a file or folder is called without its end, and what is in it; `None` if it is none.
pub(super) fn understood(
    name: &str,
    path: &Path,
    kind: FileType,
) -> Option<(String, SubmissionKind)> {
    let (stem, end) = match name.rsplit_once('.') {
        Some((stem, end)) if !stem.is_empty() => (stem.to_string(), end.to_lowercase()),
        _ => (name.to_string(), String::new()),
    };
    let kind = if kind.is_dir() {
        return Some((name.to_string(), SubmissionKind::Folder));
    } else if kind.is_symlink() {
        not_understood(format!("{name} is a link; what it leads to must be there itself"))
    } else if !kind.is_file() {
        None
    } else if let Some((kind, stem)) = ArchiveKind::of(name) {
        return Some((stem.to_string(), SubmissionKind::Archive(kind)));
    } else if is_source(name) || end.is_empty() && is_executable(path) {
        Some(SubmissionKind::Program)
    } else if OTHER_ARCHIVES.contains(&end.as_str()) {
        not_understood(format!(
            "{name} is no archive that can be unpacked; hand in a .zip or .tar.gz"
        ))
    } else if OTHER_PROGRAMS.contains(&end.as_str()) {
        not_understood(format!(
            "{name} is no source that can be built; it needs a folder {stem} with a build.sh"
        ))
    } else {
        None
    };
    kind.map(|kind| (stem, kind))
}

fn not_understood(why: String) -> Option<SubmissionKind> {
    Some(SubmissionKind::NotUnderstood(why))
}

fn is_executable(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|found| found.permissions().mode() & 0o111 != 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_lies_there_is_told_by_its_kind_and_name() {
        let dir = tempfile::tempdir().expect("a folder");
        fs::create_dir(dir.path().join("submission")).expect("made");
        for name in ["kim.zip", "lee.py", "ann", "bo.rar"] {
            fs::write(dir.path().join(name), "").expect("written");
        }
        let kind = |name: &str, given: Option<&str>| {
            let path = dir.path().join(name);
            submission_at(&path, given).map(|found| (found.name, found.kind))
        };
        let folder = kind("submission", Some("Kim Lee")).expect("there");
        assert_eq!(folder, ("Kim Lee".to_string(), SubmissionKind::Folder));
        let archive = SubmissionKind::Archive(ArchiveKind::Zip);
        assert_eq!(kind("kim.zip", None).expect("there"), ("kim".to_string(), archive));
        for (name, called) in [("lee.py", "lee"), ("ann", "ann")] {
            let found = kind(name, None).expect("there");
            assert_eq!(found, (called.to_string(), SubmissionKind::Program));
        }
        let moodle = "Lee Kim_12345_assignsubmission_file_";
        fs::create_dir(dir.path().join(moodle)).expect("made");
        assert_eq!(kind(moodle, None).expect("there").0, "Lee Kim");
        let other = kind("bo.rar", None).expect("there").1;
        assert!(matches!(other, SubmissionKind::NotUnderstood(why) if why.contains("bo.rar")));
        assert!(kind("nobody", None).is_err_and(|error| error.to_string().contains("nobody")));
    }
}
