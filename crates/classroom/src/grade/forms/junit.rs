//! JUnit XML, which most systems of continuous integration show: a suite for each part, a case for
//! each test.
//!
//! A test that misses points is a failure whose message says how many it has. One that was not
//! reached is an error, one that does not count is skipped. What a student is not to see has no
//! text.

use crate::grade::forms::escaped::escaped;
use crate::grade::forms::graded_submission::{
    GradedSubmission, GradedTest, TestStatus, number, rounded,
};
use std::fmt::Write;

/// The form of one submission.
pub fn text(graded: &GradedSubmission) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for test in &graded.tests {
        if !parts.contains(&test.part.as_str()) {
            parts.push(&test.part);
        }
    }
    let suites = parts.iter().map(|part| suite(graded, part));
    let all: Vec<&GradedTest> = graded.tests.iter().collect();
    let text = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"{}\" {} time=\"{}\">\n{}\
         </testsuites>\n",
        escaped(&graded.name),
        counts(&all),
        rounded(graded.seconds.unwrap_or(0.0)),
        suites.collect::<String>()
    );
    // No XML may hold these two, in whatever form.
    text.replace(['\u{fffe}', '\u{ffff}'], "?")
}

fn counts(tests: &[&GradedTest]) -> String {
    let count = |is: fn(TestStatus) -> bool| tests.iter().filter(|test| is(test.status)).count();
    format!(
        "tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\"",
        tests.len(),
        count(|status| matches!(status, TestStatus::Failed | TestStatus::Partial)),
        count(|status| status == TestStatus::NotRun),
        count(|status| status == TestStatus::Skipped),
    )
}

fn suite(graded: &GradedSubmission, part: &str) -> String {
    let tests: Vec<&GradedTest> = graded.tests.iter().filter(|test| test.part == part).collect();
    let seconds: f64 = tests.iter().filter_map(|test| test.seconds).sum();
    let mut text = format!(
        "  <testsuite name=\"{}\" {} time=\"{}\">\n",
        escaped(part),
        counts(&tests),
        rounded(seconds)
    );
    let most: f64 = tests.iter().map(|test| test.most).sum();
    if most > 0.0 {
        let score = tests.iter().map(|test| test.score).sum();
        let _ = write!(
            text,
            "    <properties>\n      <property name=\"score\" value=\"{}\"/>\n      <property \
             name=\"max-score\" value=\"{}\"/>\n    </properties>\n",
            number(score),
            number(most)
        );
    }
    text.extend(tests.into_iter().map(|test| case(&graded.name, test)));
    text + "  </testsuite>\n"
}

fn case(submission: &str, test: &GradedTest) -> String {
    let head = format!(
        "    <testcase name=\"{}\" classname=\"{}.{}\" time=\"{}\"",
        escaped(&test.name),
        escaped(submission),
        escaped(&test.part),
        rounded(test.seconds.unwrap_or(0.0))
    );
    let output = if test.is_visible() { escaped(&test.output.join("\n")) } else { String::new() };
    let first = escaped(test.output.first().filter(|_| test.is_visible()).map_or("", |line| line));
    let element = match test.status {
        TestStatus::Passed if output.is_empty() => return head + "/>\n",
        TestStatus::Passed => format!("<system-out>{output}</system-out>"),
        TestStatus::Skipped => format!("<skipped message=\"{first}\"/>"),
        TestStatus::NotRun => format!("<error message=\"not run\">{output}</error>"),
        TestStatus::Failed | TestStatus::Partial => {
            let points = test.points_text();
            format!("<failure message=\"{points} points\">{output}</failure>")
        }
    };
    format!("{head}>\n      {element}\n    </testcase>\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grade::forms::graded_submission::example;

    #[test]
    fn the_form_is_the_example_written_by_hand() {
        assert_eq!(text(&example()), include_str!("examples/junit.xml"));
    }

    #[test]
    fn no_text_of_a_student_is_markup_or_a_forbidden_character() {
        let mut graded = example();
        graded.tests[2].output = vec!["</failure><x a='\u{0}\u{8}'>\u{ffff}".to_string()];
        let text = text(&graded);
        assert!(
            !text.contains("<x")
                && !text.contains('\u{0}')
                && !text.contains(['\u{8}', '\u{ffff}'])
        );
        assert!(text.contains("&lt;/failure&gt;"), "{text}");
    }
}
