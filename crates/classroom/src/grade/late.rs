//! What a late submission costs.
//!
//! The days come from the list of the scheme, or else from what the course system says: a time, or
//! only that it was late, which then counts as one day, the least that it can be.

use crate::error::ClassError;
use crate::intake::CourseRecord;
use crate::scheme::LateScheme;
use cli::{counted, visible};
use csv::{ReaderBuilder, StringRecord, Trim};
use jiff::Timestamp;
use std::collections::BTreeMap;
use std::fmt::Display;
use std::path::Path;

const SECONDS_OF_DAY: i64 = 86_400;

#[derive(Clone, Debug, PartialEq)]
pub struct LateDeduction {
    /// Begun days.
    pub days: u32,
    /// Those of them that cost nothing.
    pub free: u32,
    pub points: f64,
}

/// The list of the scheme, by student.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LateList(BTreeMap<String, ListedStudent>);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ListedStudent {
    days: u32,
    /// In place of the scheme's.
    free_days: Option<u32>,
}

impl LateDeduction {
    /// `2 days late, 1 of them free: 10.00 points less`.
    pub fn sentence(&self) -> String {
        let days = counted(self.days as usize, "day");
        let free = match self.free {
            0 => String::new(),
            free if free == self.days => ", free".to_string(),
            free => format!(", {free} of them free"),
        };
        format!("{days} late{free}: {:.2} points less", self.points)
    }
}

impl LateScheme {
    /// What lateness costs of `total` points, when there are at most `most`; `None` if in time.
    pub fn deduction(
        &self,
        name: &str,
        record: &CourseRecord,
        list: &LateList,
        [total, most]: [f64; 2],
    ) -> Option<LateDeduction> {
        if !self.is_on() {
            return None;
        }
        let listed = list.0.get(name);
        let days = match (listed, record.handed_in_at, self.deadline) {
            (Some(listed), _, _) => listed.days,
            (None, Some(at), Some(deadline)) => days_between(deadline, at),
            _ => u32::from(record.is_late),
        };
        let free_days = listed.and_then(|one| one.free_days).unwrap_or(self.free_days);
        let free = days.min(free_days);
        let all = most * self.per_day_percent.share() * f64::from(days - free);
        (days > 0).then(|| LateDeduction { days, free, points: all.min(total) })
    }

    /// Whether the days of this submission are a guess.
    pub fn is_unsure(&self, name: &str, record: &CourseRecord, list: &LateList) -> bool {
        let has_time = record.handed_in_at.is_some() && self.deadline.is_some();
        self.is_on() && record.is_late && !has_time && !list.0.contains_key(name)
    }

    pub fn list(&self) -> Result<LateList, ClassError> {
        match &self.list {
            Some(path) => LateList::read(path, self.deadline),
            None => Ok(LateList::default()),
        }
    }
}

/// Days that have begun since the deadline.
fn days_between(deadline: Timestamp, at: Timestamp) -> u32 {
    let seconds = at.as_second().saturating_sub(deadline.as_second());
    let days = seconds.max(0).saturating_add(SECONDS_OF_DAY - 1) / SECONDS_OF_DAY;
    u32::try_from(days).unwrap_or(u32::MAX)
}

impl LateList {
    /// Reads a table with the columns `name` and `days`, or `name` and `handed_in`, and perhaps
    /// `free_days`.
    fn read(path: &Path, deadline: Option<Timestamp>) -> Result<Self, ClassError> {
        let mut reader = ReaderBuilder::new()
            .trim(Trim::All)
            .flexible(true)
            .from_path(path)
            .map_err(|error| wrong(path, None, error))?;
        let header = reader.headers().map_err(|error| wrong(path, Some(1), error))?.clone();
        let column =
            |title: &str| header.iter().position(|it| it.trim_start_matches('\u{feff}') == title);
        let columns = [column("name"), column("days"), column("handed_in"), column("free_days")];
        let [Some(name), days, handed_in, free_days] = columns else {
            return Err(wrong(path, Some(1), "the first line must name a column name"));
        };
        if days.is_none() && handed_in.is_none() {
            let why = "the first line must name a column days or handed_in";
            return Err(wrong(path, Some(1), why));
        }
        let mut list = BTreeMap::new();
        for row in reader.records() {
            let row = row.map_err(|error| wrong(path, None, error))?;
            let line = row.position().map(csv::Position::line);
            let days = match (cell(&row, days), cell(&row, handed_in), deadline) {
                (Some(days), _, _) => number(days),
                (None, Some(at), Some(deadline)) => time(at).map(|at| days_between(deadline, at)),
                (None, Some(_), None) => {
                    Err(ClassError::Correctable("[late] has no deadline".to_string()))
                }
                (None, None, _) => continue,
            };
            let days = days.map_err(|why| wrong(path, line, why))?;
            let free_days = cell(&row, free_days).map(number).transpose();
            let free_days = free_days.map_err(|why| wrong(path, line, why))?;
            let name = cell(&row, Some(name)).unwrap_or_default().to_string();
            if list.contains_key(&name) {
                return Err(wrong(path, line, format!("{name} has a second row; keep one")));
            }
            list.insert(name, ListedStudent { days, free_days });
        }
        Ok(LateList(list))
    }

    /// Names of which there is no student.
    pub fn unknown<'a>(
        &'a self,
        is_known: impl Fn(&str) -> bool + 'a,
    ) -> impl Iterator<Item = &'a str> {
        self.0.keys().map(String::as_str).filter(move |name| !is_known(name))
    }
}

fn wrong(path: &Path, line: Option<u64>, why: impl Display) -> ClassError {
    let line = line.map(|line| format!(", line {line}")).unwrap_or_default();
    ClassError::Correctable(format!("{}{line}: {why}", visible::path(path)))
}

fn cell(row: &StringRecord, column: Option<usize>) -> Option<&str> {
    column.and_then(|column| row.get(column)).filter(|text| !text.is_empty())
}

fn number(text: &str) -> Result<u32, ClassError> {
    let wrong = |_| ClassError::Correctable(format!("{text} is not a number of days"));
    text.parse().map_err(wrong)
}

fn time(text: &str) -> Result<Timestamp, ClassError> {
    text.parse().map_err(|_| {
        ClassError::Correctable(format!(
            "{text} is not a time such as 2026-11-20T23:59:00+01:00, with its zone"
        ))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::{any, proptest};
    use std::fs;

    fn scheme(more: &str) -> LateScheme {
        let text = format!("[late]\nper_day_percent = 10\n{more}");
        crate::scheme::Scheme::parse(Path::new("t"), &text, None).expect("valid").late
    }

    #[test]
    fn each_begun_day_that_is_not_free_costs_its_part_of_all_points() {
        let late = scheme("free_days = 1\ndeadline = \"2026-11-20T23:59:00+01:00\"");
        let days = |at: &str| {
            let at = Some(at.parse().expect("a time"));
            let record = CourseRecord { handed_in_at: at, ..CourseRecord::default() };
            let found = late.deduction("kim", &record, &LateList::default(), [25.0, 100.0]);
            found.map(|late| (late.days, late.free, late.points))
        };
        assert_eq!(days("2026-11-20T22:59:00Z"), None);
        assert_eq!(days("2026-11-20T22:59:01Z"), Some((1, 1, 0.0)));
        assert_eq!(days("2026-11-21T23:00:00Z"), Some((2, 1, 10.0)));
        assert_eq!(days("2026-12-20T23:00:00Z").map(|it| it.2), Some(25.0), "never below zero");
        let three = LateDeduction { days: 3, free: 1, points: 20.0 };
        assert_eq!(three.sentence(), "3 days late, 1 of them free: 20.00 points less");
    }

    #[test]
    fn a_name_that_says_late_is_one_day_and_the_list_counts_before_it() {
        let (late, of_name) =
            (scheme(""), CourseRecord { is_late: true, ..CourseRecord::default() });
        let none = LateList::default();
        let days = |list: &LateList| {
            late.deduction("kim", &of_name, list, [50.0, 100.0]).map(|late| late.days)
        };
        assert_eq!(days(&none), Some(1));
        assert!(late.is_unsure("kim", &of_name, &none));
        let dir = tempfile::tempdir().expect("a folder");
        let path = dir.path().join("late.csv");
        fs::write(&path, "\u{feff}name, days,free_days\nkim, 4,\nlee,1,2\n").expect("written");
        let list = LateList::read(&path, None).expect("valid");
        assert_eq!(days(&list), Some(4));
        assert!(!late.is_unsure("kim", &of_name, &list));
        assert_eq!(list.unknown(|name| name == "kim").collect::<Vec<_>>(), ["lee"]);
    }

    #[test]
    fn what_is_wrong_in_a_list_is_named_with_its_line() {
        let dir = tempfile::tempdir().expect("a folder");
        let path = dir.path().join("late.csv");
        for (text, told) in [
            ("days\n1\n", "late.csv, line 1: the first line must name a column name"),
            ("name\nkim\n", "late.csv, line 1: the first line must name a column days"),
            ("name,days\nkim,x\n", "late.csv, line 2: x is not a number of days"),
            ("name,days\nkim,1\nkim,2\n", "late.csv, line 3: kim has a second row; keep one"),
            ("name,handed_in\nkim,5 May\n", "late.csv, line 2: [late] has no deadline"),
        ] {
            fs::write(&path, text).expect("written");
            let error = LateList::read(&path, None).expect_err(text).to_string();
            assert!(error.contains(told), "{error}");
        }
        assert!(LateList::read(&dir.path().join("none.csv"), None).is_err());
    }

    proptest! {
        #[test]
        fn no_list_makes_the_reader_panic(bytes in any::<Vec<u8>>()) {
            let dir = tempfile::tempdir().expect("a folder");
            let path = dir.path().join("late.csv");
            fs::write(&path, [b"name,days\n", &bytes[..]].concat()).expect("written");
            let _ = LateList::read(&path, None);
        }
    }
}
