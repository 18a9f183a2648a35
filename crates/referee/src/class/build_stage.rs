//! The first stage: every submission is copied and built.

use crate::agent::Agent;
use crate::class::build::{Builder, Built};
use crate::class::error::ClassError;
use crate::class::mode_guard::ModeGuard;
use crate::class::recipe::is_program;
use crate::class::settings::Stages;
use crate::class::stage::{self, StageKey};
use crate::class::submission::{Content, Submission};
use crate::class::workers::for_each;
use formats::file;
use progress::Progress;
use std::io;
use std::path::Path;

/// A submission after the first stage.
#[derive(Clone, Debug)]
pub(super) struct Student {
    /// The name of the submission.
    pub(super) name: String,
    /// How the build ended.
    pub(super) built: Built,
    /// The agent, if there is one.
    pub(super) agent: Option<Agent>,
}

/// Builds all submissions that have changed since the last run.
///
/// # Errors
/// The referee cannot go on. A submission that cannot be built is no error.
pub(super) fn build_all(
    stages: &Stages<'_>,
    submissions: &[Submission],
) -> Result<Vec<Student>, ClassError> {
    let folder = stages.folder("agents")?;
    let progress = Progress::new(submissions.len() as u64, "builds");
    let guard = ModeGuard::new(stages, submissions, &folder);
    let build = |submission: &Submission, core: Option<usize>| -> Result<Student, ClassError> {
        stages.go_on()?;
        progress.task(format!("building {}", submission.name));
        let student = build_one(stages, submission, &folder, core)?;
        guard.check(stages, &submission.name, &folder);
        progress.add(1);
        Ok(student)
    };
    let students = for_each(submissions, &stages.settings.cores, &build)?;
    progress.finish();
    Ok(students)
}

fn build_one(
    stages: &Stages<'_>,
    submission: &Submission,
    folder: &Path,
    core: Option<usize>,
) -> Result<Student, ClassError> {
    let name = &submission.name;
    let copy = folder.join(name);
    let built = match submission.content() {
        // Nothing is kept: it may be readable, or smaller, the next time.
        Err(reason) => Built::Failed { reason, command: None },
        Ok(content) => build_content(stages, name, &content, &copy, core)?,
    };
    let (built, agent) = match built {
        Built::Failed { .. } => (built, None),
        Built::Ready { .. } => match agent(stages, name, &copy) {
            Ok(agent) => (built, Some(agent)),
            Err(reason) => (Built::Failed { reason, command: None }, None),
        },
    };
    if let Built::Failed { reason, .. } = &built {
        stages.log.line(&format!("{name}: not built: {reason}"));
    }
    Ok(Student { name: name.clone(), built, agent })
}

/// The result of the last run, or of a new build.
fn build_content(
    stages: &Stages<'_>,
    name: &str,
    content: &Content,
    copy: &Path,
    core: Option<usize>,
) -> Result<Built, ClassError> {
    let tools: Vec<String> = stages.settings.toolchain.lines().collect();
    let key = StageKey::with(&[&content.sha256], &(&stages.scheme().build, tools));
    let path = copy.with_file_name(format!("{name}.build.json"));
    match stage::load(&path, &key) {
        Some(Built::Ready { .. }) if !is_program(&copy.join("homework")) => {}
        Some(built) => return Ok(built),
        None => {}
    }
    // Before the copy changes: a run that is broken off now must not find the old result.
    file::remove(&path);
    content.copy(copy)?;
    for link in content.left_out() {
        stages.log.line(&format!("{name}: not copied, because it is no regular file: {link}"));
    }
    let builder = Builder {
        toolchain: &stages.settings.toolchain,
        limits: &stages.scheme().build,
        temp_root: stages.temp_root,
        sandbox_mode: stages.settings.sandbox_mode,
    };
    let finished = builder.build(copy, core)?;
    stages.go_on()?;
    let log = copy.with_file_name(format!("{name}.build.log"));
    let write = |error| ClassError::system("write", &log, io::Error::other(error));
    file::replace(&log, &finished.log).map_err(write)?;
    stage::store(&path, &key, &finished.built)?;
    if let Built::Ready { by } = &finished.built {
        stages.log.line(&format!("{name}: built: {by}"));
    }
    Ok(finished.built)
}

/// The agent that a build has made.
fn agent(stages: &Stages<'_>, name: &str, copy: &Path) -> Result<Agent, String> {
    let agent = Agent::in_directory(copy).map_err(|error| error.to_string())?;
    let mut agent = agent.carrying(stages.scheme().games.carry);
    agent.name = name.to_string();
    agent.files.extend(stages.settings.toolchain.readable_in_games());
    Ok(agent)
}
