//! An agent that is named by its sources: `referee check DIR` builds what `referee class` builds.
//!
//! What is named stays as it is. The copy that is built lies in the user's folder for what can be
//! made again, by the digest of the sources, the tools and the program: the same sources are built
//! once. Two referees that want the same build at a time wait for each other.
//!
//! ```text
//! ~/.cache/referee/builds/3f2a9c0b1d4e5f60/bots/alice/  the copy of bots/alice, with its program
//! ~/.cache/referee/builds/3f2a9c0b1d4e5f60/build.json   how the build ended
//! ~/.cache/referee/builds/3f2a9c0b1d4e5f60/build.log    its output
//! ```
//!
//! The folder around it keeps its name, which distinguishes two agents of one name. A folder as
//! Moodle names it (`Lee Kim_12345_assignsubmission_file_`) has the student's name (`Lee Kim`),
//! whether its agent was built or was there: two of one name then get numbers, `Lee Kim #1`.

use crate::build::built_files::has_old_program;
use crate::build::foreign_program::ForeignProgram;
use crate::build::language::is_source;
use crate::build::libraries::Libraries;
use crate::build::toolchain::Toolchain;
use crate::build::{Builder, Built};
use crate::error::{ClassError, make_folder};
use crate::grading::before_builds::can_start_temporary_programs;
use crate::intake::contents::{Content, Unpacking};
use crate::intake::student_name::{MoodleName, name_of};
use crate::intake::{Submission, SubmissionKind, submission_at};
use crate::scheme::Scheme;
use crate::stages::stage::InputDigest;
use crate::stages::submission::{BUILDS_VERSION, KeptBuild, LONGEST_LOG};
use cli::{file, visible};
use referee::players::{Agent, can_start_programs};
use runner::folder::FileSnapshot;
use runner::sandbox::SandboxMode;
use runner::{TempRoot, interpreter};
use std::env;
use std::path::{Path, PathBuf};

const DIGITS: usize = 16;
const SHOWN_LINES: usize = 12;
const RESULT: &str = "build.json";
const LOG: &str = "build.log";

/// How agents are built that are named by their sources.
#[derive(Clone, Copy)]
pub struct BuildOnDemand<'a> {
    pub program: &'static str,
    /// Archives and folders that it may read and use.
    pub libraries: &'a [PathBuf],
    /// Asked only before a build.
    pub sandbox_mode: &'a dyn Fn() -> SandboxMode,
    pub warn: fn(&str),
}

/// The agent that `text` names: sources, which are built, a directory with its program, or a
/// command.
pub fn find_agent(text: &str, demand: BuildOnDemand<'_>) -> Result<Agent, ClassError> {
    if let Some(agent) = built_agent(Path::new(text), demand)? {
        return Ok(agent);
    }
    let agent = Agent::find(text, demand.program);
    let mut agent = agent.map_err(|error| ClassError::Correctable(error.to_string()))?;
    agent.files.extend(Libraries::of(demand.libraries).paths().iter().cloned());
    let folder = agent.directory.as_deref().and_then(Path::file_name).unwrap_or_default();
    if let Some(moodle) = MoodleName::read(&folder.to_string_lossy()) {
        agent.name = name_of(moodle.student);
    }
    Ok(agent)
}

/// Why no program is run as it lies at the path of a submission.
#[derive(Clone, Copy)]
enum BuildReason {
    Missing,
    Old,
    Foreign,
}

impl BuildReason {
    /// Of a folder; `None` if its program can be run. A link to a program counts: the agent is
    /// whatever it leads to.
    fn of(path: &Path, program: &'static str) -> Option<Self> {
        if !path.join(program).is_file() {
            Some(BuildReason::Missing)
        } else if ForeignProgram::of(path, program).is_some() {
            Some(BuildReason::Foreign)
        } else {
            has_old_program(path, program).then_some(BuildReason::Old)
        }
    }

    fn told(self, path: &Path, program: &str, place: &str) -> String {
        let shown = visible::path(path);
        match self {
            BuildReason::Missing => {
                format!("there is no {program} in {shown} yet; it is built in {place}")
            }
            BuildReason::Old => {
                format!("{program} in {shown} is older than its sources; built in {place}")
            }
            BuildReason::Foreign => {
                format!("{program} in {shown} is for another machine; built in {place}")
            }
        }
    }
}

/// The agent of the directory, archive or source at `path`, built if it is not; `None` if there is
/// nothing to build: the program is there, or `path` names no sources.
fn built_agent(path: &Path, demand: BuildOnDemand<'_>) -> Result<Option<Agent>, ClassError> {
    let Some((submission, reason)) = sources(path, demand.program) else { return Ok(None) };
    let temp_root = TempRoot::new()?;
    let unpacking =
        Unpacking { program: demand.program, command: None, temp_root: temp_root.path() };
    let shown = visible::path(path);
    let content =
        Content::of(&submission, unpacking).map_err(|reason| format!("{shown}: {reason}"))?;
    let toolchain = Toolchain::find(&[], demand.libraries);
    let tools = (BUILDS_VERSION, toolchain.key());
    let around = folder_around(&submission.path);
    let parts = [&content.sha256, demand.program, &submission.name, &around];
    let key = InputDigest::with(&parts, &tools);
    let folder = folder_of_builds(&temp_root)?.join(key.digits(DIGITS));
    make_folder(&folder)?;
    // Some network file systems have no locks.
    let lock = folder.with_extension("lock");
    let lock = file::open_own(&lock).map_err(ClassError::system("write", &lock))?;
    let _ = lock.lock();
    let copy = folder.join(around).join(&submission.name);
    let limits = Scheme::default().build;
    let (program, place) = (demand.program, visible::path(&copy));
    let builder = Builder {
        program,
        toolchain: &toolchain,
        limits: &limits,
        temp_root: &temp_root,
        sandbox_mode: SandboxMode::On,
    };
    let (result, log) = (folder.join(RESULT), folder.join(LOG));
    let kept = KeptBuild { copy: &copy, result: &result, log: &log, core: None };
    let result = if let Some(result) = kept.known(&builder, &key) {
        (demand.warn)(&format!("{}: built before from {shown}, in {place}", submission.name));
        result
    } else {
        let text = reason.told(path, program, &place);
        (demand.warn)(&format!("{}: {text}", submission.name));
        let snapshot = FileSnapshot::of_all([&path.to_path_buf()]);
        let builder = Builder { sandbox_mode: (demand.sandbox_mode)(), ..builder };
        kept.build(&builder, &key, &content, || {
            for change in snapshot.clone().check() {
                (demand.warn)(&format!("changed files: after the build of {place} {change}"));
            }
        })?
    };
    if let Built::Failed { reason, .. } | Built::NotPossible { reason } = &result.built {
        // The next time it is tried again: what was missing may be there.
        file::remove(kept.result);
        let log = file::read_bytes(kept.log, LONGEST_LOG).ok().flatten().unwrap_or_default();
        let lines = first_lines(&log, kept.log);
        return Err(format!("{shown} cannot be built: {reason}{lines}").into());
    }
    let notes = content.notes.iter().chain(result.notes.all());
    notes.for_each(|note| (demand.warn)(&format!("{}: {note}", submission.name)));
    let agent = Agent::in_directory(&copy, program);
    let mut agent = agent.map_err(|error| ClassError::Correctable(error.to_string()))?;
    agent.files.extend(toolchain.readable_in_games());
    Ok(Some(agent))
}

/// The first lines of a build's output, and where the others are.
fn first_lines(log: &[u8], path: &Path) -> String {
    let text = String::from_utf8_lossy(log);
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    let shown: String =
        lines.take(SHOWN_LINES).map(|line| format!("\n  {}", visible::cut(line, 200))).collect();
    if shown.is_empty() { shown } else { format!("{shown}\nall of it: {}", visible::path(path)) }
}

fn sources(path: &Path, program: &'static str) -> Option<(Submission, BuildReason)> {
    let found = submission_at(path, None).ok()?;
    let reason = match &found.kind {
        SubmissionKind::Folder => BuildReason::of(&found.path, program)?,
        SubmissionKind::Archive(_) => BuildReason::Missing,
        SubmissionKind::Program => {
            let name = found.path.file_name().unwrap_or_default().to_string_lossy();
            let is_to_build = is_source(&name) && !interpreter::is_program(&found.path);
            is_to_build.then_some(BuildReason::Missing)?
        }
        SubmissionKind::Files(_) | SubmissionKind::NotUnderstood(_) => return None,
    };
    Some((found, reason))
}

/// The name of the folder that holds what is at an absolute path.
fn folder_around(path: &Path) -> String {
    let folder = path.parent().and_then(Path::file_name).unwrap_or_default();
    name_of(&folder.to_string_lossy())
}

fn folder_of_builds(temp_root: &TempRoot) -> Result<PathBuf, ClassError> {
    can_start_temporary_programs(temp_root)?;
    let named = env::var_os("XDG_CACHE_HOME").map(PathBuf::from).and_then(absolute);
    let cache = named
        .or_else(|| env::home_dir().and_then(absolute).map(|home| home.join(".cache")))
        .unwrap_or_else(env::temp_dir)
        .join("referee/builds");
    make_folder(&cache)?;
    can_start_programs(&cache, "set XDG_CACHE_HOME to a folder of another disk")?;
    cache.canonicalize().map_err(ClassError::system("use", &cache))
}

fn absolute(path: PathBuf) -> Option<PathBuf> {
    Some(path).filter(|path| path.is_absolute())
}

#[cfg(test)]
mod tests {
    use super::*;
    use referee::players::HOMEWORK;
    use std::fs;

    #[test]
    fn only_what_has_sources_and_no_program_is_built() {
        let dir = tempfile::tempdir().expect("a folder");
        fs::create_dir(dir.path().join("alice")).expect("made");
        fs::create_dir(dir.path().join("bob")).expect("made");
        for name in ["alice/homework.py", "bob/homework", "kim.zip", "lee.py", "run"] {
            fs::write(dir.path().join(name), "").expect("written");
        }
        assert_eq!(
            kind(&dir.path().join("alice")),
            Some(("alice".to_string(), SubmissionKind::Folder))
        );
        assert_eq!(
            kind(&dir.path().join("lee.py")),
            Some(("lee".to_string(), SubmissionKind::Program))
        );
        assert!(kind(&dir.path().join("kim.zip")).is_some_and(|(name, _)| name == "kim"));
        for name in ["bob", "run", "nobody"] {
            assert_eq!(kind(&dir.path().join(name)), None, "{name}");
        }
    }

    fn kind(path: &Path) -> Option<(String, SubmissionKind)> {
        sources(path, HOMEWORK).map(|(found, _)| (found.name, found.kind))
    }

    #[test]
    fn a_failed_build_shows_its_first_lines() {
        let log = "one\n\ntwo\u{1b}[31m\n".to_string() + &"more\n".repeat(20);
        let text = first_lines(log.as_bytes(), Path::new("build.log"));
        assert!(text.starts_with("\n  one\n  two\\u{1b}[31m\n  more"), "{text}");
        assert!(text.ends_with("\nall of it: build.log") && text.lines().count() == 14, "{text}");
    }
}
