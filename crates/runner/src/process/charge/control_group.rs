//! A control group (cgroup v2) of an agent's own, which counts the CPU time of all that was ever in
//! it: exactly, even if no parent has waited. No process in a sandbox can leave it.
//!
//! The system must have delegated the referee's own group to its user, as `systemd-run --user
//! --scope -p Delegate=yes referee ...` does, or the user is root. No controller is needed, so that
//! groups can be made below one that holds processes. Sources: the kernel's
//! `admin-guide/cgroup-v2`, `proc_pid_cgroup(5)`.

use crate::process::hold::Freezer;
use nix::sys::signal::kill;
use nix::unistd::Pid;
use std::fs::{self, File};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

/// The names of groups begin with this; then come the referee's process and a number.
const PREFIX: &str = "referee-";
/// The line of `cpu.stat` with user and system time in microseconds.
const USED: &str = "usage_usec ";

#[derive(Debug)]
pub(crate) struct ControlGroup {
    folder: PathBuf,
    times: File,
    /// `None` before Linux 5.2.
    freezer: Option<Freezer>,
}

impl ControlGroup {
    /// Whether this user can make groups: tried once.
    pub(crate) fn is_possible() -> bool {
        own_folder().is_some()
    }

    /// A new group, into which the process goes with all that it will start; `None` where the
    /// system refuses.
    pub(crate) fn with(process: Pid) -> Option<Self> {
        let group = Self::empty(own_folder()?)?;
        fs::write(group.folder.join("cgroup.procs"), process.to_string()).ok()?;
        Some(group)
    }

    pub(crate) fn used(&self) -> Option<Duration> {
        let mut bytes = [0; 1024];
        let length = self.times.read_at(&mut bytes, 0).ok()?;
        let text = str::from_utf8(&bytes[..length]).ok()?;
        let micros = text.lines().find_map(|line| line.strip_prefix(USED)?.parse().ok())?;
        Some(Duration::from_micros(micros))
    }

    pub(crate) const fn freezer(&self) -> Option<&Freezer> {
        self.freezer.as_ref()
    }

    fn empty(parent: &Path) -> Option<Self> {
        static MADE: AtomicU32 = AtomicU32::new(0);
        let number = MADE.fetch_add(1, Ordering::Relaxed);
        let folder = parent.join(format!("{PREFIX}{}-{number}", process::id()));
        fs::create_dir(&folder).ok()?;
        match File::open(folder.join("cpu.stat")) {
            Ok(times) => {
                let freezer = File::options().write(true).open(folder.join("cgroup.freeze"));
                Some(ControlGroup { folder, times, freezer: freezer.ok().map(Arc::new) })
            }
            Err(_) => {
                let _ = fs::remove_dir(&folder);
                None
            }
        }
    }
}

impl Drop for ControlGroup {
    fn drop(&mut self) {
        // All in it are dead; else it stays until a later referee finds it.
        let _ = fs::remove_dir(&self.folder);
    }
}

/// The folder of the referee's own group, if groups can be made there.
fn own_folder() -> Option<&'static Path> {
    static OWN: OnceLock<Option<PathBuf>> = OnceLock::new();
    OWN.get_or_init(|| {
        let groups = fs::read_to_string("/proc/self/cgroup").ok()?;
        let mounts = fs::read_to_string("/proc/self/mountinfo").ok()?;
        let folder = folder_of(&groups, &mounts)?;
        remove_orphans(&folder);
        let group = ControlGroup::empty(&folder)?;
        // A process may be moved only by a user who may write both groups and what is above them.
        let own = fs::OpenOptions::new().write(true).open(folder.join("cgroup.procs"));
        (own.is_ok() && group.used().is_some()).then_some(folder)
    })
    .as_deref()
}

/// The folder of the group that `/proc/PID/cgroup` names, by a mount that `/proc/PID/mountinfo`
/// has.
fn folder_of(groups: &str, mounts: &str) -> Option<PathBuf> {
    let own = Path::new(groups.lines().find_map(|line| line.strip_prefix("0::"))?);
    mounts.lines().find_map(|line| {
        let (place, kind) = line.split_once(" - ")?;
        let mut fields = place.split(' ').skip(3);
        let (root, at) = (fields.next()?, fields.next()?);
        let below = own.strip_prefix(root).ok()?;
        kind.starts_with("cgroup2 ").then(|| Path::new(at).join(below))
    })
}

/// Removes what referees that were killed have left. A group that holds a process stays.
fn remove_orphans(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let owner = name.strip_prefix(PREFIX).and_then(|name| name.split('-').next()?.parse().ok());
        if owner.is_some_and(|pid| kill(Pid::from_raw(pid), None) == Err(nix::errno::Errno::ESRCH))
        {
            let _ = fs::remove_dir(entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_own_group_is_found_below_its_mount() {
        let hybrid =
            "30 24 0:26 / /sys/fs/cgroup/unified rw,relatime shared:9 - cgroup2 cgroup2 rw";
        let others = "29 24 0:25 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu\n";
        let of = |groups, mounts: &str| folder_of(groups, &format!("{others}{mounts}\n"));
        assert_eq!(of("4:cpu:/a\n0::/\n", hybrid), found("/sys/fs/cgroup/unified/"));
        let user = "0::/user.slice/run-1.scope\n";
        let whole = "30 24 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw,nsdelegate";
        assert_eq!(of(user, whole), found("/sys/fs/cgroup/user.slice/run-1.scope"));
        let container = "30 24 0:26 /user.slice /sys/fs/cgroup ro - cgroup2 cgroup rw";
        assert_eq!(of(user, container), found("/sys/fs/cgroup/run-1.scope"));
        assert_eq!(of("0::/elsewhere\n", container), None);
        assert_eq!(of("4:cpu:/a\n", whole), None, "no group of version 2");
        assert_eq!(of(user, ""), None, "not mounted");
    }

    fn found(path: &str) -> Option<PathBuf> {
        Some(PathBuf::from(path))
    }

    #[test]
    fn a_group_counts_what_is_in_it_and_goes_with_its_value() {
        let Some(folder) = own_folder() else {
            println!("not tested: no control group is delegated to this user");
            return;
        };
        let mut child = process::Command::new("sleep").arg("60").spawn().expect("every system");
        let group = ControlGroup::with(Pid::from_raw(child.id().cast_signed())).expect("possible");
        assert!(group.used().is_some());
        child.kill().expect("killed");
        child.wait().expect("waited for");
        let path = group.folder.clone();
        assert!(path.starts_with(folder) && path.is_dir());
        drop(group);
        assert!(!path.exists());
    }
}
