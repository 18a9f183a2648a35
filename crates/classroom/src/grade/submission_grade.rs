//! One submission as a list of tests with points. All forms of grades are written from it.
//!
//! A test is the build, a check, the games against one level, or the place in a tournament. Several
//! tests make a *part*, which is a column of `grades.csv` and a criterion of a rubric: `checks`,
//! `depth 1`, `swiss`. The list is complete from the start: tests that have not run yet have no
//! points.

use crate::checks::TestOutcome;
use crate::grade::late::LateDeduction;
use clap::ValueEnum;
use cli::visible;
use serde::{Serialize, Serializer};

#[derive(Clone, Debug, PartialEq)]
pub struct SubmissionGrade {
    pub name: String,
    pub progress: GradingProgress,
    /// Sentences for the student, above the tests.
    pub remarks: Vec<String>,
    pub tests: Vec<GradedTest>,
    /// In a class, what lateness costs.
    pub late: Option<LateDeduction>,
    /// A higher total counts as this.
    pub maximum: Option<f64>,
    /// Wall time of the grading, in seconds; unknown for one of a class.
    pub seconds: Option<f64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum GradingProgress {
    /// The points are those so far.
    Running,
    /// The time ran out before all tests had run.
    OutOfTime,
    /// Stopped by the user or by an error.
    BrokenOff,
    Finished,
}

/// As `grade.json` has it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GradedTest {
    pub name: String,
    pub group: TestGroup,
    pub part: String,
    #[serde(serialize_with = "write_rounded")]
    pub score: f64,
    /// 0 for a test that only informs.
    #[serde(rename = "max_score", serialize_with = "write_rounded")]
    pub most: f64,
    #[serde(rename = "status")]
    pub outcome: TestOutcome,
    #[serde(serialize_with = "write_shown")]
    pub output: Vec<String>,
    /// Wall time, if measured.
    #[serde(serialize_with = "write_seconds")]
    pub seconds: Option<f64>,
    pub visibility: TestVisibility,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum TestGroup {
    Build,
    Checks,
    Games,
    Tournament,
}

/// When a student sees a test, by the names of Gradescope.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ValueEnum)]
#[serde(rename_all = "snake_case")]
pub enum TestVisibility {
    /// At once
    #[default]
    Visible,
    /// Never
    Hidden,
    /// After the assignment is due
    AfterDueDate,
    /// After the grades are published
    AfterPublished,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PartScore {
    #[serde(rename = "name")]
    pub part: String,
    #[serde(serialize_with = "write_rounded")]
    pub score: f64,
    #[serde(rename = "max_score", serialize_with = "write_rounded")]
    pub most: f64,
}

impl GradedTest {
    pub fn not_run(group: TestGroup, part: &str, name: String, most: f64, why: &str) -> Self {
        GradedTest {
            group,
            part: part.to_string(),
            name,
            score: 0.0,
            most,
            outcome: TestOutcome::NotRun,
            output: vec![why.to_string()],
            seconds: None,
            visibility: TestVisibility::Visible,
        }
    }

    /// The same without points, which the machine has kept the student from.
    #[must_use]
    pub fn not_graded(self, why: &str) -> Self {
        let (outcome, output) = (TestOutcome::NotGraded, vec![why.to_string()]);
        GradedTest { score: 0.0, most: 0.0, outcome, output, ..self }
    }

    /// Whether the scheme gives points for it, which perhaps could not be graded.
    pub fn is_worth_points(&self) -> bool {
        self.most > 0.0 || self.outcome == TestOutcome::NotGraded && self.group != TestGroup::Build
    }

    pub fn is_visible(&self) -> bool {
        self.visibility == TestVisibility::Visible
    }

    /// `must-jump: 3 of 4 points`.
    pub fn points_text(&self) -> String {
        format!("{} of {}", number(self.score), number(self.most))
    }
}

impl SubmissionGrade {
    pub fn score(&self) -> f64 {
        rounded(self.total())
    }

    /// The score if every part is graded.
    pub fn whole_score(&self) -> Option<f64> {
        self.not_graded().is_empty().then(|| self.score())
    }

    /// The score as it is, not rounded.
    pub fn total(&self) -> f64 {
        let late = self.late.as_ref().map_or(0.0, |late| late.points);
        self.cut(self.tests.iter().map(|test| test.score).sum()) - late
    }

    pub fn most(&self) -> f64 {
        rounded(self.cut(self.tests.iter().map(|test| test.most).sum()))
    }

    fn cut(&self, points: f64) -> f64 {
        self.maximum.map_or(points, |maximum| points.min(maximum)) + 0.0
    }

    /// The parts for which the machine has kept the student from points, in order.
    pub fn not_graded(&self) -> Vec<&str> {
        let is_such = |test: &&GradedTest| {
            test.outcome == TestOutcome::NotGraded && test.group != TestGroup::Build
        };
        let mut parts: Vec<_> =
            self.tests.iter().filter(is_such).map(|test| test.part.as_str()).collect();
        parts.dedup();
        parts
    }

    pub fn points_of(&self, part: &str) -> f64 {
        let tests = self.tests.iter().filter(|test| test.part == part);
        tests.map(|test| test.score).sum::<f64>() + 0.0
    }

    /// The parts that are worth points, in order.
    pub fn parts(&self) -> Vec<PartScore> {
        let mut parts: Vec<PartScore> = Vec::new();
        for test in self.tests.iter().filter(|test| test.most > 0.0) {
            let known = parts.iter_mut().find(|part| part.part == test.part);
            if let Some(part) = known {
                part.score += test.score;
                part.most += test.most;
            } else {
                let GradedTest { part, score, most, .. } = test.clone();
                parts.push(PartScore { part, score, most });
            }
        }
        parts
    }
}

/// Points as all forms have them: two decimals, and no minus zero.
pub fn rounded(points: f64) -> f64 {
    (points * 100.0).round() / 100.0 + 0.0
}

/// The words for a value that users choose.
pub fn names<T: ValueEnum>() -> String {
    let values = T::value_variants().iter().filter_map(ValueEnum::to_possible_value);
    values.map(|value| value.get_name().to_string()).collect::<Vec<_>>().join(", ")
}

/// The lines with everything shown that is hidden in them.
pub fn shown_lines(lines: &[String]) -> Vec<String> {
    lines.iter().map(|line| visible::lines(line).into_owned()).collect()
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks by reference")]
fn write_rounded<S: Serializer>(points: &f64, to: S) -> Result<S::Ok, S::Error> {
    rounded(*points).serialize(to)
}

#[allow(clippy::ref_option, reason = "serde asks by reference")]
fn write_seconds<S: Serializer>(seconds: &Option<f64>, to: S) -> Result<S::Ok, S::Error> {
    seconds.map(rounded).serialize(to)
}

fn write_shown<S: Serializer>(lines: &[String], to: S) -> Result<S::Ok, S::Error> {
    shown_lines(lines).serialize(to)
}

pub fn number(points: f64) -> String {
    rounded(points).to_string()
}

/// How a test has ended that earns a part of its points.
pub fn outcome_of(score: f64, most: f64) -> TestOutcome {
    if score >= most {
        TestOutcome::Passed
    } else if score > 0.0 {
        TestOutcome::Partial
    } else {
        TestOutcome::Failed
    }
}

/// A submission with a test of each kind, from which the examples of all forms are written.
#[cfg(test)]
pub fn example() -> SubmissionGrade {
    let mut build = example_test(TestGroup::Build, ["build", "build"], [0.0, 0.0]);
    build.output = vec!["g++ of homework.cpp".to_string()];
    build.seconds = Some(4.25);
    let passed =
        example_test(TestGroup::Checks, ["checks", "check must-jump"], [6.666_666, 6.666_666]);
    let mut failed =
        example_test(TestGroup::Checks, ["checks", "check old-answer"], [0.0, 6.666_666]);
    failed.output = vec!["exit code 1 <stopped> & \"gone\"".to_string(), "again: x\u{1b}".into()];
    let skipped = GradedTest {
        outcome: TestOutcome::Skipped,
        output: vec!["it has no calibrate, which is allowed".to_string()],
        ..example_test(TestGroup::Checks, ["checks", "check calibrate"], [0.0, 0.0])
    };
    let mut level =
        example_test(TestGroup::Games, ["depth 1", "games against depth 1"], [7.5, 10.0]);
    level.output = vec!["3 of 4".to_string()];
    level.visibility = TestVisibility::AfterDueDate;
    let late = GradedTest::not_run(
        TestGroup::Games,
        "depth 4",
        "games against depth 4".to_string(),
        15.0,
        "no time was left",
    );
    SubmissionGrade {
        name: "kim, lee".to_string(),
        progress: GradingProgress::OutOfTime,
        remarks: vec!["The time of 540 s was over.".to_string()],
        tests: vec![build, passed, failed, skipped, level, late],
        late: None,
        maximum: Some(30.0),
        seconds: Some(540.125),
    }
}

#[cfg(test)]
fn example_test(group: TestGroup, [part, name]: [&str; 2], [score, most]: [f64; 2]) -> GradedTest {
    GradedTest {
        group,
        part: part.to_string(),
        name: name.to_string(),
        score,
        most,
        outcome: outcome_of(score, most),
        output: Vec::new(),
        seconds: None,
        visibility: TestVisibility::Visible,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_total_is_the_sum_of_the_tests_up_to_the_maximum() {
        let mut graded = example();
        assert_eq!((graded.score(), graded.most()), (14.17, 30.0));
        graded.maximum = Some(10.0);
        assert_eq!((graded.score(), graded.most()), (10.0, 10.0));
        graded.maximum = None;
        assert_eq!(graded.most(), 38.33);
        graded.tests.clear();
        assert_eq!(graded.score().to_string(), "0");
    }
}
