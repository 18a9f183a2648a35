//! What an agent may touch, by Landlock: its own folder, its program, and the system to read.
//!
//! Landlock takes rights away from the calling process and all it will ever start, without being
//! root. The rules are gathered once for each home; between fork and exec one system call applies
//! them. Best effort, by the kernel's version: files since Linux 5.13, no TCP since 6.7, no signals
//! and no abstract sockets to the outside since 6.12. What it never covers: UDP, sockets with a
//! name in the file system (before 7.1), looking at the *names* and sizes of files by `stat`, and
//! how much is written. <https://docs.kernel.org/userspace-api/landlock.html>

use landlock::{
    ABI, Access, AccessFs, AccessNet, BitFlags, CompatLevel, Compatible, PathBeneath, PathFd,
    Ruleset, RulesetAttr, RulesetCreated, RulesetCreatedAttr, RulesetError, Scope,
    path_beneath_rules,
};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use thiserror::Error;

/// The newest version these rules were tried with; older kernels get what they know of it.
const TRIED: ABI = ABI::V7;

/// Where programs, libraries and the facts of the machine are. `/proc` is whole, because a rule for
/// `/proc/self` would mean the referee's own; Landlock itself forbids the files in it that let a
/// process look into one outside the sandbox.
const SYSTEM: [&str; 11] = [
    "/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/etc", "/opt", "/proc", "/sys",
];
/// Devices to read from and those to write to.
const SOURCES: [&str; 3] = ["/dev/zero", "/dev/random", "/dev/urandom"];
const SINKS: [&str; 2] = ["/dev/null", "/dev/full"];

/// Why there is no sandbox.
#[derive(Debug, Error)]
pub enum SandboxError {
    /// The kernel has refused the rules.
    #[error("cannot make Landlock rules: {0}")]
    Rules(#[from] RulesetError),
    /// The home is not there.
    #[error("cannot shut an agent in {}: {source}", path.display())]
    Home {
        /// The folder.
        path: PathBuf,
        /// The cause.
        source: landlock::PathFdError,
    },
}

/// The rules for one home and one program. Clones are the same rules.
#[derive(Clone, Debug)]
pub struct Sandbox {
    rules: Arc<RulesetCreated>,
}

impl Sandbox {
    /// Whether this kernel has Landlock and it is switched on.
    pub fn available() -> bool {
        Ruleset::default()
            .set_compatibility(CompatLevel::HardRequirement)
            .handle_access(AccessFs::from_all(ABI::V1))
            .and_then(Ruleset::create)
            .is_ok()
    }

    /// Rules for an agent that lives in `home` and is started as `program`: everything within its
    /// home; reading and executing the folder of its program, the system, the folders of `also` and
    /// the folders that the files of `also` lie in.
    ///
    /// # Errors
    /// The home is not there, or the kernel refuses.
    pub fn new(home: &Path, program: &Path, also: &[PathBuf]) -> Result<Self, SandboxError> {
        Self::with_rights_at_home(AccessFs::from_all(TRIED), home, program, also)
    }

    /// The same, but what is in its home the agent can only read and execute, be it root or not.
    ///
    /// # Errors
    /// The home is not there, or the kernel refuses.
    pub fn read_only(home: &Path, program: &Path, also: &[PathBuf]) -> Result<Self, SandboxError> {
        Self::with_rights_at_home(AccessFs::from_read(TRIED), home, program, also)
    }

    fn with_rights_at_home(
        rights: BitFlags<AccessFs>,
        home: &Path,
        program: &Path,
        also: &[PathBuf],
    ) -> Result<Self, SandboxError> {
        let reading = AccessFs::from_read(TRIED);
        let writing = AccessFs::WriteFile | AccessFs::ReadFile | AccessFs::Truncate;
        let named = also.iter().flat_map(|path| whereabouts(home, path));
        let own = PathFd::new(home)
            .map_err(|source| SandboxError::Home { path: home.to_path_buf(), source })?;
        let rules = Ruleset::default()
            .handle_access(AccessFs::from_all(TRIED))?
            .handle_access(AccessNet::BindTcp | AccessNet::ConnectTcp)?
            .scope(Scope::Signal | Scope::AbstractUnixSocket)?
            .create()?
            .add_rule(PathBeneath::new(own, rights))?
            .add_rules(path_beneath_rules(SYSTEM, reading))?
            .add_rules(path_beneath_rules(SOURCES, AccessFs::ReadFile))?
            .add_rules(path_beneath_rules(SINKS, writing))?
            .add_rules(path_beneath_rules(whereabouts(home, program), reading))?
            .add_rules(path_beneath_rules(named, reading))?;
        Ok(Sandbox { rules: Arc::new(rules) })
    }

    /// The rules, to be given away to one process.
    pub(crate) fn admission(&self) -> io::Result<Admission> {
        self.rules.try_clone().map(|rules| Admission(Some(rules)))
    }
}

/// What one process needs to enter a sandbox.
#[derive(Debug)]
pub(crate) struct Admission(Option<RulesetCreated>);

impl Admission {
    /// Shuts the calling thread and all it starts in, for ever. Takes no lock and no memory, as is
    /// needed between fork and exec: two system calls, and one that closes the rules.
    pub(crate) fn enter(&mut self) -> io::Result<()> {
        let refused = |_| io::Error::from(io::ErrorKind::PermissionDenied);
        self.0.take().map_or(Ok(()), |rules| rules.restrict_self().map(|_| ()).map_err(refused))
    }
}

/// The folders of a program: of its name and, where that is a link, of its goal; of a folder, that
/// folder. One that also holds the home, and so perhaps the opponent's, is not opened: then it is
/// the program alone, or nothing.
fn whereabouts(home: &Path, program: &Path) -> Vec<PathBuf> {
    let home = home.canonicalize().unwrap_or_else(|_| home.to_path_buf());
    let goal = program.canonicalize().ok();
    let named = Some(program.to_path_buf()).filter(|program| program.is_absolute());
    let folder = |program: PathBuf| {
        let holder = if program.is_dir() { Some(program.as_path()) } else { program.parent() };
        match holder {
            Some(folder) if !home.starts_with(folder) => Some(folder.to_path_buf()),
            _ => Some(program).filter(|program| !program.is_dir()),
        }
    };
    [named, goal].into_iter().flatten().filter_map(folder).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_that_holds_the_home_is_not_opened() {
        let root = tempfile::tempdir().expect("a folder");
        let root = root.path().canonicalize().expect("there");
        let (home, program) = (root.join("home"), root.join("agent/homework"));
        assert_eq!(whereabouts(&home, &program), [root.join("agent")]);
        let beside = root.join("homework");
        assert_eq!(whereabouts(&home, &beside), [beside]);
    }
}
