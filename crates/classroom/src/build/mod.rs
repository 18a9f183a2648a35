//! Builds the copy of one submission, in a sandbox and within limits.
//!
//! A build is trusted no more than an agent. It can write only in its own copy and in a private
//! temporary folder, read only these, the system and the compilers, and has no network. It ends at
//! its limits of CPU time, wall time and disk space. Its output is kept in a log of bounded size.
//! Its result must be a regular file in the copy, of the program's name: `homework`, or `loa` for
//! that game.

mod after_build;
mod build_failure;
pub mod built_files;
mod calibrate;
mod disk_guard;
pub mod foreign_program;
mod java_package;
pub mod language;
pub mod libraries;
pub mod line_ends;
pub mod linked_sources;
pub mod recipe;
pub mod source_file;
mod source_name;
pub mod toolchain;
mod what_is_left;

use crate::build::after_build::finish;
use crate::build::disk_guard::DiskGuard;
use crate::build::line_ends::mend_scripts;
use crate::build::recipe::{BuildNotes, Recipe};
use crate::build::source_file::SourceFile;
use crate::build::toolchain::Toolchain;
use crate::build::what_is_left::{LeftFiles, leave_plain, most_left};
use crate::error::ClassError;
use crate::scheme::BuildScheme;
use referee::MatchError;
use runner::folder::room::{want_since, watch_room};
use runner::folder::{Found, files};
use runner::process::{IDLE_LIMIT, RunEnd, RunReport, RunSpec, memory_kills, most_memory};
use runner::sandbox::{Sandbox, SandboxMode};
use runner::{IdleSum, StopFlag, TempRoot, process};
use serde::{Deserialize, Serialize};
use std::ffi::OsString;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Bytes kept of a log: the last ones, where the error is.
const LOG_LIMIT: u64 = 1 << 20;
const LOG: &str = "build.log";
const KILLED: &str = "the system killed the build, as it does when memory runs out";
/// The script of a build's shell. Its arguments: the copy, the log, and the commands as one text.
const SHELL: &str = "exec >\"$2\" 2>&1; cd \"$1\" || exit; set -e; eval \"set -x\n$3\"";

#[derive(Debug)]
pub struct Builder<'a> {
    pub program: &'static str,
    pub toolchain: &'a Toolchain,
    pub limits: &'a BuildScheme,
    pub temp_root: &'a TempRoot,
    pub sandbox_mode: SandboxMode,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "result", rename_all = "kebab-case")]
pub enum Built {
    Ready {
        by: String,
        /// How a student starts the program in the folder of the submission.
        #[serde(default)]
        start: String,
    },
    /// The machine lacks what the build needs, which is no fault of the submission.
    NotPossible { reason: String },
    Failed {
        reason: String,
        /// The commands of the shell, if it was started.
        command: Option<String>,
    },
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BuildResult {
    #[serde(flatten)]
    pub built: Built,
    /// What the student and the grader should know besides.
    #[serde(flatten)]
    pub notes: BuildNotes,
}

impl BuildResult {
    pub fn unbuilt(error: &ClassError, notes: BuildNotes) -> Self {
        let reason = error.to_string();
        BuildResult { built: Built::Failed { reason, command: None }, notes }
    }
}

impl Builder<'_> {
    /// Builds the copy in `dir`, on one core if it is named. Returns the output of the build too.
    /// `restore` is called when no process of the build is left, before anything is looked at.
    pub fn build(
        &self,
        dir: &Path,
        core: Option<usize>,
        restore: impl Fn(),
    ) -> Result<(BuildResult, Vec<u8>), MatchError> {
        let (most, memory_kills, begun) = (most_left(dir), memory_kills(), Instant::now());
        let _room = watch_room(dir.parent().unwrap_or(dir).to_path_buf());
        let mut notes = BuildNotes { remarks: Vec::new(), notes: mend_scripts(dir) };
        let command = self.limits.command.as_deref();
        let recipe = match Recipe::of(dir, self.program, command, self.toolchain) {
            Ok((recipe, more)) => {
                notes.extend(more);
                recipe
            }
            Err(error) => return Ok((BuildResult::unbuilt(&error, notes), Vec::new())),
        };
        if let Some(Err(error)) = recipe.tool().map(|tool| self.toolchain.quoted(tool)) {
            let built = Built::NotPossible { reason: error.to_string() };
            return Ok((BuildResult { built, notes }, Vec::new()));
        }
        let commands = recipe.command(&self.toolchain.libraries);
        let (mut report, mut log) = self.run(dir, &commands, core, &restore)?;
        let failed = (report, &log[..], &mut notes);
        if let Some(alone) = self.build_without_calibrate(dir, &recipe, core, &restore, failed)? {
            (report, log) = alone;
        }
        if build_failure::was_killed_by_system(report.end, &log, memory_kills) {
            let built = Built::NotPossible { reason: KILLED.to_string() };
            return Ok((BuildResult { built, notes }, log));
        }
        let linked = recipe.source().map(SourceFile::linked).unwrap_or_default();
        let finished = match self.failure(report, &log, &linked) {
            Some(reason) => Err(reason.into()),
            None => finish(dir, self.program, &recipe, self.toolchain),
        };
        if finished.is_ok() {
            log.extend(self.build_calibrate(dir, &recipe, core, &restore, &mut notes)?);
        }
        // Whether it has failed or not.
        let left = match leave_plain(dir, &self.toolchain.readable(), most) {
            Err(error @ ClassError::Failed(_)) => {
                return Err(MatchError::Failed(error.to_string()));
            }
            Ok(LeftFiles::NoRoom(reason)) => {
                return Ok((BuildResult { built: Built::NotPossible { reason }, notes }, log));
            }
            Ok(LeftFiles::Plain(told)) => {
                notes.notes.extend(told);
                Ok(())
            }
            Err(error) => Err(error),
        };
        if finished.is_err()
            && let Some(reason) = self.lacked_room(report.end, dir, begun)?
        {
            return Ok((BuildResult { built: Built::NotPossible { reason }, notes }, log));
        }
        let finished = finished.and_then(|mended| left.map(|()| mended));
        let built = match finished {
            Ok(mended) => {
                notes.notes.extend(mended);
                Built::Ready { by: recipe.text(), start: recipe.start(dir, self.program) }
            }
            Err(error) => Built::Failed { reason: error.to_string(), command: Some(commands) },
        };
        Ok((BuildResult { built, notes }, log))
    }

    /// Whether a build that began then may have failed for want of room, which says nothing of the
    /// submission. What it had filled itself is empty by now.
    fn lacked_room(
        &self,
        end: RunEnd,
        dir: &Path,
        begun: Instant,
    ) -> Result<Option<String>, MatchError> {
        if !matches!(end, RunEnd::Exited(_) | RunEnd::Signaled(_)) {
            return Ok(None);
        }
        for folder in [dir.parent().unwrap_or(dir), self.temp_root.path()] {
            referee::players::has_room(folder)?;
        }
        Ok(want_since(begun).map(|what| format!("{what} while it was built")))
    }

    fn run(
        &self,
        dir: &Path,
        commands: &str,
        core: Option<usize>,
        restore: &impl Fn(),
    ) -> Result<(RunReport, Vec<u8>), MatchError> {
        let root = self.temp_root.path();
        let private =
            files::private_folder(root, "build-").map_err(MatchError::system("write", root))?;
        let sandbox = match self.sandbox_mode {
            SandboxMode::On => {
                let dirs = [dir, private.path()];
                Some(Sandbox::for_build(&dirs, &self.toolchain.readable())?)
            }
            SandboxMode::Off => None,
        };
        let stop = StopFlag::default();
        let spec = RunSpec {
            variables: Vec::new(),
            turn_clock: None,
            program: PathBuf::from("/usr/bin/env"),
            args: self.words(dir, private.path(), commands),
            dir: private.path().to_path_buf(),
            cpu_limit: self.limits.cpu_seconds.time(),
            wall_limit: self.limits.wall_seconds.time(),
            idle_limit: IDLE_LIMIT,
            idle_total: self.limits.wall_seconds.time(),
            answer: None,
            cores: core.map(|core| vec![core]),
            disk_limit: None, // the guard below watches both folders
            memory_limit: Some(most_memory()),
            sandbox,
            stop: Some(stop.clone()),
            idle_sum: IdleSum::default(),
        };
        let guard = DiskGuard::watch(
            [dir, private.path()].map(Path::to_path_buf),
            stop,
            self.temp_root.stop_flag().clone(),
        );
        let report = process::run(&spec);
        drop(guard);
        restore();
        let report = report?;
        let log = end_of(&private.path().join(LOG));
        // Not by dropping it: it may hold folders without permissions.
        let _ = files::remove(private.path());
        Ok((report, log))
    }

    /// The environment, the shell and its arguments. Of the referee's environment, which may hold
    /// secrets, a build sees only where programs are.
    fn words(&self, dir: &Path, private: &Path, commands: &str) -> Vec<OsString> {
        let mut words = vec![
            OsString::from("-i"),
            set("PATH", self.toolchain.search_path()),
            set("HOME", private.into()),
            set("TMPDIR", private.into()),
            set("CARGO_HOME", private.join("cargo").into()),
            set("CARGO_TARGET_DIR", dir.join("target").into()),
            set("LC_ALL", "C.UTF-8".into()),
            // A target that was handed in is no reason to build nothing.
            set("MAKEFLAGS", "B".into()),
        ];
        let libraries = &self.toolchain.libraries;
        words.push(set("CLASSPATH", libraries.class_path(dir).into()));
        words.extend(libraries.python_path().map(|path| set("PYTHONPATH", path.into())));
        let kept = ["RUSTUP_HOME", "JAVA_HOME"];
        words.extend(kept.iter().filter_map(|name| Some(set(name, std::env::var_os(name)?))));
        words.extend(["/bin/sh", "-c", SHELL, "build"].map(OsString::from));
        words.extend([dir.into(), private.join(LOG).into(), commands.into()]);
        words
    }

    /// Why a run has failed; `None` if it has not.
    fn failure(&self, report: RunReport, log: &[u8], linked: &[&str]) -> Option<String> {
        Some(match report.end {
            RunEnd::Exited(0) => return None,
            RunEnd::Exited(code) => match build_failure::reason(log, linked) {
                Some(reason) => format!("the build failed: {reason}"),
                None => format!("the build ended with exit code {code}"),
            },
            RunEnd::Signaled(libc::SIGXFSZ) => {
                "the build wrote or printed more than 256 MB into one file".to_string()
            }
            RunEnd::Signaled(signal) => format!("the build was ended by signal {signal}"),
            RunEnd::OverCpu => took_more_than(self.limits.cpu_seconds.into(), " of CPU time"),
            RunEnd::OverWall if report.wall < self.limits.wall_seconds.time() => {
                format!("the build hung: it used no time for {} s", IDLE_LIMIT.as_secs())
            }
            RunEnd::OverWall => took_more_than(self.limits.wall_seconds.into(), ""),
            RunEnd::TooManyProcesses => "the build started too many processes".to_string(),
            RunEnd::TooMuchMemory => "the build used too much memory".to_string(),
            RunEnd::Stopped | RunEnd::TooMuchDisk => DiskGuard::REASON.to_string(),
            RunEnd::SupervisorLost => "the build tampered with its supervisor".to_string(),
        })
    }
}

fn took_more_than(limit: f64, what: &str) -> String {
    format!("the build took more than {limit} s{what}")
}

fn set(name: &str, value: OsString) -> OsString {
    let mut word = OsString::from(format!("{name}="));
    word.push(value);
    word
}

/// The last bytes of a log, if it is a regular file.
fn end_of(path: &Path) -> Vec<u8> {
    let mut bytes = Vec::new();
    if let Found::Regular(mut file) = files::open(path) {
        let length = file.metadata().map_or(0, |metadata| metadata.len());
        let begin = SeekFrom::Start(length.saturating_sub(LOG_LIMIT));
        // A log that cannot be read counts as empty.
        let _ = file.seek(begin).and_then(|_| file.take(LOG_LIMIT).read_to_end(&mut bytes));
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn the_end_of_a_log_is_kept() {
        let dir = tempfile::tempdir().expect("a folder");
        let path = dir.path().join(LOG);
        fs::write(&path, [vec![b'x'; 2 << 20], b"end".to_vec()].concat()).expect("written");
        let kept = end_of(&path);
        assert!(kept.len() as u64 == LOG_LIMIT && kept.ends_with(b"xend"));
        assert!(end_of(dir.path()).is_empty());
    }
}
