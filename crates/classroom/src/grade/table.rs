//! `grades.csv`: a table as in RFC 4180, sorted by name. Points have two decimals: the same results
//! give the same bytes.

use crate::grade::graded_tests::{CHECKS, SWISS};
use crate::grade::submission_grade::SubmissionGrade;
use crate::scheme::{Column, Scheme};
use crate::stages::swiss::SwissPlace;
use referee::results::csv_field;

/// In place of points that are not known, which a zero would hide.
const NOT_GRADED: &str = "not graded";

/// The table of these students, each with the place in the tournament.
pub fn table(rows: &[(&SubmissionGrade, Option<SwissPlace>)], scheme: &Scheme) -> String {
    let columns = &scheme.grade.columns;
    let titles = line(columns.iter().flat_map(|column| column.titles(scheme)));
    let rows = rows.iter().map(|(grade, place)| {
        line(columns.iter().flat_map(|column| column.cells(grade, *place, scheme)))
    });
    titles + &rows.collect::<String>()
}

impl Column {
    fn titles(self, scheme: &Scheme) -> Vec<String> {
        let title = match self {
            Column::Levels => return scheme.levels.iter().map(|level| level.part()).collect(),
            Column::Name => "name",
            Column::Total => "total",
            Column::Checks => CHECKS,
            Column::Swiss => SWISS,
            Column::Place => "place",
            Column::Rating => "rating",
            Column::Remark => "remark",
        };
        vec![csv_field(title)]
    }

    /// The cells of a student as fields. Numbers are not quoted: a rating may begin with a minus.
    fn cells(
        self,
        grade: &SubmissionGrade,
        place: Option<SwissPlace>,
        scheme: &Scheme,
    ) -> Vec<String> {
        let rating = place.and_then(|place| place.rating);
        vec![match self {
            Column::Levels => {
                return scheme
                    .levels
                    .iter()
                    .map(|level| points_text(grade, &level.part()))
                    .collect();
            }
            Column::Name => csv_field(&grade.name),
            Column::Total if !grade.not_graded().is_empty() => NOT_GRADED.to_string(),
            Column::Total => format!("{:.2}", grade.total()),
            Column::Checks => points_text(grade, CHECKS),
            Column::Swiss => points_text(grade, SWISS),
            Column::Place => place.map_or(String::new(), |place| place.place.to_string()),
            Column::Rating => rating.map_or(String::new(), |elo| format!("{elo:.0}")),
            Column::Remark => csv_field(&grade.remarks.join("; ")),
        }]
    }
}

fn points_text(grade: &SubmissionGrade, part: &str) -> String {
    if grade.not_graded().contains(&part) {
        return NOT_GRADED.to_string();
    }
    format!("{:.2}", grade.points_of(part))
}

fn line(fields: impl Iterator<Item = String>) -> String {
    fields.collect::<Vec<_>>().join(",") + "\r\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grade::submission_grade::example;

    #[test]
    fn a_table_has_the_columns_of_the_scheme_and_quotes_where_needed() {
        let classic = "base = \"classic\"";
        let scheme = Scheme::parse(std::path::Path::new("t"), classic, None).expect("valid");
        let name = "Müller, Jörg".to_string();
        let remarks = vec!["not built: homework.cpp:1: error: \"x\", again".to_string()];
        let grade = SubmissionGrade { name, remarks, ..example() };
        let place = SwissPlace { place: 2, points: 0.0, games: 2, rating: Some(-35.2) };
        let text = table(&[(&grade, Some(place))], &scheme);
        let lines: Vec<_> = text.split("\r\n").collect();
        assert_eq!(lines[0], "name,total,checks,depth 1,depth 2,depth 4,swiss,place,rating,remark");
        let expected = "\"Müller, Jörg\",14.17,6.67,7.50,0.00,0.00,0.00,2,-35,\"not built: \
                        homework.cpp:1: error: \"\"x\"\", again\"";
        assert_eq!((lines[1], lines[2]), (expected, ""));
    }
}
