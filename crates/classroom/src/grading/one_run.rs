//! One submission from its files to its points: built, checked, played against the levels.
//!
//! A single submission has no place in a tournament, so the maximum is the points of the checks and
//! the levels.
//!
//! A build may take up to 60 % of the time, checks may begin during 60 % of the rest, and the games
//! get what is left. If interrupted, run the same command again: finished games are not played
//! again.

use crate::error::{ClassError, make_folder};
use crate::grade::forms::grade_form::{FormTarget, write_form};
use crate::grade::student_results::{GradedIn, StudentResults};
use crate::grade::submission_grade::{GradingProgress, SubmissionGrade};
use crate::grade::visibility_rule::VisibilityRule;
use crate::grading::before_builds::can_build;
use crate::intake::{Submission, submission_at};
use crate::scheme::Scheme;
use crate::scheme::scheme_values::Seconds;
use crate::stages::check_stage::{CheckGoOn, run_checks};
use crate::stages::class_files::ClassFiles;
use crate::stages::games::ClassGames;
use crate::stages::level_score::LevelGames;
use crate::stages::levels::play_levels;
use crate::stages::stage::{ClassLog, ClassRun, ClassSettings};
use crate::stages::submission::{COPIES, build_all, build_log};
use cli::visible;
use referee::players::Agent;
use runner::folder::is_left_out;
use runner::process::Charging;
use runner::sandbox::keep_private;
use runner::{TempRoot, TimeLimit};
use std::path::{self, Path};
use std::time::{Duration, Instant};

/// The most that is kept back for ending the last run and writing the last files.
const LONGEST_RESERVE: Duration = Duration::from_secs(5);
/// The share of the time that a build may take, and that of the rest in which checks begin.
const SHARE: f64 = 0.6;

/// What is to be graded, and where the points go.
#[derive(Clone, Copy, Debug)]
pub struct GradeOrder<'a> {
    pub submission: &'a Path,
    /// In place of the name of the folder or file.
    pub name: Option<&'a str>,
    /// Wall time for everything.
    pub time_limit: Option<Duration>,
    pub forms: &'a [FormTarget],
    pub visibility: &'a [VisibilityRule],
}

#[derive(Clone, Debug, PartialEq)]
pub struct GradeSummary {
    pub grade: SubmissionGrade,
    /// Games that do not count because the referee failed in them.
    pub void: usize,
    /// Games that were left out when the time was over.
    pub missing: usize,
}

/// The scheme with a build that ends within its share of the time.
pub fn within_time(mut scheme: Scheme, time_limit: Option<Duration>) -> Scheme {
    let most = time_limit.map(|cap| cap.mul_f64(SHARE));
    if let Some(most) = most.filter(|most| *most < scheme.build.wall_seconds.time())
        && let Ok(seconds) = Seconds::try_from(most.as_secs_f64())
    {
        scheme.build.wall_seconds = seconds;
    }
    scheme
}

/// One submission while it is graded. The files that say what is known so far are written anew
/// after every test: if the referee is killed, the points up to then remain.
struct OneGrading<'a> {
    run: &'a ClassRun<'a>,
    time: &'a TimeLimit,
    order: &'a GradeOrder<'a>,
    results: StudentResults,
}

/// Grades it, with its results in the folder of the settings.
pub fn grade_submission(
    settings: &ClassSettings,
    order: &GradeOrder<'_>,
) -> Result<GradeSummary, ClassError> {
    let submission = submission_at(order.submission, order.name)?;
    refuse_inside(&submission.path, &settings.out)?;
    make_folder(&settings.out)?;
    let _lock = settings.lock()?;
    let log = ClassLog::open(&settings.out)?;
    let time = TimeLimit::begin(
        order.time_limit.map(|whole| whole.saturating_sub(LONGEST_RESERVE.min(whole / 10))),
        &settings.stop,
    );
    let temp_root = TempRoot::new()?.stopped_by(&settings.stop);
    can_build(&settings.out, &temp_root)?;
    let run = ClassRun { settings, log: &log, temp_root: &temp_root };
    keep_private([submission.path.clone(), settings.out.clone()]);
    log.line(&format!("{}: graded alone", submission.name));
    log.line(&format!("sandbox {}; {}", settings.sandbox_mode.level(), Charging::here()));
    let results = StudentResults { name: submission.name.clone(), ..StudentResults::default() };
    let mut grading = OneGrading { run: &run, time: &time, order, results };
    grading.write(GradingProgress::Running)?;
    let ended = grading.run(&submission);
    let missing = grading.results.missing_games(&settings.scheme);
    let progress = match &ended {
        Err(ClassError::Stopped) if time.is_over() => GradingProgress::OutOfTime,
        Err(_) => GradingProgress::BrokenOff,
        Ok(()) if time.is_over() || order.time_limit.is_some() && missing > 0 => {
            GradingProgress::OutOfTime
        }
        Ok(()) => GradingProgress::Finished,
    };
    let grade = grading.write(progress)?;
    let (score, most, seconds) = (grade.score(), grade.most(), time.elapsed().as_secs_f64());
    log.line(&format!("{}: {score} of {most} points after {seconds:.0} s", grade.name));
    match ended {
        Err(ClassError::Stopped) if time.is_over() => {}
        ended => ended?,
    }
    let void = grading.results.games.as_ref().map_or(0, LevelGames::void);
    let missing = if progress == GradingProgress::OutOfTime { missing } else { 0 };
    Ok(GradeSummary { grade, void, missing })
}

/// Results in the folder of the submission would change it, but for those of a usual name.
fn refuse_inside(submission: &Path, out: &Path) -> Result<(), ClassError> {
    let whole = path::absolute(out).map_err(ClassError::system("find", out))?;
    let Ok(below) = whole.strip_prefix(submission) else { return Ok(()) };
    if below.iter().any(is_left_out) {
        return Ok(());
    }
    Err(ClassError::Correctable(format!(
        "{} lies in the submission {}, and would become a part of it; name a folder elsewhere: --out",
        visible::path(out),
        visible::path(submission)
    )))
}

impl OneGrading<'_> {
    /// Writes all files; returns what is in them.
    fn write(&self, progress: GradingProgress) -> Result<SubmissionGrade, ClassError> {
        let GradeOrder { forms, time_limit, visibility, .. } = *self.order;
        let elapsed = self.time.elapsed();
        let graded_in = GradedIn::Alone { progress, elapsed, time_limit, visibility };
        let grade = self.results.grade(self.run, graded_in);
        for target in forms {
            write_form(&target.file(&grade, &self.run.settings.out))?;
        }
        Ok(grade)
    }

    /// All stages; what they have found so far is in the results, also after an error.
    fn run(&mut self, submission: &Submission) -> Result<(), ClassError> {
        let run = self.run;
        let files = ClassFiles::new(run, [&submission.path].into_iter(), &run.folder(COPIES)?);
        let begun = Instant::now();
        let mut students = build_all(run, std::slice::from_ref(submission), &files)?;
        let student = students.remove(0);
        let agent = student.agent.clone();
        self.results.build_seconds = Some(begun.elapsed().as_secs_f64());
        self.results.build_log = build_log(run, &self.results.name);
        self.results.student = Some(student);
        self.write(GradingProgress::Running)?;
        let Some(agent) = agent else { return Ok(()) };
        files.check_stage("builds", &[&agent])?;
        self.check(&agent)?;
        files.check_stage("checks", &[&agent])?;
        if self.results.kept_out.is_some() {
            return Ok(());
        }
        let games = ClassGames::new(run)?;
        let player = games.participant(run, &agent)?;
        play_levels(run, &games, &player, self.time, &mut |games| {
            self.results.games = Some(games.clone());
            self.write(GradingProgress::Running).map(drop)
        })?;
        files.check_stage("games", &[&agent])
    }

    /// Runs the checks; an agent that misses a required one plays no games.
    fn check(&mut self, agent: &Agent) -> Result<(), ClassError> {
        let (run, time) = (self.run, self.time);
        let has_games = !run.scheme().levels.is_empty();
        let ends = time.share_ends(if has_games { SHARE } else { 1.0 });
        let mut written = Ok(());
        let all = run_checks(run, agent, &mut |result| {
            self.results.checks.0.push(result.clone());
            written = self.write(GradingProgress::Running).map(drop);
            let is_time = ends.is_none_or(|ends| time.elapsed() < ends);
            if is_time && written.is_ok() { CheckGoOn::Yes } else { CheckGoOn::No }
        })?;
        written?;
        self.results.kept_out = all.kept_out(&run.scheme().checks);
        self.results.checks = all;
        self.write(GradingProgress::Running)?;
        run.go_on()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_build_ends_within_its_share() {
        let scheme = Scheme::default();
        assert_eq!(wall_time(&scheme, None), scheme.build.wall_seconds.time());
        assert_eq!(wall_time(&scheme, Some(100)), Duration::from_secs(60));
        assert_eq!(wall_time(&scheme, Some(10_000)), scheme.build.wall_seconds.time());
    }

    fn wall_time(scheme: &Scheme, cap: Option<u64>) -> Duration {
        let cap = cap.map(Duration::from_secs);
        within_time(scheme.clone(), cap).build.wall_seconds.time()
    }
}
