//! What all forms of grades are written from: one submission as a list of tests with points.
//!
//! A test is the build, a check, the games against one level, or the place in a tournament. Several
//! tests make a *part*, which is a column of `grades.csv` and a criterion of a rubric: `checks`,
//! `depth 1`, `swiss`. While a submission is graded, a test that has not been reached yet is there
//! already, with no points: so whoever reads the form always sees the same list.

use serde::Serialize;

#[derive(Clone, Debug, PartialEq)]
pub struct GradedSubmission {
    pub name: String,
    pub progress: GradingProgress,
    /// Sentences for the student, above the tests.
    pub remarks: Vec<String>,
    pub tests: Vec<GradedTest>,
    /// A total above is cut to this.
    pub maximum: Option<f64>,
    /// Wall time of the grading, in seconds; unknown for one of a class.
    pub seconds: Option<f64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum GradingProgress {
    /// What stands there now are the points so far.
    Running,
    /// The time was over before everything was tried.
    OutOfTime,
    /// The user or an error has ended it.
    BrokenOff,
    Finished,
}

#[derive(Clone, Debug, PartialEq)]
pub struct GradedTest {
    pub group: TestGroup,
    /// The column of `grades.csv` that it belongs to.
    pub part: String,
    pub name: String,
    pub score: f64,
    /// The most points; 0 for a test that only tells.
    pub most: f64,
    pub status: TestStatus,
    /// Lines for the student.
    pub output: Vec<String>,
    /// Wall time, where it was measured.
    pub seconds: Option<f64>,
    pub visibility: TestVisibility,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum TestGroup {
    Build,
    Checks,
    Games,
    Tournament,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum TestStatus {
    Passed,
    /// Some of the points.
    Partial,
    Failed,
    /// Not reached, or there was no time: no points.
    NotRun,
    /// It does not count: it cannot be tried here.
    Skipped,
}

/// When a student sees a test, by the names of Gradescope.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, clap::ValueEnum)]
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

/// The points of one part.
#[derive(Clone, Debug, PartialEq)]
pub struct PartScore {
    pub part: String,
    pub score: f64,
    pub most: f64,
}

impl GradedTest {
    /// A test that has not been reached.
    pub fn not_run(group: TestGroup, part: &str, name: String, most: f64, why: &str) -> Self {
        GradedTest {
            group,
            part: part.to_string(),
            name,
            score: 0.0,
            most,
            status: TestStatus::NotRun,
            output: vec![why.to_string()],
            seconds: None,
            visibility: TestVisibility::Visible,
        }
    }

    pub fn is_visible(&self) -> bool {
        self.visibility == TestVisibility::Visible
    }

    /// `must-jump: 3 of 4 points`.
    pub fn points_text(&self) -> String {
        format!("{} of {}", number(self.score), number(self.most))
    }
}

impl GradedSubmission {
    pub fn score(&self) -> f64 {
        self.cut(self.tests.iter().map(|test| test.score).sum())
    }

    pub fn most(&self) -> f64 {
        self.cut(self.tests.iter().map(|test| test.most).sum())
    }

    fn cut(&self, points: f64) -> f64 {
        rounded(self.maximum.map_or(points, |maximum| points.min(maximum)))
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

/// Points as a text without needless zeros.
pub fn number(points: f64) -> String {
    rounded(points).to_string()
}

/// A part of the points as a status.
pub fn status_of(score: f64, most: f64) -> TestStatus {
    if score >= most {
        TestStatus::Passed
    } else if score > 0.0 {
        TestStatus::Partial
    } else {
        TestStatus::Failed
    }
}

/// A submission with a test of each kind, from which the examples of all forms are written.
#[cfg(test)]
pub fn example() -> GradedSubmission {
    let test = |group, [part, name]: [&str; 2], [score, most]: [f64; 2]| GradedTest {
        group,
        part: part.to_string(),
        name: name.to_string(),
        score,
        most,
        status: status_of(score, most),
        output: Vec::new(),
        seconds: None,
        visibility: TestVisibility::Visible,
    };
    let mut build = test(TestGroup::Build, ["build", "build"], [0.0, 0.0]);
    build.output = vec!["g++ of homework.cpp".to_string()];
    build.seconds = Some(4.25);
    let passed = test(TestGroup::Checks, ["checks", "check must-jump"], [6.666_666, 6.666_666]);
    let mut failed = test(TestGroup::Checks, ["checks", "check old-answer"], [0.0, 6.666_666]);
    failed.output = vec!["exit code 1 <stopped> & \"gone\"".to_string(), "again: x\u{1b}".into()];
    let skipped = GradedTest {
        status: TestStatus::Skipped,
        output: vec!["it has no calibrate, which is allowed".to_string()],
        ..test(TestGroup::Checks, ["checks", "check calibrate"], [0.0, 0.0])
    };
    let mut level = test(TestGroup::Games, ["depth 1", "games against depth 1"], [7.5, 10.0]);
    level.output = vec!["3 of 4".to_string()];
    level.visibility = TestVisibility::AfterDueDate;
    let late = GradedTest::not_run(
        TestGroup::Games,
        "depth 4",
        "games against depth 4".to_string(),
        15.0,
        "no time was left",
    );
    GradedSubmission {
        name: "kim, lee".to_string(),
        progress: GradingProgress::OutOfTime,
        remarks: vec!["The time of 540 s was over.".to_string()],
        tests: vec![build, passed, failed, skipped, level, late],
        maximum: Some(30.0),
        seconds: Some(540.125),
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
