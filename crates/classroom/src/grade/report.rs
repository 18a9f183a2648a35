//! The report of one submission as text: for a terminal, and for the student.
//!
//! A test that the student is not to see is in the points, but not in the report.

use crate::checks::TestOutcome;
use crate::grade::submission_grade::{GradedTest, SubmissionGrade, TestGroup, number};
use cli::visible;

/// A line for each test, with its points and what there is to say.
pub fn text(graded: &SubmissionGrade) -> String {
    let mut text = String::new();
    let is_hidden = graded.tests.iter().any(|test| !test.is_visible());
    if is_hidden {
        text += "Some tests are not shown.\n";
    } else {
        text += &format!("{} of {} points\n", number(graded.score()), number(graded.most()));
    }
    let not_graded = graded.not_graded();
    if !not_graded.is_empty() {
        text += &format!("Not graded: {}.\n", not_graded.join(", "));
    }
    for remark in &graded.remarks {
        text += &format!("{remark}\n");
    }
    let shown: Vec<&GradedTest> = graded.tests.iter().filter(|test| test.is_visible()).collect();
    for alike in shown.chunk_by(|one, next| is_left_out_alike(one, next)) {
        text += &match alike {
            [only] => lines_of(only),
            several => lines_of_left_out(several),
        };
    }
    visible::lines(&text).into_owned()
}

/// True if neither was run, for the same reason, which is the last line of its output.
fn is_left_out_alike(one: &GradedTest, next: &GradedTest) -> bool {
    is_left_out(one)
        && is_left_out(next)
        && one.part == next.part
        && one.output.last() == next.output.last()
}

fn is_left_out(test: &GradedTest) -> bool {
    test.outcome == TestOutcome::NotRun
}

/// One entry for all: thirty times "there is no program" would hide why there is none.
fn lines_of_left_out(tests: &[&GradedTest]) -> String {
    let most: f64 = tests.iter().map(|test| test.most).sum();
    let part = tests.first().map_or("", |test| test.part.as_str());
    let checks: Option<Vec<&str>> =
        tests.iter().map(|test| test.name.strip_prefix("check ")).collect();
    let (title, names) = match checks {
        Some(names) => (format!("{} checks", names.len()), names),
        None => {
            let names: Vec<&str> = tests.iter().map(|test| test.name.as_str()).collect();
            (format!("{} tests of {part}", names.len()), names)
        }
    };
    let why = tests.iter().find_map(|test| test.output.last()).map_or("", String::as_str);
    let all = GradedTest::not_run(TestGroup::Checks, part, title, most, why);
    lines_of(&all) + &format!("         {}\n", names.join(", "))
}

fn lines_of(test: &GradedTest) -> String {
    let word = match test.outcome {
        TestOutcome::Passed | TestOutcome::Late => "passed",
        TestOutcome::Partial => "partly",
        TestOutcome::Failed => "FAILED",
        TestOutcome::NotRun => "NOT RUN",
        TestOutcome::Skipped => "skipped",
        TestOutcome::NotGraded => "ungraded",
    };
    let points =
        if test.most > 0.0 { format!(" ({} points)", test.points_text()) } else { String::new() };
    let mut text = format!("{word:<8} {}{points}\n", test.name);
    for line in test.output.iter().flat_map(|output| output.lines()) {
        text += &format!("         {line}\n");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grade::submission_grade::{TestVisibility, example};

    #[test]
    fn the_report_is_the_example_written_by_hand() {
        assert_eq!(text(&example()), include_str!("forms/examples/report.txt"));
    }

    #[test]
    fn a_report_with_hidden_tests_does_not_tell_their_points() {
        let mut graded = example();
        assert!(!text(&graded).contains("14.17"));
        for test in &mut graded.tests {
            test.visibility = TestVisibility::Visible;
        }
        assert!(text(&graded).starts_with("14.17 of 30 points\n"));
    }

    #[test]
    fn what_was_not_run_for_one_reason_is_one_entry() {
        let left_out = "there is no program";
        let mut tests = ["check a", "check b"].map(|name| not_run(name, left_out)).to_vec();
        tests.push(not_run("check c", "no time was left"));
        let text = text(&SubmissionGrade { tests, remarks: Vec::new(), ..example() });
        let one =
            "NOT RUN  2 checks (0 of 4 points)\n         there is no program\n         a, b\n";
        assert!(text.contains(one), "{text}");
        assert!(text.contains("NOT RUN  check c (0 of 2 points)"), "{text}");
    }

    fn not_run(name: &str, why: &str) -> GradedTest {
        GradedTest::not_run(TestGroup::Checks, "checks", name.to_string(), 2.0, why)
    }
}
