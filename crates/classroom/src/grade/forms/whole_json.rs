//! `grade.json`, our own form: everything that is known, for other programs.

use crate::grade::report;
use crate::grade::submission_grade::{
    GradedTest, GradingProgress, PartScore, SubmissionGrade, rounded, shown_lines,
};
use serde::Serialize;

/// Of the form; a field that changes its meaning needs a new one.
const VERSION: u32 = 1;

#[derive(Serialize)]
struct WholeGrade<'a> {
    version: u32,
    name: &'a str,
    progress: GradingProgress,
    /// `None` if a part is not graded.
    score: Option<f64>,
    max_score: f64,
    seconds: Option<f64>,
    remarks: Vec<String>,
    parts: Vec<PartScore>,
    tests: &'a [GradedTest],
    /// What the student may read, in lines.
    report: String,
}

pub fn text(graded: &SubmissionGrade) -> String {
    let whole = WholeGrade {
        version: VERSION,
        name: &graded.name,
        progress: graded.progress,
        score: graded.whole_score(),
        max_score: graded.most(),
        seconds: graded.seconds.map(rounded),
        remarks: shown_lines(&graded.remarks),
        parts: graded.parts(),
        tests: &graded.tests,
        report: report::text(graded),
    };
    // It cannot fail: texts and finite numbers.
    serde_json::to_string_pretty(&whole).unwrap_or_default() + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grade::submission_grade::example;

    #[test]
    fn the_form_is_the_example_that_the_scripts_of_packaging_are_tested_with() {
        assert_eq!(text(&example()), include_str!("examples/grade.json"));
    }
}
