//! Which program plays: a directory that holds an executable `homework` (and perhaps `calibrate`),
//! or a command with its arguments.

mod argument_list;
mod different_names;
mod missing_file_hint;
mod name;
mod named_files;

pub use crate::players::program::different_names::with_different_names;
pub use crate::players::program::missing_file_hint::missing_file_hint;
pub use crate::players::program::name::read_name;

use crate::error::MatchError;
use crate::players::program::argument_list::absolute_argument;
use crate::players::program::name::{name_field, short_name};
use crate::players::program::named_files::named_files;
use cli::visible;
use runner::folder::FileSnapshot;
use runner::folder::listing::digest_of;
use runner::holds_home;
use runner::interpreter::{Interpreter, first_line, is_python, is_shim};
use runner::search_path;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Agent {
    #[serde(deserialize_with = "name_field")]
    pub name: String,
    /// The program, by its absolute path.
    pub program: PathBuf,
    pub args: Vec<String>,
    /// Files and folders that the arguments name, and the folder in which an interpreter is
    /// installed: in the sandbox the agent may read them.
    pub files: Vec<PathBuf>,
    /// The program `calibrate` beside it, which measures the machine once before a match.
    pub calibrate: Option<PathBuf>,
    /// The directory as which it was named, by its absolute path; `None` if it is a command.
    #[serde(default)]
    pub directory: Option<PathBuf>,
    /// Whether its files are copied into the working directory.
    #[serde(default)]
    pub carry: Carry,
    /// SHA-256 in hexadecimal digits, which tells builds apart: of all files of its directory but
    /// [`LEFT_OUT`](runner::folder::listing::LEFT_OUT), of which its scripts may name files all the
    /// same; of a command, of the program and the files and folders among its arguments. An agent
    /// with carried files has another one.
    pub sha256: String,
}

/// Whether the files of an agent's directory are copied into its working directory before a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Carry {
    /// It finds them only by the path of its program.
    #[default]
    Nothing,
    /// All but `homework`, `calibrate` and the files of the assignment.
    Files,
}

/// The program in the directory of an agent of checkers.
pub const HOMEWORK: &str = "homework";

impl Agent {
    /// The agent that `text` names: a directory with `program`, or a command as for a shell.
    ///
    /// # Errors
    /// A sentence that says what is missing, and what to do.
    pub fn find(text: &str, program: &str) -> Result<Self, MatchError> {
        let directory = Path::new(text);
        if !text.is_empty() && directory.is_dir() {
            return Self::in_directory(directory, program);
        }
        let mut args = shell_words::split(text)
            .map_err(|error| wrong(format!("\"{text}\" is not a command: {error}")))?;
        if args.is_empty() {
            return Err(wrong(format!(
                "an agent is a directory that holds its program, or a command; \"{text}\" is neither"
            )));
        }
        let typed = args.clone();
        let command = args.remove(0);
        let mut files = Vec::new();
        let program = if command.contains('/') {
            executable(Path::new(&command))?
        } else {
            let found = behind_shim(&command, on_search_path(&command)?)?;
            files.extend(found.folders.into_iter().filter(|folder| !holds_home(folder)));
            found.path
        };
        for arg in &mut args {
            if let Some((absolute, named)) = absolute_argument(arg) {
                *arg = absolute;
                files.extend(named);
            }
        }
        let agent = Self::of_parts(program, args, files)?;
        Ok(Agent { name: typed_name(&typed), ..agent })
    }

    /// The agent of a program with its arguments, and the files it may read besides.
    ///
    /// # Errors
    /// The program, or a file, cannot be read.
    pub fn of_parts(
        program: PathBuf,
        args: Vec<String>,
        files: Vec<PathBuf>,
    ) -> Result<Self, MatchError> {
        let text = program.to_string_lossy().into_owned();
        let name = typed_name(&[&[text], &args[..]].concat());
        let (calibrate, directory, carry) = (None, None, Carry::Nothing);
        let sha256 = String::new();
        Agent { name, program, args, files, calibrate, directory, carry, sha256 }.with_digest()
    }

    /// The digest of its files as they are now.
    ///
    /// # Errors
    /// A file cannot be read.
    pub fn current_digest(&self) -> Result<String, MatchError> {
        let programs = std::iter::once(&self.program).chain(&self.calibrate);
        if let Some(directory) = &self.directory {
            let mut more = BTreeSet::new();
            for program in programs.clone() {
                more.append(&mut named_files(program, directory)?);
            }
            // A link is in the folder's digest by its text alone.
            let linked = programs.filter(|path| path.is_symlink());
            let files = std::iter::once(directory).chain(linked).chain(&more);
            let files = cli::hex(digest_of(files)?.finalize());
            return Ok(if self.carry == Carry::Files { carried(&files) } else { files });
        }
        Ok(cli::hex(digest_of(programs.chain(self.arguments()))?.finalize()))
    }

    pub fn snapshot(&self) -> FileSnapshot {
        match &self.directory {
            Some(directory) => FileSnapshot::of_tree(directory),
            None => FileSnapshot::of_all(std::iter::once(&self.program).chain(self.arguments())),
        }
    }

    /// Whether its files have the digest that they had.
    pub fn is_unchanged(&self) -> bool {
        self.current_digest().is_ok_and(|now| now == self.sha256)
    }

    /// The files and folders among its arguments. The folder in which an interpreter is installed
    /// is no part of an agent.
    fn arguments(&self) -> impl Iterator<Item = &PathBuf> {
        self.files.iter().filter(|file| self.args.iter().any(|arg| Path::new(arg) == *file))
    }

    fn with_digest(mut self) -> Result<Self, MatchError> {
        self.sha256 = self.current_digest()?;
        Ok(self)
    }

    /// The program and its arguments, quoted as for a shell.
    pub fn command(&self) -> String {
        let program = self.program.to_string_lossy().into_owned();
        shell_words::join(std::iter::once(program).chain(self.args.iter().cloned()))
    }

    /// The agent's `calibrate` as a program to run, if it has one.
    pub fn calibrating(&self) -> Option<Self> {
        let program = self.calibrate.clone()?;
        Some(Agent { program, args: Vec::new(), ..self.clone() })
    }

    /// The same agent; with [`Carry::Files`] those of its directory are copied into its working
    /// directory. A command has no directory.
    #[must_use]
    pub fn carrying(mut self, carry: Carry) -> Self {
        if self.directory.is_some() && self.carry == Carry::Nothing && carry == Carry::Files {
            self.carry = carry;
            self.sha256 = carried(&self.sha256);
        }
        self
    }

    /// The agent of a directory that holds `program` and perhaps `calibrate`.
    ///
    /// # Errors
    /// A program is missing or not executable, or a file cannot be read.
    pub fn in_directory(directory: &Path, program: &str) -> Result<Self, MatchError> {
        let program = executable(&directory.join(program))?;
        let calibrate = directory.join("calibrate");
        // It is optional: a folder or a text of this name is none.
        let calibrate = executable(&calibrate).ok();
        let parent = program.parent().unwrap_or(Path::new("/")).to_path_buf();
        let name = short_name(&parent.file_name().unwrap_or_default().to_string_lossy());
        let (args, files, carry) = (Vec::new(), Vec::new(), Carry::Nothing);
        let (directory, sha256) = (Some(parent), String::new());
        Agent { name, program, args, files, calibrate, directory, carry, sha256 }.with_digest()
    }
}

/// The words of a command as a name, the program without its folders.
fn typed_name(words: &[String]) -> String {
    let program = words.first().and_then(|word| Path::new(word).file_name()).unwrap_or_default();
    let program = program.to_string_lossy().into_owned();
    short_name(
        &std::iter::once(program)
            .chain(words.iter().skip(1).cloned())
            .collect::<Vec<_>>()
            .join(" "),
    )
}

/// The program that the shell would find under a name without a slash; else the one of that name
/// in the current directory.
fn on_search_path(name: &str) -> Result<PathBuf, MatchError> {
    let folders = search_path();
    let here = std::iter::once(PathBuf::from("."));
    let places = std::env::split_paths(&folders).chain(here).map(|folder| folder.join(name));
    let found = places.into_iter().find_map(|path| executable(&path).ok());
    found.ok_or_else(|| no_program(Path::new(name)))
}

/// What is started for a name in PATH, and where it is installed.
fn behind_shim(name: &str, found: PathBuf) -> Result<Interpreter, MatchError> {
    if is_shim(&found) && is_python(name) {
        return Interpreter::of_python(&found).map_err(|said| {
            wrong(format!(
                "{} only starts another program, and does not say which: {said}; this is a fault \
                 of the machine, not of the agent: choose a version, or name the program by its \
                 path",
                visible::path(&found)
            ))
        });
    }
    let folders = prefixes(&found).collect();
    Ok(Interpreter { path: found, folders })
}

/// Where an interpreter is installed: the folder that holds its `bin`, and the `bin` of the file
/// that a link leads to; of other managers than those of Python, the folder that holds its `shims`.
fn prefixes(program: &Path) -> impl Iterator<Item = PathBuf> {
    let real = program.canonicalize().ok();
    [Some(program.to_path_buf()), real].into_iter().flatten().filter_map(|program| {
        let bin = program.parent().filter(|bin| bin.ends_with("bin") || bin.ends_with("shims"))?;
        bin.parent().map(Path::to_path_buf)
    })
}

/// The absolute path of an executable program. Symbolic links stay in it, because some programs
/// depend on the name by which they are called.
fn executable(path: &Path) -> Result<PathBuf, MatchError> {
    let absolute = std::path::absolute(path).map_err(|_| no_program(path))?;
    let metadata = fs::metadata(&absolute).map_err(|_| no_program(path))?;
    if !metadata.is_file() {
        return Err(no_program(&absolute));
    }
    if metadata.permissions().mode() & 0o111 == 0 {
        let path = visible::path(&absolute);
        return Err(wrong(format!("{path} is not executable; run chmod +x on it")));
    }
    match first_line(&absolute) {
        Some(line) if line.ends_with('\r') => Err(wrong(format!(
            "{} has Windows line ends: its first line asks for a program named `{}`; save it with \
             Unix line ends",
            visible::path(&absolute),
            visible::line(&line)
        ))),
        _ => Ok(absolute),
    }
}

fn no_program(path: &Path) -> MatchError {
    let path = visible::path(path);
    wrong(format!("there is no program {path}; build the agent first, or name its directory"))
}

const fn wrong(sentence: String) -> MatchError {
    MatchError::Correctable(sentence)
}

/// Whether all of these are still there. A link counts by what it leads to.
///
/// # Errors
/// The first one that is not.
pub fn still_there<'a>(paths: impl IntoIterator<Item = &'a PathBuf>) -> Result<(), MatchError> {
    let Some(path) = paths.into_iter().find(|path| !path.exists()) else { return Ok(()) };
    Err(wrong(format!(
        "there is no {} any more; build the agent again or put it back there, and repeat this \
         command",
        visible::path(path)
    )))
}

/// The digest of an agent with carried files, from that of its files: games of both are not of one
/// player.
fn carried(files: &str) -> String {
    cli::hex(Sha256::new().chain_update("carried").chain_update(files).finalize())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn program(path: &Path, mode: u32) {
        fs::write(path, "abc").expect("written");
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("set");
    }

    #[test]
    fn a_directory_and_a_command_name_agents() {
        let dir = tempfile::tempdir().expect("a folder");
        let alpha = dir.path().join("alpha");
        fs::create_dir(&alpha).expect("made");
        program(&alpha.join("homework"), 0o755);
        let agent = Agent::find(alpha.to_str().expect("text"), HOMEWORK).expect("an agent");
        assert_eq!((agent.name.as_str(), &agent.calibrate), ("alpha", &None));
        let sha256 = agent.sha256;
        fs::write(alpha.join("Main.py"), "1").expect("written");
        let agent = Agent::find(alpha.to_str().expect("text"), HOMEWORK).expect("an agent");
        assert_ne!(agent.sha256, sha256, "files beside homework belong to the agent");
        program(&alpha.join("calibrate"), 0o755);
        let agent = Agent::find(alpha.to_str().expect("text"), HOMEWORK).expect("an agent");
        assert!(agent.calibrate.as_ref().is_some_and(|path| path.ends_with("alpha/calibrate")));
        for carry in [Carry::Nothing, Carry::Files] {
            let agent = agent.clone().carrying(carry);
            assert_eq!(agent.current_digest().ok().as_ref(), Some(&agent.sha256), "{carry:?}");
            assert_ne!(agent.sha256, sha256);
        }
        let command = format!("'{}' --depth 4", alpha.join("homework").display());
        let agent = Agent::find(&command, HOMEWORK).expect("an agent");
        assert_eq!(agent.name, "homework --depth 4");
        assert_eq!(agent.args, ["--depth", "4"]);
        assert!(agent.program.is_absolute());
        // The published digest of "abc" (FIPS 180-2).
        assert!(agent.sha256.starts_with("ba7816bf8f01cfea414140de5dae2223"));
    }

    #[test]
    fn the_target_of_a_link_and_a_folder_among_the_arguments_belong_to_the_agent() {
        let dir = tempfile::tempdir().expect("a folder");
        let (built, agent) = (dir.path().join("built"), dir.path().join("agent"));
        for folder in [&built, &agent] {
            fs::create_dir(folder).expect("made");
        }
        program(&built.join("homework"), 0o755);
        std::os::unix::fs::symlink(built.join("homework"), agent.join("homework")).expect("linked");
        let command = format!("sh {}", built.display());
        let both = || {
            let named = [agent.to_str().expect("text"), &command];
            named.map(|text| Agent::find(text, HOMEWORK).expect("an agent").sha256)
        };
        let before = both();
        fs::write(built.join("homework"), "abd").expect("written");
        let after = both();
        assert!(before.iter().zip(&after).all(|(one, other)| one != other), "{before:?} {after:?}");
    }

    #[test]
    fn an_interpreter_is_searched_for_and_its_script_is_a_part_of_the_agent() {
        let dir = tempfile::tempdir().expect("a folder");
        let script = dir.path().canonicalize().expect("there").join("agent.sh");
        let (one, other) = (shell_agent(&script, "exit 1"), shell_agent(&script, "exit 2"));
        assert!(one.program.is_absolute() && one.files.contains(&script), "{one:?}");
        assert_ne!(one.sha256, other.sha256, "another script is another agent");
        assert!(
            one.name.starts_with(one.program.file_name().expect("a name").to_str().expect("text"))
        );
    }

    fn shell_agent(script: &Path, text: &str) -> Agent {
        fs::write(script, text).expect("written");
        Agent::find(&format!("sh {}", script.display()), HOMEWORK).expect("every system has sh")
    }

    #[test]
    fn an_error_names_what_is_missing() {
        let dir = tempfile::tempdir().expect("a folder");
        let place = dir.path().to_str().expect("text");
        assert!(message(place).contains("homework; build the agent first"), "{}", message(place));
        assert!(message("").starts_with("an agent is a directory"));
        assert!(message("'unclosed").starts_with("\"'unclosed\" is not a command"));
        program(&dir.path().join("homework"), 0o644);
        assert!(message(place).ends_with("is not executable; run chmod +x on it"));
        program(&dir.path().join("homework"), 0o755);
        fs::write(dir.path().join("homework"), "#!/bin/sh\r\nexit\r\n").expect("written");
        let text = message(place);
        assert!(text.contains("a program named `/bin/sh\\r`; save it with Unix"), "{text}");
    }

    fn message(text: &str) -> String {
        Agent::find(text, HOMEWORK).expect_err("no agent").to_string()
    }
}
