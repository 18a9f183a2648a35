//! Changes of an agent's directory before a check asks it.
//!
//! An agent cannot choose what it finds there. Its last process may have been killed while it
//! wrote, a file may be from another game, or a referee may have copied it without its permissions.
//! The assignment promises `input.txt` alone.
//!
//! A file is made unreadable by its permissions. Root ignores these: then it is replaced by a link
//! out of the sandbox, which the kernel refuses to follow. Without a sandbox the check is skipped.

use referee::MatchError;
use referee::players::FilePlayer;
use referee::rules::{Ending, ReplyRules};
use runner::TempRoot;
use runner::folder::{Found, files};
use runner::sandbox::SandboxMode;
use std::fs::{self, File, Permissions};
use std::io::{self, Read, Write};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};

/// One change. Names are those of files in the agent's directory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetupStep {
    File(&'static str, FileContent),
    /// The first half of the file that is there, as if its writer had been killed; half of a line
    /// if there is no file.
    Half(&'static str),
    Missing(&'static str),
    Folder(&'static str),
    /// The file that is there, or some file, without the permission to read it.
    Unreadable(&'static str),
    ReadOnly,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileContent {
    Text(&'static str),
    /// Every byte value, with zero and invalid UTF-8 among them.
    Binary,
    /// Eight megabytes without a line end.
    Huge,
}

const HALF_A_LINE: &str = "{\"moves\": [11, 15";
/// Bytes.
const HUGE: usize = 8 << 20;

#[derive(Clone, Copy, Debug)]
pub struct CheckOptions<'a> {
    /// The folder around the agents' directories.
    pub temp_root: &'a TempRoot,
    pub sandbox_mode: SandboxMode,
    pub replies: ReplyRules,
    /// For each check, the files that the agent finds are copied into a folder in this one.
    pub keep: Option<&'a Path>,
    /// What the user named the agent by, for the command that runs a check again; `None` where its
    /// directory says it.
    pub named: Option<&'a str>,
    /// Libraries of the course that the user named, for the same command.
    pub libraries: &'a [PathBuf],
}

impl CheckOptions<'_> {
    /// A check in which the referee failed says nothing of the agent. One that the user has stopped
    /// has no result.
    ///
    /// # Errors
    /// The run has ended so.
    pub fn expect_no_fault(&self, ending: Option<Ending>) -> Result<(), MatchError> {
        if ending != Some(Ending::RefereeFault) || self.temp_root.stop_flag().is_set() {
            return Ok(());
        }
        let why = "a process of the referee was ended in a check; run the same command again";
        Err(MatchError::Failed(why.to_string()))
    }
}

/// The reason to skip a check if neither permissions nor a sandbox can take a right away.
const ROOT_IGNORES_PERMISSIONS: &str =
    "root ignores permissions, and there is no sandbox; run the checks as another user";

impl SetupStep {
    /// Makes the change, or returns the reason that it is impossible for this user on this machine.
    pub fn apply(
        self,
        run: &mut FilePlayer,
        options: CheckOptions<'_>,
    ) -> Result<Option<&'static str>, MatchError> {
        let name = match self {
            SetupStep::ReadOnly => return make_dir_read_only(run, options),
            SetupStep::File(name, _)
            | SetupStep::Half(name)
            | SetupStep::Missing(name)
            | SetupStep::Folder(name)
            | SetupStep::Unreadable(name) => name,
        };
        let path = run.dir().path().join(name);
        let done = match self {
            SetupStep::File(_, content) => write(&path, &content.bytes()),
            SetupStep::Half(_) => halve(&path),
            SetupStep::Missing(_) => files::remove(&path),
            SetupStep::Folder(_) => files::remove(&path).and_then(|()| fs::create_dir(&path)),
            SetupStep::Unreadable(_) => return make_unreadable(&path, options),
            SetupStep::ReadOnly => Ok(()),
        };
        done.map_err(MatchError::system("write", &path))?;
        Ok(None)
    }
}

const GARBAGE: FileContent = FileContent::Text("nan -7 1e999\n{\"E c3 b4\": [[,\n\n\\u0000");
/// Longer than any first move, and legal in no opening.
const LONG_ANSWER: FileContent = FileContent::Text("J h8 f6\nJ f6 d4\nJ d4 f2\nJ f2 h4\n");

impl FileContent {
    pub fn of(name: &str) -> Option<Self> {
        Some(match name {
            "empty" => FileContent::Text(""),
            "garbage" => GARBAGE,
            "binary" => FileContent::Binary,
            "huge" => FileContent::Huge,
            "long-answer" => LONG_ANSWER,
            _ => return None,
        })
    }

    fn bytes(self) -> Vec<u8> {
        match self {
            FileContent::Text(text) => text.as_bytes().to_vec(),
            FileContent::Binary => (0..=u8::MAX).rev().cycle().take(1 << 10).collect(),
            FileContent::Huge => vec![b'8'; HUGE],
        }
    }
}

fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    files::create(path)?.write_all(bytes)
}

fn halve(path: &Path) -> io::Result<()> {
    let mut bytes = Vec::new();
    if let Found::Regular(file) = files::open(path) {
        // A file that cannot be read counts as missing.
        let _ = file.take(HUGE as u64).read_to_end(&mut bytes);
    }
    bytes.truncate(bytes.len() / 2);
    write(path, if bytes.is_empty() { HALF_A_LINE.as_bytes() } else { &bytes })
}

fn make_dir_read_only(
    run: &mut FilePlayer,
    options: CheckOptions<'_>,
) -> Result<Option<&'static str>, MatchError> {
    if options.sandbox_mode == SandboxMode::Off && !permissions_bind(options.temp_root)? {
        return Ok(Some(ROOT_IGNORES_PERMISSIONS));
    }
    run.make_dir_read_only()?;
    Ok(None)
}

fn make_unreadable(
    path: &Path,
    options: CheckOptions<'_>,
) -> Result<Option<&'static str>, MatchError> {
    if permissions_bind(options.temp_root)? {
        if !matches!(files::open(path), Found::Regular(_)) {
            write(path, HALF_A_LINE.as_bytes()).map_err(MatchError::system("write", path))?;
        }
        let closed = fs::set_permissions(path, Permissions::from_mode(0o000));
        closed.map_err(MatchError::system("write", path))?;
    } else if options.sandbox_mode == SandboxMode::On {
        let outside = options.temp_root.path().join("outside.txt");
        write(&outside, HALF_A_LINE.as_bytes())
            .and_then(|()| files::remove(path))
            .and_then(|()| symlink(&outside, path))
            .map_err(MatchError::system("write", path))?;
    } else {
        return Ok(Some(ROOT_IGNORES_PERMISSIONS));
    }
    Ok(None)
}

/// False for root and for any process with root's power over files.
fn permissions_bind(temp_root: &TempRoot) -> Result<bool, MatchError> {
    let probe = temp_root.path().join("probe.txt");
    write(&probe, b"x")
        .and_then(|()| fs::set_permissions(&probe, Permissions::from_mode(0o000)))
        .map_err(MatchError::system("write", &probe))?;
    let opened = File::open(&probe);
    Ok(opened.is_err())
}
