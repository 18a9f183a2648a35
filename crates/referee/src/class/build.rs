//! Builds the copy of one submission, in a sandbox and within limits.
//!
//! A build is trusted no more than an agent. It can write only in its own copy and in a private
//! temporary folder, read only these, the system and the compilers, and has no network. It ends at
//! its limits of CPU time, wall time and disk space. Its output is kept in a log of bounded size.
//! Its result must be a regular file `homework` in the copy: a link might lead to the program of
//! another student.

use crate::agent::beneath::{Folder, Lock};
use crate::agent::files::{self, Found};
use crate::agent::process::{self, IDLE_LIMIT, RunEnd, RunReport, RunSpec, StopFlag, most_memory};
use crate::agent::{AgentRunError, Sandbox, SandboxMode, TempRoot};
use crate::class::disk_guard::DiskGuard;
use crate::class::recipe::{Recipe, SourceFile, is_program};
use crate::class::scheme::BuildScheme;
use crate::class::toolchain::Toolchain;
use serde::{Deserialize, Serialize};
use std::ffi::{OsStr, OsString};
use std::fs::{self, Permissions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// Bytes kept of a log: the last ones, where the error is.
const LOG_LIMIT: u64 = 1 << 20;
/// In the temporary folder of a build.
const LOG: &str = "build.log";
/// The most files in the folder of Cargo's programs.
const MOST_BUILT: usize = 10_000;
/// Characters of a remark.
const LONGEST_REASON: usize = 200;
/// The script of a build's shell. Its arguments: the copy, the log, and the commands as one text.
const SHELL: &str = "exec >\"$2\" 2>&1; cd \"$1\" || exit; set -e; eval \"set -x\n$3\"";

/// Builds submissions.
#[derive(Debug)]
pub struct Builder<'a> {
    pub toolchain: &'a Toolchain,
    pub limits: &'a BuildScheme,
    pub temp_root: &'a TempRoot,
    pub sandbox_mode: SandboxMode,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "result", rename_all = "kebab-case")]
pub enum Built {
    /// There is an executable `homework`.
    Ready { by: String },
    Failed {
        /// One line.
        reason: String,
        /// The commands of the shell, if it was started.
        command: Option<String>,
    },
}

impl Builder<'_> {
    /// Builds the copy in `dir`, on one core if it is named. Returns the output of the build too.
    /// `restore` is called when no process of the build is left, before anything is looked at.
    pub fn build(
        &self,
        dir: &Path,
        core: Option<usize>,
        restore: impl Fn(),
    ) -> Result<(Built, Vec<u8>), AgentRunError> {
        let unbuilt = |reason| Ok((Built::Failed { reason, command: None }, Vec::new()));
        let recipe = match Recipe::of(dir) {
            Ok(recipe) => recipe,
            Err(reason) => return unbuilt(reason),
        };
        // A script, make and cargo build calibrate themselves, if the student wants it.
        let calibrate = match recipe {
            Recipe::Source(_) | Recipe::Ready => SourceFile::of(dir, "calibrate"),
            Recipe::Script | Recipe::Cargo | Recipe::Make => None,
        };
        let needed = recipe.tool().into_iter().chain(calibrate.as_ref().map(SourceFile::tool));
        for tool in needed {
            if self.toolchain.tool(tool).is_none() {
                return unbuilt(format!("there is no {tool} on this machine"));
            }
        }
        let commands = [Some(recipe.command()), calibrate.as_ref().map(SourceFile::command)];
        let commands = commands.into_iter().flatten().collect::<Vec<_>>().join("\n");
        let (report, log) = self.run(dir, &commands, core, restore)?;
        let sources = [recipe.source(), calibrate.as_ref()].into_iter().flatten();
        let failure = self.failure(report, &log);
        let finished = failure.map_or_else(|| finish(dir, &recipe, sources, self.toolchain), Err);
        let built = match finished {
            Ok(()) => Built::Ready { by: recipe.text() },
            Err(reason) => Built::Failed { reason, command: Some(commands) },
        };
        Ok((built, log))
    }

    /// Runs the commands in the copy; returns their output.
    fn run(
        &self,
        dir: &Path,
        commands: &str,
        core: Option<usize>,
        restore: impl Fn(),
    ) -> Result<(RunReport, Vec<u8>), AgentRunError> {
        let copy_error = |path: &Path| {
            let path = path.to_path_buf();
            move |source| AgentRunError::Copy { path, source }
        };
        let root = self.temp_root.path();
        let private = files::private_folder(root, "build-").map_err(copy_error(root))?;
        let sandbox = match self.sandbox_mode {
            SandboxMode::On => {
                let dirs = [dir, private.path()];
                Some(Sandbox::for_build(&dirs, &self.toolchain.readable())?)
            }
            SandboxMode::Off => None,
        };
        let stop = StopFlag::default();
        let spec = RunSpec {
            turn_clock: None,
            program: PathBuf::from("/usr/bin/env"),
            args: self.words(dir, private.path(), commands),
            dir: private.path().to_path_buf(),
            cpu_limit: self.limits.cpu_seconds.time(),
            wall_limit: self.limits.wall_seconds.time(),
            idle_limit: IDLE_LIMIT,
            idle_total: self.limits.wall_seconds.time(),
            cores: core.map(|core| vec![core]),
            disk_limit: None, // the guard below watches both folders
            memory_limit: Some(most_memory()),
            sandbox,
            stop: Some(stop.clone()),
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
        let set = |name: &str, value: OsString| {
            let mut word = OsString::from(format!("{name}="));
            word.push(value);
            word
        };
        let mut words = vec![
            OsString::from("-i"),
            set("PATH", self.toolchain.search_path()),
            set("HOME", private.into()),
            set("TMPDIR", private.into()),
            set("CARGO_HOME", private.join("cargo").into()),
            set("CARGO_TARGET_DIR", dir.join("target").into()),
            set("LC_ALL", "C.UTF-8".into()),
        ];
        let kept = ["RUSTUP_HOME", "JAVA_HOME"];
        words.extend(kept.iter().filter_map(|name| Some(set(name, std::env::var_os(name)?))));
        words.extend(["/bin/sh", "-c", SHELL, "build"].map(OsString::from));
        words.extend([dir.into(), private.join(LOG).into(), commands.into()]);
        words
    }

    /// Why a run has failed; `None` if it has not.
    fn failure(&self, report: RunReport, log: &[u8]) -> Option<String> {
        let seconds = |limit: f64, what: &str| format!("the build took more than {limit} s{what}");
        Some(match report.end {
            RunEnd::Exited(0) => return None,
            RunEnd::Exited(code) => match first_error_line(log) {
                Some(line) => format!("the build failed: {line}"),
                None => format!("the build ended with exit code {code}"),
            },
            RunEnd::Signaled(libc::SIGXFSZ) => {
                "the build wrote or printed more than 256 MB into one file".to_string()
            }
            RunEnd::Signaled(signal) => format!("the build was ended by signal {signal}"),
            RunEnd::OverCpu => seconds(self.limits.cpu_seconds.into(), " of CPU time"),
            RunEnd::OverWall if report.wall < self.limits.wall_seconds.time() => {
                format!("the build hung: it used no time for {} s", IDLE_LIMIT.as_secs())
            }
            RunEnd::OverWall => seconds(self.limits.wall_seconds.into(), ""),
            RunEnd::TooManyProcesses => "the build started too many processes".to_string(),
            RunEnd::TooMuchMemory => "the build used too much memory".to_string(),
            RunEnd::Stopped | RunEnd::TooMuchDisk => DiskGuard::REASON.to_string(),
            RunEnd::SupervisorLost => "the build tampered with its supervisor".to_string(),
        })
    }
}

/// Makes the scripts that start an interpreter, moves what Cargo has built, and checks that there
/// is a `homework`.
fn finish<'s>(
    dir: &Path,
    recipe: &Recipe,
    sources: impl Iterator<Item = &'s SourceFile>,
    toolchain: &Toolchain,
) -> Result<(), String> {
    for source in sources {
        if let Some((name, text)) = source.wrapper(dir, toolchain)? {
            write_program(&dir.join(name), &text)
                .map_err(|e| format!("cannot write {name}: {e}"))?;
        }
    }
    if *recipe == Recipe::Cargo {
        take_from_cargo(dir)?;
    }
    let homework = dir.join("homework");
    if !is_program(&homework) {
        let by = recipe.text();
        let made = match files::open(&homework) {
            Found::NotAFile(kind) => format!("{kind} instead of an executable homework"),
            Found::Regular(_) | Found::Unreadable(_) => "a homework that is not executable".into(),
            Found::Missing => "no executable homework".into(),
        };
        return Err(format!("{by} has left {made} in the folder itself"));
    }
    let calibrate = dir.join("calibrate");
    let nothing = matches!(files::open(&calibrate), Found::Missing);
    if nothing || is_program(&calibrate) {
        Ok(())
    } else {
        Err("calibrate is not an executable file; remove it, or make it one".to_string())
    }
}

fn write_program(path: &Path, text: &str) -> io::Result<()> {
    files::create(path)?.write_all(text.as_bytes())?;
    fs::set_permissions(path, Permissions::from_mode(0o755))
}

/// Takes the programs that Cargo has made: `homework`, or the only one, and `calibrate`. The build
/// may have put a link to the folder of another student in the place of any folder.
fn take_from_cargo(dir: &Path) -> Result<(), String> {
    let nothing = |_| "cargo has built no program".to_string();
    let copy = Folder::open(dir).map_err(nothing)?;
    let release = copy.folder(OsStr::new("target"), Lock::Keep).map_err(nothing)?;
    let release = release.folder(OsStr::new("release"), Lock::Keep).map_err(nothing)?;
    let is_one =
        |name: &OsString| !name.to_string_lossy().contains('.') && release.is_program(name);
    let names = release.names(MOST_BUILT).map_err(nothing)?;
    let programs: Vec<OsString> = names.into_iter().filter(is_one).collect();
    let others: Vec<_> = programs.iter().filter(|name| *name != "calibrate").collect();
    let homework = match others.as_slice() {
        [only] => only.as_os_str(),
        all if all.iter().any(|name| *name == "homework") => OsStr::new("homework"),
        [] => return Err("cargo has built no program".to_string()),
        _ => {
            let names: Vec<_> = programs.iter().map(|name| name.to_string_lossy()).collect();
            return Err(format!("cargo has built {}; call one homework", names.join(", ")));
        }
    };
    for (from, to) in [(homework, "homework"), (OsStr::new("calibrate"), "calibrate")] {
        if programs.iter().any(|name| name == from) {
            let to = OsStr::new(to);
            let moved = copy.remove(to).and_then(|()| release.rename_to(from, &copy, to));
            let from = from.to_string_lossy();
            moved.map_err(|error| format!("cannot take {from} from cargo: {error}"))?;
        }
    }
    // The rest is of no use, and large.
    copy.remove(OsStr::new("target")).map_err(|error| format!("cannot remove target: {error}"))
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

/// The line that says what was wrong: the first one with the word `error`, else the last one that
/// is neither blank nor a command that the shell repeats.
fn first_error_line(log: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(log);
    let is_output = |line: &&str| !line.trim().is_empty() && !line.starts_with('+');
    let lines: Vec<&str> = text.lines().filter(is_output).collect();
    let is_error = |line: &&&str| line.contains("error:") || line.contains("error[");
    let line = lines.iter().find(is_error).or(lines.last())?;
    Some(visible::cut(line.trim(), LONGEST_REASON))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reason_is_the_first_error_or_the_last_line() {
        let line = |log: &str| first_error_line(log.as_bytes());
        let compiler = "+ g++ homework.cpp\nhomework.cpp: In function\nhomework.cpp:3:5: error: \
                        expected ';'\n    3 | }\n";
        assert_eq!(line(compiler).as_deref(), Some("homework.cpp:3:5: error: expected ';'"));
        let cargo = "   Compiling a\nerror[E0425]: cannot find value `x`\nerror: could not compile";
        assert_eq!(line(cargo).as_deref(), Some("error[E0425]: cannot find value `x`"));
        let python = "Traceback\n  File x\nSyntaxError: invalid syntax\n\n";
        assert_eq!(line(python).as_deref(), Some("SyntaxError: invalid syntax"));
        assert_eq!(line("+ make\n"), None);
        assert!(line(&"x".repeat(9_999)).is_some_and(|line| line.len() == LONGEST_REASON + 3));
    }

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
