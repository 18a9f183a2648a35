//! JUnit XML, which most systems of continuous integration show: a suite for each part, a case for
//! each test.
//!
//! A test that misses points is a failure whose message says how many it has. One that was not
//! reached is an error, one that does not count is skipped. What a student is not to see has no
//! text.

use crate::checks::TestOutcome;
use crate::grade::submission_grade::{GradedTest, SubmissionGrade, number, rounded};
use cli::visible;
use std::fmt::Write;

pub fn text(graded: &SubmissionGrade) -> String {
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
    format!(
        "tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\"",
        tests.len(),
        count(tests, |status| matches!(status, TestOutcome::Failed | TestOutcome::Partial)),
        count(tests, |status| status == TestOutcome::NotRun),
        count(tests, |status| matches!(status, TestOutcome::Skipped | TestOutcome::NotGraded)),
    )
}

fn count(tests: &[&GradedTest], is: fn(TestOutcome) -> bool) -> usize {
    tests.iter().filter(|test| is(test.outcome)).count()
}

fn suite(graded: &SubmissionGrade, part: &str) -> String {
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
    let element = match test.outcome {
        TestOutcome::Passed | TestOutcome::Late if output.is_empty() => return head + "/>\n",
        TestOutcome::Passed | TestOutcome::Late => format!("<system-out>{output}</system-out>"),
        TestOutcome::Skipped | TestOutcome::NotGraded => format!("<skipped message=\"{first}\"/>"),
        TestOutcome::NotRun => format!("<error message=\"not run\">{output}</error>"),
        TestOutcome::Failed | TestOutcome::Partial => {
            let points = test.points_text();
            format!("<failure message=\"{points} points\">{output}</failure>")
        }
    };
    format!("{head}>\n      {element}\n    </testcase>\n")
}

/// Escapes a text for XML, within quotes too. What is hidden in it is shown.
pub fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in visible::lines(text).chars() {
        match c {
            '&' => safe += "&amp;",
            '<' => safe += "&lt;",
            '>' => safe += "&gt;",
            '"' => safe += "&quot;",
            '\'' => safe += "&#39;",
            c => safe.push(c),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grade::submission_grade::example;

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

    #[test]
    fn nothing_is_markup_and_nothing_is_hidden() {
        let text = escaped("<a b='1' c=\"2\">&\n\u{202e}");
        assert_eq!(text, "&lt;a b=&#39;1&#39; c=&quot;2&quot;&gt;&amp;\n\\u{202e}");
    }
}
