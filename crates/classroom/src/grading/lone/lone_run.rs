//! One submission from its files to its points: built, checked, played against the levels.
//!
//! The place in a tournament is no part of it: whoever is alone has no place. So the most points
//! are those of the checks and of the levels.
//!
//! The time is shared out: a build may take up to 60 % of it, checks begin until 60 % of the rest
//! is over, the games have what is left. Nothing that ends is played again: the same command goes
//! on with the games.

use crate::archives::unpack::ArchiveKind;
use crate::build::source_file::is_source;
use crate::error::ClassError;
use crate::files::make_folder;
use crate::grade::forms::grade_form::FormTarget;
use crate::grade::forms::graded_submission::{GradedSubmission, GradingProgress, TestGroup};
use crate::grading::lone::level_games::play_levels;
use crate::grading::lone::lone_grading::LoneGrading;
use crate::grading::lone::lone_remarks;
use crate::grading::lone::visibility_rule;
use crate::grading::lone::visibility_rule::VisibilityRule;
use crate::intake::student_name::{MoodleName, names};
use crate::intake::{Submission, SubmissionKind};
use crate::scheme::Scheme;
use crate::scheme::scheme_values::Seconds;
use crate::stages::check_stage::{CheckGoOn, CheckMark, CheckMarks, run_checks};
use crate::stages::class_guard::ClassGuard;
use crate::stages::class_lock::lock;
use crate::stages::games::ClassGames;
use crate::stages::gauntlet::Gauntlet;
use crate::stages::grading_time::GradingTime;
use crate::stages::stage::{ClassLog, ClassSettings, Stages};
use crate::stages::submission::{COPIES, build_all};
use cli::visible;
use referee::players::Agent;
use runner::TempRoot;
use runner::process::Charging;
use std::path::Path;
use std::time::{Duration, Instant};

/// The share of the time that a build may take, and that of the rest in which checks begin.
const SHARE: f64 = 0.6;

/// What is to be graded, and where the points go.
#[derive(Clone, Copy, Debug)]
pub struct LoneOrder<'a> {
    pub submission: &'a Path,
    /// In place of the name of the folder or file.
    pub name: Option<&'a str>,
    /// Wall time for everything.
    pub time_cap: Option<Duration>,
    pub forms: &'a [FormTarget],
    pub visibility: &'a [VisibilityRule],
}

#[derive(Clone, Debug, PartialEq)]
pub struct LoneSummary {
    pub graded: GradedSubmission,
    /// Games that do not count because the referee failed in them.
    pub void: usize,
}

/// The scheme with a build that ends within its share of the time.
pub fn within_time(mut scheme: Scheme, time_cap: Option<Duration>) -> Scheme {
    let most = time_cap.map(|cap| cap.mul_f64(SHARE));
    if let Some(most) = most.filter(|most| *most < scheme.build.wall_seconds.time())
        && let Ok(seconds) = Seconds::try_from(most.as_secs_f64())
    {
        scheme.build.wall_seconds = seconds;
    }
    scheme
}

/// Grades it, with its results in the folder of the settings.
pub fn grade_one(
    settings: &ClassSettings,
    order: &LoneOrder<'_>,
) -> Result<LoneSummary, ClassError> {
    let submission = submission(order)?;
    make_folder(&settings.out)?;
    let _lock = lock(settings)?;
    let log = ClassLog::open(&settings.out)?;
    let cap = GradingTime::begin(order.time_cap, &settings.stop);
    let temp_root = TempRoot::new()?.stopped_by(&settings.stop);
    let stages = Stages { settings, log: &log, temp_root: &temp_root };
    log.line(&format!("{}: graded alone", submission.name));
    log.line(&format!("sandbox {}; {}", settings.sandbox_mode.level(), Charging::here()));
    let mut grading = begun(&stages, &cap, order, &submission);
    grading.write(GradingProgress::Running)?;
    let ended = run(&mut grading, &submission);
    let has_cap = order.time_cap.is_some();
    let progress = match &ended {
        Err(ClassError::Stopped) if cap.is_over() => GradingProgress::OutOfTime,
        Err(_) => GradingProgress::BrokenOff,
        Ok(()) if cap.is_over() || has_cap && grading.missing_games() > 0 => {
            GradingProgress::OutOfTime
        }
        Ok(()) => GradingProgress::Finished,
    };
    let graded = grading.write(progress)?;
    log.line(&format!(
        "{}: {} of {} points after {:.0} s",
        graded.name,
        graded.score(),
        graded.most(),
        cap.elapsed().as_secs_f64()
    ));
    match ended {
        Err(ClassError::Stopped) if cap.is_over() => {}
        ended => ended?,
    }
    let void = grading.gauntlet.results.values().filter(|game| game.is_void()).count();
    Ok(LoneSummary { graded, void })
}

fn begun<'a>(
    stages: &'a Stages<'a>,
    cap: &'a GradingTime,
    order: &LoneOrder<'a>,
    submission: &Submission,
) -> LoneGrading<'a> {
    LoneGrading {
        stages,
        cap,
        forms: order.forms,
        visibility: order.visibility,
        time_cap: order.time_cap,
        name: submission.name.clone(),
        student: None,
        build_time: Duration::ZERO,
        marks: Vec::new(),
        check_times: Vec::new(),
        kept_out: None,
        gauntlet: Gauntlet::default(),
        remarks: Vec::new(),
    }
}

/// All stages; the points so far are in `grading`, also after an error.
fn run(grading: &mut LoneGrading<'_>, submission: &Submission) -> Result<(), ClassError> {
    let stages = grading.stages;
    let guard = ClassGuard::new(stages, [&submission.path].into_iter(), &stages.folder(COPIES)?);
    let begun = Instant::now();
    let mut students = build_all(stages, std::slice::from_ref(submission), &guard)?;
    let student = students.remove(0);
    let agent = student.agent.clone();
    grading.build_time = begun.elapsed();
    grading.student = Some(student);
    grading.write(GradingProgress::Running)?;
    let Some(agent) = agent else { return Ok(()) };
    guard.check_stage("builds", &[&agent])?;
    check(grading, &agent)?;
    guard.check_stage("checks", &[&agent])?;
    if grading.kept_out.is_some() {
        return Ok(());
    }
    let games = ClassGames::new(stages)?;
    let player = games.entrant(stages, &agent)?;
    play_levels(stages, &games, &player, grading.cap, &mut |gauntlet| {
        grading.gauntlet = gauntlet.clone();
        grading.write(GradingProgress::Running).map(drop)
    })?;
    guard.check_stage("games", &[&agent])
}

/// Runs the checks; an agent that misses a required one plays no games.
fn check(grading: &mut LoneGrading<'_>, agent: &Agent) -> Result<(), ClassError> {
    let (stages, cap) = (grading.stages, grading.cap);
    let has_games = !stages.scheme().levels.is_empty();
    let ends = cap.share_ends(if has_games { SHARE } else { 1.0 });
    let mut begun = Instant::now();
    let mut written = Ok(());
    let marks = run_checks(stages, agent, &mut |mark: &CheckMark| {
        grading.marks.push(mark.clone());
        grading.check_times.push(begun.elapsed());
        begun = Instant::now();
        written = grading.write(GradingProgress::Running).map(drop);
        let is_time = ends.is_none_or(|ends| cap.elapsed() < ends);
        if is_time && written.is_ok() { CheckGoOn::Yes } else { CheckGoOn::No }
    })?;
    written?;
    if let Some(why) = marks.kept_out(&stages.scheme().checks) {
        let checks_are = visibility_rule::of_group(grading.visibility, TestGroup::Checks);
        grading.kept_out = Some(lone_remarks::kept_out(&why, checks_are));
    }
    let CheckMarks(marks) = marks;
    grading.marks = marks;
    grading.write(GradingProgress::Running)?;
    stages.go_on()
}

/// What lies at the path.
fn submission(order: &LoneOrder<'_>) -> Result<Submission, ClassError> {
    let path = order.submission.canonicalize().map_err(|error| {
        let path = visible::path(order.submission);
        ClassError::Correctable(format!("{path}: {error}; name a folder, an archive or a source"))
    })?;
    let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let (stem, kind) = if path.is_dir() {
        (file.clone(), SubmissionKind::Folder)
    } else if let Some((kind, stem)) = ArchiveKind::of(&file) {
        (stem.to_string(), SubmissionKind::Archive(kind))
    } else {
        let stem = file.rsplit_once('.').map_or(file.as_str(), |(stem, _)| stem);
        let is_program = is_source(&file) || !file.contains('.');
        let not_understood = || {
            let shown = visible::line(&file);
            SubmissionKind::NotUnderstood(format!(
                "{shown} is neither an archive that can be unpacked (.zip, .tar.gz) nor a source"
            ))
        };
        let kind = if is_program { SubmissionKind::Program } else { not_understood() };
        (stem.to_string(), kind)
    };
    // A name that is given stays, Moodle's own falls away.
    let moodle = || MoodleName::read(&file).map(|moodle| moodle.student.to_string());
    let called = order.name.map(str::to_string).or_else(moodle).unwrap_or(stem);
    let name = names(&[(called.clone(), called)]).remove(0);
    Ok(Submission { handed_in: name.clone(), name, path, kind })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn order<'a>(submission: &'a Path, name: Option<&'a str>) -> LoneOrder<'a> {
        LoneOrder { submission, name, time_cap: None, forms: &[], visibility: &[] }
    }

    #[test]
    fn what_lies_there_is_told_by_its_kind_and_name() {
        let dir = tempfile::tempdir().expect("a folder");
        fs::create_dir(dir.path().join("submission")).expect("made");
        for name in ["kim.zip", "lee.py", "ann", "bo.rar"] {
            fs::write(dir.path().join(name), "").expect("written");
        }
        let kind = |name: &str, given: Option<&str>| {
            let path = dir.path().join(name);
            submission(&order(&path, given)).map(|found| (found.name, found.kind))
        };
        let folder = kind("submission", Some("Kim Lee")).expect("there");
        assert_eq!(folder, ("Kim Lee".to_string(), SubmissionKind::Folder));
        let archive = SubmissionKind::Archive(ArchiveKind::Zip);
        assert_eq!(kind("kim.zip", None).expect("there"), ("kim".to_string(), archive));
        for (name, called) in [("lee.py", "lee"), ("ann", "ann")] {
            let found = kind(name, None).expect("there");
            assert_eq!(found, (called.to_string(), SubmissionKind::Program));
        }
        let moodle = "Lee Kim_12345_assignsubmission_file_";
        fs::create_dir(dir.path().join(moodle)).expect("made");
        assert_eq!(kind(moodle, None).expect("there").0, "Lee Kim");
        let other = kind("bo.rar", None).expect("there").1;
        assert!(matches!(other, SubmissionKind::NotUnderstood(why) if why.contains("bo.rar")));
        assert!(kind("nobody", None).is_err_and(|error| error.to_string().contains("nobody")));
    }

    #[test]
    fn a_build_ends_within_its_share() {
        let scheme = Scheme::default();
        let wall = |cap: Option<u64>| {
            let cap = cap.map(Duration::from_secs);
            within_time(scheme.clone(), cap).build.wall_seconds.time()
        };
        assert_eq!(wall(None), scheme.build.wall_seconds.time());
        assert_eq!(wall(Some(100)), Duration::from_secs(60));
        assert_eq!(wall(Some(10_000)), scheme.build.wall_seconds.time());
    }
}
