//! The first stage of a class: each submission is copied and built.
//!
//! A submission is never run where it lies: its regular files are copied first. Links are not
//! followed, since they may lead anywhere, and the files of tools (`.git`, `target`) are not
//! copied. The number of files and their size are bounded: nobody can fill the grader's disk.

use crate::build::recipe::{BuildNotes, is_program};
use crate::build::{BuildResult, Builder, Built};
use crate::error::ClassError;
use crate::intake::Submission;
use crate::intake::contents::{Content, Unpacking};
use crate::stages::class_guard::ClassGuard;
use crate::stages::stage;
use crate::stages::stage::{StageKey, Stages};
use cli::file;
use referee::players::Agent;
use std::path::Path;

/// A submission after the first stage.
#[derive(Clone, Debug)]
pub struct Student {
    /// The name of the submission.
    pub name: String,
    pub built: Built,
    /// What is to be said besides.
    pub notes: BuildNotes,
    /// `None` if the build failed.
    pub agent: Option<Agent>,
}

/// The folder of the copies, in that of the results.
pub const COPIES: &str = "agents";

/// Builds all submissions that have changed since the last run.
pub fn build_all(
    stages: &Stages<'_>,
    submissions: &[Submission],
    guard: &ClassGuard<'_>,
) -> Result<Vec<Student>, ClassError> {
    let folder = stages.folder(COPIES)?;
    let build = |submission: &Submission, core| {
        let student = build_one(stages, submission, &folder, guard, core);
        guard.seal_build(&submission.name);
        student
    };
    let cores = guard.cores();
    stages.each(submissions, cores, ("builds", "building"), |submission| &submission.name, &build)
}

fn build_one(
    stages: &Stages<'_>,
    submission: &Submission,
    folder: &Path,
    guard: &ClassGuard<'_>,
    core: Option<usize>,
) -> Result<Student, ClassError> {
    let name = &submission.name;
    let copy = folder.join(name);
    let unpacking = Unpacking {
        program: stages.program(),
        command: stages.scheme().build.command.as_deref(),
        temp_root: stages.temp_root.path(),
    };
    let BuildResult { built, notes } = match Content::of(submission, unpacking) {
        // Nothing is kept: it may be readable, or smaller, the next time.
        Err(reason) => BuildResult::unbuilt(reason, BuildNotes::default()),
        Ok(content) => build_content(stages, name, &content, (&copy, guard), core)?,
    };
    let (built, agent) = match built {
        Built::Failed { .. } => (built, None),
        Built::Ready { .. } => match agent(stages, name, &copy) {
            Ok(agent) => (built, Some(agent)),
            Err(reason) => (Built::Failed { reason, command: None }, None),
        },
    };
    for note in notes.remarks.iter().chain(&notes.notes) {
        stages.log.line(&format!("{name}: {note}"));
    }
    if let Built::Failed { reason, .. } = &built {
        stages.log.line(&format!("{name}: not built: {reason}"));
    }
    Ok(Student { name: name.clone(), built, notes, agent })
}

/// The result of the last run, or of a new build.
fn build_content(
    stages: &Stages<'_>,
    name: &str,
    content: &Content,
    (copy, guard): (&Path, &ClassGuard<'_>),
    core: Option<usize>,
) -> Result<BuildResult, ClassError> {
    let with_content = |mut result: BuildResult| {
        result.notes.notes.splice(0..0, content.notes.iter().cloned());
        result
    };
    let tools: Vec<String> = stages.settings.toolchain.lines().collect();
    let key =
        StageKey::with(&[&content.sha256, stages.program()], &(&stages.scheme().build, tools));
    let path = copy.with_file_name(format!("{name}.build.json"));
    match stage::load::<BuildResult>(&path, &key) {
        Some(BuildResult { built: Built::Ready { .. }, .. })
            if !is_program(&copy.join(stages.program())) => {}
        Some(result) => return Ok(with_content(result)),
        None => {}
    }
    // Before the copy changes: a run that is broken off now must not find the old result.
    file::remove(&path);
    content.copy(copy)?;
    let builder = Builder {
        program: stages.program(),
        toolchain: &stages.settings.toolchain,
        limits: &stages.scheme().build,
        temp_root: stages.temp_root,
        sandbox_mode: stages.settings.sandbox_mode,
    };
    let (result, log) = builder.build(copy, core, || guard.check_build(name))?;
    stages.go_on()?;
    file::replace(&copy.with_file_name(format!("{name}.build.log")), log)?;
    stage::store(&path, &key, &result)?;
    if let Built::Ready { by } = &result.built {
        stages.log.line(&format!("{name}: built: {by}"));
    }
    Ok(with_content(result))
}

/// The agent that a build has made.
fn agent(stages: &Stages<'_>, name: &str, copy: &Path) -> Result<Agent, String> {
    let agent = Agent::in_directory(copy, stages.program()).map_err(|error| error.to_string())?;
    let mut agent = agent.carrying(stages.scheme().games.carry);
    agent.name = name.to_string();
    agent.files.extend(stages.settings.toolchain.readable_in_games());
    Ok(agent)
}
