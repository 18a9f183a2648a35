//! Which forms are wanted, and where their files go.
//!
//! Files are replaced whole: a process that is killed leaves the points of the last test.

use crate::class::error::ClassError;
use crate::class::forms::classroom50::{self, ClassroomFacts};
use crate::class::forms::graded_submission::GradedSubmission;
use crate::class::forms::{gradescope, junit, vocareum, whole_json};
use clap::ValueEnum;
use formats::file;
use std::env;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::SystemTime;

/// A place that reads grades.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum GradeForm {
    Vocareum,
    Gradescope,
    Classroom50,
    Junit,
    Json,
}

/// A form and, if it is named, its file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormTarget {
    pub form: GradeForm,
    pub file: Option<PathBuf>,
}

/// `gradescope`, or `gradescope=FILE`.
impl FromStr for FormTarget {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, file) = match text.split_once('=') {
            Some((_, "")) => return Err(format!("name a file after {text}")),
            Some((name, file)) => (name, Some(PathBuf::from(file))),
            None => (text, None),
        };
        let form = GradeForm::from_str(name, false).map_err(|_| {
            let forms = GradeForm::value_variants().iter().filter_map(GradeForm::to_possible_value);
            let names: Vec<_> = forms.map(|form| form.get_name().to_string()).collect();
            format!("there is no form {name}; there are {}", names.join(", "))
        })?;
        Ok(FormTarget { form, file })
    }
}

/// A file of a form, and what is in it.
type FormFile = (PathBuf, String);

impl GradeForm {
    /// The usual name of its file.
    const fn file_name(self) -> &'static str {
        match self {
            GradeForm::Vocareum => "vocareum-grade.csv",
            GradeForm::Gradescope => "results.json",
            GradeForm::Classroom50 => "result.json",
            GradeForm::Junit => "junit.xml",
            GradeForm::Json => "grade.json",
        }
    }

    /// The end of the files of a class, behind the student's name.
    const fn ending(self) -> &'static str {
        match self {
            GradeForm::Vocareum => "vocareum.csv",
            GradeForm::Gradescope => "gradescope.json",
            GradeForm::Classroom50 => "classroom50.json",
            GradeForm::Junit => "junit.xml",
            GradeForm::Json => "json",
        }
    }

    fn files(self, graded: &GradedSubmission, file: PathBuf, report: PathBuf) -> Vec<FormFile> {
        let text = match self {
            GradeForm::Vocareum => {
                return vec![(file, vocareum::grades(graded)), (report, vocareum::report(graded))];
            }
            GradeForm::Gradescope => gradescope::text(graded),
            GradeForm::Classroom50 => {
                let now = humantime::format_rfc3339_seconds(SystemTime::now()).to_string();
                let variable = |name: &str| env::var(name).ok();
                classroom50::text(graded, &ClassroomFacts::from_environment(variable, now))
            }
            GradeForm::Junit => junit::text(graded),
            GradeForm::Json => whole_json::text(graded),
        };
        vec![(file, text)]
    }
}

impl FormTarget {
    /// Its files for a lone submission, whose folder of results is `out`. Vocareum names its own in
    /// the environment.
    pub fn files(&self, graded: &GradedSubmission, out: &Path) -> Vec<FormFile> {
        let is_vocareum = self.form == GradeForm::Vocareum;
        let named = |name: &str| env::var_os(name).filter(|_| is_vocareum).map(PathBuf::from);
        let named = |name: &str| named(name).filter(|path| !path.as_os_str().is_empty());
        let own = self.file.clone();
        let report = own.as_ref().map(|file| file.with_extension("report.txt"));
        let report = report.or_else(|| named("vocareumReportFile"));
        let report = report.unwrap_or_else(|| out.join("vocareum-report.txt"));
        let file = own.or_else(|| named("vocareumGradeFile"));
        let file = file.unwrap_or_else(|| out.join(self.form.file_name()));
        self.form.files(graded, file, report)
    }

    /// Its files for a student of a class, in the folder of all forms.
    pub fn files_of_class(&self, graded: &GradedSubmission, folder: &Path) -> Vec<FormFile> {
        let named = |ending: &str| folder.join(format!("{}.{ending}", graded.name));
        self.form.files(graded, named(self.form.ending()), named("vocareum-report.txt"))
    }
}

/// Writes all files. One that cannot be replaced (a place may allow writing into it alone) is
/// written over.
pub fn write_forms(files: &[FormFile]) -> Result<(), ClassError> {
    for (path, text) in files {
        file::replace_or_overwrite(path, text)?;
    }
    Ok(())
}

/// The text for a terminal.
pub fn terminal_text(graded: &GradedSubmission) -> String {
    vocareum::report(graded)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::class::forms::graded_submission::example;

    #[test]
    fn a_form_may_name_its_file_and_an_unknown_one_is_an_error() {
        let target = |text: &str| text.parse::<FormTarget>();
        let plain = FormTarget { form: GradeForm::Junit, file: None };
        assert_eq!(target("junit"), Ok(plain));
        let named = target("gradescope=a/results.json").expect("a form");
        assert_eq!(named.file, Some(PathBuf::from("a/results.json")));
        let error = target("canvas").expect_err("no form");
        assert!(error.ends_with("there are vocareum, gradescope, classroom50, junit, json"));
        assert!(target("junit=").is_err());
    }

    #[test]
    fn every_form_has_files_of_its_own() {
        let forms = GradeForm::value_variants().iter();
        let targets = forms.map(|&form| FormTarget { form, file: None });
        let files = targets.flat_map(|target| target.files_of_class(&example(), Path::new("f")));
        let mut paths: Vec<_> = files.map(|(path, _)| path).collect();
        assert_eq!(paths.len(), 6);
        paths.sort();
        paths.dedup();
        assert_eq!(paths.len(), 6);
    }

    #[test]
    fn a_named_file_has_its_report_beside_it() {
        let target: FormTarget = "vocareum=w/grade.csv".parse().expect("a form");
        let files = target.files(&example(), Path::new("out"));
        let paths: Vec<_> = files.iter().map(|(path, _)| path.display().to_string()).collect();
        assert_eq!(paths, ["w/grade.csv", "w/grade.report.txt"]);
    }

    #[test]
    fn files_are_written_over() {
        let dir = tempfile::tempdir().expect("a folder");
        let target: FormTarget = "json".parse().expect("a form");
        for name in ["one", "two"] {
            let graded = GradedSubmission { name: name.to_string(), ..example() };
            write_forms(&target.files(&graded, dir.path())).expect("written");
        }
        let text = std::fs::read_to_string(dir.path().join("grade.json")).expect("there");
        assert!(text.contains("\"two\"") && !text.contains("\"one\""));
        assert_eq!(std::fs::read_dir(dir.path()).expect("there").count(), 1);
    }
}
