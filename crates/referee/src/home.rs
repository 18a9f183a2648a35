//! The private folder of one agent for one game.
//!
//! It holds what the assignment promises an agent (`input.txt`, `calibration.txt`, its own
//! `playdata.txt`) and nothing else, is readable by this user only, and disappears when dropped.
//! Before each move `output.txt` is removed, whatever it is, so that an old answer is never taken
//! for a new one; after it, it is read with a limit and only if it is a regular file. The file
//! names are those of the assignment, from `wire`.

use crate::estate::Estate;
use crate::files;
use crate::files::Found;
use formats::{CALIBRATION_FILE, INPUT_FILE, OUTPUT_FILE, PLAYDATA_FILE};
use std::fs::{self, File, Permissions};
use std::io::{self, Read, Write};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use tempfile::TempDir;
use thiserror::Error;

/// The largest answer that is read. A move is under 100 bytes.
pub const OUTPUT_LIMIT: u64 = 64 << 10;
/// How much of each file is kept as evidence.
pub const EVIDENCE_LIMIT: u64 = 1 << 20;
/// What an agent wrote to its standard error during the last run.
pub const STDERR_FILE: &str = "stderr.txt";
/// What it wrote to its standard output.
pub const STDOUT_FILE: &str = "stdout.txt";

/// What was in `playdata.txt` before the last run, among the evidence.
pub const MEMORY_BEFORE: &str = "playdata-before.txt";

const EVIDENCE: [&str; 5] = [INPUT_FILE, OUTPUT_FILE, PLAYDATA_FILE, STDERR_FILE, STDOUT_FILE];

/// Why a home cannot be used.
#[derive(Debug, Error)]
pub enum HomeError {
    /// The system's own words.
    #[error("cannot {verb} {}: {source}", path.display())]
    System {
        /// What was tried.
        verb: &'static str,
        /// With what.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// The agent's doing: what it has put in the place of a file cannot be removed.
    #[error("cannot remove {}: {source}", path.display())]
    Obstructed {
        /// What stands there.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// The agent's doing: its folder is another one than before.
    #[error("{} is not the folder it was: the agent has replaced it", path.display())]
    Replaced {
        /// Where the folder was.
        path: PathBuf,
    },
}

/// What an agent left in `output.txt`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Output {
    /// No such name.
    Missing,
    /// A file of no bytes.
    Empty,
    /// A directory, a link, a pipe, a socket, a device.
    NotAFile,
    /// More than [`OUTPUT_LIMIT`].
    TooLarge,
    /// A file the agent has locked against us.
    Unreadable,
    /// Its text; what is not UTF-8 has become replacement characters.
    Text(String),
}

/// The folder; dropping it removes it.
#[derive(Debug)]
pub struct Home {
    folder: TempDir,
    identity: Identity,
}

/// Device and number of a folder: what stays when only a name is reused.
type Identity = (u64, u64);

impl Home {
    /// A fresh folder with the agent's calibration, if it has one.
    ///
    /// # Errors
    /// The folder or the copy cannot be made.
    pub fn new(estate: &Estate, calibration: Option<&Path>) -> Result<Self, HomeError> {
        let system = |verb, path: &Path, source| HomeError::System {
            verb,
            path: path.to_path_buf(),
            source,
        };
        let folder = files::private_folder(estate.path(), "home-");
        let folder = folder.map_err(|source| system("make a folder in", estate.path(), source))?;
        let identity = identity(folder.path())
            .ok_or_else(|| HomeError::Replaced { path: folder.path().to_path_buf() })?;
        if let Some(from) = calibration {
            fs::copy(from, folder.path().join(CALIBRATION_FILE))
                .map_err(|source| system("copy", from, source))?;
        }
        Ok(Home { folder, identity })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Makes the folder ready for a move: no `output.txt`, and this `input.txt`.
    ///
    /// # Errors
    /// The agent has replaced its folder, or it cannot be written.
    pub fn prepare(&self, input: &str) -> Result<(), HomeError> {
        if identity(self.path()) != Some(self.identity) {
            return Err(HomeError::Replaced { path: self.path().to_path_buf() });
        }
        // The agent may have taken our rights away; if they cannot be had back, writing says so.
        let _ = fs::set_permissions(self.path(), Permissions::from_mode(0o700));
        for name in [OUTPUT_FILE, INPUT_FILE] {
            let path = self.path().join(name);
            files::remove(&path).map_err(|source| HomeError::Obstructed { path, source })?;
        }
        let path = self.path().join(INPUT_FILE);
        let written =
            files::create_new(&path).and_then(|mut file| file.write_all(input.as_bytes()));
        written.map_err(|source| unwritable(&path, source))
    }

    /// The first [`EVIDENCE_LIMIT`] bytes of a file, if it is a regular one.
    pub fn read(&self, name: &str) -> Option<Vec<u8>> {
        match files::open(&self.path().join(name)) {
            Found::Regular(file) => start_of(file).ok(),
            Found::Missing | Found::NotAFile | Found::Unreadable(_) => None,
        }
    }

    /// Puts a memory into the home, as if the agent had left it.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn give_memory(&self, memory: &[u8]) -> Result<(), HomeError> {
        let path = self.path().join(PLAYDATA_FILE);
        let written = files::create(&path).and_then(|mut file| file.write_all(memory));
        written.map_err(|source| unwritable(&path, source))
    }

    /// The answer. Never blocks and never reads more than the limit.
    pub fn output(&self) -> Output {
        match files::open(&self.path().join(OUTPUT_FILE)) {
            Found::Missing => Output::Missing,
            Found::NotAFile => Output::NotAFile,
            Found::Unreadable(_) => Output::Unreadable,
            Found::Regular(file) => read(file),
        }
    }

    /// Copies what tells how a game was lost into a folder, which is made if need be.
    ///
    /// # Errors
    /// The copies cannot be written. What cannot be read is left out.
    pub fn keep_evidence(&self, into: &Path) -> Result<(), HomeError> {
        fs::create_dir_all(into).map_err(|source| unwritable(into, source))?;
        for name in EVIDENCE {
            if let Found::Regular(file) = files::open(&self.path().join(name)) {
                let copy = into.join(name);
                keep(file, &copy).map_err(|source| unwritable(&copy, source))?;
            }
        }
        Ok(())
    }
}

impl Drop for Home {
    fn drop(&mut self) {
        // The folder's own drop cannot remove what the agent has locked. What stays after both
        // goes with the estate.
        let _ = files::remove(self.folder.path());
    }
}

fn unwritable(path: &Path, source: io::Error) -> HomeError {
    HomeError::System { verb: "write", path: path.to_path_buf(), source }
}

fn identity(dir: &Path) -> Option<Identity> {
    let about = fs::symlink_metadata(dir).ok().filter(fs::Metadata::is_dir)?;
    Some((about.dev(), about.ino()))
}

fn read(file: File) -> Output {
    let mut bytes = Vec::new();
    match file.take(OUTPUT_LIMIT + 1).read_to_end(&mut bytes) {
        Err(_) => Output::Unreadable,
        Ok(0) => Output::Empty,
        Ok(length) if length as u64 > OUTPUT_LIMIT => Output::TooLarge,
        Ok(_) => Output::Text(String::from_utf8_lossy(&bytes).into_owned()),
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
    use std::os::unix::fs::symlink;

    fn home() -> (Estate, Home) {
        let estate = Estate::new().expect("an estate");
        let home = Home::new(&estate, None).expect("a home");
        (estate, home)
    }

    #[test]
    fn an_old_answer_is_never_taken_for_a_new_one() {
        let (_estate, home) = home();
        let answer = home.path().join(OUTPUT_FILE);
        fs::write(&answer, "E a1 b2\n").expect("written");
        assert_eq!(home.output(), Output::Text("E a1 b2\n".to_string()));
        home.prepare("first").expect("ready");
        assert_eq!(home.output(), Output::Missing);
        fs::create_dir_all(answer.join("deep")).expect("made");
        assert_eq!(home.output(), Output::NotAFile);
        home.prepare("second").expect("ready");
        assert_eq!(home.output(), Output::Missing);
        let input = fs::read_to_string(home.path().join(INPUT_FILE)).expect("read");
        assert_eq!(input, "second");
    }

    #[test]
    fn input_is_not_written_through_a_link() {
        let (estate, home) = home();
        let victim = estate.path().join("victim");
        fs::write(&victim, "kept").expect("written");
        symlink(&victim, home.path().join(INPUT_FILE)).expect("linked");
        home.prepare("new").expect("ready");
        assert_eq!(fs::read_to_string(&victim).expect("read"), "kept");
    }

    #[test]
    fn a_replaced_home_is_noticed() {
        let (estate, home) = home();
        let other = Home::new(&estate, None).expect("another");
        fs::rename(home.path(), estate.path().join("away")).expect("moved");
        symlink(other.path(), home.path()).expect("linked");
        assert!(matches!(home.prepare("new"), Err(HomeError::Replaced { .. })));
        drop(home);
        assert!(other.path().exists(), "a link is removed, not its goal");
    }

    #[test]
    fn evidence_is_capped_and_holds_regular_files_only() {
        let (estate, home) = home();
        home.prepare("the input").expect("ready");
        fs::write(home.path().join(PLAYDATA_FILE), vec![b'x'; 3 << 20]).expect("written");
        symlink("/etc/hostname", home.path().join(OUTPUT_FILE)).expect("linked");
        let into = estate.path().join("evidence");
        home.keep_evidence(&into).expect("kept");
        let length = |name: &str| fs::metadata(into.join(name)).map(|about| about.len()).ok();
        assert_eq!(length(INPUT_FILE), Some(9));
        assert_eq!(length(PLAYDATA_FILE), Some(EVIDENCE_LIMIT));
        assert_eq!(length(OUTPUT_FILE), None);
    }

    #[test]
    fn a_home_holds_the_calibration_and_goes_when_dropped() {
        let estate = Estate::new().expect("an estate");
        let calibration = estate.path().join("learned.txt");
        fs::write(&calibration, "1").expect("written");
        let home = Home::new(&estate, Some(&calibration)).expect("a home");
        let path = home.path().to_path_buf();
        assert_eq!(fs::read_to_string(path.join(CALIBRATION_FILE)).expect("read"), "1");
        assert_eq!(fs::metadata(&path).expect("there").mode() & 0o777, 0o700);
        drop(home);
        assert!(!path.exists());
    }
}
