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

use seccompiler::{
    BackendError, BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition,
    SeccompFilter, SeccompRule, TargetArch, apply_filter, sock_filter,
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
const ABSENT: [libc::c_long; 15] = [
    libc::SYS_clone3,  // its flags lie in memory, where a filter cannot look
    libc::SYS_openat2, // so does the mode of a new file
    libc::SYS_io_uring_setup,
    libc::SYS_io_uring_enter,
    libc::SYS_io_uring_register,
    CACHESTAT, // tells what other processes have read
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

/// Calls that give a file a mode: the arguments of the mode and, where there are, of the flags.
type CallWithMode = (libc::c_long, u8, Option<u8>);
const WITH_MODE: &[CallWithMode] = &[(libc::SYS_mknodat, 2, None), (libc::SYS_openat, 3, Some(2))];
/// The same of a file that is there.
const CHANGING_MODE: &[CallWithMode] =
    &[(libc::SYS_fchmod, 1, None), (libc::SYS_fchmodat, 2, None), (FCHMODAT2, 2, None)];
#[cfg(target_arch = "x86_64")]
const CHANGING_MODE_HERE: &[CallWithMode] = &[(libc::SYS_chmod, 1, None)];
#[cfg(not(target_arch = "x86_64"))]
const CHANGING_MODE_HERE: &[CallWithMode] = &[];
#[cfg(target_arch = "x86_64")]
const WITH_MODE_HERE: &[CallWithMode] =
    &[(libc::SYS_creat, 1, None), (libc::SYS_mknod, 1, None), (libc::SYS_open, 2, Some(1))];
#[cfg(not(target_arch = "x86_64"))]
const WITH_MODE_HERE: &[CallWithMode] = &[];

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
const FCHMODAT2: libc::c_long = 452;
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
    if strictness != Strictness::Namespaces {
        // Each of a pair of them can send to any name.
        let datagrams = is(1, SeccompCmpOp::MaskedEq(SOCKET_KIND), libc::SOCK_DGRAM as u64)?;
        calls.insert(libc::SYS_socketpair, vec![SeccompRule::new(vec![datagrams])?]);
    }
    for (call, mode, flags) in WITH_MODE.iter().chain(WITH_MODE_HERE).copied() {
        calls.insert(call, of_bad_mode(mode, flags)?);
    }
    if strictness == Strictness::Game {
        let always = CHANGING_FILES.iter().chain(CHANGING_FILES_HERE);
        calls.extend(always.map(|&call| (call, Vec::new())));
        // Left is the present time for an open file. By its name the owner could give it to one
        // that Landlock hides.
        let rule = |argument| SeccompRule::new(vec![given(argument)?]);
        calls.insert(libc::SYS_utimensat, vec![rule(1)?, rule(2)?]);
    }
    Ok(calls)
}

/// What hides a process from the watch, or tells it what other processes have read.
fn hiding() -> Result<BTreeMap<i64, Vec<SeccompRule>>, BackendError> {
    let flag = |argument, flag| is(argument, SeccompCmpOp::MaskedEq(flag), flag);
    let dumpable = is(0, SeccompCmpOp::Eq, libc::PR_SET_DUMPABLE as u64)?;
    let calls = [
        // The memory and the open files of such a process cannot be seen.
        (libc::SYS_prctl, vec![dumpable, is(1, SeccompCmpOp::Eq, 0)?]),
        // A thread would get open files of its own.
        (libc::SYS_close_range, vec![flag(2, u64::from(libc::CLOSE_RANGE_UNSHARE))?]),
        // Whether a file is in the cache is a word between games; out of it, the opponent's
        // interpreter starts more slowly.
        (libc::SYS_preadv2, vec![flag(5, libc::RWF_NOWAIT as u64)?]),
        (libc::SYS_fadvise64, vec![is(3, SeccompCmpOp::Eq, libc::POSIX_FADV_DONTNEED as u64)?]),
    ];
    calls.into_iter().map(|(call, rule)| Ok((call, vec![SeccompRule::new(rule)?]))).collect()
}

/// A build that gives a file such a mode is told that it has: no mode is changed.
fn without_effect() -> Result<BTreeMap<i64, Vec<SeccompRule>>, BackendError> {
    let unreadable = is(0, SeccompCmpOp::MaskedEq(0o400), 0o400)?;
    let mut calls = BTreeMap::from([(libc::SYS_umask, vec![SeccompRule::new(vec![unreadable])?])]);
    for &(call, mode, flags) in CHANGING_MODE.iter().chain(CHANGING_MODE_HERE) {
        calls.insert(call, of_bad_mode(mode, flags)?);
    }
    Ok(calls)
}

/// A file with the setuid or setgid bit lends its owner's rights to who runs it, and outlives the
/// sandbox. A program without read permission hides its time and its files from the watch. The
/// argument of the mode counts only where a flag says that a file is made.
fn of_bad_mode(mode: u8, flags: Option<u8>) -> Result<Vec<SeccompRule>, BackendError> {
    // setuid; setgid; the owner may run it, and not read it.
    let bad = [(0o4000, 0o4000), (0o2000, 0o2000), (0o500, 0o100)];
    // The first is a part of O_TMPFILE, which makes a file without a name.
    let making = [0o20_000_000, libc::O_CREAT as u64];
    let mut rules = Vec::new();
    for (mask, bits) in bad {
        let is_bad = || is(mode, SeccompCmpOp::MaskedEq(mask), bits);
        match flags {
            None => rules.push(SeccompRule::new(vec![is_bad()?])?),
            Some(flags) => {
                for flag in making {
                    let makes = is(flags, SeccompCmpOp::MaskedEq(flag), flag)?;
                    rules.push(SeccompRule::new(vec![is_bad()?, makes])?);
                }
            }
        }
    }
    Ok(rules)
}

fn given(argument: u8) -> Result<SeccompCondition, BackendError> {
    SeccompCondition::new(argument, SeccompCmpArgLen::Qword, SeccompCmpOp::Ne, 0)
}

fn is(argument: u8, op: SeccompCmpOp, value: u64) -> Result<SeccompCondition, BackendError> {
    SeccompCondition::new(argument, SeccompCmpArgLen::Dword, op, value)
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
