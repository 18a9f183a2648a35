//! What lies in the folder of a class: submissions, and what is none.
//!
//! | found | taken as |
//! |---|---|
//! | a folder | the submission of the student whom its name names |
//! | `.zip`, `.tar`, `.tar.gz`, `.tgz` | the same, unpacked |
//! | a loose source (`kim.py`) or program | the same, for the program (`homework.py`) |
//! | loose files with the names that Moodle or Canvas gives | the files of one student together |
//! | a file of Canvas of which there is a later attempt | nothing; said to the grader |
//! | another archive, a source of another language, a link | a submission that is not understood |
//! | what systems and tools add, other files | no submission; said to the grader |
//!
//! Nothing is left out in silence: who has handed in something stands in the table of grades.

pub mod contents;
mod course_systems;
mod folder_to_build;
pub mod student_name;
mod submission;

pub use crate::intake::submission::{CourseRecord, Submission, SubmissionKind, submission_at};

use crate::archives::unpack::ArchiveKind;
use crate::archives::unpacked_folder::is_system_file;
use crate::build::recipe::Recipe;
use crate::error::ClassError;
use crate::intake::course_systems::{gradescope_students, shared_prefix};
use crate::intake::student_name::{CanvasName, MoodleName, composed, moodle_files, names};
use crate::intake::submission::understood;
use cli::visible;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, FileType};
use std::path::{Path, PathBuf};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Intake {
    /// By name.
    pub submissions: Vec<Submission>,
    /// A sentence for each file or folder that is no submission.
    pub left_out: Vec<String>,
}

struct IntakeEntry {
    /// Composed.
    name: String,
    /// Different for different names, also where a name is no text.
    whole: String,
    path: PathBuf,
    kind: FileType,
}

impl IntakeEntry {
    fn submission(&self, name: String, kind: SubmissionKind) -> Submission {
        let moodle = MoodleName::read(&self.name).map(|moodle| moodle.id.to_string());
        let record = CourseRecord { id: moodle, ..CourseRecord::default() };
        Submission { name, handed_in: self.name.clone(), record, path: self.path.clone(), kind }
    }
}

/// Looks at the folder of a class; `out`, the folder of the results, is passed over.
pub fn intake(class: &Path, out: &Path, program: &'static str) -> Result<Intake, ClassError> {
    let entries = entries(class, out)?;
    let folders: BTreeSet<&str> =
        entries.iter().filter(|it| it.kind.is_dir()).map(|it| it.name.as_str()).collect();
    let attempts = last_attempts(&entries);
    let students = gradescope_students(class);
    let directories = entries.iter().filter(|it| it.kind.is_dir() && !it.name.starts_with('.'));
    let prefix = shared_prefix(directories.map(|it| (it.name.as_str(), it.path.as_path())));
    let mut sorted = Sorted {
        with_files: moodle_files(entries.iter().map(|it| &*it.name)),
        ..Sorted::default()
    };
    for entry in &entries {
        match CanvasName::read(&entry.name).filter(|_| entry.kind.is_file()) {
            Some(canvas) => sorted.add_canvas_file(entry, &canvas, &attempts),
            None => sorted.add(entry, &folders),
        }
    }
    let Sorted { found, loose, left_out, system_files, .. } = sorted;
    let mut found: Vec<(String, Submission)> = found.into_iter().chain(loose).collect();
    for (_, submission) in &mut found {
        if let Some(student) = students.get(&submission.name) {
            submission.name.clone_from(&student.name);
            submission.record = student.record.clone();
        } else if let Some(rest) = submission.name.strip_prefix(prefix) {
            submission.name = rest.to_string();
        }
    }
    let is_one = |(_, one): &(String, Submission)| {
        use SubmissionKind::{Archive, Files, Folder};
        matches!(one.kind, Folder | Archive(_) | Files(_))
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
    found.sort_by(|(one, _), (other, _)| one.cmp(other));
    let full: Vec<_> = found.iter().map(|(whole, one)| (one.name.clone(), whole.clone())).collect();
    let named = names(&full).into_iter().zip(found);
    let mut submissions: Vec<_> =
        named.map(|(name, (_, one))| Submission { name, ..one }).collect();
    submissions.sort_by(|one, other| one.name.cmp(&other.name));
    let system_files = (!system_files.is_empty()).then(|| {
        format!("left out, because no student has written it: {}", system_files.join(", "))
    });
    Ok(Intake { submissions, left_out: left_out.into_iter().chain(system_files).collect() })
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

/// In each output folder: another referee may be at work there.
pub const LOCK_FILE: &str = "class.lock";

#[derive(Default)]
struct Sorted {
    /// What each is called in whole, and the submission with the student's full name.
    found: Vec<(String, Submission)>,
    /// By owner, of the loose files of a student from Moodle or Canvas.
    loose: BTreeMap<String, Submission>,
    left_out: Vec<String>,
    system_files: Vec<String>,
    /// The numbers of students who have handed in files in Moodle.
    with_files: BTreeSet<String>,
}

impl Sorted {
    fn add(&mut self, entry: &IntakeEntry, folders: &BTreeSet<&str>) {
        let shown = visible::line(&entry.name).into_owned();
        let moodle = MoodleName::read(&entry.name);
        let archive = ArchiveKind::of(&entry.name).filter(|_| entry.kind.is_file());
        if entry.name.starts_with('.') || is_system_file(&entry.name) {
            self.system_files.push(shown);
        } else if entry.path.join(LOCK_FILE).exists() {
            self.left_out.push(format!("left out: {shown}, the results of an earlier grading"));
        } else if let Some(typed) = moodle.as_ref().filter(|it| it.is_typed()) {
            if self.with_files.contains(typed.id) {
                self.left_out.push(format!("left out: {shown}, a text typed into Moodle"));
            } else {
                let why = "typed a text into Moodle, no file".to_string();
                let kind = SubmissionKind::NotUnderstood(why);
                let student = typed.student.to_string();
                self.found.push((entry.whole.clone(), entry.submission(student, kind)));
            }
        } else if let Some((_, stem)) = archive.filter(|(_, stem)| folders.contains(stem)) {
            self.left_out.push(format!(
                "left out: {shown}, because the folder {} is beside it and counts",
                visible::line(stem)
            ));
        } else if let Some(moodle) = moodle.filter(|it| entry.kind.is_file() && !it.file.is_empty())
        {
            self.add_moodle_file(entry, &moodle);
        } else if let Some(found) = found(entry) {
            self.found.push((entry.whole.clone(), found));
        } else {
            self.left_out.push(format!("left out, because it is no submission: {shown}"));
        }
    }

    fn add_moodle_file(&mut self, entry: &IntakeEntry, moodle: &MoodleName<'_>) {
        let owner = entry.name[..entry.name.len() - moodle.file.len()].to_string();
        self.add_loose_file(entry, owner, moodle.student, moodle.file);
    }

    fn add_canvas_file(
        &mut self,
        entry: &IntakeEntry,
        canvas: &CanvasName<'_>,
        attempts: &BTreeMap<(&str, String), u32>,
    ) {
        let shown = visible::line(&entry.name);
        let last = attempts.get(&(canvas.id, canvas.file.clone())).copied().unwrap_or_default();
        if canvas.attempt < last {
            self.left_out.push(format!("left out: {shown}, because attempt {last} counts"));
            return;
        }
        let owner = format!("{}_{}", canvas.student, canvas.id);
        let one = self.add_loose_file(entry, owner, canvas.student, &canvas.file);
        one.record.id = Some(canvas.id.to_string());
        one.record.is_late |= canvas.is_late;
    }

    /// The submission of a student whom the names of loose files name.
    fn add_loose_file(
        &mut self,
        entry: &IntakeEntry,
        owner: String,
        student: &str,
        name: &str,
    ) -> &mut Submission {
        let one = self.loose.entry(owner).or_insert_with(|| {
            entry.submission(student.to_string(), SubmissionKind::Files(Vec::new()))
        });
        if let SubmissionKind::Files(files) = &mut one.kind {
            files.push((entry.path.clone(), plain_file(name)));
        }
        one
    }
}

/// The last attempt of each file of Canvas, by the student's number and the file's name.
fn last_attempts(entries: &[IntakeEntry]) -> BTreeMap<(&str, String), u32> {
    let mut last = BTreeMap::new();
    for canvas in entries.iter().filter_map(|entry| CanvasName::read(&entry.name)) {
        let attempt = last.entry((canvas.id, canvas.file)).or_insert(0);
        *attempt = canvas.attempt.max(*attempt);
    }
    last
}

fn plain_file(name: &str) -> String {
    name.chars().map(|c| if c != '/' && !visible::is_hidden(c) { c } else { '_' }).collect()
}

/// The submission that an entry is, if it is one.
fn found(entry: &IntakeEntry) -> Option<Submission> {
    let (stem, kind) = understood(&entry.name, &entry.path, entry.kind)?;
    let moodle = MoodleName::read(&entry.name).map(|moodle| moodle.student.to_string());
    Some(entry.submission(moodle.unwrap_or(stem), kind))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::intake::course_systems::GRADESCOPE_LIST;
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

        fn intake(&self) -> Result<Intake, ClassError> {
            let class = self.0.path().canonicalize().expect("there");
            intake(&class, &class.join("out"), HOMEWORK)
        }

        fn names(&self) -> Vec<String> {
            self.intake().expect("usable").submissions.into_iter().map(|one| one.name).collect()
        }
    }

    #[test]
    fn everything_is_a_submission_or_is_said_to_be_none() {
        let files = ["kim_1234.zip", "lee.tar.gz", "ann.py", "bo.rar", "notes.txt", ".DS_Store"];
        let class = Class::new(&["cy", "out", "__MACOSX", ".git", "spring"], &files);
        fs::write(class.0.path().join("spring").join(LOCK_FILE), "").expect("written");
        std::os::unix::fs::symlink("/etc", class.0.path().join("dot")).expect("linked");
        let Intake { submissions, left_out } = class.intake().expect("usable");
        let kinds: Vec<_> = submissions.iter().map(|one| (one.name.as_str(), &one.kind)).collect();
        assert_eq!(
            kinds,
            [
                ("ann", &SubmissionKind::Program),
                (
                    "bo",
                    &not_understood(
                        "bo.rar is no archive that can be unpacked; hand in a .zip or .tar.gz"
                    )
                ),
                ("cy", &SubmissionKind::Folder),
                ("dot", &not_understood("dot is a link; what it leads to must be there itself")),
                ("kim_1234", &SubmissionKind::Archive(ArchiveKind::Zip)),
                ("lee", &SubmissionKind::Archive(ArchiveKind::TarGz)),
            ]
        );
        assert_eq!(
            left_out,
            [
                "left out, because it is no submission: notes.txt",
                "left out: spring, the results of an earlier grading",
                "left out, because no student has written it: .DS_Store, .git, __MACOSX"
            ]
        );
    }

    fn not_understood(text: &str) -> SubmissionKind {
        SubmissionKind::NotUnderstood(text.to_string())
    }

    #[test]
    fn names_of_moodle_become_those_of_students() {
        let long = "Wolfeschlegelsteinhausenbergerdorff Hubert Blaine_12345_assignsubmission_file_";
        let class = Class::new(
            &[long, "Lee Kim_1_assignsubmission_file_", "Lee Kim_2_assignsubmission_file_"],
            &[
                "Ann Low_77_assignsubmission_file_homework.py",
                "Ann Low_77_assignsubmission_file_calibrate.py",
                "Ann Low_77_assignsubmission_onlinetext_onlinetext.html",
                "Bo_8_assignsubmission_onlinetext_onlinetext.html",
            ],
        );
        let Intake { submissions, left_out } = class.intake().expect("usable");
        let names: Vec<_> = submissions.iter().map(|one| one.name.as_str()).collect();
        assert_eq!((names[0], names[1], names.len()), ("Ann Low", "Bo", 5));
        let typed = not_understood("typed a text into Moodle, no file");
        assert_eq!(
            (&submissions[1].kind, submissions[1].record.id.as_deref()),
            (&typed, Some("8"))
        );
        assert!(names[2].starts_with("Lee Kim-") && names[3].starts_with("Lee Kim-"), "{names:?}");
        assert_eq!(names[4], "Wolfeschlegelsteinhausenbergerdorff Hubert Blaine");
        assert_eq!(submissions[4].note(), Some(format!("handed in as {long}")));
        let SubmissionKind::Files(files) = &submissions[0].kind else { panic!("{submissions:?}") };
        let files: Vec<_> = files.iter().map(|(_, name)| name.as_str()).collect();
        assert_eq!(files, ["calibrate.py", "homework.py"]);
        assert!(left_out[0].ends_with("a text typed into Moodle"), "{left_out:?}");
    }

    #[test]
    fn of_a_file_of_canvas_the_last_attempt_counts() {
        let files = [
            "annlow_77_501_homework.py",
            "annlow_77_502_calibrate.py",
            "kimlee_12_503_hw2.zip",
            "kimlee_LATE_12_504_hw2-1.zip",
            "kimlee_99_505_hw2.zip",
        ];
        let Intake { submissions, left_out } = Class::new(&[], &files).intake().expect("usable");
        let names: Vec<_> = submissions.iter().map(|one| one.name.as_str()).collect();
        assert!(names[1].starts_with("kimlee-") && names[2].starts_with("kimlee-"), "{names:?}");
        assert_eq!((names[0], names.len()), ("annlow", 3));
        let SubmissionKind::Files(files) = &submissions[0].kind else { panic!("{submissions:?}") };
        let files: Vec<_> = files.iter().map(|(_, name)| name.as_str()).collect();
        assert_eq!(files, ["homework.py", "calibrate.py"]);
        assert_eq!(left_out, ["left out: kimlee_12_503_hw2.zip, because attempt 1 counts"]);
        let counts = submissions.iter().any(|one| one.handed_in == "kimlee_LATE_12_504_hw2-1.zip");
        assert!(counts, "{submissions:?}");
    }

    #[test]
    fn folders_of_gradescope_and_github_are_called_by_their_students() {
        let class = Class::new(&["submission_12", "submission_13"], &[]);
        let list = "submission_12:\n  :submitters:\n  - :name: Kim Lee\n";
        fs::write(class.0.path().join(GRADESCOPE_LIST), list).expect("written");
        assert_eq!(class.names(), ["Kim Lee", "submission_13"]);
        let class = Class::new(&["hw2-anna", "hw2-bo"], &[]);
        assert_eq!(class.names(), ["hw2-anna", "hw2-bo"]);
        for name in ["hw2-anna", "hw2-bo"] {
            fs::create_dir(class.0.path().join(name).join(".git")).expect("made");
        }
        assert_eq!(class.names(), ["anna", "bo"]);
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
        let error = Class::new(&["out"], &["notes.txt"]).intake().expect_err("nothing").to_string();
        assert!(error.ends_with("holds no submission: no folder, no archive, no program"));
        let error = Class::new(&[], &["homework.py"]).intake().expect_err("one").to_string();
        assert!(error.contains("is itself a submission"), "{error}");
    }

    #[test]
    fn a_name_of_letters_and_marks_is_that_of_the_letters() {
        let class = Class::new(&["Mu\u{308}ller", "a\tb"], &[]);
        assert_eq!(class.names(), ["M\u{fc}ller", "a b"]);
    }
}
