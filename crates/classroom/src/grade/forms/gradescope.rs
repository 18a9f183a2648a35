//! `results.json` of Gradescope: one entry for each test, and the total.
//!
//! Source: Gradescope's "Autograder Specifications". A `score` above the tests counts in place of
//! their sum, so that the scheme's maximum holds. A test without `status` is colored by its points;
//! one that does not count has none. Output is plain text: what a student's program prints is never
//! markup.

use crate::checks::TestOutcome;
use crate::grade::submission_grade::{GradedTest, SubmissionGrade, TestVisibility, rounded};
use cli::visible;
use serde::Serialize;

#[derive(Serialize)]
struct GradescopeResults<'a> {
    /// Left out where a part is not graded: Gradescope then shows none, and no zero.
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    execution_time: Option<f64>,
    output: String,
    output_format: &'static str,
    visibility: TestVisibility,
    stdout_visibility: TestVisibility,
    tests: Vec<GradescopeTest<'a>>,
}

#[derive(Serialize)]
struct GradescopeTest<'a> {
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<f64>,
    max_score: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<&'static str>,
    output: String,
    output_format: &'static str,
    number: String,
    tags: [&'a str; 1],
    visibility: TestVisibility,
}

pub fn text(graded: &SubmissionGrade) -> String {
    let tests = graded.tests.iter().enumerate().map(|(at, test)| entry(at + 1, test));
    let results = GradescopeResults {
        score: graded.whole_score(),
        execution_time: graded.seconds.map(rounded),
        output: visible::lines(&graded.remarks.join("\n")).into_owned(),
        output_format: "text",
        visibility: TestVisibility::Visible,
        // The referee's own words are for the grader.
        stdout_visibility: TestVisibility::Hidden,
        tests: tests.collect(),
    };
    // It cannot fail: the keys are texts, the numbers finite.
    serde_json::to_string_pretty(&results).unwrap_or_default() + "\n"
}

fn entry(number: usize, test: &GradedTest) -> GradescopeTest<'_> {
    let status = match test.outcome {
        TestOutcome::Passed | TestOutcome::Late => Some("passed"),
        TestOutcome::Failed | TestOutcome::Partial | TestOutcome::NotRun => Some("failed"),
        TestOutcome::Skipped | TestOutcome::NotGraded => None,
    };
    GradescopeTest {
        name: &test.name,
        score: (test.outcome != TestOutcome::NotGraded).then(|| rounded(test.score)),
        max_score: rounded(test.most),
        status,
        output: visible::lines(&test.output.join("\n")).into_owned(),
        output_format: "text",
        number: number.to_string(),
        tags: [&test.part],
        visibility: test.visibility,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grade::submission_grade::example;
    use serde_json::Value;

    #[test]
    fn the_form_is_the_example_written_by_hand() {
        let expected: Value =
            serde_json::from_str(include_str!("examples/results.json")).expect("");
        let written: Value = serde_json::from_str(&text(&example())).expect("JSON");
        assert_eq!(written, expected);
    }

    #[test]
    fn what_is_not_graded_has_no_score() {
        let mut graded = example();
        let level = graded.tests.iter().position(|test| test.part == "depth 1").expect("one");
        graded.tests[level] = graded.tests[level].clone().not_graded("all games were void");
        let written: Value = serde_json::from_str(&text(&graded)).expect("JSON");
        assert_eq!(written["score"], Value::Null);
        assert_eq!(written["tests"][level]["score"], Value::Null);
        assert_eq!(written["tests"][1]["score"], 6.67);
    }
}
