//! What an agent sees of the machine, at the level `full`: namespaces of its own.
//!
//! A new tree of files is put together in memory: the folders of the system, those of its program
//! and of its interpreter, all read-only; its own directory; an empty `/tmp` and `/dev/shm`; a
//! `/proc` of its own processes; six devices. Everything else does not exist there: no home, no
//! other agent, no process, no network interface, not even the one to itself. Made by an ordinary
//! user: in a *user namespace* a process has the rights to do so, and an exec takes them away.
//!
//! Everything is prepared by [`MountPlan::new`]; [`MountPlan::enter`] only makes system calls.
//! Sources: `user_namespaces(7)`, `mount_namespaces(7)`, `pivot_root(2)`, `mount_setattr(2)`; the
//! order of steps is that of `bubblewrap`.

use crate::fork::{clone_process, starting};
use crate::sandbox::root_files::{RootOnly, of_root_alone};
use nix::errno::Errno;
use nix::fcntl::{OFlag, open};
use nix::mount::{MntFlags, MsFlags, mount, umount2};
use nix::sys::stat::Mode;
use nix::sys::wait::{WaitStatus, waitpid};
use nix::unistd::{chdir, getegid, geteuid, mkdir, pivot_root, sethostname, symlinkat};
use std::collections::BTreeSet;
use std::ffi::{CStr, CString, OsStr};
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// Where the new tree is put together: a folder that every Linux has, and that is of no more use
/// then.
const BASE: &str = "/proc";
/// Devices that are no machine's.
const DEVICES: [&str; 5] = ["/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"];
/// Names in `/dev` that programs expect.
const DEVICE_LINKS: [(&str, &str); 4] = [
    ("/dev/fd", "/proc/self/fd"),
    ("/dev/stdin", "/proc/self/fd/0"),
    ("/dev/stdout", "/proc/self/fd/1"),
    ("/dev/stderr", "/proc/self/fd/2"),
];
/// The folders in memory: small, since they outlive a move and no disk holds them.
pub(super) const IN_MEMORY: [&str; 2] = ["/tmp", "/dev/shm"];
const MEMORY_OPTIONS: &CStr = c"size=64m,nr_inodes=4096,mode=1777";
const HIDDEN_OPTIONS: &CStr = c"size=4k,nr_inodes=1,mode=555";
const SKELETON_OPTIONS: &CStr = c"size=4m,nr_inodes=4096,mode=755";
pub(super) const HOST_NAME: &str = "agent";
/// The user that root is inside: an exec takes no rights away from user 0.
const NOT_ROOT: u32 = 1000;

/// Of `mount_setattr(2)`.
pub(super) const READ_ONLY: u64 = 0x1;
const NO_SET_USER: u64 = 0x2;
pub(super) const NO_DEVICES: u64 = 0x4;
const NO_EXEC: u64 = 0x8;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Writing {
    Allowed,
    Forbidden,
}

#[derive(Debug)]
pub(crate) struct MountPlan {
    user_map: String,
    group_map: String,
    base: CString,
    steps: Vec<MountStep>,
    /// What is read-only when all is there.
    finished: Vec<CString>,
}

/// The path inside of what is put together below [`BASE`].
pub(super) fn path_inside(at: &CStr) -> &OsStr {
    let inside = at.to_bytes().strip_prefix(BASE.as_bytes()).filter(|path| !path.is_empty());
    OsStr::from_bytes(inside.unwrap_or(b"/"))
}

/// One step of putting the tree together. All paths but the sources are below [`BASE`].
#[derive(Debug)]
pub(super) enum MountStep {
    Folder(CString),
    File(CString),
    Link {
        target: CString,
        at: CString,
    },
    /// A place of the old tree with all that is mounted below it.
    Bind {
        from: CString,
        at: CString,
        attributes: u64,
    },
    Memory(CString),
    /// A folder in memory that holds only what the tree needs.
    Skeleton(CString),
    Processes(CString),
    /// Covered with nothing, if it is still there.
    HideFolder(CString),
    HideFile(CString),
}

impl MountPlan {
    /// User, mount, process, IPC, network and UTS namespaces.
    pub(crate) const NAMESPACES: libc::c_int = libc::CLONE_NEWUSER
        | libc::CLONE_NEWNS
        | libc::CLONE_NEWPID
        | libc::CLONE_NEWIPC
        | libc::CLONE_NEWNET
        | libc::CLONE_NEWUTS;

    /// A plan with the folders of the `system` and `readable` files and folders to read, and `own`
    /// directories. What is missing is left out.
    ///
    /// # Errors
    /// A path holds a zero byte.
    pub(super) fn new(
        system: &[PathBuf],
        readable: &[PathBuf],
        own: &[(&Path, Writing)],
    ) -> io::Result<Self> {
        let mut tree = Tree::default();
        for folder in system {
            tree.system_folder(folder)?;
        }
        for hidden in of_root_alone() {
            tree.hide(hidden)?;
        }
        tree.devices()?;
        tree.folder(Path::new("/proc"))?;
        tree.steps.push(MountStep::Processes(below_base(Path::new("/proc"))?));
        for folder in IN_MEMORY.map(Path::new) {
            tree.folder(folder)?;
            tree.steps.push(MountStep::Memory(below_base(folder)?));
        }
        let readable: BTreeSet<&PathBuf> = readable.iter().collect();
        for path in readable {
            tree.bind(path, READ_ONLY | NO_SET_USER | NO_DEVICES)?;
        }
        for (dir, writing) in own {
            let reading = if *writing == Writing::Forbidden { READ_ONLY } else { 0 };
            tree.cover(dir, reading | NO_SET_USER | NO_DEVICES)?;
        }
        let (user, group) = (geteuid().as_raw(), getegid().as_raw());
        Ok(MountPlan {
            user_map: format!("{} {user} 1\n", id_inside(user)),
            group_map: format!("{} {group} 1\n", id_inside(group)),
            finished: tree.skeletons.into_iter().chain([c_path(Path::new(BASE))?]).collect(),
            base: c_path(Path::new(BASE))?,
            steps: tree.steps,
        })
    }

    /// How the tree is put together, and what is then made read-only.
    pub(super) fn steps(&self) -> (&[MountStep], &[CString]) {
        (&self.steps, &self.finished)
    }

    /// Whether the system lets this user make these namespaces: tried once.
    pub(super) fn is_possible() -> bool {
        static POSSIBLE: OnceLock<bool> = OnceLock::new();
        *POSSIBLE.get_or_init(|| {
            let plan = MountPlan::new(&["/usr", "/etc"].map(PathBuf::from), &[], &[]);
            plan.is_ok_and(|plan| plan.try_in_child().unwrap_or(false))
        })
    }

    fn try_in_child(&self) -> io::Result<bool> {
        starting(|| {
            // SAFETY: the child only makes system calls on values prepared before, and ends.
            let child = match unsafe { clone_process(Self::NAMESPACES) }? {
                Some(child) => child,
                None => {
                    let code = i32::from(self.enter().is_err());
                    // SAFETY: it runs no code of this program.
                    unsafe { libc::_exit(code) }
                }
            };
            Ok(waitpid(child, None)? == WaitStatus::Exited(child, 0))
        })
    }

    /// In a process that has begun in [`MountPlan::NAMESPACES`]: goes into the new tree. Takes no
    /// lock and allocates no memory.
    ///
    /// # Errors
    /// The system refuses.
    pub(crate) fn enter(&self) -> io::Result<()> {
        write("/proc/self/setgroups", "deny")?;
        write("/proc/self/uid_map", &self.user_map)?;
        write("/proc/self/gid_map", &self.group_map)?;
        sethostname(HOST_NAME)?;
        let base = self.base.as_c_str();
        let none = None::<&CStr>;
        mount(none, c"/", none, MsFlags::MS_REC | MsFlags::MS_PRIVATE, none)?;
        mount_memory(base, SKELETON_OPTIONS)?;
        self.steps.iter().try_for_each(MountStep::take)?;
        let attributes = READ_ONLY | NO_SET_USER | NO_DEVICES;
        self.finished.iter().try_for_each(|at| set_attributes(at, attributes, MountDepth::This))?;
        chdir(base)?;
        pivot_root(c".", c".")?;
        umount2(c".", MntFlags::MNT_DETACH)?;
        Ok(chdir(c"/")?)
    }
}

fn id_inside(id: u32) -> u32 {
    if id == 0 { NOT_ROOT } else { id }
}

/// The steps so far, and what there is after them.
#[derive(Default)]
struct Tree {
    steps: Vec<MountStep>,
    made: BTreeSet<PathBuf>,
    /// Places of the old tree: below them nothing has to be made.
    bound: BTreeSet<PathBuf>,
    /// To be made read-only when all is there.
    skeletons: Vec<CString>,
}

impl Tree {
    fn is_bound(&self, path: &Path) -> bool {
        path.ancestors().any(|ancestor| self.bound.contains(ancestor))
    }

    /// A folder that is empty at first, with those above it.
    fn folder(&mut self, path: &Path) -> io::Result<()> {
        let mut missing: Vec<&Path> = path.ancestors().collect();
        missing.reverse();
        for folder in missing.into_iter().skip(1) {
            if !self.is_bound(folder) && self.made.insert(folder.to_path_buf()) {
                self.steps.push(MountStep::Folder(below_base(folder)?));
                // What leads to a directory in `/tmp` is not the agent's to write.
                if IN_MEMORY.iter().any(|memory| folder.parent() == Some(Path::new(memory))) {
                    self.steps.push(MountStep::Skeleton(below_base(folder)?));
                    self.skeletons.push(below_base(folder)?);
                }
            }
        }
        Ok(())
    }

    /// A place of the old tree at the same path, unless it is there with one above it.
    fn bind(&mut self, path: &Path, attributes: u64) -> io::Result<()> {
        let is_own = ["/", "/proc", "/dev"].iter().any(|place| path == Path::new(place));
        if is_own || self.is_bound(path) { Ok(()) } else { self.cover(path, attributes) }
    }

    /// The same, over whatever is there.
    fn cover(&mut self, path: &Path, attributes: u64) -> io::Result<()> {
        let Ok(found) = fs::metadata(path) else { return Ok(()) };
        if !self.is_bound(path) {
            let folder = if found.is_dir() { Some(path) } else { path.parent() };
            self.folder(folder.unwrap_or(Path::new("/")))?;
            if !found.is_dir() {
                self.steps.push(MountStep::File(below_base(path)?));
            }
        }
        self.bound.insert(path.to_path_buf());
        let (from, at) = (c_path(path)?, below_base(path)?);
        self.steps.push(MountStep::Bind { from, at, attributes });
        Ok(())
    }

    /// A folder of the system, which may be a link to another one.
    fn system_folder(&mut self, path: &Path) -> io::Result<()> {
        match fs::read_link(path) {
            Ok(target) => {
                self.folder(path.parent().unwrap_or(Path::new("/")))?;
                let (target, at) = (c_path(&target)?, below_base(path)?);
                self.steps.push(MountStep::Link { target, at });
                self.bound.insert(path.to_path_buf());
                Ok(())
            }
            Err(_) => self.bind(path, READ_ONLY | NO_SET_USER | NO_DEVICES),
        }
    }

    /// Covers what is there with nothing.
    fn hide(&mut self, hidden: &RootOnly) -> io::Result<()> {
        self.steps.push(match hidden {
            RootOnly::Folder(path) => MountStep::HideFolder(below_base(path)?),
            RootOnly::File(path) => MountStep::HideFile(below_base(path)?),
        });
        Ok(())
    }

    fn devices(&mut self) -> io::Result<()> {
        for device in DEVICES.map(Path::new) {
            self.bind(device, READ_ONLY | NO_SET_USER | NO_EXEC)?;
        }
        for (at, target) in DEVICE_LINKS {
            let (target, at) = (c_path(Path::new(target))?, below_base(Path::new(at))?);
            self.steps.push(MountStep::Link { target, at });
        }
        Ok(())
    }
}

impl MountStep {
    fn take(&self) -> io::Result<()> {
        match self {
            MountStep::Folder(at) => made(mkdir(at.as_c_str(), Mode::from_bits_retain(0o755))),
            MountStep::File(at) => {
                let flags = OFlag::O_CREAT | OFlag::O_RDONLY | OFlag::O_CLOEXEC;
                Ok(open(at.as_c_str(), flags, Mode::from_bits_retain(0o644)).map(drop)?)
            }
            MountStep::Link { target, at } => {
                made(symlinkat(target.as_c_str(), nix::fcntl::AT_FDCWD, at.as_c_str()))
            }
            MountStep::Bind { from, at, attributes } => {
                let none = None::<&CStr>;
                let flags = MsFlags::MS_BIND | MsFlags::MS_REC;
                mount(Some(from.as_c_str()), at.as_c_str(), none, flags, none)?;
                set_attributes(at, *attributes, MountDepth::All)
            }
            MountStep::HideFolder(at) => if_there(mount_memory(at, HIDDEN_OPTIONS)),
            MountStep::HideFile(at) => {
                let none = None::<&CStr>;
                let covered =
                    mount(Some(c"/dev/null"), at.as_c_str(), none, MsFlags::MS_BIND, none);
                if_there(covered.map_err(io::Error::from))
            }
            MountStep::Memory(at) => mount_memory(at, MEMORY_OPTIONS),
            MountStep::Skeleton(at) => mount_memory(at, SKELETON_OPTIONS),
            MountStep::Processes(at) => {
                let flags = MsFlags::MS_NOSUID | MsFlags::MS_NODEV | MsFlags::MS_NOEXEC;
                let kind = Some(c"proc");
                Ok(mount(kind, at.as_c_str(), kind, flags, None::<&CStr>)?)
            }
        }
    }
}

/// It is fine if it is there already.
fn made(result: nix::Result<()>) -> io::Result<()> {
    match result {
        Ok(()) | Err(Errno::EEXIST) => Ok(()),
        Err(error) => Err(error.into()),
    }
}

/// It is fine if it has gone.
fn if_there(result: io::Result<()>) -> io::Result<()> {
    match result {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        result => result,
    }
}

fn mount_memory(at: &CStr, options: &CStr) -> io::Result<()> {
    let kind = Some(c"tmpfs");
    let flags = MsFlags::MS_NOSUID | MsFlags::MS_NODEV;
    Ok(mount(kind, at, kind, flags, Some(options))?)
}

/// Whether attributes are for a mount alone or for all below it, too.
#[derive(Clone, Copy, PartialEq, Eq)]
enum MountDepth {
    This,
    All,
}

/// Sets attributes of a mount. In contrast to `mount(2)` it can reach all mounts below a folder.
fn set_attributes(at: &CStr, attributes: u64, depth: MountDepth) -> io::Result<()> {
    // `struct mount_attr`: what to set, what to clear, propagation, a user namespace.
    let words = [attributes, 0, 0, 0];
    let flags = if depth == MountDepth::All { libc::AT_RECURSIVE } else { 0 };
    // SAFETY: path and structure live, and the structure is as long as told.
    let result = unsafe {
        libc::syscall(
            libc::SYS_mount_setattr,
            libc::AT_FDCWD,
            at.as_ptr(),
            flags,
            words.as_ptr(),
            size_of_val(&words),
        )
    };
    if result == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}

/// Paths this short need no memory.
fn write(path: &str, text: &str) -> io::Result<()> {
    OpenOptions::new().write(true).open(path)?.write_all(text.as_bytes())
}

fn c_path(path: &Path) -> io::Result<CString> {
    Ok(CString::new(path.as_os_str().as_bytes())?)
}

fn below_base(path: &Path) -> io::Result<CString> {
    c_path(&Path::new(BASE).join(path.strip_prefix("/").unwrap_or(path)))
}
