//! The system calls that an agent may not make, at the levels `full` and `partial`.
//!
//! A list of what is forbidden, not of what is allowed: agents are written in any language, and a
//! call that a runtime needs must not fail with the next version of it. Forbidden is what reaches
//! other processes (limits, priorities, memory, leases on files), what outlives a run (System V
//! memory, keys, attributes and flags of files, message queues), what opens a network, and what
//! makes the kernel a larger target (namespaces, mounts, BPF, io_uring, perf). A call fails as on a
//! kernel that lacks it, or without permission: nothing is killed, since programs probe. Programs
//! for another processor mode (32 bits) are killed at their first call.
//!
//! Without namespaces games also lose the calls that change modes, owners and times of files, which
//! Landlock does not cover. Builds need them. Sources: `seccomp(2)`, and the lists of Docker and
//! systemd.

use crate::sandbox::by_argument::{FCHMODAT2, given, hiding, is, with_bad_mode, without_effect};
use seccompiler::{
    BackendError, BpfProgram, SeccompAction, SeccompCmpOp, SeccompCondition, SeccompFilter,
    SeccompRule, TargetArch, apply_filter, sock_filter,
};
use std::collections::BTreeMap;
use std::io;

/// What is filtered, beside what is forbidden everywhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Strictness {
    /// In namespaces: nothing else.
    Namespaces,
    /// Without namespaces, in a build: sockets with names in the file system.
    Build,
    /// Without namespaces, in a game: also modes, owners and times of files.
    Game,
}

#[derive(Debug)]
pub(crate) struct Filter(Vec<BpfProgram>);

/// Calls that fail as if the kernel did not have them: programs then do without.
const ABSENT: [libc::c_long; 17] = [
    libc::SYS_clone3,  // its flags lie in memory, where a filter cannot look
    libc::SYS_openat2, // so does the mode of a new file
    libc::SYS_io_uring_setup,
    libc::SYS_io_uring_enter,
    libc::SYS_io_uring_register,
    // What other processes have read is a word from one game to another.
    CACHESTAT,
    libc::SYS_mincore,
    libc::SYS_vmsplice, // pages in a pipe are in no process
    // Attributes of files outlive a run. Programs that copy them do without where there are none.
    libc::SYS_setxattr,
    libc::SYS_lsetxattr,
    libc::SYS_fsetxattr,
    libc::SYS_removexattr,
    libc::SYS_lremovexattr,
    libc::SYS_fremovexattr,
    SETXATTRAT,
    REMOVEXATTRAT,
    libc::SYS_io_setup, // the whole machine has one number of places for calls that wait
];

const FORBIDDEN: &[libc::c_long] = &[
    // Other processes.
    libc::SYS_ptrace,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_process_madvise,
    libc::SYS_pidfd_getfd,
    libc::SYS_kcmp,
    libc::SYS_perf_event_open,
    // What outlives a run: System V memory, semaphores and messages, POSIX queues, keys, flags of
    // files.
    libc::SYS_shmget,
    libc::SYS_shmat,
    libc::SYS_shmctl,
    libc::SYS_semget,
    libc::SYS_semctl,
    libc::SYS_semop,
    libc::SYS_semtimedop,
    libc::SYS_msgget,
    libc::SYS_msgctl,
    libc::SYS_msgsnd,
    libc::SYS_msgrcv,
    libc::SYS_mq_open,
    libc::SYS_mq_unlink,
    libc::SYS_add_key,
    libc::SYS_request_key,
    libc::SYS_keyctl,
    FILE_SETATTR,
    // Who watches folders learns names there.
    libc::SYS_inotify_init1,
    libc::SYS_inotify_add_watch,
    libc::SYS_fanotify_init,
    // Namespaces and mounts.
    libc::SYS_unshare,
    libc::SYS_setns,
    libc::SYS_mount,
    libc::SYS_umount2,
    libc::SYS_pivot_root,
    libc::SYS_chroot,
    libc::SYS_open_tree,
    OPEN_TREE_ATTR,
    libc::SYS_move_mount,
    libc::SYS_fsopen,
    libc::SYS_fsconfig,
    libc::SYS_fsmount,
    libc::SYS_fspick,
    libc::SYS_mount_setattr,
    libc::SYS_open_by_handle_at,
    libc::SYS_quotactl,
    libc::SYS_quotactl_fd,
    // The kernel and the machine.
    libc::SYS_bpf,
    libc::SYS_userfaultfd,
    libc::SYS_kexec_load,
    KEXEC_FILE_LOAD,
    libc::SYS_init_module,
    libc::SYS_finit_module,
    libc::SYS_delete_module,
    libc::SYS_reboot,
    libc::SYS_swapon,
    libc::SYS_swapoff,
    libc::SYS_acct,
    libc::SYS_syslog,
    libc::SYS_settimeofday,
    libc::SYS_clock_settime,
    libc::SYS_clock_adjtime,
    libc::SYS_adjtimex,
    libc::SYS_sethostname,
    libc::SYS_setdomainname,
    libc::SYS_vhangup,
];

/// Calls of the processors' older lists.
#[cfg(target_arch = "x86_64")]
const FORBIDDEN_HERE: &[libc::c_long] =
    &[libc::SYS_inotify_init, libc::SYS_iopl, libc::SYS_ioperm, libc::SYS_modify_ldt];
#[cfg(not(target_arch = "x86_64"))]
const FORBIDDEN_HERE: &[libc::c_long] = &[];

/// Calls that change modes and owners of files, or the times of a file by its name.
const CHANGING_FILES: &[libc::c_long] =
    &[libc::SYS_fchmod, libc::SYS_fchmodat, FCHMODAT2, libc::SYS_fchown, libc::SYS_fchownat];
#[cfg(target_arch = "x86_64")]
const CHANGING_FILES_HERE: &[libc::c_long] = &[
    libc::SYS_chmod,
    libc::SYS_chown,
    libc::SYS_lchown,
    libc::SYS_futimesat,
    libc::SYS_utimes,
    libc::SYS_utime,
];
#[cfg(not(target_arch = "x86_64"))]
const CHANGING_FILES_HERE: &[libc::c_long] = &[];

/// Calls with a command, and their commands that are not permitted.
const COMMANDS: [(libc::c_long, &[u64]); 2] = [
    // A lease makes any process that opens the file wait for 45 s; a notice watches a folder.
    (libc::SYS_fcntl, &[libc::F_SETLEASE as u64, libc::F_NOTIFY as u64]),
    // FS_IOC_SETFLAGS, FS_IOC_FSSETXATTR, FS_IOC_ENABLE_VERITY; then the encryption of folders.
    (
        libc::SYS_ioctl,
        &[0x4008_6602, 0x401c_5820, 0x4080_6685, 0x800c_6613, 0xc050_6617, 0xc040_6618],
    ),
];

// Newer than the list of the `libc` crate, or not in it for every processor; the same everywhere.
const CACHESTAT: libc::c_long = 451;
const SETXATTRAT: libc::c_long = 463;
const REMOVEXATTRAT: libc::c_long = 466;
const OPEN_TREE_ATTR: libc::c_long = 467;
const FILE_SETATTR: libc::c_long = 469;
#[cfg(target_arch = "x86_64")]
const KEXEC_FILE_LOAD: libc::c_long = 320;
#[cfg(not(target_arch = "x86_64"))]
const KEXEC_FILE_LOAD: libc::c_long = 294;
/// CLONE_NEWTIME, which is no flag of `clone` but of `unshare` and `clone3`, is not among them.
const NEW_NAMESPACES: [libc::c_int; 7] = [
    libc::CLONE_NEWNS,
    libc::CLONE_NEWCGROUP,
    libc::CLONE_NEWUTS,
    libc::CLONE_NEWIPC,
    libc::CLONE_NEWUSER,
    libc::CLONE_NEWPID,
    libc::CLONE_NEWNET,
];
/// The bits of a socket's type that are no flags.
const SOCKET_KIND: u64 = 0xf;
/// `IOPRIO_WHO_PROCESS`.
const ONE_PROCESS: u64 = 1;

impl Filter {
    /// # Errors
    /// This processor is not known to the filter.
    pub(super) fn new(strictness: Strictness) -> io::Result<Self> {
        let forbidden = forbidden(strictness).map_err(io::Error::other)?;
        let absent = ABSENT.into_iter().map(|call| (call, Vec::new())).collect();
        let quiet = without_effect().map_err(io::Error::other)?;
        let mut programs = vec![
            program(absent, libc::ENOSYS).map_err(io::Error::other)?,
            // Of two programs that forbid a call the later one chooses the error.
            program(quiet, 0).map_err(io::Error::other)?,
            program(forbidden, libc::EPERM).map_err(io::Error::other)?,
        ];
        if cfg!(target_arch = "x86_64") {
            programs.push(without_x32());
        }
        Ok(Filter(programs))
    }

    /// Binds the calling thread and all that it will start. Takes no lock and allocates no memory.
    ///
    /// # Errors
    /// The kernel has no filters.
    pub(super) fn enter(&self) -> io::Result<()> {
        self.0.iter().try_for_each(|program| {
            apply_filter(program).map_err(|_| io::ErrorKind::PermissionDenied.into())
        })
    }
}

/// The calls that are not permitted; an empty list of conditions means always.
fn forbidden(strictness: Strictness) -> Result<BTreeMap<i64, Vec<SeccompRule>>, BackendError> {
    let mut calls: BTreeMap<i64, Vec<SeccompRule>> = BTreeMap::new();
    let always = FORBIDDEN.iter().chain(FORBIDDEN_HERE);
    calls.extend(always.map(|&call| (call, Vec::new())));
    // The process itself is 0; others have numbers. Reading the limits of others harms nobody.
    calls.insert(libc::SYS_prlimit64, vec![SeccompRule::new(vec![another_process()?, given(2)?])?]);
    let of_others = [
        libc::SYS_sched_setaffinity,
        libc::SYS_sched_setscheduler,
        libc::SYS_sched_setparam,
        libc::SYS_sched_setattr,
        libc::SYS_migrate_pages,
        libc::SYS_move_pages,
    ];
    for call in of_others {
        calls.insert(call, vec![SeccompRule::new(vec![another_process()?])?]);
    }
    // Groups of processes and users come before the number.
    for (call, itself) in
        [(libc::SYS_setpriority, libc::PRIO_PROCESS as u64), (libc::SYS_ioprio_set, ONE_PROCESS)]
    {
        let another = SeccompRule::new(vec![is(1, SeccompCmpOp::Ne, 0)?])?;
        let many = SeccompRule::new(vec![is(0, SeccompCmpOp::Ne, itself)?])?;
        calls.insert(call, vec![many, another]);
    }
    let namespaces = NEW_NAMESPACES.map(|flag| {
        let flag = u64::from(flag.cast_unsigned());
        SeccompRule::new(vec![is(0, SeccompCmpOp::MaskedEq(flag), flag)?])
    });
    // A thread with files of its own would hide them from the watch.
    let (thread, files) = (libc::CLONE_THREAD as u64, libc::CLONE_FILES as u64);
    let alone = SeccompRule::new(vec![is(0, SeccompCmpOp::MaskedEq(thread | files), thread)?]);
    let clones = namespaces.into_iter().chain([alone]).collect::<Result<_, _>>()?;
    calls.insert(libc::SYS_clone, clones);
    // Pairs of sockets, which no name leads to, are made by another call.
    let not_local = SeccompRule::new(vec![is(0, SeccompCmpOp::Ne, libc::AF_UNIX as u64)?])?;
    let sockets = match strictness {
        Strictness::Namespaces => vec![not_local],
        Strictness::Build | Strictness::Game => Vec::new(),
    };
    calls.insert(libc::SYS_socket, sockets);
    for (call, commands) in COMMANDS {
        let rule = |&command| SeccompRule::new(vec![is(1, SeccompCmpOp::Eq, command)?]);
        calls.insert(call, commands.iter().map(rule).collect::<Result<_, _>>()?);
    }
    calls.extend(hiding()?);
    calls.extend(with_bad_mode()?);
    if strictness != Strictness::Namespaces {
        // A name that is taken is a word to another game.
        calls.insert(libc::SYS_bind, Vec::new());
        // Each of a pair of them can send to any name.
        let datagrams = is(1, SeccompCmpOp::MaskedEq(SOCKET_KIND), libc::SOCK_DGRAM as u64)?;
        calls.insert(libc::SYS_socketpair, vec![SeccompRule::new(vec![datagrams])?]);
    }
    if strictness == Strictness::Game {
        let always = CHANGING_FILES.iter().chain(CHANGING_FILES_HERE);
        calls.extend(always.map(|&call| (call, Vec::new())));
        // Left is the present time for an open file. By its name the owner could give it to one
        // that Landlock hides.
        let rules = [1, 2].into_iter().map(|argument| SeccompRule::new(vec![given(argument)?]));
        calls.insert(libc::SYS_utimensat, rules.collect::<Result<_, _>>()?);
    }
    Ok(calls)
}

fn another_process() -> Result<SeccompCondition, BackendError> {
    is(0, SeccompCmpOp::Ne, 0)
}

fn program(
    calls: BTreeMap<i64, Vec<SeccompRule>>,
    error: libc::c_int,
) -> Result<BpfProgram, BackendError> {
    let refuse = SeccompAction::Errno(error.unsigned_abs());
    let here: TargetArch = std::env::consts::ARCH.try_into()?;
    SeccompFilter::new(calls, SeccompAction::Allow, refuse, here)?.try_into()
}

/// The processor's second list of calls, whose numbers have bit 30 set (x32), has the same calls
/// once more; none of them is allowed.
fn without_x32() -> BpfProgram {
    const LOAD: u16 = 0x20; // BPF_LD | BPF_W | BPF_ABS
    const IF_AT_LEAST: u16 = 0x35; // BPF_JMP | BPF_JGE | BPF_K
    const RETURN: u16 = 0x06; // BPF_RET | BPF_K
    vec![
        step(LOAD, 0, 0), // the number of the call
        step(IF_AT_LEAST, 1, 0x4000_0000),
        step(RETURN, 0, libc::SECCOMP_RET_ALLOW),
        step(RETURN, 0, libc::SECCOMP_RET_ERRNO | libc::ENOSYS.unsigned_abs()),
    ]
}

fn step(code: u16, jt: u8, k: u32) -> sock_filter {
    sock_filter { code, jt, jf: 0, k }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_a_filter_for_every_strictness() {
        for strictness in [Strictness::Namespaces, Strictness::Build, Strictness::Game] {
            let filter = Filter::new(strictness).expect("this processor is known");
            assert!(filter.0.iter().all(|program| program.len() < 4096), "the kernel's limit");
        }
    }
}
