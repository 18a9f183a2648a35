//! A table that Canvas or Moodle has exported, with the grades filled in: it can be imported there
//! again. All other cells stay as they are.
//!
//! | system | exported as | a row's student | the grade |
//! |---|---|---|---|
//! | Canvas | gradebook | `ID`, as in the name of the file; else `SIS Login ID` or `Student` | the column of the assignment, `hw2 (111)` |
//! | Moodle | grading worksheet | `Identifier`, `Participant 12345`; else `Full name` | `Grade` |

use crate::error::ClassError;
use crate::grade::tables::class_grades::{ClassGrades, StudentGrade};
use cli::{file, visible};
use csv::{ReaderBuilder, StringRecord, WriterBuilder};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

const BYTE_ORDER_MARK: &str = "\u{feff}";
const LONGEST_FILE: u64 = 64 << 20;
const CANVAS: Gradebook = Gradebook { id: "ID", names: &["SIS Login ID", "Student"] };
const MOODLE: Gradebook = Gradebook { id: "Identifier", names: &["Full name"] };
/// The column of Moodle's worksheets.
const GRADE: &str = "Grade";
const MAXIMUM_GRADE: &str = "Maximum Grade";
/// The row of Canvas with the most points of each column.
const POINTS_POSSIBLE: &str = "Points Possible";

/// The titles of the columns by which a system knows its students.
struct Gradebook {
    id: &'static str,
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
        let wrong =
            |why: String| ClassError::Correctable(format!("{}: {why}", visible::path(&self.file)));
        let text = file::read(&self.file, LONGEST_FILE)?;
        let text = text.ok_or_else(|| wrong("there is no such file".to_string()))?;
        filled(&text, self.column.as_deref(), grades, most).map_err(wrong)
    }

    /// Where the filled table goes.
    pub fn place(&self, out: &Path) -> PathBuf {
        out.join(self.file.file_name().unwrap_or_default())
    }
}

fn filled(
    text: &str,
    column: Option<&str>,
    grades: &ClassGrades,
    most: f64,
) -> Result<FilledGradebook, String> {
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
    let system = match (position("Student"), position(MOODLE.id)) {
        (Some(_), _) if position(CANVAS.id).is_some() => CANVAS,
        (_, Some(_)) => MOODLE,
        _ => {
            let why = "this is neither a gradebook of Canvas, with the columns Student and ID, nor \
                       a grading worksheet of Moodle, with the column Identifier";
            return Err(why.to_string());
        }
    };
    let target = column_of(header, column)?;
    let id = position(system.id);
    let names: Vec<usize> = system.names.iter().filter_map(|name| position(name)).collect();
    let maximum = position(MAXIMUM_GRADE);
    let mut writer = WriterBuilder::new().flexible(true).from_writer(Vec::new());
    let (mut given, mut maxima) = (BTreeSet::new(), BTreeSet::new());
    for (number, row) in rows.iter().enumerate() {
        let is_maximum = row.get(0).is_some_and(|cell| cell.trim() == POINTS_POSSIBLE);
        let most_here =
            if is_maximum { row.get(target) } else { maximum.and_then(|at| row.get(at)) };
        maxima.extend(most_here.filter(|text| text.parse::<f64>().is_ok_and(|it| it != most)));
        let student = (number > 0 && !is_maximum).then(|| student(row, id, &names, grades));
        let total = student.flatten().and_then(|one| {
            given.insert(one.name.as_str());
            one.total
        });
        let cells = row.iter().enumerate().map(|(at, cell)| match total {
            Some(total) if at == target => format!("{total:.2}"),
            _ => cell.to_string(),
        });
        writer.write_record(cells).map_err(|error| error.to_string())?;
    }
    let bytes = writer.into_inner().map_err(|error| error.to_string())?;
    let text = mark.to_string() + &String::from_utf8_lossy(&bytes);
    Ok(FilledGradebook { text, notes: notes(grades, &given, &maxima, most) })
}

fn notes(
    grades: &ClassGrades,
    given: &BTreeSet<&str>,
    maxima: &BTreeSet<&str>,
    most: f64,
) -> Vec<String> {
    let names = grades.students.iter().map(|one| one.name.as_str());
    let missing: Vec<&str> = names.filter(|name| !given.contains(name)).collect();
    let missing = (!missing.is_empty())
        .then(|| format!("has no row for {}; enter their grades by hand", missing.join(", ")));
    let maxima = maxima.iter().map(|maximum| {
        format!("counts {maximum} points at most, and the scheme {most}; set one to the other")
    });
    missing.into_iter().chain(maxima).collect()
}

/// The place of the column for the grades.
fn column_of(header: &StringRecord, column: Option<&str>) -> Result<usize, String> {
    let is_assignment = |title: &str| {
        let number = title.strip_suffix(')').and_then(|title| title.rsplit_once(" ("));
        let is_number =
            |(_, digits): (&str, &str)| digits.bytes().all(|byte| byte.is_ascii_digit());
        title == GRADE || number.is_some_and(is_number)
    };
    let fits = |title: &str| match column {
        Some(column) => title == column || title.starts_with(&format!("{column} (")),
        None => is_assignment(title),
    };
    let found: Vec<usize> =
        header.iter().enumerate().filter(|(_, title)| fits(title)).map(|(at, _)| at).collect();
    match found[..] {
        [only] => Ok(only),
        _ => {
            let titles: Vec<&str> = header.iter().filter(|title| is_assignment(title)).collect();
            let what = column.map_or_else(String::new, |column| format!("{column} is none; "));
            Err(format!(
                "{what}name the column for the grades, with --gradebook FILE=COLUMN: {}",
                titles.join(", ")
            ))
        }
    }
}

/// The student of a row: by the number in the system, else by name.
fn student<'a>(
    row: &StringRecord,
    id: Option<usize>,
    names: &[usize],
    grades: &'a ClassGrades,
) -> Option<&'a StudentGrade> {
    let id = id.and_then(|at| row.get(at)).and_then(|id| id.rsplit(' ').next());
    let id = id.filter(|id| !id.is_empty());
    let by_id = grades.students.iter().find(|one| id.is_some() && one.id.as_deref() == id);
    by_id.or_else(|| {
        let mut names = names.iter().filter_map(|at| row.get(*at)).map(letters);
        names.find_map(|name| {
            let is_it = |one: &&StudentGrade| letters(&one.name) == name && one.id.is_none();
            let mut fitting = grades.students.iter().filter(is_it);
            let only = fitting.next()?;
            fitting.next().is_none().then_some(only)
        })
    })
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
    fn another_table_and_a_column_that_could_be_two_are_refused() {
        let refused = |text: &str, column| filled(text, column, &grades(), 1.0).expect_err(text);
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
