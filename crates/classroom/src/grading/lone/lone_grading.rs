//! What is known of a submission so far, and the files that say so. They are written anew after
//! every test: whoever kills the referee leaves the points up to then.

use crate::build::Built;
use crate::error::ClassError;
use crate::grade::forms::grade_form::{FormTarget, write_form};
use crate::grade::forms::graded_parts::{
    BUILD, build_test, check_tests, forfeit_lines, level_not_run, level_test,
};
use crate::grade::forms::graded_submission::{
    GradedSubmission, GradedTest, GradingProgress, TestGroup, TestStatus, TestVisibility,
};
use crate::grade::grades::is_forfeit_of;
use crate::grading::lone::level_games::{LevelProgress, LevelScore, games_against};
use crate::grading::lone::lone_remarks;
use crate::grading::lone::visibility_rule;
use crate::grading::lone::visibility_rule::VisibilityRule;
use crate::scheme::ReferenceLevel;
use crate::stages::check_stage::{CheckMark, completed};
use crate::stages::gauntlet::Gauntlet;
use crate::stages::grading_time::GradingTime;
use crate::stages::stage::Stages;
use crate::stages::submission::{COPIES, Student};
use referee::journal::GameResult;
use referee::rules::Ending;
use runner::process::most_memory;
use std::fs;
use std::time::Duration;

#[derive(Debug)]
pub struct LoneGrading<'a> {
    pub stages: &'a Stages<'a>,
    pub cap: &'a GradingTime,
    pub forms: &'a [FormTarget],
    pub visibility: &'a [VisibilityRule],
    /// As the user has given it.
    pub time_cap: Option<Duration>,
    pub name: String,
    /// `None` until the build has ended.
    pub student: Option<Student>,
    pub build_time: Duration,
    pub marks: Vec<CheckMark>,
    /// The wall time of each mark.
    pub check_times: Vec<Duration>,
    /// Why no games are played.
    pub kept_out: Option<String>,
    pub gauntlet: Gauntlet,
    /// What the student should know besides.
    pub remarks: Vec<String>,
}

impl LoneGrading<'_> {
    /// Writes all files; returns what is in them.
    pub fn write(&self, progress: GradingProgress) -> Result<GradedSubmission, ClassError> {
        let graded = self.graded(progress);
        let out = &self.stages.settings.out;
        for target in self.forms {
            write_form(&target.file(&graded, out))?;
        }
        Ok(graded)
    }

    fn graded(&self, progress: GradingProgress) -> GradedSubmission {
        let why = match progress {
            GradingProgress::Running => "not reached yet",
            GradingProgress::OutOfTime => "left out: no time was left",
            GradingProgress::BrokenOff => "left out: the grading was broken off",
            GradingProgress::Finished => "left out",
        };
        let mut tests = vec![self.build_test(why)];
        tests.extend(self.check_tests(why));
        let levels = &self.stages.scheme().levels;
        tests.extend(levels.iter().map(|level| self.level_test(level, progress, why)));
        let maximum = self.stages.scheme().grade.maximum;
        let mut graded = GradedSubmission {
            name: self.name.clone(),
            progress,
            remarks: Vec::new(),
            tests,
            maximum: maximum.map(|maximum| maximum.number()),
            seconds: Some(self.cap.elapsed().as_secs_f64()),
        };
        graded.remarks = self.remarks_of(&graded);
        visibility_rule::apply(self.visibility, &mut graded);
        graded
    }

    fn build_test(&self, why: &str) -> GradedTest {
        let Some(student) = &self.student else {
            return GradedTest::not_run(TestGroup::Build, BUILD, "build".to_string(), 0.0, why);
        };
        let log = format!("{COPIES}/{}.build.log", self.name);
        let log = fs::read(self.stages.settings.out.join(log)).unwrap_or_default();
        let test = build_test(student, &String::from_utf8_lossy(&log));
        GradedTest { seconds: Some(self.build_time.as_secs_f64()), ..test }
    }

    fn has_no_program(&self) -> bool {
        self.student.as_ref().is_some_and(|student| student.agent.is_none())
    }

    fn check_tests(&self, why: &str) -> Vec<GradedTest> {
        let why = if self.has_no_program() { "there is no program" } else { why };
        let marks = completed(self.stages, self.marks.clone(), why);
        let mut tests = check_tests(&marks, self.stages.scheme());
        for (test, time) in tests.iter_mut().zip(&self.check_times) {
            test.seconds = Some(time.as_secs_f64());
        }
        tests
    }

    fn level_test(
        &self,
        level: &ReferenceLevel,
        progress: GradingProgress,
        why: &str,
    ) -> GradedTest {
        let rule = self.stages.scheme().games.draws;
        let level_progress = match progress {
            GradingProgress::Running | GradingProgress::BrokenOff => LevelProgress::Running,
            GradingProgress::OutOfTime | GradingProgress::Finished => LevelProgress::Ended,
        };
        let score = LevelScore::of(&self.gauntlet, &self.name, level, rule, level_progress);
        let LevelScore { points, played, planned, .. } = score;
        if let Some(error) = &self.gauntlet.error {
            return level_not_run(level, &format!("games are missing: {error}"));
        }
        if played == 0 {
            let no_program = self.has_no_program().then_some("there is no program");
            let why = self.kept_out.as_deref().or(no_program).unwrap_or(why);
            return level_not_run(level, why);
        }
        let mut lines = vec![score.sentence()];
        if played < planned {
            lines.push(match level_progress {
                LevelProgress::Running => format!("{planned} games are planned"),
                LevelProgress::Ended => {
                    format!("{planned} games were planned; {} {why}", planned - played)
                }
            });
        }
        lines.extend(forfeit_lines(games_against(&self.gauntlet, level), &self.name));
        level_test(level, points, lines)
    }

    fn remarks_of(&self, graded: &GradedSubmission) -> Vec<String> {
        let mut remarks = Vec::new();
        let is_left_out = |test: &GradedTest| {
            test.status == TestStatus::NotRun && test.group == TestGroup::Checks
        };
        match (graded.progress, self.time_cap) {
            (GradingProgress::Running, _) => remarks.push(
                "The grading is not finished: these are the points so far. If it stays so, it was \
                 ended from outside."
                    .to_string(),
            ),
            (GradingProgress::OutOfTime, Some(cap)) => {
                let checks = graded.tests.iter().filter(|test| is_left_out(test)).count();
                remarks.push(lone_remarks::out_of_time(cap, checks, self.missing_games()));
            }
            (GradingProgress::BrokenOff, _) => {
                remarks
                    .push("The grading was broken off: these are the points so far.".to_string());
            }
            (GradingProgress::OutOfTime | GradingProgress::Finished, _) => {}
        }
        let sees =
            |group| visibility_rule::of_group(self.visibility, group) == TestVisibility::Visible;
        let built = self.student.as_ref().map(|student| &student.built);
        if let Some(Built::Failed { reason, .. }) = built.filter(|_| sees(TestGroup::Build)) {
            remarks.push(format!("There is no program to run: {reason}"));
        }
        if sees(TestGroup::Checks) {
            remarks.extend(lone_remarks::common_failure(&self.marks));
        }
        remarks.extend(self.kept_out.clone());
        if sees(TestGroup::Games) && self.took_too_much_memory() {
            remarks.push(lone_remarks::memory_limit(most_memory()));
        }
        remarks.extend(self.remarks.iter().cloned());
        remarks
    }

    fn took_too_much_memory(&self) -> bool {
        let own = |game: &&GameResult| is_forfeit_of(game, &self.name);
        let mut endings = self.gauntlet.results.values().filter(own).map(|game| game.ending);
        endings.any(|ending| ending == Ending::TooMuchMemory)
    }

    /// Games that are planned and not played; none if the submission plays no games at all.
    pub fn missing_games(&self) -> usize {
        if self.kept_out.is_some() || self.gauntlet.error.is_some() || self.has_no_program() {
            return 0;
        }
        let rule = self.stages.scheme().games.draws;
        let missing = |level: &ReferenceLevel| {
            let ended = LevelProgress::Ended;
            let score = LevelScore::of(&self.gauntlet, &self.name, level, rule, ended);
            score.planned.saturating_sub(score.played)
        };
        self.stages.scheme().levels.iter().map(missing).sum()
    }
}
