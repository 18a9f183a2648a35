//! The tests of a submission from what the stages have found: the build, each check, each level.

use crate::build::Built;
use crate::checks::SCRIPTS;
use crate::checks::check_command;
use crate::grade::forms::graded_submission::{
    GradedTest, TestGroup, TestStatus, TestVisibility, status_of,
};
use crate::grade::grades::is_forfeit_of;
use crate::scheme::{ReferenceLevel, Scheme};
use crate::stages::check_stage::{CheckMark, CheckMarks, CheckStatus};
use crate::stages::submission::Student;
use cli::visible;
use referee::journal::GameResult;
use runner::sandbox::SandboxMode;

/// The part of the build, which is worth no points.
pub const BUILD: &str = "build";
/// The part of all checks.
pub const CHECKS: &str = "checks";
/// Lines of a failed build that a form has: the last ones.
const LOG_LINES: usize = 30;
/// Characters of one of these lines.
const LONGEST_LINE: usize = 400;

/// The build; `log` is its output.
pub fn build_test(student: &Student, log: &str) -> GradedTest {
    let test = GradedTest::not_run(TestGroup::Build, BUILD, "build".to_string(), 0.0, "");
    let (status, mut output) = match &student.built {
        Built::Ready { by } => (TestStatus::Passed, vec![by.clone()]),
        Built::Failed { reason, .. } => {
            let lines: Vec<&str> = log.lines().collect();
            let last = lines[lines.len().saturating_sub(LOG_LINES)..].iter();
            let last = last.map(|line| visible::cut(line, LONGEST_LINE));
            (TestStatus::Failed, std::iter::once(reason.clone()).chain(last).collect())
        }
    };
    output.extend(student.notes.remarks.iter().chain(&student.notes.notes).cloned());
    GradedTest { status, output, ..test }
}

/// A test for each check.
pub fn check_tests(marks: &CheckMarks, scheme: &Scheme) -> Vec<GradedTest> {
    let most = |mark: &CheckMark| marks.most_of(mark, &scheme.checks);
    marks.0.iter().map(|mark| check_test(mark, most(mark), scheme)).collect()
}

fn check_test(mark: &CheckMark, most: f64, scheme: &Scheme) -> GradedTest {
    let status = match mark.mark {
        CheckStatus::Passed | CheckStatus::Late => TestStatus::Passed,
        CheckStatus::Failed => TestStatus::Failed,
        CheckStatus::Skipped => TestStatus::Skipped,
        CheckStatus::NotTried => TestStatus::NotRun,
    };
    let mut output = vec![mark.asks.clone()];
    output.extend((!mark.reason.is_empty()).then(|| mark.reason.clone()));
    if status == TestStatus::Failed {
        output.extend(mark.answer.as_ref().map(|answer| format!("it answered {answer}")));
        output.extend(mark.position.iter().cloned());
        // The scripts are the grader's.
        output.extend((mark.name != SCRIPTS.name).then(|| {
            let (profile, carry) = (scheme.games.profile, scheme.games.carry);
            let sandbox = SandboxMode::On;
            let again = check_command(scheme.game, [".", &mark.name], profile, carry, sandbox);
            format!("again: {again}")
        }));
    }
    GradedTest {
        group: TestGroup::Checks,
        part: CHECKS.to_string(),
        name: format!("check {}", mark.name),
        score: if status == TestStatus::Passed { most } else { 0.0 },
        most: if status == TestStatus::Skipped { 0.0 } else { most },
        status,
        output,
        seconds: None,
        visibility: TestVisibility::Visible,
    }
}

/// The games against a level.
pub fn level_test(level: &ReferenceLevel, score: f64, output: Vec<String>) -> GradedTest {
    let most = level.points.number();
    let status = status_of(score, most);
    GradedTest { score, status, output, ..level_not_run(level, "") }
}

/// The same without a game.
pub fn level_not_run(level: &ReferenceLevel, why: &str) -> GradedTest {
    let name = format!("games against {}", level.name());
    GradedTest::not_run(TestGroup::Games, &part_of(level), name, level.points.number(), why)
}

/// The part of a level, as `grades.csv` names its column.
pub fn part_of(level: &ReferenceLevel) -> String {
    format!("depth {}", level.depth)
}

/// A line for each game of these that the student has forfeited.
pub fn forfeit_lines<'a>(
    games: impl IntoIterator<Item = &'a GameResult>,
    name: &str,
) -> Vec<String> {
    let own = games.into_iter().filter(|game| is_forfeit_of(game, name));
    let line = |game: &GameResult| {
        let ending = game.ending.with_detail(game.detail.as_deref());
        format!("game {} was forfeited: {ending}, from the opening {}", game.id, &*game.opening)
    };
    own.map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::build::recipe::BuildNotes;
    use referee::journal::results_of;
    use referee::rules::Ending;
    use referee::testing::random_record;

    fn mark(name: &str, mark: CheckStatus) -> CheckMark {
        let (asks, reason) = ("It is asked.".to_string(), "so it was".to_string());
        let (answer, position) = (Some("E 1 2".into()), vec!["legal: E 2 3".to_string()]);
        CheckMark { name: name.to_string(), asks, mark, reason, answer, position }
    }

    #[test]
    fn the_tests_of_the_checks_have_the_points_of_the_checks() {
        let classic = "base = \"classic\"";
        let mut scheme = Scheme::parse(std::path::Path::new("t"), classic, None).expect("valid");
        let weight = crate::scheme::scheme_values::GradePoints::of(3);
        let name = crate::scheme::scheme_values::CheckName::of("must-jump");
        scheme.checks.weights.insert(name, weight);
        let marks = CheckMarks(vec![
            mark("must-jump", CheckStatus::Passed),
            mark("old-answer", CheckStatus::Failed),
            mark("calibrate", CheckStatus::Skipped),
            mark("last-turn", CheckStatus::NotTried),
        ]);
        let tests = check_tests(&marks, &scheme);
        let sum = |of: fn(&GradedTest) -> f64| tests.iter().map(of).sum::<f64>();
        assert!((sum(|test| test.score) - marks.points(&scheme.checks)).abs() < 1e-9);
        assert!((sum(|test| test.most) - 40.0).abs() < 1e-9);
        assert_eq!(tests[0].score, 24.0);
        assert!(tests[1].output.iter().any(|line| line == "it answered E 1 2"));
        assert!(tests[1].output.iter().any(|line| line.starts_with("again: referee check")));
        assert_eq!(tests[3].status, TestStatus::NotRun);
    }

    #[test]
    fn a_failed_build_shows_the_end_of_its_output() {
        let built = Built::Failed { reason: "the build failed".to_string(), command: None };
        let notes = BuildNotes { remarks: vec!["two sources".to_string()], notes: Vec::new() };
        let student = Student { name: "kim".to_string(), built, notes, agent: None };
        let log = (0..100).map(|n| format!("line {n}\n")).collect::<String>();
        let test = build_test(&student, &log);
        assert_eq!((test.status, test.output.len()), (TestStatus::Failed, 2 + LOG_LINES));
        assert_eq!(test.output[0], "the build failed");
        assert!(test.output.contains(&"line 99".to_string()) && test.most == 0.0);
    }

    #[test]
    fn only_the_own_forfeits_are_told() {
        let mut record = random_record(1, Ending::NoOutput);
        record.black.name = "anna".into();
        record.white.name = "bea".into();
        let results = results_of([&record]);
        let result = results.values().next().expect("one");
        let side = result.forfeiter().expect("a forfeit");
        let (own, other) = (&result.player(side).name, &result.player(!side).name);
        let lines = forfeit_lines(results.values(), own);
        assert!(lines.len() == 1 && lines[0].contains("no output.txt"), "{lines:?}");
        assert!(forfeit_lines(results.values(), other).is_empty());
    }
}
