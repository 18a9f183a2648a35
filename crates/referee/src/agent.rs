//! Which program plays: a directory that holds an executable `homework` (and perhaps `calibrate`),
//! or a command with its words.

use sha2::{Digest, Sha256};
use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// A program that can be asked for moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Agent {
    /// How tables call it.
    pub name: String,
    /// The program, by its absolute path.
    pub program: PathBuf,
    /// The words behind it.
    pub words: Vec<String>,
    /// Files and folders that the words name, and what an interpreter is installed with: an agent
    /// that is shut in may read them.
    pub files: Vec<PathBuf>,
    /// A program beside it that measures the machine once, if there is one.
    pub calibrate: Option<PathBuf>,
    /// SHA-256 of the program, in hexadecimal digits: which build played.
    pub sha256: String,
}

/// Characters of a name; a longer command is cut.
const LONGEST_NAME: usize = 60;

/// Why a word names no agent.
#[derive(Debug, Error)]
pub enum AgentError {
    /// Quotes that do not close.
    #[error("\"{word}\" is no command: {source}")]
    Words {
        /// What was given.
        word: String,
        /// What is wrong with it.
        source: shell_words::ParseError,
    },
    /// Nothing was named.
    #[error("an agent is a directory that holds homework, or a command; \"{word}\" is neither")]
    Nothing {
        /// What was given.
        word: String,
    },
    /// The program is not there, or is no file.
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
    /// The system's own words.
    #[error("cannot read {}: {source}", path.display())]
    System {
        /// The program.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
}

impl Agent {
    /// The agent that `word` names.
    ///
    /// # Errors
    /// [`AgentError`] says what is missing.
    pub fn find(word: &str) -> Result<Self, AgentError> {
        let directory = Path::new(word);
        if !word.is_empty() && directory.is_dir() {
            return Self::in_directory(directory);
        }
        let mut words = shell_words::split(word)
            .map_err(|source| AgentError::Words { word: word.to_string(), source })?;
        if words.is_empty() {
            return Err(AgentError::Nothing { word: word.to_string() });
        }
        let command = words.remove(0);
        let mut files = Vec::new();
        let program = if command.contains('/') {
            executable(Path::new(&command))?
        } else {
            let found = on_search_path(&command)?;
            files.extend(prefix(&found));
            found
        };
        for word in &mut words {
            if let Some(path) = fs::canonicalize(&*word).ok().filter(|_| is_path(word)) {
                *word = path.to_string_lossy().into_owned();
                files.push(path);
            }
        }
        Self::of_parts(program, words, files)
    }

    /// The agent of a program that is there, its words, and what it may read besides.
    ///
    /// # Errors
    /// The program, or a file, cannot be read.
    pub fn of_parts(
        program: PathBuf,
        words: Vec<String>,
        files: Vec<PathBuf>,
    ) -> Result<Self, AgentError> {
        let sha256 = digest(std::iter::once(&program).chain(&files))?;
        let file = program.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let name = short_name(&[&[file], &words[..]].concat().join(" "));
        Ok(Agent { name, program, words, files, calibrate: None, sha256 })
    }

    /// The program and its words, as a shell would take them.
    pub fn command(&self) -> String {
        let program = self.program.to_string_lossy().into_owned();
        shell_words::join(std::iter::once(program).chain(self.words.iter().cloned()))
    }

    fn in_directory(directory: &Path) -> Result<Self, AgentError> {
        let program = executable(&directory.join("homework"))?;
        let calibrate = directory.join("calibrate");
        let calibrate = if calibrate.exists() { Some(executable(&calibrate)?) } else { None };
        let parent = program.parent().and_then(Path::file_name).unwrap_or_default();
        let name = short_name(&parent.to_string_lossy());
        let sha256 = digest(std::iter::once(&program).chain(&calibrate))?;
        Ok(Agent { name, program, words: Vec::new(), files: Vec::new(), calibrate, sha256 })
    }
}

/// Makes the names of two or more agents differ: equal ones are numbered.
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

/// Does a word look like a path? It need not: `4` is no file even where one is called so.
fn is_path(word: &str) -> bool {
    word.contains(['/', '.'])
}

/// The program that the shell would find under a bare name; else the one of that name here.
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

/// The absolute path of a program that may be run. Links in it stay: what a program is called
/// decides what some of them do.
fn executable(path: &Path) -> Result<PathBuf, AgentError> {
    let missing = |_| AgentError::Missing { path: path.to_path_buf() };
    let absolute = std::path::absolute(path).map_err(missing)?;
    let about = fs::metadata(&absolute).map_err(missing)?;
    if !about.is_file() {
        return Err(AgentError::Missing { path: absolute });
    }
    if about.permissions().mode() & 0o111 == 0 {
        return Err(AgentError::NotExecutable { path: absolute });
    }
    Ok(absolute)
}

/// One digest of all regular files among `paths`: of the program, and of the scripts that its words
/// name. Folders are not looked into.
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
        let agent = Agent::find(alpha.to_str().expect("text")).expect("it is there");
        assert_eq!((agent.name.as_str(), &agent.calibrate), ("alpha", &None));
        // The published digest of "abc" (FIPS 180-2).
        assert!(agent.sha256.starts_with("ba7816bf8f01cfea414140de5dae2223"));
        program(&alpha.join("calibrate"), 0o755);
        let agent = Agent::find(alpha.to_str().expect("text")).expect("it is there");
        assert!(agent.calibrate.is_some_and(|path| path.ends_with("alpha/calibrate")));
        let command = format!("'{}' --depth 4", alpha.join("homework").display());
        let agent = Agent::find(&command).expect("it is there");
        assert_eq!(agent.name, "homework --depth 4");
        assert_eq!(agent.words, ["--depth", "4"]);
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
    fn what_is_missing_is_told() {
        let dir = tempfile::tempdir().expect("a folder");
        let told = |word: &str| Agent::find(word).expect_err("no agent").to_string();
        let place = dir.path().to_str().expect("text");
        assert!(told(place).contains("homework; build the agent first"), "{}", told(place));
        assert!(told("").starts_with("an agent is a directory"));
        assert!(told("'unclosed").starts_with("\"'unclosed\" is no command"));
        program(&dir.path().join("homework"), 0o644);
        assert!(told(place).ends_with("is not executable; run chmod +x on it"));
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
            words: Vec::new(),
            files: Vec::new(),
            calibrate: None,
            sha256: String::new(),
        };
        let agents = with_different_names(vec![agent("a"), agent("b"), agent("a")]);
        let names: Vec<_> = agents.iter().map(|agent| agent.name.as_str()).collect();
        assert_eq!(names, ["a #1", "b", "a #2"]);
    }
}
