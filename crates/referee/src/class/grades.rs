//! The grades: points of each part for each student, and the table of all.
//!
//! `grades.csv` is a table as in RFC 4180, sorted by name. Points have two decimals, so that the
//! same results give the same bytes.

use crate::class::build::Built;
use crate::class::build_stage::Student;
use crate::class::check_stage::CheckMarks;
use crate::class::gauntlet::Gauntlet;
use crate::class::scheme::{Column, Scheme};
use crate::class::swiss::Place;
use crate::game::EndingKind;
use crate::record::{GameResult, Results};
use crate::result::csv_field;
use std::collections::BTreeMap;
use std::fmt::Write;

/// The table of all grades, in the folder of the results.
pub const GRADES_FILE: &str = "grades.csv";

/// All that is known of a student after the last stage.
#[derive(Debug)]
pub(super) struct Performance<'a> {
    pub(super) student: &'a Student,
    /// `None` if there is no agent.
    pub(super) checks: Option<&'a CheckMarks>,
    /// `None` if the agent was not let in.
    pub(super) gauntlet: Option<&'a Gauntlet>,
    /// `None` if it did not take part in the tournament.
    pub(super) place: Option<Place>,
    /// The games of the tournament.
    pub(super) swiss: &'a Results,
    /// Players of the tournament.
    pub(super) players: usize,
}

/// The points of one student.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Grade {
    /// All points.
    pub(super) total: f64,
    /// Of the checks.
    pub(super) checks: f64,
    /// Of each level, and a text like `2.5 of 4`; in the order of the scheme.
    pub(super) levels: Vec<(f64, String)>,
    /// Of the place.
    pub(super) swiss: f64,
    /// Why points are missing.
    pub(super) remark: String,
}

impl Grade {
    /// The points for a performance.
    pub(super) fn of(performance: &Performance<'_>, scheme: &Scheme) -> Self {
        let checks = performance.checks.map_or(0.0, |marks| marks.points(&scheme.checks));
        let name = &performance.student.name;
        let of_level = |level| match performance.gauntlet {
            Some(gauntlet) => gauntlet.points(name, level, scheme.games.draws),
            None => (0.0, "not played".to_string()),
        };
        let levels: Vec<_> = scheme.levels.iter().map(of_level).collect();
        let of_place = |place: Place| scheme.swiss.of_place(place.place, performance.players);
        let swiss = performance.place.map_or(0.0, of_place);
        let all = checks + levels.iter().map(|(points, _)| points).sum::<f64>() + swiss;
        let total = scheme.grade.maximum.map_or(all, |maximum| all.min(maximum.number()));
        Grade { total, checks, levels, swiss, remark: remark(performance, scheme) }
    }
}

/// Why points are missing, in one line.
fn remark(performance: &Performance<'_>, scheme: &Scheme) -> String {
    if let Built::Failed { reason, .. } = &performance.student.built {
        return format!("not built: {reason}");
    }
    let mut parts = Vec::new();
    let marks = performance.checks;
    let missed: Vec<_> = marks.iter().flat_map(|marks| marks.missed(&scheme.checks)).collect();
    if !missed.is_empty() {
        parts.push(format!("plays no games: failed {}", missed.join(", ")));
    }
    if marks.is_some_and(CheckMarks::was_broken_off) {
        parts.push("hung in the checks".to_string());
    }
    if let Some(error) = performance.gauntlet.and_then(|gauntlet| gauntlet.error.as_ref()) {
        parts.push(format!("games are missing: {error}"));
    }
    let forfeits = forfeits(performance);
    let count: u32 = forfeits.values().sum();
    if count > 0 {
        let each = forfeits.iter().map(|(cause, count)| format!("{count} {cause}"));
        let games = if count == 1 { "game" } else { "games" };
        let each = each.collect::<Vec<_>>().join(", ");
        parts.push(format!("forfeited {count} {games}: {each}"));
    }
    parts.join("; ")
}

/// How many games the student forfeited, by cause.
fn forfeits(performance: &Performance<'_>) -> BTreeMap<String, u32> {
    let name = &performance.student.name;
    let own = performance.gauntlet.map(|gauntlet| gauntlet.results.values());
    let games = own.into_iter().flatten().chain(performance.swiss.values());
    let mut forfeits = BTreeMap::new();
    for result in games.filter(|result| is_forfeit_of(result, name)) {
        *forfeits.entry(result.ending.to_string()).or_insert(0) += 1;
    }
    forfeits
}

/// Whether a player has forfeited a game.
pub(super) fn is_forfeit_of(result: &GameResult, name: &str) -> bool {
    result.ending.kind() == EndingKind::Forfeited && *result.player(result.to_move()).name == *name
}

/// The whole table.
pub(super) fn table(rows: &[(Performance<'_>, Grade)], scheme: &Scheme) -> String {
    let mut text = line(scheme.grade.columns.iter().flat_map(|column| column.titles(scheme)));
    for (performance, grade) in rows {
        let columns = scheme.grade.columns.iter();
        text += &line(columns.flat_map(|column| column.cells(performance, grade)));
    }
    text
}

impl Column {
    /// What stands above its cells, as fields.
    fn titles(self, scheme: &Scheme) -> Vec<String> {
        let one = |title: &str| vec![csv_field(title)];
        match self {
            Column::Name => one("name"),
            Column::Total => one("total"),
            Column::Checks => one("checks"),
            Column::Levels => {
                scheme.levels.iter().map(|level| format!("depth {}", level.depth)).collect()
            }
            Column::Swiss => one("swiss"),
            Column::Place => one("place"),
            Column::Rating => one("rating"),
            Column::Remark => one("remark"),
        }
    }

    /// The cells of a student as fields. Numbers are fields as they are: a rating may begin with a
    /// minus.
    fn cells(self, performance: &Performance<'_>, grade: &Grade) -> Vec<String> {
        let points = |points: f64| format!("{points:.2}");
        match self {
            Column::Name => vec![csv_field(&performance.student.name)],
            Column::Total => vec![points(grade.total)],
            Column::Checks => vec![points(grade.checks)],
            Column::Levels => grade.levels.iter().map(|(earned, _)| points(*earned)).collect(),
            Column::Swiss => vec![points(grade.swiss)],
            Column::Place => {
                vec![performance.place.map_or(String::new(), |place| place.place.to_string())]
            }
            Column::Rating => {
                let rating = performance.place.and_then(|place| place.rating);
                vec![rating.map_or(String::new(), |elo| format!("{elo:.0}"))]
            }
            Column::Remark => vec![csv_field(&grade.remark)],
        }
    }
}

/// One line of the table; lines end as RFC 4180 wants it.
fn line(fields: impl Iterator<Item = String>) -> String {
    let mut text = String::new();
    for (index, field) in fields.enumerate() {
        // Writing to a string cannot fail.
        let _ = write!(text, "{}{field}", if index == 0 { "" } else { "," });
    }
    text + "\r\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::class::check_stage::{CheckMark, Mark};
    use crate::record::random::random_record;
    use crate::record::results_of;

    fn student(name: &str, built: Built) -> Student {
        Student { name: name.to_string(), built, agent: None }
    }

    fn without_games<'a>(student: &'a Student, swiss: &'a Results) -> Performance<'a> {
        Performance { student, checks: None, gauntlet: None, place: None, swiss, players: 0 }
    }

    #[test]
    fn a_table_has_the_columns_of_the_scheme_and_quotes_where_needed() {
        let scheme = Scheme::default();
        let reason = "homework.cpp:1: error: \"x\", again".to_string();
        let failed = student("Müller, Jörg", Built::Failed { reason, command: None });
        let none = Results::new();
        let performance = without_games(&failed, &none);
        let grade = Grade::of(&performance, &scheme);
        assert_eq!(grade.total, 0.0);
        let text = table(&[(performance, grade)], &scheme);
        let lines: Vec<_> = text.split("\r\n").collect();
        assert_eq!(lines[0], "name,total,checks,depth 1,depth 2,depth 4,swiss,place,rating,remark");
        let expected = "\"Müller, Jörg\",0.00,0.00,0.00,0.00,0.00,0.00,,,\"not built: homework.cpp:1: \
                        error: \"\"x\"\", again\"";
        assert_eq!((lines[1], lines[2]), (expected, ""));
    }

    #[test]
    fn a_negative_rating_stays_a_number() {
        let (anna, none) = (student("anna", Built::Ready { by: String::new() }), Results::new());
        let place = Place { place: 2, points: 0.0, games: 2, rating: Some(-35.2) };
        let performance = Performance { place: Some(place), ..without_games(&anna, &none) };
        let grade = Grade::of(&performance, &Scheme::default());
        assert_eq!(Column::Rating.cells(&performance, &grade), ["-35"]);
    }

    #[test]
    fn parts_are_added_up_to_the_maximum() {
        let mut scheme = Scheme::default();
        let anna = student("anna", Built::Ready { by: String::new() });
        let mark = CheckMark {
            name: "must-jump".to_string(),
            asks: String::new(),
            mark: Mark::Passed,
            reason: String::new(),
            answer: None,
        };
        let marks = CheckMarks(vec![mark]);
        let none = Results::new();
        let place = Some(Place { place: 1, points: 2.0, games: 2, rating: None });
        let grade = |scheme: &Scheme| {
            let performance = without_games(&anna, &none);
            let performance =
                Performance { checks: Some(&marks), place, players: 3, ..performance };
            Grade::of(&performance, scheme)
        };
        let whole = grade(&scheme);
        assert_eq!((whole.total, whole.checks, whole.swiss), (60.0, 40.0, 20.0));
        scheme.grade.maximum = Some(crate::class::Points::of(50));
        assert_eq!(grade(&scheme).total, 50.0);
    }

    #[test]
    fn a_remark_names_what_cost_points() {
        let anna = student("anna", Built::Ready { by: String::new() });
        let mut record = random_record(1, crate::game::Ending::NoOutput);
        record.black.name = "anna".into();
        record.white.name = "anna".into();
        let swiss = results_of([&record]);
        let remark = remark(&without_games(&anna, &swiss), &Scheme::default());
        assert_eq!(remark, "forfeited 1 game: 1 no output.txt");
    }
}
