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
//! The folder around it keeps its name, by which two agents of one name are told apart.

use crate::archives::unpack::ArchiveKind;
use crate::build::recipe::is_program;
use crate::build::source_file::is_source;
use crate::build::toolchain::Toolchain;
use crate::build::{BuildResult, Builder, Built};
use crate::error::ClassError;
use crate::files::make_folder;
use crate::intake::contents::{Content, Unpacking};
use crate::intake::student_name::names;
use crate::intake::{Submission, SubmissionKind};
use crate::scheme::BuildScheme;
use crate::stages::stage;
use crate::stages::stage::StageKey;
use cli::file;
use cli::visible;
use referee::players::Agent;
use runner::folder::Seal;
use runner::sandbox::SandboxMode;
use runner::{TempRoot, interpreter};
use std::env;
use std::fs::File;
use std::path::{Path, PathBuf};

/// Digits of the name of a build.
const DIGITS: usize = 16;
/// Lines of a failed build that are shown.
const SHOWN_LINES: usize = 12;
const RESULT: &str = "build.json";
const LOG: &str = "build.log";

/// How agents are built that are named by their sources.
#[derive(Clone, Copy)]
pub struct BuildOnDemand<'a> {
    /// The program of the game.
    pub program: &'static str,
    /// Asked only before a build.
    pub sandbox_mode: &'a dyn Fn() -> SandboxMode,
    /// Tells the user what is done.
    pub warn: fn(&str),
}

/// The agent of the directory, archive or source at `path`, built if it is not; `None` if there is
/// nothing to build: the program is there, or `path` names no sources.
pub fn built_agent(path: &Path, demand: BuildOnDemand<'_>) -> Result<Option<Agent>, ClassError> {
    let Some(submission) = sources(path, demand.program)? else { return Ok(None) };
    let temp_root = TempRoot::new()?;
    let unpacking =
        Unpacking { program: demand.program, command: None, temp_root: temp_root.path() };
    let shown = visible::path(path);
    let unusable = |reason| ClassError::Correctable(format!("{shown}: {reason}"));
    let content = Content::of(&submission, unpacking).map_err(unusable)?;
    let toolchain = Toolchain::find(&[]);
    let tools: Vec<String> = toolchain.lines().collect();
    let around = folder_around(&submission.path);
    let parts = [&content.sha256, demand.program, &submission.name, &around];
    let key = StageKey::with(&parts, &tools);
    let folder = cache()?.join(key.digits(DIGITS));
    make_folder(&folder)?;
    // Some network file systems have no locks.
    let lock = folder.with_extension("lock");
    let lock = File::create(&lock).map_err(ClassError::system("write", &lock))?;
    let _ = lock.lock();
    let copy = folder.join(around).join(&submission.name);
    let say = |text: &str| (demand.warn)(&format!("{}: {text}", submission.name));
    let known = stage::load::<BuildResult>(&folder.join(RESULT), &key)
        .filter(|_| is_program(&copy.join(demand.program)));
    let result = match known {
        Some(result) => {
            say(&format!("built before from {shown}, in {}", visible::path(&copy)));
            result
        }
        None => {
            let program = demand.program;
            let place = visible::path(&copy);
            say(&format!("{shown} is no program {program} yet; it is built in {place}"));
            let result = build(&content, (&copy, &folder, path), demand, &toolchain, &temp_root)?;
            stage::store(&folder.join(RESULT), &key, &result)?;
            result
        }
    };
    let notes = content.notes.iter().chain(&result.notes.remarks).chain(&result.notes.notes);
    notes.for_each(|note| say(note));
    let agent = Agent::in_directory(&copy, demand.program);
    let mut agent = agent.map_err(|error| ClassError::Correctable(error.to_string()))?;
    agent.files.extend(toolchain.readable_in_games());
    Ok(Some(agent))
}

/// Builds a copy; a build that has failed is an error.
fn build(
    content: &Content,
    (copy, folder, original): (&Path, &Path, &Path),
    demand: BuildOnDemand<'_>,
    toolchain: &Toolchain,
    temp_root: &TempRoot,
) -> Result<BuildResult, ClassError> {
    file::remove(&folder.join(RESULT));
    content.copy(copy)?;
    let sandbox_mode = (demand.sandbox_mode)();
    let limits = BuildScheme::default();
    let builder =
        Builder { program: demand.program, toolchain, limits: &limits, temp_root, sandbox_mode };
    let seal = Seal::of_all([&original.to_path_buf()]);
    let restore = || {
        for broken in seal.clone().check() {
            (demand.warn)(&format!(
                "tampered: after the build of {} {broken}",
                visible::path(copy)
            ));
        }
    };
    let (result, log) = builder.build(copy, None, restore)?;
    file::replace(&folder.join(LOG), &log)?;
    match &result.built {
        Built::Ready { .. } => Ok(result),
        Built::Failed { reason, .. } => Err(ClassError::Correctable(format!(
            "{} cannot be built: {reason}{}",
            visible::path(original),
            first_lines(&log, &folder.join(LOG))
        ))),
    }
}

/// The first lines of a build's output, and where the others are.
fn first_lines(log: &[u8], path: &Path) -> String {
    let text = String::from_utf8_lossy(log);
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    let shown: String =
        lines.take(SHOWN_LINES).map(|line| format!("\n  {}", visible::cut(line, 200))).collect();
    if shown.is_empty() { shown } else { format!("{shown}\nall of it: {}", visible::path(path)) }
}

/// What is to be built at a path.
fn sources(path: &Path, program: &str) -> Result<Option<Submission>, ClassError> {
    // Only a folder has to be asked for its name: it may be `.`.
    let Ok(path) = path.canonicalize() else { return Ok(None) };
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let (name, kind) = if path.is_dir() {
        // A link to a program counts: the agent is whatever it leads to.
        if path.join(program).is_file() {
            return Ok(None);
        }
        (name, SubmissionKind::Folder)
    } else if let Some((kind, stem)) = ArchiveKind::of(&name) {
        (stem.to_string(), SubmissionKind::Archive(kind))
    } else if is_source(&name) && !interpreter::is_program(&path) {
        let stem = name.rsplit_once('.').map_or(name.as_str(), |(stem, _)| stem);
        (stem.to_string(), SubmissionKind::Program)
    } else {
        return Ok(None);
    };
    let name = names(&[(name.clone(), name)]).remove(0);
    Ok(Some(Submission { handed_in: name.clone(), name, path, kind }))
}

/// The name of the folder that holds what is at an absolute path.
fn folder_around(path: &Path) -> String {
    let folder = path.parent().and_then(Path::file_name).unwrap_or_default();
    let name = folder.to_string_lossy().into_owned();
    names(&[(name.clone(), name)]).remove(0)
}

/// The user's folder of builds.
fn cache() -> Result<PathBuf, ClassError> {
    let absolute = |path: PathBuf| Some(path).filter(|path| path.is_absolute());
    let named = env::var_os("XDG_CACHE_HOME").map(PathBuf::from).and_then(absolute);
    let home = || env::home_dir().and_then(absolute).map(|home| home.join(".cache"));
    let cache = named.or_else(home).unwrap_or_else(env::temp_dir).join("referee/builds");
    make_folder(&cache)?;
    cache.canonicalize().map_err(ClassError::system("use", &cache))
}

#[cfg(test)]
mod tests {
    use super::*;
    use referee::players::HOMEWORK;
    use std::fs;

    #[test]
    fn only_what_has_sources_and_no_program_is_built() {
        let dir = tempfile::tempdir().expect("a folder");
        let kind = |name: &str| {
            let found = sources(&dir.path().join(name), HOMEWORK).expect("readable");
            found.map(|found| (found.name, found.kind))
        };
        fs::create_dir(dir.path().join("alice")).expect("made");
        fs::create_dir(dir.path().join("bob")).expect("made");
        for name in ["alice/homework.py", "bob/homework", "kim.zip", "lee.py", "run"] {
            fs::write(dir.path().join(name), "").expect("written");
        }
        assert_eq!(kind("alice"), Some(("alice".to_string(), SubmissionKind::Folder)));
        assert_eq!(kind("lee.py"), Some(("lee".to_string(), SubmissionKind::Program)));
        assert!(kind("kim.zip").is_some_and(|(name, _)| name == "kim"));
        for name in ["bob", "run", "nobody"] {
            assert_eq!(kind(name), None, "{name}");
        }
    }

    #[test]
    fn a_failed_build_shows_its_first_lines() {
        let log = "one\n\ntwo\u{1b}[31m\n".to_string() + &"more\n".repeat(20);
        let text = first_lines(log.as_bytes(), Path::new("build.log"));
        assert!(text.starts_with("\n  one\n  two\\u{1b}[31m\n  more"), "{text}");
        assert!(text.ends_with("\nall of it: build.log") && text.lines().count() == 14, "{text}");
    }
}
