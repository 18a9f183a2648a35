//! `grades.json`: the grades of a class, from which its tables are made. Where only some students
//! are graded again, the rows of the others stay as they are.

use crate::error::ClassError;
use crate::grade::graded_tests::LATE;
use crate::grade::student_results::StudentResults;
use crate::grade::submission_grade::{SubmissionGrade, rounded};
use crate::intake::CourseRecord;
use cli::{file, visible};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

pub const GRADES_JSON: &str = "grades.json";
const VERSION: u32 = 1;
/// The most bytes that are read: 100,000 students.
const LONGEST_FILE: u64 = 256 << 20;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ClassGrades {
    version: u32,
    /// By name.
    pub students: Vec<StudentGrade>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StudentGrade {
    pub name: String,
    /// The student's number in the course system.
    pub id: Option<String>,
    /// `None` if the machine kept the student from a part.
    pub total: Option<f64>,
    pub parts: Vec<PartGrade>,
    pub place: Option<usize>,
    /// In Elo.
    pub rating: Option<f64>,
    pub remarks: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PartGrade {
    pub name: String,
    /// `None` if it could not be graded.
    pub score: Option<f64>,
}

impl ClassGrades {
    pub fn new(mut students: Vec<StudentGrade>) -> Self {
        students.sort_by(|one, other| one.name.cmp(&other.name));
        ClassGrades { version: VERSION, students }
    }

    /// These grades, and those of `earlier` of students who have none here.
    #[must_use]
    pub fn over(self, earlier: ClassGrades) -> Self {
        let is_new = |one: &StudentGrade| self.of(&one.name).is_none();
        let kept: Vec<_> = earlier.students.into_iter().filter(is_new).collect();
        ClassGrades::new(self.students.into_iter().chain(kept).collect())
    }

    pub fn of(&self, name: &str) -> Option<&StudentGrade> {
        self.students.iter().find(|one| one.name == name)
    }

    /// The grades in a folder of results, or in a copy of its `grades.json`.
    pub fn read(path: &Path) -> Result<Self, ClassError> {
        let path = if path.is_dir() { path.join(GRADES_JSON) } else { path.to_path_buf() };
        Self::read_if_there(&path)?.ok_or_else(|| {
            ClassError::Correctable(format!(
                "{}: there are no grades; name a folder of results of referee class, or a copy of \
                 its {GRADES_JSON}",
                visible::path(&path)
            ))
        })
    }

    pub fn read_if_there(path: &Path) -> Result<Option<Self>, ClassError> {
        let Some(text) = file::read(path, LONGEST_FILE)? else { return Ok(None) };
        let Ok(found) = serde_json::from_str::<Self>(&text) else {
            return Err(ClassError::Correctable(format!(
                "{}: these are no grades of a class, or damaged ones; name the folder of results, \
                 or its {GRADES_JSON}",
                visible::path(path)
            )));
        };
        if found.version != VERSION {
            return Err(ClassError::Correctable(format!(
                "{}: these grades are of another version of the referee; grade the whole class \
                 again to write it anew",
                visible::path(path)
            )));
        }
        Ok(Some(found))
    }

    pub fn write(&self, out: &Path) -> Result<PathBuf, ClassError> {
        let path = out.join(GRADES_JSON);
        file::replace(&path, serde_json::to_string_pretty(self)? + "\n")?;
        Ok(path)
    }
}

impl StudentGrade {
    pub fn of(results: &StudentResults, grade: &SubmissionGrade, record: &CourseRecord) -> Self {
        let mut names: Vec<&str> = Vec::new();
        for test in &grade.tests {
            if test.is_worth_points() && !names.contains(&test.part.as_str()) {
                names.push(&test.part);
            }
        }
        let not_graded = grade.not_graded();
        let score =
            |part: &str| (!not_graded.contains(&part)).then(|| rounded(grade.points_of(part)));
        let part = |name: &str| PartGrade { name: name.to_string(), score: score(name) };
        let late = grade
            .late
            .as_ref()
            .map(|late| PartGrade { name: LATE.to_string(), score: Some(rounded(-late.points)) });
        StudentGrade {
            name: results.name.clone(),
            id: record.id.clone(),
            total: grade.whole_score(),
            parts: names.into_iter().map(part).chain(late).collect(),
            place: results.place.map(|place| place.place),
            rating: results.place.and_then(|place| place.rating),
            remarks: grade.remarks.clone(),
        }
    }

    /// The points of a part; `None` also if the student has no such part.
    pub fn points_of(&self, part: &str) -> Option<f64> {
        self.parts.iter().find(|one| one.name == part)?.score
    }
}

#[cfg(test)]
pub fn example(name: &str, total: Option<f64>, parts: &[(&str, Option<f64>)]) -> StudentGrade {
    let part = |&(name, score): &(&str, _)| PartGrade { name: name.to_string(), score };
    StudentGrade {
        name: name.to_string(),
        id: None,
        total,
        parts: parts.iter().map(part).collect(),
        place: None,
        rating: None,
        remarks: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn grades_of_some_stand_over_those_of_before() {
        let before = ["ann", "bo", "cy"].map(|name| example(name, Some(1.0), &[]));
        let again = ClassGrades::new(vec![example("bo", Some(2.0), &[])]);
        let all = again.over(ClassGrades::new(before.to_vec()));
        let totals: Vec<_> = all.students.iter().filter_map(|one| one.total).collect();
        assert_eq!(totals, [1.0, 2.0, 1.0]);
    }

    #[test]
    fn what_is_written_is_read_and_what_is_not_grades_is_named() {
        let dir = tempfile::tempdir().expect("a folder");
        let grades = ClassGrades::new(vec![example("bo", None, &[("checks", Some(2.5))])]);
        let path = grades.write(dir.path()).expect("written");
        assert_eq!(ClassGrades::read(dir.path()), Ok(grades));
        for text in ["", "{}", "{\"version\":9,\"students\":[]}"] {
            fs::write(&path, text).expect("written");
            let error = ClassGrades::read(&path).expect_err(text).to_string();
            assert!(error.contains(GRADES_JSON), "{error}");
        }
        fs::remove_file(&path).expect("removed");
        assert!(ClassGrades::read(dir.path()).is_err());
    }
}
