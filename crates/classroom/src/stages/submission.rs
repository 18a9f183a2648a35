//! The first stage of a class: each submission is copied and built.
//!
//! A submission is never run where it lies: its regular files are copied first. Links are not
//! followed, since they may lead anywhere, and the files of tools (`.git`, `target`) are not
//! copied. The number of files and their size are bounded: nobody can fill the grader's disk.

use crate::build::recipe::BuildNotes;
use crate::build::{BuildResult, Builder, Built};
use crate::error::ClassError;
use crate::intake::Submission;
use crate::intake::contents::{Content, Unpacking};
use crate::stages::class_files::ClassFiles;
use crate::stages::stage;
use crate::stages::stage::{ClassRun, InputDigest};
use cli::{file, visible};
use referee::players::{Agent, has_room};
use serde::{Deserialize, Serialize};
use std::path::Path;

#[derive(Clone, Debug)]
pub struct Student {
    pub name: String,
    pub built: Built,
    pub notes: BuildNotes,
    /// `None` if the build failed.
    pub agent: Option<Agent>,
}

/// A new number makes everything be built again: the same sources are built in another way.
pub const BUILDS_VERSION: u32 = 9;
const MOST_BUILDS: u32 = 3;
/// The folder of the copies, in that of the results.
pub const COPIES: &str = "agents";
/// The most bytes of the output of a build that are read.
pub const LONGEST_LOG: u64 = 64 << 20;

/// Builds all submissions that have changed since the last run.
pub fn build_all(
    run: &ClassRun<'_>,
    submissions: &[Submission],
    files: &ClassFiles<'_>,
) -> Result<Vec<Student>, ClassError> {
    let folder = run.folder(COPIES)?;
    let (cores, doing) = (files.cores(), ("builds", "building"));
    run.each(submissions, cores, doing, |submission| &submission.name, &|submission, core| {
        let student = build_one(run, submission, &folder, files, core);
        files.snapshot_build(&submission.name);
        student
    })
}

fn build_one(
    run: &ClassRun<'_>,
    submission: &Submission,
    folder: &Path,
    files: &ClassFiles<'_>,
    core: Option<usize>,
) -> Result<Student, ClassError> {
    let name = &submission.name;
    let copy = folder.join(name);
    let unpacking = Unpacking {
        program: run.program(),
        command: run.scheme().build.command.as_deref(),
        temp_root: run.temp_root.path(),
    };
    let BuildResult { built, notes } = match Content::of(submission, unpacking) {
        // Nothing is kept: it may be readable, or smaller, the next time.
        Err(error @ ClassError::Correctable(_)) => {
            has_room(run.temp_root.path())?;
            BuildResult::unbuilt(&error, BuildNotes::default())
        }
        Err(error) => return Err(error),
        Ok(content) => build_content(run, name, &content, (&copy, files), core)?,
    };
    let (built, agent) = match built {
        Built::Failed { .. } | Built::NotPossible { .. } => (built, None),
        Built::Ready { .. } => match agent(run, name, &copy) {
            Ok(agent) => (built, Some(agent)),
            Err(error) => (Built::Failed { reason: error.to_string(), command: None }, None),
        },
    };
    for note in notes.all() {
        run.log.line(&format!("{name}: {note}"));
    }
    if let Built::Failed { reason, .. } | Built::NotPossible { reason } = &built {
        run.log.line(&format!("{name}: not built: {reason}"));
    }
    Ok(Student { name: name.clone(), built, notes, agent })
}

/// The result of the last run, or of a new build.
fn build_content(
    run: &ClassRun<'_>,
    name: &str,
    content: &Content,
    (copy, files): (&Path, &ClassFiles<'_>),
    core: Option<usize>,
) -> Result<BuildResult, ClassError> {
    let scheme = (BUILDS_VERSION, &run.scheme().build, run.surroundings());
    let key = InputDigest::with(&[&content.sha256, run.program()], &scheme);
    let builder = Builder {
        program: run.program(),
        toolchain: &run.settings.toolchain,
        limits: &run.scheme().build,
        temp_root: run.temp_root,
        sandbox_mode: run.settings.sandbox_mode,
    };
    let [result, log] = ["build.json", "build.log"].map(|end| format!("{name}.{end}"));
    let place = KeptBuild {
        copy,
        result: &copy.with_file_name(result),
        log: &copy.with_file_name(log),
        core,
    };
    let mut result = match place.known(&builder, &key) {
        Some(result) => result,
        None => {
            if place.is_of(&key) {
                let sentence = "what was built is no longer whole; it is built again";
                run.tell(&format!("{name}: {}: {sentence}", visible::path(copy)));
            }
            let result = place.build(&builder, &key, content, || files.check_build(name))?;
            files.share_build(name);
            if let Built::Ready { by, .. } = &result.built {
                run.log.line(&format!("{name}: built: {by}"));
            }
            result
        }
    };
    result.notes.notes.splice(0..0, content.notes.iter().cloned());
    Ok(result)
}

/// A build whose result is kept, so that the same sources are built once.
#[derive(Clone, Copy, Debug)]
pub struct KeptBuild<'a> {
    /// The copy of the sources that is built.
    pub copy: &'a Path,
    pub result: &'a Path,
    pub log: &'a Path,
    pub core: Option<usize>,
}

/// A result with the digest of what was built; `None` if nothing was.
#[derive(Serialize, Deserialize)]
struct BuildOfFiles {
    #[serde(flatten)]
    result: BuildResult,
    sha256: Option<String>,
}

impl KeptBuild<'_> {
    /// The result of an earlier build from what the key says, if all that was built is there.
    pub fn known(&self, builder: &Builder<'_>, key: &InputDigest) -> Option<BuildResult> {
        let BuildOfFiles { result, sha256 } = stage::load(self.result, key)?;
        let is_kept = match result.built {
            Built::Ready { .. } => sha256.is_some() && sha256 == self.digest(builder),
            Built::Failed { .. } => true,
            Built::NotPossible { .. } => false,
        };
        is_kept.then_some(result)
    }

    /// Whether there is a program, once built from what the key says.
    fn is_of(&self, key: &InputDigest) -> bool {
        let known = stage::load::<BuildOfFiles>(self.result, key);
        known.is_some_and(|known| matches!(known.result.built, Built::Ready { .. }))
    }

    fn digest(&self, builder: &Builder<'_>) -> Option<String> {
        Agent::in_directory(self.copy, builder.program).ok().map(|agent| agent.sha256)
    }

    fn build_copy(
        &self,
        builder: &Builder<'_>,
        restore: &impl Fn(),
    ) -> Result<(BuildResult, Vec<u8>), ClassError> {
        let built = builder.build(self.copy, self.core, restore)?;
        if builder.temp_root.stop_flag().is_set() { Err(ClassError::Stopped) } else { Ok(built) }
    }

    /// Builds anew, and again what was not possible, since it may be a moment later; `restore` is
    /// called when no process of the build is left.
    pub fn build(
        &self,
        builder: &Builder<'_>,
        key: &InputDigest,
        content: &Content,
        restore: impl Fn(),
    ) -> Result<BuildResult, ClassError> {
        // Before the copy changes: a run that is broken off now must not find the old result.
        file::remove(self.result);
        file::remove(self.log);
        if let Err(error) = content.copy(self.copy) {
            return match error {
                // A name in it is too long, for example.
                ClassError::Correctable(_) => {
                    Ok(BuildResult::unbuilt(&error, BuildNotes::default()))
                }
                error => Err(error),
            };
        }
        let (mut result, mut log) = self.build_copy(builder, &restore)?;
        for _ in 1..MOST_BUILDS {
            if !matches!(result.built, Built::NotPossible { .. }) {
                break;
            }
            content.copy(self.copy)?;
            (result, log) = self.build_copy(builder, &restore)?;
        }
        file::replace(self.log, log)?;
        let is_ready = matches!(result.built, Built::Ready { .. });
        let sha256 = is_ready.then(|| self.digest(builder)).flatten();
        let kept = BuildOfFiles { result, sha256 };
        stage::store(self.result, key, &kept)?;
        Ok(kept.result)
    }
}

/// The output of the build; empty if there is no log that can be read.
pub fn build_log(run: &ClassRun<'_>, name: &str) -> String {
    let path = run.settings.out.join(COPIES).join(format!("{name}.build.log"));
    file::read(&path, LONGEST_LOG).ok().flatten().unwrap_or_default()
}

fn agent(run: &ClassRun<'_>, name: &str, copy: &Path) -> Result<Agent, ClassError> {
    let agent = Agent::in_directory(copy, run.program())?;
    let mut agent = agent.carrying(run.scheme().games.carry);
    agent.name = name.to_string();
    agent.files.extend(run.settings.toolchain.readable_in_games());
    Ok(agent)
}
