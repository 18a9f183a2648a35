//! Calls that are refused, or have no effect, for some of their arguments.

use seccompiler::{BackendError, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompRule};
use std::collections::BTreeMap;

// Newer than the list of the `libc` crate for every processor; the same everywhere.
pub(super) const FCHMODAT2: libc::c_long = 452;

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

/// What hides a process from the watch, or tells it what other processes have read.
pub(super) fn hiding() -> Result<BTreeMap<i64, Vec<SeccompRule>>, BackendError> {
    let flag = |argument, flag| is(argument, SeccompCmpOp::MaskedEq(flag), flag);
    let dumpable = is(0, SeccompCmpOp::Eq, libc::PR_SET_DUMPABLE as u64)?;
    let calls = [
        // The memory and the open files of such a process cannot be seen.
        (libc::SYS_prctl, vec![dumpable, is(1, SeccompCmpOp::Eq, 0)?]),
        // A program that nobody may read would be made. Success would tell who asks for his mask
        // by setting another that it was 0.
        (libc::SYS_umask, vec![flag(0, 0o400)?]),
        // A thread would get open files of its own.
        (libc::SYS_close_range, vec![flag(2, u64::from(libc::CLOSE_RANGE_UNSHARE))?]),
        // Whether a file is in the cache is a word between games; out of it, the opponent's
        // interpreter starts more slowly.
        (libc::SYS_preadv2, vec![flag(5, libc::RWF_NOWAIT as u64)?]),
        (libc::SYS_fadvise64, vec![is(3, SeccompCmpOp::Eq, libc::POSIX_FADV_DONTNEED as u64)?]),
    ];
    calls.into_iter().map(|(call, rule)| Ok((call, vec![SeccompRule::new(rule)?]))).collect()
}

/// Calls that are told that they have succeeded, and change nothing: a mode that a build sets, a
/// lock on a file, which is a word to another game, a page that goes to the disk for it.
pub(super) fn without_effect() -> Result<BTreeMap<i64, Vec<SeccompRule>>, BackendError> {
    let page_out = is(2, SeccompCmpOp::Eq, libc::MADV_PAGEOUT as u64)?;
    let locks = [libc::F_SETLK, libc::F_SETLKW, libc::F_OFD_SETLK, libc::F_OFD_SETLKW];
    let locks = locks.map(|lock| SeccompRule::new(vec![is(1, SeccompCmpOp::Eq, lock as u64)?]));
    let mut calls = BTreeMap::from([
        (libc::SYS_madvise, vec![SeccompRule::new(vec![page_out])?]),
        (libc::SYS_flock, Vec::new()),
        (libc::SYS_fcntl, locks.into_iter().collect::<Result<_, _>>()?),
    ]);
    for &(call, mode, flags) in CHANGING_MODE.iter().chain(CHANGING_MODE_HERE) {
        calls.insert(call, of_bad_mode(mode, flags)?);
    }
    Ok(calls)
}

/// Calls that make a file of such a mode.
pub(super) fn with_bad_mode() -> Result<BTreeMap<i64, Vec<SeccompRule>>, BackendError> {
    let calls = WITH_MODE.iter().chain(WITH_MODE_HERE);
    calls.map(|&(call, mode, flags)| Ok((call, of_bad_mode(mode, flags)?))).collect()
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
        let is_bad = is(mode, SeccompCmpOp::MaskedEq(mask), bits)?;
        match flags {
            None => rules.push(SeccompRule::new(vec![is_bad])?),
            Some(flags) => {
                for flag in making {
                    let makes = is(flags, SeccompCmpOp::MaskedEq(flag), flag)?;
                    rules.push(SeccompRule::new(vec![is_bad.clone(), makes])?);
                }
            }
        }
    }
    Ok(rules)
}

pub(super) fn given(argument: u8) -> Result<SeccompCondition, BackendError> {
    SeccompCondition::new(argument, SeccompCmpArgLen::Qword, SeccompCmpOp::Ne, 0)
}

pub(super) fn is(
    argument: u8,
    op: SeccompCmpOp,
    value: u64,
) -> Result<SeccompCondition, BackendError> {
    SeccompCondition::new(argument, SeccompCmpArgLen::Dword, op, value)
}
