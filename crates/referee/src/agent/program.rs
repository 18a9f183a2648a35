//! Which program plays: a directory that holds an executable `homework` (and perhaps `calibrate`),
//! or a command with its arguments.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// A program that can be asked for moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Agent {
    /// Its name in tables.
    pub name: String,
    /// The program, by its absolute path.
    pub program: PathBuf,
    /// Its arguments.
    pub args: Vec<String>,
    /// Files and folders that the arguments name, and the folder in which an interpreter is
    /// installed: in the sandbox the agent may read them.
    pub files: Vec<PathBuf>,
    /// The program `calibrate` beside it, which measures the machine once before a match.
    pub calibrate: Option<PathBuf>,
    /// SHA-256 of the program, its `calibrate` and the files among its arguments, in hexadecimal
    /// digits: it tells builds apart.
    pub sha256: String,
}

/// The most characters of a name; a longer one is cut.
const LONGEST_NAME: usize = 60;

/// Why no agent was found.
#[derive(Debug, Error)]
pub enum AgentError {
    /// Quotes that do not close.
    #[error("\"{text}\" is not a command: {source}")]
    Quotes {
        /// What was given.
        text: String,
        /// What is wrong with it.
        source: shell_words::ParseError,
    },
    /// Nothing was named.
    #[error("an agent is a directory that holds homework, or a command; \"{text}\" is neither")]
    Nothing {
        /// What was given.
        text: String,
    },
    /// The program is missing, or is not a regular file.
    #[error("there is no program {}; build the agent first, or name its directory", path.display())]
    Missing {
        /// Where it was looked for.
        path: PathBuf,
    },
    /// The program may not be run.
    #[error("{} is not executable; run chmod +x on it", path.display())]
    NotExecutable {
        /// The program.
        path: PathBuf,
    },
    /// The system refuses.
    #[error("cannot read {}: {source}", path.display())]
    System {
        /// The program.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
}

impl Agent {
    /// The agent that `text` names: a directory, or a command as for a shell.
    ///
    /// # Errors
    /// [`AgentError`] says what is missing.
    pub fn find(text: &str) -> Result<Self, AgentError> {
        let directory = Path::new(text);
        if !text.is_empty() && directory.is_dir() {
            return Self::in_directory(directory);
        }
        let mut args = shell_words::split(text)
            .map_err(|source| AgentError::Quotes { text: text.to_string(), source })?;
        if args.is_empty() {
            return Err(AgentError::Nothing { text: text.to_string() });
        }
        let command = args.remove(0);
        let mut files = Vec::new();
        let program = if command.contains('/') {
            executable(Path::new(&command))?
        } else {
            let found = on_search_path(&command)?;
            files.extend(prefix(&found));
            found
        };
        for arg in &mut args {
            if let Some(path) = fs::canonicalize(&*arg).ok().filter(|_| is_path(arg)) {
                *arg = path.to_string_lossy().into_owned();
                files.push(path);
            }
        }
        Self::of_parts(program, args, files)
    }

    /// The agent of a program with its arguments, and the files it may read besides.
    ///
    /// # Errors
    /// The program, or a file, cannot be read.
    pub fn of_parts(
        program: PathBuf,
        args: Vec<String>,
        files: Vec<PathBuf>,
    ) -> Result<Self, AgentError> {
        let sha256 = digest(std::iter::once(&program).chain(&files))?;
        let file = program.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let name = short_name(&[&[file], &args[..]].concat().join(" "));
        Ok(Agent { name, program, args, files, calibrate: None, sha256 })
    }

    /// The digest of its files as they are now.
    ///
    /// # Errors
    /// A file cannot be read.
    pub fn current_digest(&self) -> Result<String, AgentError> {
        digest(std::iter::once(&self.program).chain(&self.calibrate).chain(&self.files))
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

    fn in_directory(directory: &Path) -> Result<Self, AgentError> {
        let program = executable(&directory.join("homework"))?;
        let calibrate = directory.join("calibrate");
        let calibrate = if calibrate.exists() { Some(executable(&calibrate)?) } else { None };
        let parent = program.parent().and_then(Path::file_name).unwrap_or_default();
        let name = short_name(&parent.to_string_lossy());
        let sha256 = digest(std::iter::once(&program).chain(&calibrate))?;
        Ok(Agent { name, program, args: Vec::new(), files: Vec::new(), calibrate, sha256 })
    }
}

/// Makes the names of agents differ: equal ones are numbered, `a #1` and `a #2`.
pub fn with_different_names(mut agents: Vec<Agent>) -> Vec<Agent> {
    let names: Vec<String> = agents.iter().map(|agent| agent.name.clone()).collect();
    for (index, agent) in agents.iter_mut().enumerate() {
        let same = |other: &&String| **other == names[index];
        if names.iter().filter(same).count() > 1 {
            let nth = names[..=index].iter().filter(same).count();
            agent.name = format!("{} #{nth}", agent.name);
        }
    }
    agents
}

/// A name for tables: one line, not too long.
fn short_name(command: &str) -> String {
    let line = command.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(LONGEST_NAME) {
        Some((end, _)) => format!("{}...", &line[..end]),
        None => line,
    }
}

/// Whether an argument looks like a path. `4` does not, even where a file is called `4`.
fn is_path(arg: &str) -> bool {
    arg.contains(['/', '.'])
}

/// The program that the shell would find under a name without a slash; else the one of that name
/// in the current directory.
fn on_search_path(name: &str) -> Result<PathBuf, AgentError> {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let here = std::iter::once(PathBuf::from("."));
    let places = std::env::split_paths(&folders).chain(here).map(|folder| folder.join(name));
    let found = places.into_iter().find_map(|path| executable(&path).ok());
    found.ok_or_else(|| AgentError::Missing { path: PathBuf::from(name) })
}

/// Where an interpreter is installed: the folder that holds its `bin`.
fn prefix(program: &Path) -> Option<PathBuf> {
    let bin = program.parent().filter(|folder| folder.ends_with("bin"))?;
    bin.parent().map(Path::to_path_buf)
}

/// The absolute path of an executable program. Symbolic links stay in it, because some programs
/// depend on the name by which they are called.
fn executable(path: &Path) -> Result<PathBuf, AgentError> {
    let missing = |_| AgentError::Missing { path: path.to_path_buf() };
    let absolute = std::path::absolute(path).map_err(missing)?;
    let metadata = fs::metadata(&absolute).map_err(missing)?;
    if !metadata.is_file() {
        return Err(AgentError::Missing { path: absolute });
    }
    if metadata.permissions().mode() & 0o111 == 0 {
        return Err(AgentError::NotExecutable { path: absolute });
    }
    Ok(absolute)
}

/// One digest of all regular files among `paths`: the program, and the scripts among its arguments.
/// Files within folders are not included.
fn digest<'a>(paths: impl IntoIterator<Item = &'a PathBuf>) -> Result<String, AgentError> {
    let mut all = Sha256::new();
    for path in paths.into_iter().filter(|path| path.is_file()) {
        let system = |source| AgentError::System { path: path.clone(), source };
        all.update(fs::read(path).map_err(system)?);
    }
    Ok(all.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
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
        let agent = Agent::find(alpha.to_str().expect("text")).expect("an agent");
        assert_eq!((agent.name.as_str(), &agent.calibrate), ("alpha", &None));
        // The published digest of "abc" (FIPS 180-2).
        assert!(agent.sha256.starts_with("ba7816bf8f01cfea414140de5dae2223"));
        program(&alpha.join("calibrate"), 0o755);
        let agent = Agent::find(alpha.to_str().expect("text")).expect("an agent");
        assert!(agent.calibrate.is_some_and(|path| path.ends_with("alpha/calibrate")));
        let command = format!("'{}' --depth 4", alpha.join("homework").display());
        let agent = Agent::find(&command).expect("an agent");
        assert_eq!(agent.name, "homework --depth 4");
        assert_eq!(agent.args, ["--depth", "4"]);
        assert!(agent.program.is_absolute());
    }

    #[test]
    fn an_interpreter_is_searched_for_and_its_script_is_a_part_of_the_agent() {
        let dir = tempfile::tempdir().expect("a folder");
        let script = dir.path().canonicalize().expect("there").join("agent.sh");
        let find = |text: &str| {
            fs::write(&script, text).expect("written");
            Agent::find(&format!("sh {}", script.display())).expect("every system has sh")
        };
        let (one, other) = (find("exit 1"), find("exit 2"));
        assert!(one.program.is_absolute() && one.files.contains(&script), "{one:?}");
        assert_ne!(one.sha256, other.sha256, "another script is another agent");
        assert!(
            one.name.starts_with(one.program.file_name().expect("a name").to_str().expect("text"))
        );
    }

    #[test]
    fn an_error_names_what_is_missing() {
        let dir = tempfile::tempdir().expect("a folder");
        let message = |text: &str| Agent::find(text).expect_err("no agent").to_string();
        let place = dir.path().to_str().expect("text");
        assert!(message(place).contains("homework; build the agent first"), "{}", message(place));
        assert!(message("").starts_with("an agent is a directory"));
        assert!(message("'unclosed").starts_with("\"'unclosed\" is not a command"));
        program(&dir.path().join("homework"), 0o644);
        assert!(message(place).ends_with("is not executable; run chmod +x on it"));
    }

    #[test]
    fn a_long_command_of_several_lines_has_a_short_name_of_one() {
        let name = short_name(&format!("bash -c first\n  second {}", "é".repeat(80)));
        assert!(name.starts_with("bash -c first second é") && name.ends_with("é..."), "{name}");
        assert_eq!(name.chars().count(), LONGEST_NAME + 3);
    }

    #[test]
    fn equal_names_are_numbered() {
        let agent = |name: &str| Agent {
            name: name.to_string(),
            program: PathBuf::new(),
            args: Vec::new(),
            files: Vec::new(),
            calibrate: None,
            sha256: String::new(),
        };
        let agents = with_different_names(vec![agent("a"), agent("b"), agent("a")]);
        let names: Vec<_> = agents.iter().map(|agent| agent.name.as_str()).collect();
        assert_eq!(names, ["a #1", "b", "a #2"]);
    }
}
