//! The sandbox by Landlock, a security module of the Linux kernel.
//!
//! Landlock takes rights away from the calling process and all that it will start; root is not
//! needed. The rules are made once for each directory; between fork and exec one system call
//! applies them. Coverage depends on the kernel: files since Linux 5.13, TCP since 6.7, signals and
//! abstract sockets since 6.12. Never covered: UDP, sockets with a name in the file system (before
//! 7.1), reading *names* and sizes of files by `stat`, and the amount written. Source:
//! <https://docs.kernel.org/userspace-api/landlock.html>

use landlock::{
    ABI, Access, AccessFs, AccessNet, BitFlags, CompatLevel, Compatible, PathBeneath, PathFd,
    Ruleset, RulesetAttr, RulesetCreated, RulesetCreatedAttr, RulesetError, Scope,
    path_beneath_rules,
};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use thiserror::Error;

/// The newest version that these rules were tested with; older kernels apply the part they know.
const TESTED: ABI = ABI::V7;

/// Folders of programs, libraries and facts about the machine. `/proc` is included as a whole,
/// because a rule for `/proc/self` would mean the referee's own. Landlock itself forbids the files
/// in it by which a process looks into another one outside of the sandbox.
const SYSTEM: [&str; 11] = [
    "/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/etc", "/opt", "/proc", "/sys",
];
/// Devices to read.
const READ_DEVICES: [&str; 3] = ["/dev/zero", "/dev/random", "/dev/urandom"];
/// Devices to read and write.
const WRITE_DEVICES: [&str; 2] = ["/dev/null", "/dev/full"];

/// Why there is no sandbox.
#[derive(Debug, Error)]
pub enum SandboxError {
    /// The kernel has refused the rules.
    #[error("cannot make Landlock rules: {0}")]
    Rules(#[from] RulesetError),
    /// The agent's directory is missing.
    #[error("cannot make a sandbox around {}: {source}", path.display())]
    Dir {
        /// The directory.
        path: PathBuf,
        /// The cause.
        source: landlock::PathFdError,
    },
}

/// The rules for one directory and one program. Clones share the rules.
#[derive(Clone, Debug)]
pub struct Sandbox {
    rules: Arc<RulesetCreated>,
}

impl Sandbox {
    /// Whether this kernel has Landlock and it is enabled.
    pub fn available() -> bool {
        Ruleset::default()
            .set_compatibility(CompatLevel::HardRequirement)
            .handle_access(AccessFs::from_all(ABI::V1))
            .and_then(Ruleset::create)
            .is_ok()
    }

    /// Whether the kernel, Linux 6.12 or newer, keeps the signals of an agent within its sandbox.
    pub fn limits_signals() -> bool {
        signal_scope().is_some()
    }

    /// Rules for an agent that works in `dir` and is started as `program`: all rights within `dir`;
    /// reading and executing the folder of its program, the system, the folders among `also` and
    /// the folders of the files among `also`.
    ///
    /// # Errors
    /// `dir` is missing, or the kernel refuses.
    pub fn new(dir: &Path, program: &Path, also: &[PathBuf]) -> Result<Self, SandboxError> {
        Self::with_rights(AccessFs::from_all(TESTED), dir, program, also)
    }

    /// The same, but within `dir` the agent can only read and execute, even as root.
    ///
    /// # Errors
    /// `dir` is missing, or the kernel refuses.
    pub fn read_only(dir: &Path, program: &Path, also: &[PathBuf]) -> Result<Self, SandboxError> {
        Self::with_rights(AccessFs::from_read(TESTED), dir, program, also)
    }

    /// Rules for a build: all rights within each of `dirs`; reading and executing the system and
    /// what is in the folders `also`.
    ///
    /// # Errors
    /// One of `dirs` is missing, or the kernel refuses.
    pub fn for_build(dirs: &[&Path], also: &[PathBuf]) -> Result<Self, SandboxError> {
        let mut rules = system_rules()?;
        for dir in dirs {
            rules = rules.add_rule(PathBeneath::new(open(dir)?, AccessFs::from_all(TESTED)))?;
        }
        let rules = rules.add_rules(path_beneath_rules(also, AccessFs::from_read(TESTED)))?;
        Ok(Sandbox { rules: Arc::new(rules) })
    }

    /// Whether every sandbox may read what is there: a folder of programs and libraries.
    pub fn is_of_system(path: &Path) -> bool {
        SYSTEM.iter().any(|folder| path.starts_with(folder))
    }

    fn with_rights(
        rights: BitFlags<AccessFs>,
        dir: &Path,
        program: &Path,
        also: &[PathBuf],
    ) -> Result<Self, SandboxError> {
        let reading = AccessFs::from_read(TESTED);
        let named = also.iter().flat_map(|path| folders_of(dir, path));
        let rules = system_rules()?
            .add_rule(PathBeneath::new(open(dir)?, rights))?
            .add_rules(path_beneath_rules(folders_of(dir, program), reading))?
            .add_rules(path_beneath_rules(named, reading))?;
        Ok(Sandbox { rules: Arc::new(rules) })
    }

    /// A copy of the rules for one process.
    pub(crate) fn entry(&self) -> io::Result<SandboxEntry> {
        self.rules.try_clone().map(|rules| SandboxEntry(Some(rules)))
    }
}

/// What a supervisor needs so that it and all that it will start can send signals only to each
/// other; `None` where the kernel cannot do that. No other right is taken away.
pub(crate) fn signal_scope() -> Option<SandboxEntry> {
    let hard = Ruleset::default().set_compatibility(CompatLevel::HardRequirement);
    let rules = hard.scope(Scope::Signal).and_then(Ruleset::create).ok()?;
    Some(SandboxEntry(Some(rules)))
}

/// What every sandbox allows: reading the system, and the devices that are no machine's.
fn system_rules() -> Result<RulesetCreated, SandboxError> {
    let writing = AccessFs::WriteFile | AccessFs::ReadFile | AccessFs::Truncate;
    Ok(Ruleset::default()
        .handle_access(AccessFs::from_all(TESTED))?
        .handle_access(AccessNet::BindTcp | AccessNet::ConnectTcp)?
        .scope(Scope::Signal | Scope::AbstractUnixSocket)?
        .create()?
        .add_rules(path_beneath_rules(SYSTEM, AccessFs::from_read(TESTED)))?
        .add_rules(path_beneath_rules(READ_DEVICES, AccessFs::ReadFile))?
        .add_rules(path_beneath_rules(WRITE_DEVICES, writing))?)
}

fn open(dir: &Path) -> Result<PathFd, SandboxError> {
    PathFd::new(dir).map_err(|source| SandboxError::Dir { path: dir.to_path_buf(), source })
}

/// What one process needs to enter a sandbox.
#[derive(Debug)]
pub(crate) struct SandboxEntry(Option<RulesetCreated>);

impl SandboxEntry {
    /// Puts the calling thread and all that it starts into the sandbox, irrevocably. Takes no lock
    /// and allocates no memory, as required between fork and exec: two system calls, and one that
    /// closes the rules.
    pub(crate) fn enter(&mut self) -> io::Result<()> {
        let refused = |_| io::Error::from(io::ErrorKind::PermissionDenied);
        self.0.take().map_or(Ok(()), |rules| rules.restrict_self().map(|_| ()).map_err(refused))
    }
}

/// The folder of a program and, if its path is a link, the folder of the target; of a folder, that
/// folder itself. A folder that also contains `dir`, and so perhaps the opponent's directory, is
/// left out: then it is the program file alone, or nothing.
fn folders_of(dir: &Path, program: &Path) -> Vec<PathBuf> {
    let dir = dir.canonicalize().unwrap_or_else(|_| dir.to_path_buf());
    let target = program.canonicalize().ok();
    let named = Some(program.to_path_buf()).filter(|program| program.is_absolute());
    let folder = |program: PathBuf| {
        let holder = if program.is_dir() { Some(program.as_path()) } else { program.parent() };
        match holder {
            Some(folder) if !dir.starts_with(folder) => Some(folder.to_path_buf()),
            _ => Some(program).filter(|program| !program.is_dir()),
        }
    };
    [named, target].into_iter().flatten().filter_map(folder).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_that_contains_the_directory_is_left_out() {
        let root = tempfile::tempdir().expect("a folder");
        let root = root.path().canonicalize().expect("there");
        let (dir, program) = (root.join("dir"), root.join("agent/homework"));
        assert_eq!(folders_of(&dir, &program), [root.join("agent")]);
        let beside = root.join("homework");
        assert_eq!(folders_of(&dir, &beside), [beside]);
    }
}
