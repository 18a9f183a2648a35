//! A table that Canvas or Moodle has exported, with the grades filled in: it can be imported there
//! again. All other cells stay as they are.
//!
//! | system | exported as | a row's student | the grade |
//! |---|---|---|---|
//! | Canvas | gradebook | `ID`, as in the name of the file, or `SIS User ID`; else `SIS Login ID` or `Student` | the column of the assignment, `hw2 (111)` |
//! | Moodle | grading worksheet | `Identifier`, `Participant 12345`, or `ID number`; else `Full name` | `Grade` |
//!
//! Gradescope has the numbers of the school, and not those of Canvas or Moodle: so of the two
//! columns with numbers the one counts that knows more students.

use crate::error::ClassError;
use crate::grade::tables::class_grades::{ClassGrades, GRADES_JSON, StudentGrade};
use crate::intake::LOCK_FILE;
use crate::stages::stage::{GRADES_FILE, LOG_FILE};
use cli::{file, visible};
use csv::{ReaderBuilder, StringRecord, WriterBuilder};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

const BYTE_ORDER_MARK: &str = "\u{feff}";
const LONGEST_FILE: u64 = 64 << 20;
const CANVAS: Gradebook =
    Gradebook { ids: ["ID", "SIS User ID"], names: &["SIS Login ID", "Student"] };
const MOODLE: Gradebook = Gradebook { ids: ["Identifier", "ID number"], names: &["Full name"] };
/// Files of the results, whose places no table takes.
const OWN_FILES: [&str; 4] = [GRADES_FILE, GRADES_JSON, LOG_FILE, LOCK_FILE];
/// The column of Moodle's worksheets.
const GRADE: &str = "Grade";
const MAXIMUM_GRADE: &str = "Maximum Grade";
/// The row of Canvas with the most points of each column.
const POINTS_POSSIBLE: &str = "Points Possible";

/// The titles of the columns by which a system knows its students.
struct Gradebook {
    /// The system's own number, and that of the school.
    ids: [&'static str; 2],
    names: &'static [&'static str],
}

/// A table of a course system, and its column for the grades.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GradebookTarget {
    pub file: PathBuf,
    /// `None` if there is only one that it can be.
    pub column: Option<String>,
}

/// A table with its grades, and sentences for the grader.
#[derive(Debug, PartialEq, Eq)]
pub struct FilledGradebook {
    pub text: String,
    pub notes: Vec<String>,
}

impl GradebookTarget {
    /// Reads the table and fills it in. `most` is the most points that there are.
    pub fn filled(&self, grades: &ClassGrades, most: f64) -> Result<FilledGradebook, ClassError> {
        let wrong = |why: ClassError| {
            ClassError::Correctable(format!("{}: {why}", visible::path(&self.file)))
        };
        let text = file::read(&self.file, LONGEST_FILE)?;
        let missing = || wrong(ClassError::Correctable("there is no such file".to_string()));
        filled(&text.ok_or_else(missing)?, self.column.as_deref(), grades, most).map_err(wrong)
    }

    /// Whether the table can be filled in, before there are grades.
    ///
    /// # Errors
    /// It cannot be read, is another one, or would take the place of a file of the results.
    pub fn check(&self, out: &Path) -> Result<(), ClassError> {
        let place = self.place(out);
        if OWN_FILES.iter().any(|own| place == out.join(own)) {
            let place = visible::path(&place);
            let why = "is a file of the results; give the table another name";
            return Err(ClassError::Correctable(format!("--gradebook: {place} {why}")));
        }
        self.filled(&ClassGrades::new(Vec::new()), 0.0).map(drop)
    }

    pub fn place(&self, out: &Path) -> PathBuf {
        out.join(self.file.file_name().unwrap_or_default())
    }
}

fn filled(
    text: &str,
    column: Option<&str>,
    grades: &ClassGrades,
    most: f64,
) -> Result<FilledGradebook, ClassError> {
    let (mark, rest) = match text.strip_prefix(BYTE_ORDER_MARK) {
        Some(rest) => (BYTE_ORDER_MARK, rest),
        None => ("", text),
    };
    let mut reader =
        ReaderBuilder::new().has_headers(false).flexible(true).from_reader(rest.as_bytes());
    let rows: Vec<StringRecord> =
        reader.records().collect::<Result<_, _>>().map_err(|error| error.to_string())?;
    let header = rows.first().ok_or_else(|| "this table is empty".to_string())?;
    let position = |title: &str| header.iter().position(|it| it == title);
    let system = match (position("Student"), position(MOODLE.ids[0])) {
        (Some(_), _) if position(CANVAS.ids[0]).is_some() => CANVAS,
        (_, Some(_)) => MOODLE,
        _ => {
            let why = "this is neither a gradebook of Canvas, with the columns Student and ID, nor \
                       a grading worksheet of Moodle, with the column Identifier";
            return Err(ClassError::Correctable(why.to_string()));
        }
    };
    let target = column_of(header, column)?;
    let columns = StudentColumns {
        id: id_column(&rows, system.ids.map(&position), grades),
        names: system.names.iter().filter_map(|name| position(name)).collect(),
    };
    let found: Vec<Option<&StudentGrade>> = rows
        .iter()
        .map(|row| {
            let is_title = std::ptr::eq(row, header);
            let has_cell = !is_title && !is_maximum(row) && row.len() > target;
            columns.student(row, grades).filter(|_| has_cell)
        })
        .collect();
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    found.iter().flatten().for_each(|one| *counts.entry(&one.name).or_insert(0) += 1);
    let maximum = position(MAXIMUM_GRADE);
    let mut writer = WriterBuilder::new().flexible(true).from_writer(Vec::new());
    let mut maxima = BTreeSet::new();
    for (row, student) in rows.iter().zip(found) {
        let most_here =
            if is_maximum(row) { row.get(target) } else { maximum.and_then(|at| row.get(at)) };
        maxima.extend(most_here.filter(|text| text.parse::<f64>().is_ok_and(|it| it != most)));
        let total = student.filter(|one| counts[one.name.as_str()] == 1).and_then(|one| one.total);
        let cells = row.iter().enumerate().map(|(at, cell)| match total {
            Some(total) if at == target => format!("{total:.2}"),
            _ => cell.to_string(),
        });
        writer.write_record(cells).map_err(|error| error.to_string())?;
    }
    let bytes = writer.into_inner().map_err(|error| error.to_string())?;
    let text = mark.to_string() + &String::from_utf8_lossy(&bytes);
    Ok(FilledGradebook { text, notes: notes(grades, &counts, &maxima, most) })
}

fn notes(
    grades: &ClassGrades,
    counts: &BTreeMap<&str, usize>,
    maxima: &BTreeSet<&str>,
    most: f64,
) -> Vec<String> {
    let wrong_rows = [("no row", 0..=0), ("several rows", 2..=usize::MAX)];
    let wrong_rows = wrong_rows.into_iter().filter_map(|(rows, wrong)| {
        let names = grades.students.iter().map(|one| one.name.as_str());
        let is_wrong = |name: &&str| wrong.contains(counts.get(name).unwrap_or(&0));
        let names: Vec<&str> = names.filter(is_wrong).collect();
        (!names.is_empty())
            .then(|| format!("has {rows} for {}; enter their grades by hand", names.join(", ")))
    });
    let maxima = maxima.iter().map(|maximum| {
        format!("counts {maximum} points at most, and the scheme {most}; set one to the other")
    });
    let is_listed = |one: &&StudentGrade| counts.get(one.name.as_str()) == Some(&1);
    let ungraded = grades.students.iter().filter(|one| one.total.is_none()).filter(is_listed);
    let ungraded: Vec<&str> = ungraded.map(|one| one.name.as_str()).collect();
    let ungraded = (!ungraded.is_empty())
        .then(|| format!("keeps what it had of {}, not graded yet", ungraded.join(", ")));
    wrong_rows.chain(ungraded).chain(maxima).collect()
}

fn column_of(header: &StringRecord, column: Option<&str>) -> Result<usize, ClassError> {
    let fits = |(_, title): &(usize, &str)| match column {
        Some(column) => *title == column || title.starts_with(&format!("{column} (")),
        None => is_assignment(title),
    };
    let found: Vec<usize> = header.iter().enumerate().filter(fits).map(|(at, _)| at).collect();
    match found[..] {
        [only] => Ok(only),
        _ => {
            let titles: Vec<&str> = header.iter().filter(|title| is_assignment(title)).collect();
            let what = column.map_or_else(String::new, |column| format!("{column} is none; "));
            Err(ClassError::Correctable(format!(
                "{what}name the column for the grades, with --gradebook FILE=COLUMN: {}",
                titles.join(", ")
            )))
        }
    }
}

fn is_assignment(title: &str) -> bool {
    let number = title.strip_suffix(')').and_then(|title| title.rsplit_once(" ("));
    title == GRADE
        || number.is_some_and(|(_, digits)| digits.bytes().all(|byte| byte.is_ascii_digit()))
}

fn is_maximum(row: &StringRecord) -> bool {
    row.get(0).is_some_and(|cell| cell.trim() == POINTS_POSSIBLE)
}

/// Of these columns the one whose numbers more students have; of equal ones the first.
fn id_column(
    rows: &[StringRecord],
    columns: [Option<usize>; 2],
    grades: &ClassGrades,
) -> Option<usize> {
    let ids: BTreeSet<&str> = grades.students.iter().filter_map(|one| one.id.as_deref()).collect();
    let known = |&at: &usize| {
        rows.iter().filter_map(|row| number_in(row, at)).filter(|id| ids.contains(id)).count()
    };
    columns.into_iter().flatten().rev().max_by_key(known)
}

/// The number in a cell, as `12345` or `Participant 12345`.
fn number_in(row: &StringRecord, at: usize) -> Option<&str> {
    row.get(at)?.rsplit(' ').next().filter(|id| !id.is_empty())
}

struct StudentColumns {
    id: Option<usize>,
    names: Vec<usize>,
}

impl StudentColumns {
    /// The student of a row: by the number in the system, else by name.
    fn student<'a>(&self, row: &StringRecord, grades: &'a ClassGrades) -> Option<&'a StudentGrade> {
        let id = self.id.and_then(|at| number_in(row, at));
        let by_id = grades.students.iter().find(|one| id.is_some() && one.id.as_deref() == id);
        by_id.or_else(|| {
            let names = self.names.iter().filter_map(|at| row.get(*at)).map(letters);
            names.filter(|name| !name.is_empty()).find_map(|name| {
                let is_it = |one: &&StudentGrade| letters(&one.name) == name && one.id.is_none();
                let mut fitting = grades.students.iter().filter(is_it);
                let only = fitting.next()?;
                fitting.next().is_none().then_some(only)
            })
        })
    }
}

/// The letters and digits of a name, in the order of Canvas's file names: `Lee, Kim` is `leekim`.
fn letters(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grade::tables::class_grades::example;
    use proptest::prelude::{any, proptest};

    fn grades() -> ClassGrades {
        let kim = StudentGrade { id: Some("11".to_string()), ..example("kim", Some(62.5), &[]) };
        ClassGrades::new(vec![
            kim,
            example("leeann", Some(40.0), &[]),
            example("mo", None, &[]),
            example("zed", Some(1.0), &[]),
        ])
    }

    #[test]
    fn a_gradebook_of_canvas_is_filled_by_number_and_by_name() {
        let text = "\u{feff}Student,ID,SIS User ID,SIS Login ID,Section,hw2 (111),Final Score\n    \
                    Points Possible,,,,,90.0,\n\"Block, Kim\",11,S1,kb,\"A, 1\",,7\n\"Lee, \
                    Ann\",2,,,B,,\n\"Mo\",3,,mo,B,5,\n";
        let expected = "\u{feff}Student,ID,SIS User ID,SIS Login ID,Section,hw2 (111),Final \
                        Score\n    Points Possible,,,,,90.0,\n\"Block, Kim\",11,S1,kb,\"A, \
                        1\",62.50,7\n\"Lee, Ann\",2,,,B,40.00,\nMo,3,,mo,B,5,\n";
        let found = filled(text, None, &grades(), 100.0).expect("filled");
        assert_eq!(found.text, expected);
        assert_eq!(
            found.notes,
            [
                "has no row for zed; enter their grades by hand",
                "keeps what it had of mo, not graded yet",
                "counts 90.0 points at most, and the scheme 100; set one to the other"
            ]
        );
        assert_eq!(filled(text, Some("hw2"), &grades(), 90.0).expect("filled").text, expected);
    }

    #[test]
    fn a_worksheet_of_moodle_is_filled() {
        let text = "Identifier,\"Full name\",\"ID number\",Status,Grade,\"Maximum Grade\"\n\
                    \"Participant 11\",\"Kim Block\",,Submitted,,100.00\n\
                    \"Participant 12\",\"Lee Ann\",,Submitted,,100.00\n";
        let found = filled(text, None, &grades(), 100.0).expect("filled").text;
        let expected = "Identifier,Full name,ID number,Status,Grade,Maximum Grade\n\
                        Participant 11,Kim Block,,Submitted,62.50,100.00\n\
                        Participant 12,Lee Ann,,Submitted,40.00,100.00\n";
        assert_eq!(found, expected);
    }

    #[test]
    fn nobody_gets_the_grade_of_a_namesake() {
        let text = "Student,ID,hw2 (111)\n\"Lee, Ann\",2,\n\"Lee, Ann\",3,\n,,\nshort\nMo,5,\n";
        let mut grades = grades();
        grades.students.push(example("#", Some(9.0), &[]));
        grades.students.push(example("short", Some(9.0), &[]));
        let found = filled(text, None, &grades, 100.0).expect("filled");
        assert_eq!(found.text.replace('"', ""), text.replace('"', ""));
        let told = [
            "has no row for kim, zed, #, short; enter their grades by hand",
            "has several rows for leeann; enter their grades by hand",
            "keeps what it had of mo, not graded yet",
        ];
        assert_eq!(found.notes, told);
    }

    #[test]
    fn numbers_of_the_school_are_not_those_of_the_system() {
        let text = "Student,ID,SIS User ID,hw2 (111)\n\"A, Cy\",11,12,\n\"B, Kim\",13,11,\n\
                    \"C, Mo\",14,15,\n";
        let with = |name, id: &str| StudentGrade {
            id: Some(id.to_string()),
            ..example(name, Some(7.0), &[])
        };
        let found =
            filled(text, None, &ClassGrades::new(vec![with("kim", "11"), with("mo", "15")]), 9.0);
        let expected = text.replace("13,11,", "13,11,7.00").replace("14,15,", "14,15,7.00");
        assert_eq!(found.expect("filled").text, expected);
    }

    #[test]
    fn a_table_takes_the_place_of_no_result() {
        let target = GradebookTarget { file: "grades.csv".into(), column: None };
        let error = target.check(Path::new("class-out")).expect_err("taken").to_string();
        assert!(error.contains("class-out/grades.csv is a file of the results"), "{error}");
    }

    #[test]
    fn another_table_and_a_column_that_could_be_two_are_refused() {
        let refused =
            |text: &str, column| filled(text, column, &grades(), 1.0).expect_err(text).to_string();
        assert!(refused("a,b\n", None).starts_with("this is neither a gradebook of Canvas"));
        assert!(refused("", None).starts_with("this table is empty"));
        let two = "Student,ID,hw1 (1),hw2 (2)\n";
        assert!(refused(two, None).ends_with("--gradebook FILE=COLUMN: hw1 (1), hw2 (2)"));
        assert!(refused(two, Some("hw3")).starts_with("hw3 is none; name the column"));
    }

    proptest! {
        #[test]
        fn no_table_makes_the_reader_panic(text in any::<String>()) {
            let _ = filled(&format!("Student,ID,a (1)\n{text}"), None, &grades(), 1.0);
        }
    }
}
