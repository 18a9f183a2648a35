//! What is changed in an agent's directory before a check asks it.
//!
//! An agent cannot choose what it finds there. Its last process may have been killed while it
//! wrote, the file may be of another game, or a referee may have copied it without its permissions.
//! The assignment promises `input.txt` alone.
//!
//! A file is made unreadable by its permissions. Root can ignore these; then it is replaced by a
//! link out of the sandbox, which the kernel refuses to follow. Without a sandbox the check is
//! skipped.

use crate::agent::files;
use crate::agent::files::Found;
use crate::agent::{AgentDirError, AgentRun, AgentRunError, SandboxMode, TempRoot};
use crate::game::Profile;
use std::fs::{self, File, Permissions};
use std::io::{self, Read, Write};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;

/// One change. Names are those of files in the agent's directory.
#[derive(Clone, Copy, Debug)]
pub(super) enum SetupStep {
    /// A file with this content.
    File(&'static str, FileContent),
    /// The first half of the file that is there, as of a process that was killed while it wrote; if
    /// there is none, half of a line.
    Half(&'static str),
    /// No such file.
    Missing(&'static str),
    /// A directory of that name.
    Directory(&'static str),
    /// The file that is there, or some file, without the permission to read it.
    Unreadable(&'static str),
    /// A directory in which nothing can be written.
    ReadOnlyDir,
}

/// What is in a file.
#[derive(Clone, Copy, Debug)]
pub(super) enum FileContent {
    /// This text.
    Text(&'static str),
    /// Every byte value, with zero and invalid UTF-8 among them.
    Binary,
    /// Eight megabytes without a line end.
    Huge,
}

/// What stands in for a file that was cut off.
const HALF_A_LINE: &str = "{\"moves\": [11, 15";
/// Bytes of a huge file.
const HUGE: usize = 8 << 20;

/// Where checks run.
#[derive(Clone, Copy, Debug)]
pub(super) struct CheckContext<'a> {
    /// The folder around the agents' directories.
    pub(super) temp_root: &'a TempRoot,
    /// Whether agents run in a sandbox.
    pub(super) sandbox_mode: SandboxMode,
    /// Whose rules of clocks and answers are applied.
    pub(super) profile: Profile,
    /// Where the files that an agent finds are copied.
    pub(super) keep: Option<&'a Path>,
}

/// Why a change is impossible for this user on this machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SkipReason(pub(super) &'static str);

/// Shown if neither permissions nor a sandbox can take a right away.
const ROOT_IGNORES_PERMISSIONS: SkipReason =
    SkipReason("root ignores permissions, and there is no sandbox; run the checks as another user");

impl SetupStep {
    /// Makes the change, or returns why that is impossible here.
    ///
    /// # Errors
    /// The system refuses.
    pub(super) fn apply(
        self,
        run: &mut AgentRun,
        context: CheckContext<'_>,
    ) -> Result<Option<SkipReason>, AgentRunError> {
        if let SetupStep::ReadOnlyDir = self {
            if context.sandbox_mode == SandboxMode::Off && !permissions_bind(context.temp_root)? {
                return Ok(Some(ROOT_IGNORES_PERMISSIONS));
            }
            run.make_dir_read_only()?;
            return Ok(None);
        }
        let dir = run.dir().path();
        let unwritable = |name| move |source| unwritable(&dir.join(name), source);
        match self {
            SetupStep::File(name, content) => {
                write(&dir.join(name), &content.bytes()).map_err(unwritable(name))?;
            }
            SetupStep::Half(name) => halve(&dir.join(name)).map_err(unwritable(name))?,
            SetupStep::Missing(name) => files::remove(&dir.join(name)).map_err(unwritable(name))?,
            SetupStep::Directory(name) => {
                files::remove(&dir.join(name))
                    .and_then(|()| fs::create_dir(dir.join(name)))
                    .map_err(unwritable(name))?;
            }
            SetupStep::Unreadable(name) => return make_unreadable(&dir.join(name), context),
            SetupStep::ReadOnlyDir => {}
        }
        Ok(None)
    }
}

impl FileContent {
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

/// Keeps the first half of the file that the agent has left, if there is one.
fn halve(path: &Path) -> io::Result<()> {
    let mut bytes = Vec::new();
    if let Found::Regular(file) = files::open(path) {
        // A file that cannot be read counts as missing.
        let _ = file.take(HUGE as u64).read_to_end(&mut bytes);
    }
    bytes.truncate(bytes.len() / 2);
    write(path, if bytes.is_empty() { HALF_A_LINE.as_bytes() } else { &bytes })
}

/// Makes a file unreadable for the agent.
fn make_unreadable(
    path: &Path,
    context: CheckContext<'_>,
) -> Result<Option<SkipReason>, AgentRunError> {
    if permissions_bind(context.temp_root)? {
        if !matches!(files::open(path), Found::Regular(_)) {
            write(path, HALF_A_LINE.as_bytes()).map_err(|source| unwritable(path, source))?;
        }
        let closed = fs::set_permissions(path, Permissions::from_mode(0o000));
        closed.map_err(|source| unwritable(path, source))?;
    } else if context.sandbox_mode == SandboxMode::On {
        let outside = context.temp_root.path().join("outside.txt");
        write(&outside, HALF_A_LINE.as_bytes())
            .and_then(|()| files::remove(path))
            .and_then(|()| symlink(&outside, path))
            .map_err(|source| unwritable(path, source))?;
    } else {
        return Ok(Some(ROOT_IGNORES_PERMISSIONS));
    }
    Ok(None)
}

/// Whether permissions bind this user: not root, nor a process with root's power over files.
fn permissions_bind(temp_root: &TempRoot) -> Result<bool, AgentRunError> {
    let probe = temp_root.path().join("probe.txt");
    write(&probe, b"x")
        .and_then(|()| fs::set_permissions(&probe, Permissions::from_mode(0o000)))
        .map_err(|source| unwritable(&probe, source))?;
    let opened = File::open(&probe);
    Ok(opened.is_err())
}

fn unwritable(path: &Path, source: io::Error) -> AgentRunError {
    AgentRunError::Dir(AgentDirError::System { verb: "write", path: path.to_path_buf(), source })
}
