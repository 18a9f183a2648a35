//! The grade that follows from the results of a student: the build, each check, the games against
//! each level, the place in the tournament.
//!
//! A class grades its students after the last stage, a lone submission after every test.

use crate::build::Built;
use crate::checks::{SCRIPTS, TestOutcome, TestResult, check_command, libraries_option};
use crate::grade::remarks::{kept_out, remarks_for_student, remarks_for_table};
use crate::grade::student_results::{GradedIn, StudentResults};
use crate::grade::submission_grade::{
    GradedTest, SubmissionGrade, TestGroup, TestVisibility, outcome_of,
};
use crate::scheme::{ReferenceLevel, Scheme};
use crate::stages::board_results::{is_forfeit_of, points_in};
use crate::stages::check_stage::{CheckResults, completed};
use crate::stages::level_score::{LevelGames, LevelProgress, LevelScore};
use crate::stages::stage::ClassRun;
use cli::{counted, visible};
use referee::journal::GameResult;
use runner::sandbox::SandboxMode;
use std::path::PathBuf;

/// The part of the build, which is worth no points.
pub const BUILD: &str = "build";
pub const CHECKS: &str = "checks";
pub const SWISS: &str = "swiss";
/// The part of what lateness costs, below zero.
pub const LATE: &str = "late";
/// In place of points that are not known, which a zero would hide.
pub const NOT_GRADED: &str = "not graded";
/// Lines of a failed build that are shown: the last ones.
const LOG_LINES: usize = 30;
const LONGEST_LINE: usize = 400;
/// Why a test has not been run that needs a program.
const NO_PROGRAM: &str = "there is no program";

impl StudentResults {
    pub fn grade(&self, run: &ClassRun<'_>, graded_in: GradedIn<'_>) -> SubmissionGrade {
        let scheme = run.scheme();
        let why = graded_in.why();
        let mut tests = vec![self.build_test(why)];
        let missing = if self.has_no_program() { NO_PROGRAM } else { why };
        tests.extend(check_tests(&completed(run, self.checks.0.clone(), missing), scheme));
        tests.extend(scheme.levels.iter().map(|level| self.level_test(level, scheme, graded_in)));
        let mut remarks = Vec::new();
        let mut seconds = None;
        match graded_in {
            GradedIn::Class => {
                tests.extend(self.tournament_test(scheme));
                remarks.extend(remarks_for_table(self, scheme));
            }
            GradedIn::Alone { elapsed, .. } => {
                remarks.extend(remarks_for_student(self, scheme, graded_in, &tests));
                seconds = Some(elapsed.as_secs_f64());
            }
        }
        if let Some(reason) = self.not_possible() {
            for test in tests.iter_mut().filter(|test| test.group != TestGroup::Build) {
                *test = test.clone().not_graded(reason);
            }
        }
        for test in &mut tests {
            test.visibility = graded_in.visibility_of(test.group);
        }
        SubmissionGrade {
            name: self.name.clone(),
            progress: graded_in.progress(),
            remarks,
            tests,
            late: None,
            maximum: scheme.grade.maximum.map(|maximum| maximum.number()),
            seconds,
        }
    }

    fn build_test(&self, why: &str) -> GradedTest {
        let test = GradedTest::not_run(TestGroup::Build, BUILD, "build".to_string(), 0.0, why);
        let Some(student) = &self.student else { return test };
        let (outcome, mut output) = match &student.built {
            Built::Ready { by, .. } => (TestOutcome::Passed, vec![by.clone()]),
            Built::NotPossible { reason } => (TestOutcome::NotGraded, vec![reason.clone()]),
            Built::Failed { reason, .. } => {
                let last = last_lines(&self.build_log);
                let last = last.map(|line| visible::cut(line, LONGEST_LINE));
                (TestOutcome::Failed, std::iter::once(reason.clone()).chain(last).collect())
            }
        };
        output.extend(student.notes.all().cloned());
        GradedTest { outcome, output, seconds: self.build_seconds, ..test }
    }

    fn level_test(
        &self,
        level: &ReferenceLevel,
        scheme: &Scheme,
        graded_in: GradedIn<'_>,
    ) -> GradedTest {
        let progress = graded_in.level_progress();
        let score = self.level_score(level, scheme, progress);
        let games = self.games.as_ref();
        if let Some(fault) = games.and_then(|games| games.fault.as_ref()) {
            return games_not_run(level, "").not_graded(fault);
        }
        if let Some(void) = score.as_ref().filter(|score| score.is_all_void()).map(|it| it.void) {
            let games = counted(void, "game");
            return games_not_run(level, "")
                .not_graded(&format!("the referee failed in {games}, and none counts"));
        }
        let (Some(games), Some(score)) = (games, score.filter(|score| score.out_of > 0)) else {
            let checks_are = graded_in.visibility_of(TestGroup::Checks);
            let kept_out = self.kept_out.as_ref().map(|why| kept_out(why, checks_are));
            let why = if self.has_no_program() { NO_PROGRAM } else { graded_in.why() };
            return games_not_run(level, kept_out.as_deref().unwrap_or(why));
        };
        if progress == LevelProgress::Running && score.played() == 0 {
            return games_not_run(level, graded_in.why());
        }
        let mut output = vec![score.sentence()];
        output.extend(level_lines(&score, games, graded_in));
        output.extend(forfeit_lines(games.against(level), &self.name));
        let outcome = outcome_of(score.points, level.points.number());
        GradedTest { score: score.points, outcome, output, ..games_not_run(level, "") }
    }

    fn tournament_test(&self, scheme: &Scheme) -> Option<GradedTest> {
        let most = scheme.swiss.first_place();
        if most == 0.0 {
            return None;
        }
        let name = "place in the tournament".to_string();
        let test = GradedTest::not_run(TestGroup::Tournament, SWISS, name, most, "no games");
        let Some(place) = self.place else { return Some(test) };
        let score = scheme.swiss.of_place(place.place, self.players);
        let mut output = vec![format!(
            "place {} of {}: {}",
            place.place,
            self.players,
            points_in(place.points, place.games as usize)
        )];
        output.extend(forfeit_lines(self.swiss.values(), &self.name));
        Some(GradedTest { score, outcome: outcome_of(score, most), output, ..test })
    }
}

fn games_not_run(level: &ReferenceLevel, why: &str) -> GradedTest {
    let (name, most) = (format!("games against {}", level.name()), level.points.number());
    GradedTest::not_run(TestGroup::Games, &level.part(), name, most, why)
}

/// What there is to say of games that are missing.
fn level_lines(score: &LevelScore, games: &LevelGames, graded_in: GradedIn<'_>) -> Vec<String> {
    let (planned, left_out, mut lines) = (score.planned, score.left_out(), Vec::new());
    if score.void > 0 {
        let void = counted(score.void, "game");
        lines.push(format!("not counted: {void} in which the referee failed"));
    }
    match (graded_in.level_progress(), games.stall) {
        _ if left_out == 0 => {}
        (LevelProgress::Running, _) => lines.push(format!("{planned} games are planned")),
        (LevelProgress::Ended, None) => {
            lines.push(format!("{planned} games were planned; {left_out} {}", graded_in.why()));
        }
        (LevelProgress::Ended, Some(stall)) => lines.push(format!(
            "{planned} games were planned; {left_out} left out, which count as lost: {stall}"
        )),
    }
    lines
}

pub fn last_lines(log: &str) -> impl Iterator<Item = &str> {
    let count = log.lines().count();
    log.lines().skip(count.saturating_sub(LOG_LINES))
}

fn check_tests(results: &CheckResults, scheme: &Scheme) -> Vec<GradedTest> {
    results
        .0
        .iter()
        .map(|result| check_test(result, results.most_of(result, &scheme.checks), scheme))
        .collect()
}

fn check_test(result: &TestResult, most: f64, scheme: &Scheme) -> GradedTest {
    let outcome = if result.has_passed() { TestOutcome::Passed } else { result.outcome };
    let mut output = vec![result.asks.clone()];
    output.extend(result.details());
    output.extend(check_again(result, scheme).map(|again| format!("again: {again}")));
    GradedTest {
        group: TestGroup::Checks,
        part: CHECKS.to_string(),
        name: format!("check {}", result.name),
        score: if outcome == TestOutcome::Passed { most } else { 0.0 },
        most: if outcome == TestOutcome::Skipped { 0.0 } else { most },
        outcome,
        output,
        seconds: result.seconds,
        visibility: TestVisibility::Visible,
    }
}

/// The command that shows a failed check on the student's own machine, in the folder of the
/// submission. The scripts are the grader's.
pub fn check_again(result: &TestResult, scheme: &Scheme) -> Option<String> {
    let has_failed = result.outcome == TestOutcome::Failed && result.name != SCRIPTS.name;
    let (replies, carry) = (scheme.games.replies(), scheme.games.carry);
    let agent = [".", result.name.as_str()];
    // The student has them under the same names, elsewhere.
    let names = scheme.build.libraries.iter().filter_map(|path| path.file_name());
    let names: Vec<PathBuf> = names.map(PathBuf::from).collect();
    has_failed.then(|| {
        check_command(scheme.game, agent, replies, carry, SandboxMode::On)
            + &libraries_option(&names)
    })
}

/// A line for each game of these that the student has forfeited.
fn forfeit_lines<'a>(games: impl IntoIterator<Item = &'a GameResult>, name: &str) -> Vec<String> {
    let own = games.into_iter().filter(|game| is_forfeit_of(game, name));
    own.map(|game| {
        let ending = game.ending.with_detail(game.detail.as_deref());
        format!("game {} was forfeited: {ending}, from the opening {}", game.id, &*game.opening)
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::build::recipe::BuildNotes;
    use crate::checks::CheckTitle;
    use crate::grade::submission_grade::GradingProgress;
    use crate::scheme::scheme_values::{CheckName, GradePoints};
    use crate::stages::round_times::Stall;
    use crate::stages::submission::Student;
    use referee::journal::results_of;
    use referee::rules::Ending;
    use referee::testing::random_record;
    use std::time::Duration;

    fn result(name: &'static str, outcome: TestOutcome) -> TestResult {
        let (answer, position) = (Some("E 1 2".into()), vec!["legal: E 2 3".to_string()]);
        let title = CheckTitle { name, asks: "It is asked.", group: None };
        TestResult { answer, position, ..TestResult::new(title, outcome, "so it was") }
    }

    #[test]
    fn the_tests_of_the_checks_have_the_points_of_the_checks() {
        let classic = "base = \"classic\"";
        let mut scheme = Scheme::parse(std::path::Path::new("t"), classic, None).expect("valid");
        scheme.checks.weights.insert(CheckName::of("must-jump"), GradePoints::of(3));
        let results = CheckResults(vec![
            result("must-jump", TestOutcome::Passed),
            result("old-answer", TestOutcome::Failed),
            result("calibrate", TestOutcome::Skipped),
            result("last-turn", TestOutcome::NotRun),
        ]);
        let tests = check_tests(&results, &scheme);
        assert!((sum(&tests, |test| test.most) - 40.0).abs() < 1e-9);
        assert_eq!((tests[0].score, sum(&tests, |test| test.score)), (24.0, 24.0));
        assert!(tests[1].output.iter().any(|line| line == "it answered E 1 2"));
        assert!(tests[1].output.iter().any(|line| line.starts_with("again: referee check")));
        assert_eq!(tests[3].outcome, TestOutcome::NotRun);
    }

    fn sum(tests: &[GradedTest], of: fn(&GradedTest) -> f64) -> f64 {
        tests.iter().map(of).sum::<f64>()
    }

    #[test]
    fn a_failed_build_shows_the_end_of_its_output() {
        let built = Built::Failed { reason: "the build failed".to_string(), command: None };
        let notes = BuildNotes { remarks: vec!["two sources".to_string()], notes: Vec::new() };
        let student = Some(Student { name: "kim".to_string(), built, notes, agent: None });
        let build_log = (0..100).map(|n| format!("line {n}\n")).collect::<String>();
        let test =
            StudentResults { student, build_log, ..StudentResults::default() }.build_test("");
        assert_eq!((test.outcome, test.output.len()), (TestOutcome::Failed, 2 + LOG_LINES));
        assert_eq!(test.output[0], "the build failed");
        assert!(test.output.contains(&"line 99".to_string()) && test.most == 0.0);
    }

    #[test]
    fn only_the_own_forfeits_are_told() {
        let mut record = random_record(1, Ending::NoOutput);
        record.black.name = "anna".into();
        record.white.name = "bea".into();
        let results = results_of([&record]);
        let result = results.values().next().expect("one");
        let side = result.forfeiter().expect("a forfeit");
        let (own, other) = (&result.player(side).name, &result.player(!side).name);
        let lines = forfeit_lines(results.values(), own);
        assert!(lines.len() == 1 && lines[0].contains("no output.txt"), "{lines:?}");
        assert!(forfeit_lines(results.values(), other).is_empty());
    }

    /// One game of four won, one void, the others left out: the class has no such games.
    #[test]
    fn games_that_are_left_out_are_lost_only_if_the_agent_has_stalled() {
        let scheme = "[games]\nclocks = \"move\"\n[[levels]]\ndepth = 1\ngames = 4\npoints = 90";
        let scheme = Scheme::parse(std::path::Path::new("t"), scheme, None).expect("valid");
        let level = &scheme.levels[0];
        let mut records =
            [random_record(1, Ending::NoOutput), random_record(2, Ending::RefereeFault)];
        for record in &mut records {
            let winner = if record.id == 1 { !record.to_move() } else { record.to_move() };
            let black = winner == games::board::Side::Black;
            let (own, other) = (level.name(), "anna".to_string());
            let [black, white] = if black { [other, own] } else { [own, other] };
            (record.black.name, record.white.name) = (black.as_str().into(), white.as_str().into());
        }
        let of = |idle: Option<u64>, progress| {
            let stall = idle.map(|idle| Stall::Idle(Duration::from_secs(idle)));
            let games = LevelGames { results: results_of(&records), stall, fault: None };
            let results = StudentResults {
                name: "anna".to_string(),
                games: Some(games),
                ..StudentResults::default()
            };
            let (elapsed, time_limit, visibility) = (Duration::ZERO, None, &[][..]);
            let graded_in = GradedIn::Alone { progress, elapsed, time_limit, visibility };
            let test = results.level_test(level, &scheme, graded_in);
            (test.score, test.outcome, test.output.join("; "))
        };
        let (score, outcome, text) = of(None, GradingProgress::OutOfTime);
        assert_eq!((score, outcome), (90.0, TestOutcome::Passed), "{text}");
        assert!(text.contains("4 games were planned; 2 left out: no time was left"), "{text}");
        assert!(text.contains("not counted: 1 game in which the referee failed"), "{text}");
        let (score, outcome, text) = of(Some(51), GradingProgress::OutOfTime);
        assert_eq!((score, outcome), (30.0, TestOutcome::Partial), "{text}");
        assert!(
            text.contains("2 left out, which count as lost: the agent waited for 51 s"),
            "{text}"
        );
        assert_eq!(of(None, GradingProgress::Running).0, 22.5);
    }
}
