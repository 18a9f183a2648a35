//! `grade.json`, our own form: everything that is known, for other programs.

use crate::grade::forms::graded_submission::{
    GradedSubmission, GradedTest, GradingProgress, TestGroup, TestStatus, TestVisibility, rounded,
};
use crate::grade::forms::report;
use cli::visible;
use serde::Serialize;

/// Of the form; a field that changes its meaning needs a new one.
const VERSION: u32 = 1;

#[derive(Serialize)]
struct WholeGrade<'a> {
    version: u32,
    name: &'a str,
    progress: GradingProgress,
    score: f64,
    max_score: f64,
    seconds: Option<f64>,
    remarks: Vec<String>,
    parts: Vec<WholePart>,
    tests: Vec<WholeTest<'a>>,
    /// What the student may read, in lines.
    report: String,
}

#[derive(Serialize)]
struct WholePart {
    name: String,
    score: f64,
    max_score: f64,
}

#[derive(Serialize)]
struct WholeTest<'a> {
    name: &'a str,
    group: TestGroup,
    part: &'a str,
    score: f64,
    max_score: f64,
    status: TestStatus,
    output: Vec<String>,
    seconds: Option<f64>,
    visibility: TestVisibility,
}

/// The form of one submission.
pub fn text(graded: &GradedSubmission) -> String {
    let shown = |lines: &[String]| -> Vec<String> {
        lines.iter().map(|line| visible::lines(line).into_owned()).collect()
    };
    let test = |test: &'_ GradedTest| shown(&test.output);
    let tests = graded.tests.iter().map(|one| WholeTest {
        name: &one.name,
        group: one.group,
        part: &one.part,
        score: rounded(one.score),
        max_score: rounded(one.most),
        status: one.status,
        output: test(one),
        seconds: one.seconds.map(rounded),
        visibility: one.visibility,
    });
    let parts = graded.parts().into_iter().map(|part| WholePart {
        name: part.part,
        score: rounded(part.score),
        max_score: rounded(part.most),
    });
    let whole = WholeGrade {
        version: VERSION,
        name: &graded.name,
        progress: graded.progress,
        score: graded.score(),
        max_score: graded.most(),
        seconds: graded.seconds.map(rounded),
        remarks: shown(&graded.remarks),
        parts: parts.collect(),
        tests: tests.collect(),
        report: report::text(graded),
    };
    // It cannot fail: texts and finite numbers.
    serde_json::to_string_pretty(&whole).unwrap_or_default() + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grade::forms::graded_submission::example;
    use serde_json::Value;

    #[test]
    fn the_form_is_the_example_that_the_scripts_of_packaging_are_tested_with() {
        assert_eq!(text(&example()), include_str!("examples/grade.json"));
    }

    #[test]
    fn everything_is_in_the_form() {
        let written: Value = serde_json::from_str(&text(&example())).expect("JSON");
        assert_eq!((&written["version"], &written["score"]), (&1.into(), &14.17.into()));
        assert_eq!(written["progress"], "out-of-time");
        assert_eq!(written["tests"].as_array().map(Vec::len), Some(6));
        assert_eq!(written["tests"][4]["visibility"], "after_due_date");
        assert_eq!(written["tests"][5]["status"], "not-run");
        assert_eq!(written["parts"][0]["max_score"], 13.33);
    }
}
