//! What is kept of a bad answer, so that just that move can be asked for again.
//!
//! The folder of a forfeited game holds what the agent was given, `input.txt`, its calibration and
//! `playdata-before.txt` (its memory as it was before the move); what it left, `output.txt`,
//! `playdata.txt` and its standard error; and `move.json`: which program it was and what it did. `referee replay` puts
//! the same files into a fresh home, runs the same program and tells what it does now.

use crate::agent::{Agent, AgentError};
use crate::contestant::{Fault, Seat, Shutting};
use crate::duel::{Contestant, Judged, judge};
use crate::ending::Ending;
use crate::estate::Estate;
use crate::home::MEMORY_BEFORE;
use crate::profile::Profile;
use formats::{CALIBRATION_FILE, INPUT_FILE, Request, RequestError};
use serde::{Deserialize, Serialize};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// The description of a bad move, in its folder.
pub const MOVE_FILE: &str = "move.json";
/// The version written.
const VERSION: u32 = 1;

/// A bad move: all that its folder does not hold as files.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BadMove {
    version: u32,
    /// The program.
    pub program: PathBuf,
    /// Its words.
    pub words: Vec<String>,
    /// What it may read if it is shut in.
    pub files: Vec<PathBuf>,
    /// SHA-256 of the program.
    pub sha256: String,
    /// The judge that was imitated.
    pub profile: Profile,
    /// Was the agent shut in?
    pub sandboxed: bool,
    /// What came of it.
    pub ending: Ending,
}

/// Why a bad move cannot be kept or asked for again.
#[derive(Debug, Error)]
pub enum ReproducerError {
    /// A file.
    #[error("{}: {source}", path.display())]
    System {
        /// Which.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// The description is none.
    #[error("{}: {source}; write the file move.json of a folder in evidence/", path.display())]
    Description {
        /// Which.
        path: PathBuf,
        /// The cause.
        source: serde_json::Error,
    },
    /// A description of another version.
    #[error("{}: version {found}; this program reads version {VERSION}", path.display())]
    Version {
        /// Which.
        path: PathBuf,
        /// The version read.
        found: u32,
    },
    /// The request in the folder is none.
    #[error("{}: {source}", path.display())]
    Request {
        /// Which.
        path: PathBuf,
        /// What is wrong.
        source: RequestError,
    },
    /// The program is not there any more.
    #[error(transparent)]
    Agent(#[from] AgentError),
    /// The home or the run.
    #[error(transparent)]
    Fault(#[from] Fault),
}

/// Keeps all that belongs to the last move of a seat; returns the file that `referee replay` takes.
///
/// # Errors
/// A file cannot be written.
pub fn keep(
    folder: &Path,
    seat: &Seat,
    profile: Profile,
    ending: Ending,
) -> Result<PathBuf, ReproducerError> {
    seat.keep_evidence(folder)?;
    let agent = seat.agent();
    let bad = BadMove {
        version: VERSION,
        program: agent.program.clone(),
        words: agent.words.clone(),
        files: agent.files.clone(),
        sha256: agent.sha256.clone(),
        profile,
        sandboxed: seat.shutting() == Shutting::Sandboxed,
        ending,
    };
    let path = folder.join(MOVE_FILE);
    let text = serde_json::to_string_pretty(&bad)
        .map_err(|source| ReproducerError::Description { path: path.clone(), source })?;
    fs::write(&path, text + "\n").map_err(|source| unusable(&path, source))?;
    Ok(path)
}

/// Reads the description of a bad move.
///
/// # Errors
/// It cannot be read, or is none.
pub fn read(path: &Path) -> Result<BadMove, ReproducerError> {
    let text = fs::read_to_string(path).map_err(|source| unusable(path, source))?;
    let read: BadMove = serde_json::from_str(&text)
        .map_err(|source| ReproducerError::Description { path: path.to_path_buf(), source })?;
    match read.version {
        VERSION => Ok(read),
        found => Err(ReproducerError::Version { path: path.to_path_buf(), found }),
    }
}

/// A move that was asked for again.
#[derive(Debug)]
pub struct Again {
    /// The request.
    pub request: Request,
    /// What the judge makes of the answer.
    pub judged: Judged,
    /// The seat, with the files as the agent left them.
    pub seat: Seat,
    /// Is the program still the one that played?
    pub same_program: bool,
}

impl BadMove {
    /// Asks for the move again, with the files that lie beside the description at `path`.
    ///
    /// # Errors
    /// The program or a file is not there, or the program cannot be run.
    pub fn again(&self, path: &Path, estate: &Estate) -> Result<Again, ReproducerError> {
        let folder = path.parent().unwrap_or(Path::new("."));
        let input = folder.join(INPUT_FILE);
        let text = fs::read_to_string(&input).map_err(|source| unusable(&input, source))?;
        let request = Request::parse(&text)
            .map_err(|source| ReproducerError::Request { path: input, source })?;
        let (words, files) = (self.words.clone(), self.files.clone());
        let agent = Agent::of_parts(self.program.clone(), words, files)?;
        let calibration = Some(folder.join(CALIBRATION_FILE)).filter(|path| path.is_file());
        let shutting = if self.sandboxed { Shutting::Sandboxed } else { Shutting::Open };
        let seat = Seat::take(&agent, calibration.as_deref(), estate, shutting, None)?;
        let mut seat = seat.with_grace(self.profile.grace());
        let memory = folder.join(MEMORY_BEFORE);
        if memory.is_file() {
            let memory = fs::read(&memory).map_err(|source| unusable(&memory, source))?;
            seat.give_memory(&memory)?;
        }
        let reply = seat.ask(&request);
        let judged = judge(reply, &request, self.profile);
        Ok(Again { request, judged, seat, same_program: agent.sha256 == self.sha256 })
    }
}

fn unusable(path: &Path, source: io::Error) -> ReproducerError {
    ReproducerError::System { path: path.to_path_buf(), source }
}
