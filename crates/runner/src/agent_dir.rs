//! The private directory of one agent for one game.
//!
//! It holds the question, a calibration, what the agent keeps for itself, and nothing else, unless
//! its own files are carried there: the caller has the names ([`FileNames`]). It is readable by
//! this user only, and is removed when dropped. Before each question the answer is removed,
//! whatever it is, so that an old one is never taken for a new one. Afterward it is read only if it
//! is a regular file, and only up to a limit.

use crate::agent_output::AgentOutput;
use crate::error::RunnerError;
use crate::folder::listing::Listing;
use crate::folder::{FileKind, Found, files};
use crate::temp_root::TempRoot;
use std::fs::{self, File, Permissions};
use std::io::{self, Read, Write};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// How much of each file is kept as evidence, in bytes.
pub const EVIDENCE_LIMIT: u64 = 1 << 20;
/// The file with the standard error of the last run.
pub const STDERR_FILE: &str = "stderr.txt";
/// The file with the standard output of the last run.
pub const STDOUT_FILE: &str = "stdout.txt";

/// The files of an agent's directory that have a meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileNames {
    /// Written by the caller before each run.
    pub question: &'static str,
    /// Written by the agent.
    pub answer: &'static str,
    /// What the agent keeps from one run to the next.
    pub memory: &'static str,
    /// What a program of the agent has measured once.
    pub calibration: &'static str,
    /// The programs of the agent, which are not carried.
    pub programs: [&'static str; 2],
}

impl FileNames {
    /// Files that are not carried: programs, and what only the caller or a run may write.
    const fn not_carried(self) -> [&'static str; 7] {
        let [one, other] = self.programs;
        [one, other, self.question, self.answer, self.memory, STDERR_FILE, STDOUT_FILE]
    }

    const fn evidence(self) -> [&'static str; 5] {
        [self.question, self.answer, self.memory, STDERR_FILE, STDOUT_FILE]
    }
}

/// The directory; dropping the value removes it.
#[derive(Debug)]
pub struct AgentDir {
    folder: TempDir,
    names: FileNames,
    identity: Identity,
    /// Where the program lies, if it has a folder of its own.
    pub program: Option<PathBuf>,
}

/// Device and inode number of a directory: they differ if another one has its name.
type Identity = (u64, u64);

impl AgentDir {
    /// A new directory, with a copy of the agent's calibration if it has one.
    ///
    /// # Errors
    /// The directory or the copy cannot be made.
    pub fn new(
        temp_root: &TempRoot,
        names: FileNames,
        calibration: Option<&Path>,
    ) -> Result<Self, RunnerError> {
        let folder = files::private_folder(temp_root.path(), "agent-");
        let folder = folder.map_err(RunnerError::of_path("make a folder in", temp_root.path()))?;
        let identity = identity(folder.path())
            .ok_or_else(|| RunnerError::Replaced { path: folder.path().to_path_buf() })?;
        if let Some(from) = calibration {
            fs::copy(from, folder.path().join(names.calibration))
                .map_err(RunnerError::of_path("copy", from))?;
        }
        Ok(AgentDir { folder, names, identity, program: None })
    }

    /// Copies the files of the agent's own directory, from which it was built: all but its
    /// programs and the files that have a meaning. A calibration that is here already stays.
    ///
    /// # Errors
    /// There are too many, or one cannot be copied.
    pub fn carry(&self, from: &Path) -> Result<(), RunnerError> {
        let calibrated = self.path().join(self.names.calibration).exists();
        let except = self
            .names
            .not_carried()
            .into_iter()
            .chain(calibrated.then_some(self.names.calibration));
        let except: Vec<&str> = except.collect();
        Ok(Listing::of(from)?.copy(self.path(), &except)?)
    }

    /// A text of the agent without the place of the directory and its program on this machine:
    /// its author may be somebody else.
    pub fn without_paths(&self, text: &str) -> String {
        let folders = [Some(self.path()), self.program.as_deref()].into_iter().flatten();
        let named = folders.filter_map(Path::to_str).filter(|folder| folder.len() > 1);
        named.fold(text.to_string(), |text, folder| text.replace(folder, "..."))
    }

    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Prepares the directory for a run: removes the answer and writes the question.
    ///
    /// # Errors
    /// The agent has replaced its directory, or it cannot be written.
    pub fn prepare(&self, input: &str) -> Result<(), RunnerError> {
        if identity(self.path()) != Some(self.identity) {
            return Err(RunnerError::Replaced { path: self.path().to_path_buf() });
        }
        // The agent may have changed the permissions. If they cannot be restored, writing fails
        // next.
        let _ = fs::set_permissions(self.path(), Permissions::from_mode(0o700));
        for name in [self.names.answer, self.names.question] {
            let path = self.path().join(name);
            files::remove(&path).map_err(|source| not_removed(path, source))?;
        }
        let path = self.path().join(self.names.question);
        let written =
            files::create_new(&path).and_then(|mut file| file.write_all(input.as_bytes()));
        written.map_err(RunnerError::of_path("write", &path))
    }

    /// The first [`EVIDENCE_LIMIT`] bytes of a file, if it is a regular one.
    pub fn read(&self, name: &str) -> Option<Vec<u8>> {
        match files::open(&self.path().join(name)) {
            Found::Regular(file) => start_of(file).ok(),
            Found::Missing | Found::NotAFile(_) | Found::Unreadable(_) => None,
        }
    }

    /// Writes what the agent keeps, as if it had left it.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn give_memory(&self, memory: &[u8]) -> Result<(), RunnerError> {
        let path = self.path().join(self.names.memory);
        let written = files::create(&path).and_then(|mut file| file.write_all(memory));
        written.map_err(RunnerError::of_path("write", &path))
    }

    /// The answer. Never blocks and never reads more than [`OUTPUT_LIMIT`].
    ///
    /// # Errors
    /// The machine failed, for which the agent is not to blame.
    ///
    /// [`OUTPUT_LIMIT`]: crate::OUTPUT_LIMIT
    pub fn output(&self) -> Result<AgentOutput, RunnerError> {
        let path = self.path().join(self.names.answer);
        AgentOutput::of(&path).map_err(RunnerError::of_path("read", &path))
    }

    /// Copies what the agent finds in its directory into a folder, which is made if necessary:
    /// whole files, and directories without their content. In the place of what the agent cannot
    /// read stands a file without permissions.
    ///
    /// # Errors
    /// The copies cannot be written.
    pub fn keep_found(&self, into: &Path) -> Result<(), RunnerError> {
        fs::create_dir_all(into).map_err(RunnerError::of_path("write", into))?;
        for entry in fs::read_dir(self.path()).into_iter().flatten().flatten() {
            let copy = into.join(entry.file_name());
            let kept = keep_entry(files::open(&entry.path()), &copy);
            kept.map_err(RunnerError::of_path("write", &copy))?;
        }
        Ok(())
    }

    /// Copies the files that show how a game was lost into a folder, which is made if necessary.
    ///
    /// # Errors
    /// The copies cannot be written. Files that cannot be read are left out.
    pub fn keep_evidence(&self, into: &Path) -> Result<(), RunnerError> {
        fs::create_dir_all(into).map_err(RunnerError::of_path("write", into))?;
        for name in self.names.evidence() {
            if let Found::Regular(file) = files::open(&self.path().join(name)) {
                let copy = into.join(name);
                keep(file, &copy).map_err(RunnerError::of_path("write", &copy))?;
            }
        }
        Ok(())
    }
}

impl Drop for AgentDir {
    fn drop(&mut self) {
        // `TempDir` cannot remove directories without permissions. What remains after both is
        // removed with the `TempRoot`.
        let _ = files::remove(self.folder.path());
    }
}

/// Few open files are needed however much there is, so that only the machine's own failures are
/// not the agent's.
fn not_removed(path: PathBuf, source: io::Error) -> RunnerError {
    if files::is_failure_of_machine(&source) {
        return RunnerError::of_path("remove", &path)(source);
    }
    RunnerError::Obstructed { path, source }
}

fn identity(dir: &Path) -> Option<Identity> {
    let metadata = fs::symlink_metadata(dir).ok().filter(fs::Metadata::is_dir)?;
    Some((metadata.dev(), metadata.ino()))
}

fn keep_entry(found: Found, copy: &Path) -> io::Result<()> {
    // An earlier copy may be without permissions.
    files::remove(copy)?;
    match found {
        Found::Missing => Ok(()),
        Found::Regular(mut file) => io::copy(&mut file, &mut files::create_new(copy)?).map(|_| ()),
        Found::NotAFile(FileKind::Directory) => fs::create_dir(copy),
        Found::NotAFile(_) | Found::Unreadable(_) => {
            files::create_new(copy)?.set_permissions(Permissions::from_mode(0o000))
        }
    }
}

fn keep(file: File, copy: &Path) -> io::Result<()> {
    fs::write(copy, start_of(file)?)
}

fn start_of(file: File) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.take(EVIDENCE_LIMIT).read_to_end(&mut bytes)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    const INPUT_FILE: &str = "question.txt";
    const OUTPUT_FILE: &str = "answer.txt";
    const PLAYDATA_FILE: &str = "memory.txt";
    const CALIBRATION_FILE: &str = "measured.txt";
    const NAMES: FileNames = FileNames {
        question: INPUT_FILE,
        answer: OUTPUT_FILE,
        memory: PLAYDATA_FILE,
        calibration: CALIBRATION_FILE,
        programs: ["homework", "calibrate"],
    };
    use std::os::unix::fs::symlink;

    fn agent_dir() -> (TempRoot, AgentDir) {
        let temp_root = TempRoot::new().expect("a folder");
        let dir = AgentDir::new(&temp_root, NAMES, None).expect("a directory");
        (temp_root, dir)
    }

    #[test]
    fn an_old_answer_is_never_taken_for_a_new_one() {
        let (_temp_root, dir) = agent_dir();
        let answer = dir.path().join(OUTPUT_FILE);
        fs::write(&answer, "E a1 b2\n").expect("written");
        assert_eq!(dir.output().expect("read"), AgentOutput::Text("E a1 b2\n".to_string()));
        dir.prepare("first").expect("ready");
        assert_eq!(dir.output().expect("read"), AgentOutput::Missing);
        fs::create_dir_all(answer.join("deep")).expect("made");
        assert_eq!(dir.output().expect("read"), AgentOutput::NotAFile(files::FileKind::Directory));
        dir.prepare("second").expect("ready");
        assert_eq!(dir.output().expect("read"), AgentOutput::Missing);
        let input = fs::read_to_string(dir.path().join(INPUT_FILE)).expect("read");
        assert_eq!(input, "second");
    }

    #[test]
    fn input_is_not_written_through_a_link() {
        let (temp_root, dir) = agent_dir();
        let victim = temp_root.path().join("victim");
        fs::write(&victim, "kept").expect("written");
        symlink(&victim, dir.path().join(INPUT_FILE)).expect("linked");
        dir.prepare("new").expect("ready");
        assert_eq!(fs::read_to_string(&victim).expect("read"), "kept");
    }

    #[test]
    fn carried_files_lie_in_the_directory_and_never_stand_for_those_of_a_game() {
        let (temp_root, dir) = agent_dir();
        let from = temp_root.path().join("from");
        fs::create_dir_all(from.join("nets")).expect("made");
        let others = ["weights.txt", "nets/one", CALIBRATION_FILE];
        for name in NAMES.not_carried().into_iter().chain(others) {
            fs::write(from.join(name), "of the author").expect("written");
        }
        dir.carry(&from).expect("copied");
        assert_eq!(others.map(|name| dir.path().join(name).is_file()), [true; 3]);
        assert_eq!(NAMES.not_carried().map(|name| dir.path().join(name).exists()), [false; 7]);
        let measured = temp_root.path().join("measured");
        fs::write(&measured, "here").expect("written");
        let calibrated = AgentDir::new(&temp_root, NAMES, Some(&measured)).expect("a directory");
        calibrated.carry(&from).expect("copied");
        assert_eq!(calibrated.read(CALIBRATION_FILE).as_deref(), Some(&b"here"[..]));
    }

    #[test]
    fn a_replaced_directory_is_noticed() {
        let (temp_root, dir) = agent_dir();
        let other = AgentDir::new(&temp_root, NAMES, None).expect("another");
        fs::rename(dir.path(), temp_root.path().join("away")).expect("moved");
        symlink(other.path(), dir.path()).expect("linked");
        assert!(matches!(dir.prepare("new"), Err(RunnerError::Replaced { .. })));
        drop(dir);
        assert!(other.path().exists(), "a link is removed, not its target");
    }

    #[test]
    fn evidence_is_limited_and_holds_regular_files_only() {
        let (temp_root, dir) = agent_dir();
        dir.prepare("the input").expect("ready");
        fs::write(dir.path().join(PLAYDATA_FILE), vec![b'x'; 3 << 20]).expect("written");
        symlink("/etc/hostname", dir.path().join(OUTPUT_FILE)).expect("linked");
        let into = temp_root.path().join("evidence");
        dir.keep_evidence(&into).expect("kept");
        assert_eq!(length_of(&into.join(INPUT_FILE)), Some(9));
        assert_eq!(length_of(&into.join(PLAYDATA_FILE)), Some(EVIDENCE_LIMIT));
        assert_eq!(length_of(&into.join(OUTPUT_FILE)), None);
    }

    fn length_of(file: &Path) -> Option<u64> {
        fs::metadata(file).map(|metadata| metadata.len()).ok()
    }

    #[test]
    fn what_an_agent_finds_is_kept_whole_and_again() {
        let (temp_root, dir) = agent_dir();
        dir.prepare("the input").expect("ready");
        fs::write(dir.path().join(PLAYDATA_FILE), vec![b'x'; 3 << 20]).expect("written");
        fs::create_dir(dir.path().join("cache")).expect("made");
        symlink("/nowhere", dir.path().join(CALIBRATION_FILE)).expect("linked");
        let into = temp_root.path().join("kept");
        for _ in 0..2 {
            dir.keep_found(&into).expect("kept");
            assert_eq!(metadata_of(&into.join(INPUT_FILE)).len(), 9);
            assert_eq!(metadata_of(&into.join(PLAYDATA_FILE)).len(), 3 << 20);
            assert!(metadata_of(&into.join("cache")).is_dir());
            let closed = metadata_of(&into.join(CALIBRATION_FILE));
            assert_eq!((closed.is_file(), closed.mode() & 0o777), (true, 0o000));
        }
    }

    fn metadata_of(file: &Path) -> fs::Metadata {
        fs::symlink_metadata(file).expect("kept")
    }

    #[test]
    fn the_directory_holds_the_calibration_and_is_removed_when_dropped() {
        let temp_root = TempRoot::new().expect("a folder");
        let calibration = temp_root.path().join("learned.txt");
        fs::write(&calibration, "1").expect("written");
        let dir = AgentDir::new(&temp_root, NAMES, Some(&calibration)).expect("a directory");
        let path = dir.path().to_path_buf();
        assert_eq!(fs::read_to_string(path.join(CALIBRATION_FILE)).expect("read"), "1");
        assert_eq!(fs::metadata(&path).expect("there").mode() & 0o777, 0o700);
        drop(dir);
        assert!(!path.exists());
    }
}
