//! What lies in the folder of a class: submissions, and what is none.
//!
//! | found | taken as |
//! |---|---|
//! | a folder | the submission of the student whom its name names |
//! | `.zip`, `.tar`, `.tar.gz`, `.tgz` | the same, unpacked |
//! | a loose source (`kim.py`) or program | the same, for the program (`homework.py`) |
//! | loose files with the names that Moodle gives | the files of one student together |
//! | another archive, a source of another language, a link | a submission that is not understood |
//! | what systems and tools add, other files | no submission; said to the grader |
//!
//! Nothing is left out in silence: who has handed in something stands in the table of grades.

pub mod contents;
pub mod student_name;

use crate::archives::unpack::ArchiveKind;
use crate::archives::unpacked_folder::is_litter;
use crate::build::recipe::Recipe;
use crate::build::source_file::is_source;
use crate::error::ClassError;
use crate::intake::student_name::{MoodleName, composed, names};
use cli::visible;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, FileType};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// Ends of archives that are not unpacked.
const OTHER_ARCHIVES: [&str; 9] = ["rar", "7z", "gz", "bz2", "xz", "zst", "tbz2", "txz", "sit"];
/// Ends of programs in forms that are not built.
const OTHER_PROGRAMS: [&str; 16] = [
    "ipynb", "jar", "class", "exe", "dll", "js", "ts", "go", "kt", "cs", "hs", "scala", "rb", "pl",
    "swift", "pyc",
];

/// What one student has handed in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Submission {
    /// The student's name in all tables.
    pub name: String,
    /// What it is called in the folder of the class.
    pub handed_in: String,
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
    /// The sentence about it.
    NotUnderstood(String),
}

impl Submission {
    /// What the student's page says if the name is another than that of the file or folder.
    pub fn note(&self) -> Option<String> {
        let is_other = self.handed_in != self.name;
        is_other.then(|| format!("handed in as {}", visible::line(&self.handed_in)))
    }
}

/// All that lies in the folder of a class.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Intake {
    /// By name.
    pub submissions: Vec<Submission>,
    /// A sentence for each file or folder that is no submission.
    pub left_out: Vec<String>,
}

/// One file or folder.
struct IntakeEntry {
    /// Composed.
    name: String,
    /// Different for different names, also where a name is no text.
    whole: String,
    path: PathBuf,
    kind: FileType,
}

/// Looks at the folder of a class; `out`, the folder of the results, is passed over.
pub fn intake(class: &Path, out: &Path, program: &'static str) -> Result<Intake, ClassError> {
    let entries = entries(class, out)?;
    let folders: BTreeSet<&str> =
        entries.iter().filter(|it| it.kind.is_dir()).map(|it| it.name.as_str()).collect();
    let mut sorted = Sorted::default();
    for entry in &entries {
        sorted.add(entry, &folders);
    }
    let Sorted { found, moodle, left_out, litter } = sorted;
    let mut found: Vec<FoundSubmission> = found.into_iter().chain(moodle.into_values()).collect();
    let is_one = |one: &FoundSubmission| {
        matches!(one.kind, SubmissionKind::Folder | SubmissionKind::Archive(_))
    };
    if !found.iter().any(is_one) && Recipe::fits(class, program) {
        let class = visible::path(class);
        return Err(ClassError::Correctable(format!(
            "{class} is itself a submission; name the folder that holds it, or check it with: \
             referee check {class}"
        )));
    }
    if found.is_empty() {
        let class = visible::path(class);
        let why = "holds no submission: no folder, no archive, no program";
        return Err(ClassError::Correctable(format!("{class} {why}")));
    }
    found.sort_by(|one, other| one.whole.cmp(&other.whole));
    let full: Vec<_> = found.iter().map(|one| (one.called.clone(), one.whole.clone())).collect();
    let named = names(&full).into_iter().zip(found);
    let mut submissions: Vec<_> = named
        .map(|(name, FoundSubmission { handed_in, path, kind, .. })| Submission {
            name,
            handed_in,
            path,
            kind,
        })
        .collect();
    submissions.sort_by(|one, other| one.name.cmp(&other.name));
    let litter = (!litter.is_empty())
        .then(|| format!("left out, because no student has written it: {}", litter.join(", ")));
    Ok(Intake { submissions, left_out: left_out.into_iter().chain(litter).collect() })
}

fn entries(class: &Path, out: &Path) -> Result<Vec<IntakeEntry>, ClassError> {
    let system = ClassError::system("read", class);
    let mut entries = Vec::new();
    for entry in fs::read_dir(class).map_err(&system)? {
        let entry = entry.map_err(&system)?;
        if entry.path().canonicalize().is_ok_and(|path| path == *out) {
            continue;
        }
        let (name, path) = (entry.file_name(), entry.path());
        let kind = entry.file_type().map_err(&system)?;
        let whole = format!("{name:?}");
        entries.push(IntakeEntry { name: composed(&name.to_string_lossy()), whole, path, kind });
    }
    entries.sort_by(|one, other| one.whole.cmp(&other.whole));
    Ok(entries)
}

/// A submission without its final name.
struct FoundSubmission {
    /// What the student is called.
    called: String,
    whole: String,
    handed_in: String,
    path: PathBuf,
    kind: SubmissionKind,
}

#[derive(Default)]
struct Sorted {
    found: Vec<FoundSubmission>,
    /// Loose files from Moodle by their student.
    moodle: BTreeMap<String, FoundSubmission>,
    left_out: Vec<String>,
    litter: Vec<String>,
}

impl Sorted {
    fn add(&mut self, entry: &IntakeEntry, folders: &BTreeSet<&str>) {
        let shown = visible::line(&entry.name).into_owned();
        let moodle = MoodleName::read(&entry.name);
        let archive = ArchiveKind::of(&entry.name).filter(|_| entry.kind.is_file());
        if entry.name.starts_with('.') || is_litter(&entry.name) {
            self.litter.push(shown);
        } else if moodle.as_ref().is_some_and(|moodle| moodle.kind == "onlinetext") {
            self.left_out.push(format!("left out: {shown}, a text typed into Moodle"));
        } else if let Some((_, stem)) = archive.filter(|(_, stem)| folders.contains(stem)) {
            self.left_out.push(format!(
                "left out: {shown}, because the folder {} is beside it and counts",
                visible::line(stem)
            ));
        } else if let Some(moodle) = moodle.filter(|it| entry.kind.is_file() && !it.file.is_empty())
        {
            self.add_moodle_file(entry, &moodle);
        } else if let Some(found) = found(entry) {
            self.found.push(found);
        } else {
            self.left_out.push(format!("left out, because it is no submission: {shown}"));
        }
    }

    /// A student may have handed in several files.
    fn add_moodle_file(&mut self, entry: &IntakeEntry, moodle: &MoodleName<'_>) {
        let owner = entry.name[..entry.name.len() - moodle.file.len()].to_string();
        let file = (entry.path.clone(), plain_file(moodle.file));
        match self.moodle.get_mut(&owner) {
            Some(FoundSubmission { kind: SubmissionKind::Files(files), .. }) => files.push(file),
            _ => {
                let found = FoundSubmission {
                    called: moodle.student.to_string(),
                    whole: owner.clone(),
                    handed_in: entry.name.clone(),
                    path: entry.path.clone(),
                    kind: SubmissionKind::Files(vec![file]),
                };
                self.moodle.insert(owner, found);
            }
        }
    }
}

/// A name that is one file in a folder.
fn plain_file(name: &str) -> String {
    let is_plain = |c: char| c != '/' && !visible::is_hidden(c);
    name.chars().map(|c| if is_plain(c) { c } else { '_' }).collect()
}

/// The submission that an entry is, if it is one.
fn found(entry: &IntakeEntry) -> Option<FoundSubmission> {
    let (stem, kind) = understood(entry)?;
    let moodle = MoodleName::read(&entry.name).map(|moodle| moodle.student.to_string());
    Some(FoundSubmission {
        called: moodle.unwrap_or(stem),
        whole: entry.whole.clone(),
        handed_in: entry.name.clone(),
        path: entry.path.clone(),
        kind,
    })
}

fn understood(entry: &IntakeEntry) -> Option<(String, SubmissionKind)> {
    let name = entry.name.as_str();
    let (stem, end) = match name.rsplit_once('.') {
        Some((stem, end)) if !stem.is_empty() => (stem.to_string(), end.to_lowercase()),
        _ => (name.to_string(), String::new()),
    };
    let not_understood = |why: String| Some(SubmissionKind::NotUnderstood(why));
    let kind = if entry.kind.is_dir() {
        return Some((name.to_string(), SubmissionKind::Folder));
    } else if entry.kind.is_symlink() {
        not_understood(format!("{name} is a link; what it leads to must be there itself"))
    } else if !entry.kind.is_file() {
        None
    } else if let Some((kind, stem)) = ArchiveKind::of(name) {
        return Some((stem.to_string(), SubmissionKind::Archive(kind)));
    } else if is_source(name) || end.is_empty() && is_executable(&entry.path) {
        Some(SubmissionKind::Program)
    } else if OTHER_ARCHIVES.contains(&end.as_str()) {
        not_understood(format!(
            "{name} is no archive that can be unpacked (.zip, .tar.gz); it must be unpacked into a \
             folder {stem}"
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

fn is_executable(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|found| found.permissions().mode() & 0o111 != 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use referee::players::HOMEWORK;
    use tempfile::TempDir;

    struct Class(TempDir);

    impl Class {
        fn new(folders: &[&str], files: &[&str]) -> Self {
            let class = Class(tempfile::tempdir().expect("a folder"));
            for folder in folders {
                fs::create_dir(class.0.path().join(folder)).expect("made");
            }
            for file in files {
                fs::write(class.0.path().join(file), "").expect("written");
            }
            class
        }

        fn intake(&self) -> Result<Intake, String> {
            let class = self.0.path().canonicalize().expect("there");
            intake(&class, &class.join("out"), HOMEWORK).map_err(|error| error.to_string())
        }

        fn names(&self) -> Vec<String> {
            self.intake().expect("usable").submissions.into_iter().map(|one| one.name).collect()
        }
    }

    #[test]
    fn everything_is_a_submission_or_is_said_to_be_none() {
        let files = ["kim_1234.zip", "lee.tar.gz", "ann.py", "bo.rar", "notes.txt", ".DS_Store"];
        let class = Class::new(&["cy", "out", "__MACOSX", ".git"], &files);
        std::os::unix::fs::symlink("/etc", class.0.path().join("dot")).expect("linked");
        let Intake { submissions, left_out } = class.intake().expect("usable");
        let kinds: Vec<_> = submissions.iter().map(|one| (one.name.as_str(), &one.kind)).collect();
        let not = |text: &str| SubmissionKind::NotUnderstood(text.to_string());
        assert_eq!(
            kinds,
            [
                ("ann", &SubmissionKind::Program),
                (
                    "bo",
                    &not("bo.rar is no archive that can be unpacked (.zip, .tar.gz); it must be \
                          unpacked into a folder bo")
                ),
                ("cy", &SubmissionKind::Folder),
                ("dot", &not("dot is a link; what it leads to must be there itself")),
                ("kim_1234", &SubmissionKind::Archive(ArchiveKind::Zip)),
                ("lee", &SubmissionKind::Archive(ArchiveKind::TarGz)),
            ]
        );
        assert_eq!(
            left_out,
            [
                "left out, because it is no submission: notes.txt",
                "left out, because no student has written it: .DS_Store, .git, __MACOSX"
            ]
        );
    }

    #[test]
    fn names_of_moodle_become_those_of_students() {
        let long = "Wolfeschlegelsteinhausenbergerdorff Hubert Blaine_12345_assignsubmission_file_";
        let class = Class::new(
            &[long, "Lee Kim_1_assignsubmission_file_", "Lee Kim_2_assignsubmission_file_"],
            &[
                "Ann Low_77_assignsubmission_file_homework.py",
                "Ann Low_77_assignsubmission_file_calibrate.py",
                "Bo_8_assignsubmission_onlinetext_onlinetext.html",
            ],
        );
        let Intake { submissions, left_out } = class.intake().expect("usable");
        let names: Vec<_> = submissions.iter().map(|one| one.name.as_str()).collect();
        assert_eq!((names[0], names.len()), ("Ann Low", 4));
        assert!(names[1].starts_with("Lee Kim-") && names[2].starts_with("Lee Kim-"), "{names:?}");
        assert_eq!(names[3], "Wolfeschlegelsteinhausenbergerdorff Hubert Blaine");
        assert_eq!(submissions[3].note(), Some(format!("handed in as {long}")));
        let SubmissionKind::Files(files) = &submissions[0].kind else { panic!("{submissions:?}") };
        let files: Vec<_> = files.iter().map(|(_, name)| name.as_str()).collect();
        assert_eq!(files, ["calibrate.py", "homework.py"]);
        assert!(left_out[0].ends_with("a text typed into Moodle"), "{left_out:?}");
    }

    #[test]
    fn the_archive_of_a_folder_beside_it_does_not_count_twice() {
        let class = Class::new(&["kim"], &["kim.zip", "Kim.py"]);
        let names = class.names();
        assert!(names.len() == 2 && names[0].starts_with("Kim-"), "{names:?}");
        let left_out = class.intake().expect("usable").left_out;
        assert_eq!(left_out, ["left out: kim.zip, because the folder kim is beside it and counts"]);
    }

    #[test]
    fn a_folder_without_submissions_or_that_is_one_is_an_error() {
        let error = Class::new(&["out"], &["notes.txt"]).intake().expect_err("nothing");
        assert!(error.ends_with("holds no submission: no folder, no archive, no program"));
        let error = Class::new(&[], &["homework.py"]).intake().expect_err("one");
        assert!(error.contains("is itself a submission"), "{error}");
    }

    #[test]
    fn a_name_of_letters_and_marks_is_that_of_the_letters() {
        let class = Class::new(&["Mu\u{308}ller", "a\tb"], &[]);
        assert_eq!(class.names(), ["M\u{fc}ller", "a b"]);
    }
}
