//! Landlock, a security module of the Linux kernel: the files that an agent may touch.
//!
//! Landlock takes rights away from the calling process and all that it will start; root is not
//! needed. The rules are made once for each directory; between fork and exec one system call
//! applies them. Coverage depends on the kernel: files since Linux 5.13, TCP since 6.7, signals and
//! abstract sockets since 6.12. Never covered: UDP, sockets with a name in the file system (before
//! 7.1), reading *names* and sizes of files by `stat`, changing modes, owners, times and
//! attributes, and the amount written. The other layers are for that. Source:
//! <https://docs.kernel.org/userspace-api/landlock.html>

use crate::error::RunnerError;
use crate::home::holds_home;
use crate::sandbox::system_folders::{holds_private_file_beside, system_folders};
use cli::visible;
use landlock::{
    ABI, Access, AccessFs, AccessNet, CompatLevel, Compatible, PathBeneath, PathFd, Ruleset,
    RulesetAttr, RulesetCreated, RulesetCreatedAttr, RulesetError, Scope, path_beneath_rules,
};
use nix::sys::prctl;
use serde::{Deserialize, Serialize};
use std::io;
use std::os::fd::{AsRawFd, OwnedFd, RawFd};
use std::path::{Path, PathBuf};

/// The newest version that these rules were tested with; older kernels apply the part they know.
const TESTED: ABI = ABI::V7;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Right {
    All,
    Read,
}

const READ_DEVICES: [&str; 3] = ["/dev/zero", "/dev/random", "/dev/urandom"];
const WRITE_DEVICES: [&str; 2] = ["/dev/null", "/dev/full"];

impl From<RulesetError> for RunnerError {
    fn from(error: RulesetError) -> Self {
        RunnerError::Failed(format!("cannot make Landlock rules: {error}"))
    }
}

/// Rules, which clones share. A kernel without Landlock has none of them.
#[derive(Debug)]
pub(super) struct Rules(RulesetCreated);

impl Rules {
    pub(super) fn available() -> bool {
        Ruleset::default()
            .set_compatibility(CompatLevel::HardRequirement)
            .handle_access(AccessFs::from_all(ABI::V1))
            .and_then(Ruleset::create)
            .is_ok()
    }

    /// What every sandbox allows: reading the system, and the devices that are no machine's.
    pub(super) fn of_system() -> Result<Self, RunnerError> {
        let writing = AccessFs::WriteFile | AccessFs::ReadFile | AccessFs::Truncate;
        let rules = Ruleset::default()
            .handle_access(AccessFs::from_all(TESTED))?
            .handle_access(AccessNet::BindTcp | AccessNet::ConnectTcp)?
            .scope(Scope::Signal | Scope::AbstractUnixSocket)?
            .create()?
            .add_rules(path_beneath_rules(system_folders(), AccessFs::from_read(TESTED)))?
            .add_rules(path_beneath_rules(READ_DEVICES, AccessFs::ReadFile))?
            .add_rules(path_beneath_rules(WRITE_DEVICES, writing))?;
        Ok(Rules(rules))
    }

    pub(super) fn with_folder(self, folder: &Path, right: Right) -> Result<Self, RunnerError> {
        let rights = match right {
            Right::All => AccessFs::from_all(TESTED),
            Right::Read => AccessFs::from_read(TESTED),
        };
        let opened = PathFd::new(folder).map_err(|error| {
            let folder = visible::path(folder);
            RunnerError::Failed(format!("cannot make a sandbox around {folder}: {error}"))
        })?;
        Ok(Rules(self.0.add_rule(PathBeneath::new(opened, rights))?))
    }

    /// Also reading these files and folders; those that are missing are left out.
    pub(super) fn with_readable(self, paths: &[PathBuf]) -> Result<Self, RunnerError> {
        Ok(Rules(self.0.add_rules(path_beneath_rules(paths, AccessFs::from_read(TESTED)))?))
    }

    /// The same rules once more: what is added to one is in the other.
    pub(super) fn shared(&self) -> io::Result<Self> {
        self.0.try_clone().map(Rules)
    }

    pub(super) fn entry(&self) -> io::Result<SandboxRuleset> {
        Ok(SandboxRuleset(self.0.try_clone()?.into()))
    }
}

/// What a supervisor needs so that it and all that it will start can send signals only to each
/// other; `None` where the kernel cannot do that. No other right is taken away.
pub(crate) fn signal_scope() -> Option<SandboxRuleset> {
    let hard = Ruleset::default().set_compatibility(CompatLevel::HardRequirement);
    let rules = hard.scope(Scope::Signal).and_then(Ruleset::create).ok()?;
    Some(SandboxRuleset(rules.into()))
}

/// What one process needs to enter its rules; nothing where the kernel has no Landlock.
#[derive(Debug)]
pub(crate) struct SandboxRuleset(Option<OwnedFd>);

impl SandboxRuleset {
    /// The file that must stay open until then.
    pub(crate) fn file(&self) -> Option<RawFd> {
        self.0.as_ref().map(AsRawFd::as_raw_fd)
    }

    /// Binds the calling thread and all that it starts to the rules, irrevocably: two system calls.
    pub(crate) fn enter(&self) -> io::Result<()> {
        let Some(file) = self.file() else { return Ok(()) };
        prctl::set_no_new_privs()?;
        // SAFETY: the file is one of rules, and the flags are none.
        match unsafe { libc::syscall(libc::SYS_landlock_restrict_self, file, 0) } {
            0 => Ok(()),
            _ => Err(io::Error::last_os_error()),
        }
    }
}

/// The folder of a program and, if its path is a link, the folder of the target; of a folder, that
/// folder itself. A folder that also contains `dir`, and so perhaps the opponent's directory, or
/// the home of the user is left out, and one with the program of another agent: then it is the
/// program file alone, or nothing.
pub(super) fn folders_of(dir: &Path, program: &Path) -> Vec<PathBuf> {
    let dir = dir.canonicalize().unwrap_or_else(|_| dir.to_path_buf());
    let target = program.canonicalize().ok();
    let named = Some(program.to_path_buf()).filter(|program| program.is_absolute());
    [named, target]
        .into_iter()
        .flatten()
        .filter_map(|program| {
            let holder = if program.is_dir() { Some(program.as_path()) } else { program.parent() };
            match holder {
                Some(_) if program.is_file() && holds_private_file_beside(&program) => {
                    Some(program)
                }
                Some(folder) if !dir.starts_with(folder) && !holds_home(folder) => {
                    Some(folder.to_path_buf())
                }
                _ => Some(program).filter(|program| !program.is_dir()),
            }
        })
        .collect()
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
