//! `result.json` of Classroom 50, by its contract `classroom50/result/v1`.
//!
//! Points are whole numbers there, and the total is the sum of the tests. So a test is a part of
//! the grade (`checks`, `depth 1`): a check alone is often worth less than one point. Each part is
//! rounded to the nearest point, its most points up, so that "passed" needs all of them.
//!
//! The runner of Classroom 50 says in its environment which submission it is.

use crate::class::forms::graded_submission::{GradedSubmission, PartScore};
use serde::Serialize;

/// What Classroom 50 wants to know of a submission besides its points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassroomFacts {
    pub classroom: String,
    pub assignment: String,
    pub submission: String,
    pub commit: String,
    pub release: String,
    pub review: String,
    /// `2026-11-22T18:04:31Z`.
    pub datetime: String,
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct ClassroomResult<'a> {
    schema: &'static str,
    classroom: &'a str,
    assignment: &'a str,
    submission: &'a str,
    commit: &'a str,
    release: &'a str,
    review: &'a str,
    datetime: &'a str,
    score: u64,
    max_score: u64,
    tests: Vec<ClassroomTest>,
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct ClassroomTest {
    test_name: String,
    passed: bool,
    score: u64,
    max_score: u64,
}

impl ClassroomFacts {
    /// From the environment that the runner sets; what it does not set is `unknown`, since the
    /// contract wants a text in each place.
    pub fn from_environment(variable: impl Fn(&str) -> Option<String>, datetime: String) -> Self {
        let known = |name: &str| variable(name).filter(|value| !value.trim().is_empty());
        let of = |name: &str| known(name).unwrap_or_else(|| "unknown".to_string());
        ClassroomFacts {
            classroom: of("CLASSROOM"),
            assignment: of("ASSIGNMENT"),
            submission: of("SUBMISSION_TAG"),
            commit: of("COMMIT_URL"),
            release: of("RELEASE_URL"),
            review: known("REVIEW_URL").unwrap_or_else(|| of("COMMIT_URL")),
            datetime,
        }
    }
}

/// The form of one submission.
pub fn text(graded: &GradedSubmission, facts: &ClassroomFacts) -> String {
    let of_part = |part: PartScore| {
        let passed = part.score >= part.most - 1e-6;
        let max_score = (part.most - 1e-6).ceil().max(0.0) as u64;
        let score = if passed { max_score } else { part.score.round() as u64 };
        ClassroomTest { test_name: part.part, passed, score, max_score }
    };
    let tests: Vec<_> = graded.parts().into_iter().map(of_part).collect();
    let ClassroomFacts { classroom, assignment, submission, commit, release, review, datetime } =
        facts;
    let result = ClassroomResult {
        schema: "classroom50/result/v1",
        classroom,
        assignment,
        submission,
        commit,
        release,
        review,
        datetime,
        score: tests.iter().map(|test| test.score).sum(),
        max_score: tests.iter().map(|test| test.max_score).sum(),
        tests,
    };
    // It cannot fail: texts and whole numbers.
    serde_json::to_string_pretty(&result).unwrap_or_default() + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::class::forms::graded_submission::example;
    use serde_json::Value;

    fn facts() -> ClassroomFacts {
        let set = |name: &str| match name {
            "CLASSROOM" => Some("games-26".to_string()),
            "ASSIGNMENT" => Some("checkers".to_string()),
            "SUBMISSION_TAG" => Some("submit/2026-11-22T18-00-00Z-0a1b2c3".to_string()),
            "COMMIT_URL" => Some("https://github.com/x/y/commit/0a1b2c3".to_string()),
            "REVIEW_URL" => Some(" ".to_string()),
            _ => None,
        };
        ClassroomFacts::from_environment(set, "2026-11-22T18:04:31Z".to_string())
    }

    #[test]
    fn the_form_is_the_example_written_by_hand() {
        let expected = include_str!("examples/classroom50.json");
        let expected: Value = serde_json::from_str(expected).expect("JSON");
        let written: Value = serde_json::from_str(&text(&example(), &facts())).expect("JSON");
        assert_eq!(written, expected);
    }

    #[test]
    fn all_texts_are_there_and_the_total_is_the_sum() {
        let written: Value = serde_json::from_str(&text(&example(), &facts())).expect("JSON");
        for key in
            ["schema", "classroom", "assignment", "submission", "commit", "release", "review"]
        {
            assert!(written[key].as_str().is_some_and(|text| !text.is_empty()), "{key}");
        }
        for key in ["score", "max-score"] {
            let tests = written["tests"].as_array().expect("a list").iter();
            let sum: u64 = tests.map(|test| test[key].as_u64().expect("whole")).sum();
            assert_eq!(written[key].as_u64(), Some(sum), "{key}");
        }
    }
}
