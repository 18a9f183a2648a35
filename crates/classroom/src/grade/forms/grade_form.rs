//! Which forms are written, and where their files go.
//!
//! Files are replaced whole: a process that is killed leaves the points of the last test.

use crate::error::ClassError;
use crate::grade::forms::{gradescope, junit, whole_json};
use crate::grade::submission_grade::{SubmissionGrade, names};
use clap::ValueEnum;
use cli::file;
use std::path::{Path, PathBuf};
use std::str::FromStr;

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum GradeForm {
    Gradescope,
    Junit,
    Json,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormTarget {
    pub form: GradeForm,
    pub file: Option<PathBuf>,
}

/// `gradescope`, or `gradescope=FILE`.
impl FromStr for FormTarget {
    type Err = ClassError;

    fn from_str(text: &str) -> Result<Self, ClassError> {
        let (name, file) = match text.split_once('=') {
            Some((_, "")) => return Err(format!("name a file after {text}").into()),
            Some((name, file)) => (name, Some(PathBuf::from(file))),
            None => (text, None),
        };
        Ok(FormTarget {
            form: GradeForm::from_str(name, false).map_err(|_| {
                format!("there is no form {name}; there are {}", names::<GradeForm>())
            })?,
            file,
        })
    }
}

/// A file of a form, and what is in it.
type FormFile = (PathBuf, String);

impl GradeForm {
    const fn file_name(self) -> &'static str {
        match self {
            GradeForm::Gradescope => "results.json",
            GradeForm::Junit => "junit.xml",
            GradeForm::Json => "grade.json",
        }
    }

    /// The end of the files of a class, behind the student's name.
    const fn ending(self) -> &'static str {
        match self {
            GradeForm::Gradescope => "gradescope.json",
            GradeForm::Junit => "junit.xml",
            GradeForm::Json => "json",
        }
    }

    fn text(self, graded: &SubmissionGrade) -> String {
        match self {
            GradeForm::Gradescope => gradescope::text(graded),
            GradeForm::Junit => junit::text(graded),
            GradeForm::Json => whole_json::text(graded),
        }
    }
}

impl FormTarget {
    /// Its file for a lone submission, whose folder of results is `out`.
    pub fn file(&self, graded: &SubmissionGrade, out: &Path) -> FormFile {
        (
            self.file.clone().unwrap_or_else(|| out.join(self.form.file_name())),
            self.form.text(graded),
        )
    }

    /// Its file for a student of a class, in the folder of all forms.
    pub fn file_of_class(&self, graded: &SubmissionGrade, folder: &Path) -> FormFile {
        let name = format!("{}.{}", graded.name, self.form.ending());
        (folder.join(name), self.form.text(graded))
    }
}

/// A file that cannot be replaced (a place may allow writing into it alone) is written over.
pub fn write_form((path, text): &FormFile) -> Result<(), ClassError> {
    file::refuse_device(path)?;
    Ok(file::replace_or_overwrite(path, text)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grade::submission_grade::example;

    #[test]
    fn a_form_may_name_its_file_and_an_unknown_one_is_an_error() {
        let plain = FormTarget { form: GradeForm::Junit, file: None };
        assert_eq!(target("junit"), Ok(plain));
        let named = target("gradescope=a/results.json").expect("a form");
        assert_eq!(named.file, Some(PathBuf::from("a/results.json")));
        let error = target("canvas").expect_err("no form");
        assert!(error.to_string().ends_with("there are gradescope, junit, json"));
        assert!(target("junit=").is_err());
    }

    fn target(text: &str) -> Result<FormTarget, ClassError> {
        text.parse()
    }

    #[test]
    fn every_form_has_a_file_of_its_own() {
        let forms = GradeForm::value_variants().iter();
        let targets = forms.map(|&form| FormTarget { form, file: None });
        let files = targets.map(|target| target.file_of_class(&example(), Path::new("f")));
        let mut paths: Vec<_> = files.map(|(path, _)| path).collect();
        assert_eq!(paths.len(), 3);
        paths.sort();
        paths.dedup();
        assert_eq!(paths.len(), 3);
    }

    #[test]
    fn files_are_written_over() {
        let dir = tempfile::tempdir().expect("a folder");
        let target: FormTarget = "json".parse().expect("a form");
        for name in ["one", "two"] {
            let graded = SubmissionGrade { name: name.to_string(), ..example() };
            write_form(&target.file(&graded, dir.path())).expect("written");
        }
        let text = std::fs::read_to_string(dir.path().join("grade.json")).expect("there");
        assert!(text.contains("\"two\"") && !text.contains("\"one\""));
        assert_eq!(std::fs::read_dir(dir.path()).expect("there").count(), 1);
    }
}
