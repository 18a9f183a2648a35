//! `grades.csv`: a table as in RFC 4180, sorted by name. Points have two decimals: the same results
//! give the same bytes.

use crate::grade::graded_tests::{CHECKS, LATE, NOT_GRADED, SWISS};
use crate::grade::tables::class_grades::{ClassGrades, StudentGrade};
use crate::scheme::{Column, Scheme};
use referee::results::csv_field;

pub fn table(grades: &ClassGrades, scheme: &Scheme) -> String {
    let columns = &scheme.grade.columns;
    let titles = line(columns.iter().flat_map(|column| column.titles(scheme)));
    let rows = grades
        .students
        .iter()
        .map(|one| line(columns.iter().flat_map(|column| column.cells(one, scheme))));
    titles + &rows.collect::<String>()
}

impl Column {
    fn titles(self, scheme: &Scheme) -> Vec<String> {
        let title = match self {
            Column::Late if !scheme.late.is_on() => return Vec::new(),
            Column::Levels => return scheme.levels.iter().map(|level| level.part()).collect(),
            Column::Name => "name",
            Column::Total => "total",
            Column::Checks => CHECKS,
            Column::Swiss => SWISS,
            Column::Late => LATE,
            Column::Place => "place",
            Column::Rating => "rating",
            Column::Remark => "remark",
        };
        vec![csv_field(title)]
    }

    /// The cells of a student as fields. Numbers are not quoted: a rating may begin with a minus.
    fn cells(self, one: &StudentGrade, scheme: &Scheme) -> Vec<String> {
        vec![match self {
            Column::Levels => {
                return scheme.levels.iter().map(|level| points_text(one, &level.part())).collect();
            }
            Column::Late if !scheme.late.is_on() => return Vec::new(),
            Column::Name => csv_field(&one.name),
            Column::Total => {
                one.total.map_or_else(|| NOT_GRADED.to_string(), |total| format!("{total:.2}"))
            }
            Column::Checks => points_text(one, CHECKS),
            Column::Swiss => points_text(one, SWISS),
            Column::Late => points_text(one, LATE),
            Column::Place => one.place.map_or(String::new(), |place| place.to_string()),
            Column::Rating => one.rating.map_or(String::new(), |elo| format!("{elo:.0}")),
            Column::Remark => csv_field(&one.remarks.join("; ")),
        }]
    }
}

/// A part of which nothing is known has no points.
fn points_text(one: &StudentGrade, part: &str) -> String {
    let is_not_graded = one.parts.iter().any(|own| own.name == part && own.score.is_none());
    match one.points_of(part) {
        _ if is_not_graded => NOT_GRADED.to_string(),
        points => format!("{:.2}", points.unwrap_or_default()),
    }
}

fn line(fields: impl Iterator<Item = String>) -> String {
    fields.collect::<Vec<_>>().join(",") + "\r\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grade::tables::class_grades::example;
    use std::path::Path;

    #[test]
    fn a_table_has_the_columns_of_the_scheme_and_quotes_where_needed() {
        let text = "base = \"classic\"\n[late]\nper_day_percent = 10";
        let scheme = Scheme::parse(Path::new("t"), text, None).expect("valid");
        let parts = [("checks", Some(6.67)), ("depth 1", Some(7.5)), ("depth 2", None)];
        let parts = [&parts[..], &[("late", Some(-10.0))]].concat();
        let one = StudentGrade {
            place: Some(2),
            rating: Some(-35.2),
            remarks: vec!["not built: homework.cpp:1: error: \"x\", again".to_string()],
            ..example("Müller, Jörg", Some(4.17), &parts)
        };
        let text = table(&ClassGrades::new(vec![one]), &scheme);
        let lines: Vec<_> = text.split("\r\n").collect();
        let titles = "name,total,checks,depth 1,depth 2,depth 4,swiss,late,place,rating,remark";
        let expected = "\"Müller, Jörg\",4.17,6.67,7.50,not graded,0.00,0.00,-10.00,2,-35,\"not \
                        built: homework.cpp:1: error: \"\"x\"\", again\"";
        assert_eq!(lines, [titles, expected, ""]);
    }
}
