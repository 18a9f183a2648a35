//! A student of a class, after the last stage, as all forms are written from it.

use crate::grade::forms::graded_parts::{
    build_test, check_tests, forfeit_lines, level_not_run, level_test,
};
use crate::grade::forms::graded_submission::{
    GradedSubmission, GradedTest, GradingProgress, TestGroup, status_of,
};
use crate::grade::grades::{Grade, Performance};
use crate::scheme::{ReferenceLevel, Scheme};
use crate::stages::games::side_of;
use crate::stages::gauntlet::Gauntlet;

/// The part of the tournament, as `grades.csv` names its column.
const SWISS: &str = "swiss";

/// The student; `log` is the output of the build.
pub fn graded_student(
    performance: &Performance<'_>,
    grade: &Grade,
    scheme: &Scheme,
    log: &str,
) -> GradedSubmission {
    let mut tests = vec![build_test(performance.student, log)];
    let most = scheme.checks.points.number();
    match performance.checks {
        Some(marks) => tests.extend(check_tests(marks, scheme)),
        None if most > 0.0 => {
            tests.push(without_agent(TestGroup::Checks, "checks", "all checks", most));
        }
        None => {}
    }
    for (level, (score, won)) in scheme.levels.iter().zip(&grade.levels) {
        tests.push(match performance.gauntlet {
            Some(gauntlet) => {
                let lines = level_lines(gauntlet, &performance.student.name, level, won);
                level_test(level, *score, lines)
            }
            None => level_not_run(level, &grade.remark),
        });
    }
    tests.extend(tournament_test(performance, grade, scheme));
    GradedSubmission {
        name: performance.student.name.clone(),
        progress: GradingProgress::Finished,
        remarks: Some(grade.remark.clone()).filter(|it| !it.is_empty()).into_iter().collect(),
        tests,
        maximum: scheme.grade.maximum.map(|maximum| maximum.number()),
        seconds: None,
    }
}

fn without_agent(group: TestGroup, part: &str, name: &str, most: f64) -> GradedTest {
    GradedTest::not_run(group, part, name.to_string(), most, "there is no program")
}

fn level_lines(gauntlet: &Gauntlet, name: &str, level: &ReferenceLevel, won: &str) -> Vec<String> {
    let opponent = level.name();
    let games = gauntlet.results.values().filter(|game| side_of(game, &opponent).is_some());
    let mut lines = vec![format!("{won} points of the games")];
    lines.extend(gauntlet.error.iter().map(|error| format!("games are missing: {error}")));
    lines.extend(forfeit_lines(games, name));
    lines
}

fn tournament_test(
    performance: &Performance<'_>,
    grade: &Grade,
    scheme: &Scheme,
) -> Option<GradedTest> {
    let most = scheme.swiss.first_place();
    if most == 0.0 {
        return None;
    }
    let name = "place in the tournament".to_string();
    let test = GradedTest::not_run(TestGroup::Tournament, SWISS, name, most, "no games");
    let Some(place) = performance.place else { return Some(test) };
    let games = performance.swiss.values();
    let mut output = vec![format!(
        "place {} of {}: {} points of {} games",
        place.place, performance.players, place.points, place.games
    )];
    output.extend(forfeit_lines(games, &performance.student.name));
    let status = status_of(grade.swiss, most);
    Some(GradedTest { score: grade.swiss, status, output, ..test })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::build::Built;
    use crate::build::recipe::BuildNotes;
    use crate::stages::check_stage::CheckMarks;
    use crate::stages::submission::Student;
    use crate::stages::swiss::SwissPlace;
    use referee::journal::Results;

    fn student(built: Built) -> Student {
        Student { name: "anna".to_string(), built, notes: BuildNotes::default(), agent: None }
    }

    #[test]
    fn the_forms_have_the_points_of_the_grades() {
        let classic = "base = \"classic\"";
        let scheme = Scheme::parse(std::path::Path::new("t"), classic, None).expect("valid");
        let (anna, none) = (student(Built::Ready { by: "make".to_string() }), Results::new());
        let (marks, gauntlet) = (CheckMarks::default(), Gauntlet::default());
        let place = Some(SwissPlace { place: 2, points: 1.0, games: 2, rating: None });
        let performance = Performance {
            student: &anna,
            checks: Some(&marks),
            gauntlet: Some(&gauntlet),
            place,
            swiss: &none,
            players: 3,
        };
        let grade = Grade::of(&performance, &scheme);
        let graded = graded_student(&performance, &grade, &scheme, "");
        assert_eq!(graded.score(), grade.total);
        assert_eq!(graded.tests.last().map(|test| test.score), Some(10.0));
        assert_eq!(graded.parts().len(), 4, "three levels and the tournament");
    }

    #[test]
    fn a_submission_without_a_program_has_all_tests_without_points() {
        let scheme = Scheme::default();
        let built = Built::Failed { reason: "no".to_string(), command: None };
        let (anna, none) = (student(built), Results::new());
        let performance = Performance {
            student: &anna,
            checks: None,
            gauntlet: None,
            place: None,
            swiss: &none,
            players: 0,
        };
        let grade = Grade::of(&performance, &scheme);
        let graded = graded_student(&performance, &grade, &scheme, "");
        assert_eq!((graded.score(), graded.most()), (0.0, scheme.most_points()));
        assert_eq!(graded.remarks, ["not built: no"]);
    }
}
