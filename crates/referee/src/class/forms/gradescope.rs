//! `results.json` of Gradescope: one entry for each test, the total, and a leaderboard.
//!
//! Source: Gradescope's "Autograder Specifications". A `score` above the tests counts in place of
//! their sum, so that the scheme's maximum holds. A test without `status` is colored by its points;
//! one that does not count has none. Output is plain text: what a student's program prints is never
//! markup.

use crate::class::forms::graded_submission::{
    GradedSubmission, GradedTest, LadderStanding, TestStatus, TestVisibility, rounded,
};
use serde::Serialize;

#[derive(Serialize)]
struct GradescopeResults<'a> {
    score: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    execution_time: Option<f64>,
    output: String,
    output_format: &'static str,
    visibility: TestVisibility,
    stdout_visibility: TestVisibility,
    tests: Vec<GradescopeTest<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    leaderboard: Vec<LeaderboardValue>,
}

#[derive(Serialize)]
struct GradescopeTest<'a> {
    name: &'a str,
    score: f64,
    max_score: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<&'static str>,
    output: String,
    output_format: &'static str,
    number: String,
    tags: [&'a str; 1],
    visibility: TestVisibility,
}

#[derive(Serialize)]
struct LeaderboardValue {
    name: &'static str,
    value: f64,
    order: &'static str,
}

/// The form of one submission.
pub fn text(graded: &GradedSubmission) -> String {
    let tests = graded.tests.iter().enumerate().map(|(at, test)| entry(at + 1, test));
    let values = |ladder: &LadderStanding| {
        let value = |name, value, order| LeaderboardValue { name, value: rounded(value), order };
        vec![
            value("Rating", ladder.rating, "desc"),
            value("Plus or minus", ladder.error, "asc"),
            value("Games", ladder.games as f64, "desc"),
        ]
    };
    let results = GradescopeResults {
        score: graded.score(),
        execution_time: graded.seconds.map(rounded),
        output: visible::lines(&graded.remarks.join("\n")).into_owned(),
        output_format: "text",
        visibility: TestVisibility::Visible,
        // The referee's own words are for the grader.
        stdout_visibility: TestVisibility::Hidden,
        tests: tests.collect(),
        leaderboard: graded.ladder.as_ref().map(values).unwrap_or_default(),
    };
    // It cannot fail: the keys are texts, the numbers finite.
    serde_json::to_string_pretty(&results).unwrap_or_default() + "\n"
}

fn entry(number: usize, test: &GradedTest) -> GradescopeTest<'_> {
    let status = match test.status {
        TestStatus::Passed => Some("passed"),
        TestStatus::Failed | TestStatus::Partial | TestStatus::NotRun => Some("failed"),
        TestStatus::Skipped => None,
    };
    GradescopeTest {
        name: &test.name,
        score: rounded(test.score),
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
    use crate::class::forms::graded_submission::example;
    use serde_json::Value;

    #[test]
    fn the_form_is_the_example_written_by_hand() {
        let expected: Value =
            serde_json::from_str(include_str!("examples/results.json")).expect("");
        let written: Value = serde_json::from_str(&text(&example())).expect("JSON");
        assert_eq!(written, expected);
    }

    #[test]
    fn without_a_ladder_there_is_no_leaderboard() {
        let alone = GradedSubmission { ladder: None, seconds: None, ..example() };
        let written: Value = serde_json::from_str(&text(&alone)).expect("JSON");
        assert!(written.get("leaderboard").is_none() && written.get("execution_time").is_none());
    }
}
