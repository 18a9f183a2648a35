//! The grades: points of each part for each student, and the table of all.
//!
//! `grades.csv` is a table as in RFC 4180, sorted by name. Points have two decimals: the
//! same results give the same bytes.

use crate::build::Built;
use crate::scheme::{Column, Scheme};
use crate::stages::check_stage::CheckMarks;
use crate::stages::gauntlet::Gauntlet;
use crate::stages::submission::Student;
use crate::stages::swiss::SwissPlace;
use referee::journal::{GameResult, Results};
use referee::results::csv_field;
use std::collections::BTreeMap;

/// The table of all grades, in the folder of the results.
pub const GRADES_FILE: &str = "grades.csv";

/// A student after the last stage.
#[derive(Debug)]
pub struct Performance<'a> {
    pub student: &'a Student,
    /// `None` if there is no agent.
    pub checks: Option<&'a CheckMarks>,
    /// `None` if it failed a required check.
    pub gauntlet: Option<&'a Gauntlet>,
    /// `None` if it did not take part in the tournament.
    pub place: Option<SwissPlace>,
    /// All games of the tournament.
    pub swiss: &'a Results,
    /// Players of the tournament.
    pub players: usize,
}

/// The points of one student.
#[derive(Clone, Debug, PartialEq)]
pub struct Grade {
    pub total: f64,
    pub checks: f64,
    /// The points of each level, and a text of won games like `2.5 of 4`.
    pub levels: Vec<(f64, String)>,
    pub swiss: f64,
    /// Why points are missing.
    pub remark: String,
}

impl Grade {
    pub fn of(performance: &Performance<'_>, scheme: &Scheme) -> Self {
        let checks = performance.checks.map_or(0.0, |marks| marks.points(&scheme.checks));
        let name = &performance.student.name;
        let of_level = |level| match performance.gauntlet {
            Some(gauntlet) => gauntlet.points(name, level, scheme.games.draws),
            None => (0.0, "not played".to_string()),
        };
        let levels: Vec<_> = scheme.levels.iter().map(of_level).collect();
        let of_place = |place: SwissPlace| scheme.swiss.of_place(place.place, performance.players);
        let swiss = performance.place.map_or(0.0, of_place);
        let all = checks + levels.iter().map(|(points, _)| points).sum::<f64>() + swiss;
        let total = scheme.grade.maximum.map_or(all, |maximum| all.min(maximum.number()));
        Grade { total, checks, levels, swiss, remark: remark(performance, scheme) }
    }
}

/// Why points are missing, in one line.
fn remark(performance: &Performance<'_>, scheme: &Scheme) -> String {
    let remarks = performance.student.notes.remarks.iter().cloned();
    if let Built::Failed { reason, .. } = &performance.student.built {
        let why = std::iter::once(format!("not built: {reason}"));
        return why.chain(remarks).collect::<Vec<_>>().join("; ");
    }
    let mut parts = Vec::new();
    let marks = performance.checks;
    if let Some(why) = marks.and_then(|marks| marks.kept_out(&scheme.checks)) {
        parts.push(format!("plays no games: {why}"));
    }
    if marks.is_some_and(CheckMarks::needs_course) {
        parts.push("answers in a form that profile = \"course\" takes".to_string());
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
    if performance.players == 1 && performance.place.is_some() && scheme.swiss.first_place() > 0.0 {
        parts.push("no points for a place: nobody else plays".to_string());
    }
    parts.extend(remarks);
    parts.join("; ")
}

/// The number of games that the student forfeited, by cause.
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

/// True if this player has forfeited the game.
pub fn is_forfeit_of(result: &GameResult, name: &str) -> bool {
    result.forfeiter().is_some_and(|side| *result.player(side).name == *name)
}

pub fn table(rows: &[(Performance<'_>, Grade)], scheme: &Scheme) -> String {
    let mut text = line(scheme.grade.columns.iter().flat_map(|column| column.titles(scheme)));
    for (performance, grade) in rows {
        let columns = scheme.grade.columns.iter();
        text += &line(columns.flat_map(|column| column.cells(performance, grade)));
    }
    text
}

impl Column {
    /// Its titles as fields.
    fn titles(self, scheme: &Scheme) -> Vec<String> {
        let title = match self {
            Column::Levels => {
                let titles = scheme.levels.iter().map(|level| format!("depth {}", level.depth));
                return titles.collect();
            }
            Column::Name => "name",
            Column::Total => "total",
            Column::Checks => "checks",
            Column::Swiss => "swiss",
            Column::Place => "place",
            Column::Rating => "rating",
            Column::Remark => "remark",
        };
        vec![csv_field(title)]
    }

    /// The cells of a student as fields. Numbers are not quoted: a rating may begin with a minus.
    fn cells(self, performance: &Performance<'_>, grade: &Grade) -> Vec<String> {
        let points = |points: f64| format!("{points:.2}");
        let place = performance.place;
        vec![match self {
            Column::Levels => {
                return grade.levels.iter().map(|(earned, _)| points(*earned)).collect();
            }
            Column::Name => csv_field(&performance.student.name),
            Column::Total => points(grade.total),
            Column::Checks => points(grade.checks),
            Column::Swiss => points(grade.swiss),
            Column::Place => place.map_or(String::new(), |place| place.place.to_string()),
            Column::Rating => place
                .and_then(|place| place.rating)
                .map_or(String::new(), |elo| format!("{elo:.0}")),
            Column::Remark => csv_field(&grade.remark),
        }]
    }
}

fn line(fields: impl Iterator<Item = String>) -> String {
    fields.collect::<Vec<_>>().join(",") + "\r\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::build::recipe::BuildNotes;
    use crate::stages::check_stage::{CheckMark, CheckStatus};
    use referee::journal::results_of;
    use referee::testing::random_record;

    fn classic() -> Scheme {
        let text = "base = \"classic\"";
        Scheme::parse(std::path::Path::new("t"), text, None).expect("valid")
    }

    fn student(name: &str, built: Built) -> Student {
        Student { name: name.to_string(), built, notes: BuildNotes::default(), agent: None }
    }

    fn without_games<'a>(student: &'a Student, swiss: &'a Results) -> Performance<'a> {
        Performance { student, checks: None, gauntlet: None, place: None, swiss, players: 0 }
    }

    #[test]
    fn a_table_has_the_columns_of_the_scheme_and_quotes_where_needed() {
        let scheme = classic();
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
        let place = SwissPlace { place: 2, points: 0.0, games: 2, rating: Some(-35.2) };
        let performance = Performance { place: Some(place), ..without_games(&anna, &none) };
        let grade = Grade::of(&performance, &Scheme::default());
        assert_eq!(Column::Rating.cells(&performance, &grade), ["-35"]);
    }

    #[test]
    fn parts_are_added_up_to_the_maximum() {
        let mut scheme = classic();
        let anna = student("anna", Built::Ready { by: String::new() });
        let mark = CheckMark {
            name: "must-jump".to_string(),
            asks: String::new(),
            mark: CheckStatus::Passed,
            reason: String::new(),
            answer: None,
            position: Vec::new(),
        };
        let marks = CheckMarks(vec![mark]);
        let none = Results::new();
        let place = Some(SwissPlace { place: 1, points: 2.0, games: 2, rating: None });
        let grade = |scheme: &Scheme| {
            let performance = without_games(&anna, &none);
            let performance =
                Performance { checks: Some(&marks), place, players: 3, ..performance };
            Grade::of(&performance, scheme)
        };
        let whole = grade(&scheme);
        assert_eq!((whole.total, whole.checks, whole.swiss), (60.0, 40.0, 20.0));
        scheme.grade.maximum = Some(crate::scheme::scheme_values::GradePoints::of(50));
        assert_eq!(grade(&scheme).total, 50.0);
    }

    #[test]
    fn a_remark_names_what_cost_points() {
        let anna = student("anna", Built::Ready { by: String::new() });
        let mut record = random_record(1, referee::rules::Ending::NoOutput);
        record.black.name = "anna".into();
        record.white.name = "anna".into();
        let swiss = results_of([&record]);
        let remark = remark(&without_games(&anna, &swiss), &Scheme::default());
        assert_eq!(remark, "forfeited 1 game: 1 no output.txt");
    }
}
