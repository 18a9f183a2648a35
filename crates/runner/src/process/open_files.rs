//! What the open files of a run hold that no name leads to and no memory of a process shows: bytes
//! of removed files and programs, of files in memory, and what sockets can hold. Removed files that
//! are only mapped count, too.
//!
//! Files that were sent through a socket and not received are open in no process, and a process
//! that may not be read shows nothing: what stays so counts as too much.

use crate::folder::room::note_want;
use crate::process::mapped_files::{MappedFiles, MapsLook, nameless_bytes, place_of};
use crate::process::process_facts::{face_of, fact_in, wants_core};
use nix::unistd::Pid;
use std::collections::BTreeMap;
use std::fs::{self, DirEntry, File, Metadata};
use std::io::{ErrorKind, Read};
use std::os::unix::fs::{FileTypeExt, MetadataExt};
use std::path::Path;
use std::time::Instant;

/// The most files that all processes of a run may have open: a look at one costs two microseconds.
const MOST_OPEN_FILES: usize = 8192;
/// The most that a socket holds for its reader: twice the usual `net.core.wmem_max`.
const SOCKET_BYTES: u64 = 2 * 212_992;
/// Files that wait in sockets: the kernel has one number of places for all of a user.
const MOST_IN_FLIGHT: u64 = 64;
/// The most places that the `epoll` of all processes of a run may take, of which the kernel has one
/// number for all of a user: a look at one costs a microsecond, and a process has 1024 open files.
const MOST_WATCHED: usize = 16_384;
/// The most bytes of a line about such a place.
const LONGEST_WATCHED: usize = 128;
const EPOLL: &str = "anon_inode:[eventpoll]";
/// This many looks in a row may find the same thing hidden, a tenth of a second apart: who sends a
/// file receives it at once, and a process becomes another program.
const MOST_HIDDEN: u32 = 2;
/// The same while something of the run waits for a core.
const MOST_HIDDEN_BUSY: u32 = 10;

/// Something of which a look cannot tell what it holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Hidden {
    Process(Pid),
    /// Files that wait in this socket, by its device and number.
    InFlight(u64, u64),
}

#[derive(Debug)]
pub(super) struct OpenFiles<'a> {
    /// The working folder.
    dir: &'a Path,
    /// In how many looks in a row each was found.
    hidden: BTreeMap<Hidden, u32>,
    maps_look: MapsLook,
}

#[derive(Default)]
struct Seen {
    looked_at: usize,
    in_flight: u64,
    /// Places of `epoll`.
    watched: usize,
    hidden: Vec<Hidden>,
    bytes: BTreeMap<(u64, u64), u64>,
    /// `None` if this look leaves them out.
    mapped: Option<MappedFiles>,
}

impl<'a> OpenFiles<'a> {
    pub(super) fn new(dir: &'a Path, begun: Instant) -> Self {
        OpenFiles { dir, hidden: BTreeMap::new(), maps_look: MapsLook::since(begun) }
    }

    /// The bytes that these processes hold, of which they may hold `most`, with so many free on the
    /// disk; [`u64::MAX`] if more files are open or mapped than any agent needs, or stay hidden.
    pub(super) fn look(&mut self, pids: &[Pid], free: Option<u64>, most: u64) -> u64 {
        if pids.first().is_some_and(|&pid| are_signals_used_up(pid)) {
            note_want("no more signals could wait");
        }
        let is_due = self.maps_look.is_due(free, most);
        let mapped = is_due.then(|| MappedFiles::new(self.dir));
        let mut found = Seen { mapped, ..Seen::default() };
        for &pid in pids {
            found.look_at(pid);
            if found.watched > MOST_WATCHED {
                note_want("no more files could be waited for");
                return u64::MAX;
            }
            let has_many_maps = found.mapped.as_ref().is_some_and(MappedFiles::are_too_many);
            if found.looked_at > MOST_OPEN_FILES || has_many_maps {
                return u64::MAX;
            }
        }
        if let Some(mapped) = found.mapped.take() {
            mapped.add_to(&mut found.bytes);
        }
        let before = std::mem::take(&mut self.hidden);
        for hidden in found.hidden {
            let looks = before.get(&hidden).copied().unwrap_or(0) + 1;
            self.hidden.insert(hidden, looks);
        }
        if found.in_flight > MOST_IN_FLIGHT {
            note_want("no more files could be sent from process to process");
            return u64::MAX;
        }
        let longest = self.hidden.values().copied().max().unwrap_or(0);
        let is_too_long = longest > MOST_HIDDEN
            && (longest > MOST_HIDDEN_BUSY || !pids.iter().any(|&pid| wants_core(pid)));
        if is_too_long { u64::MAX } else { found.bytes.values().sum() }
    }
}

impl Seen {
    fn look_at(&mut self, pid: Pid) {
        let Some(face) = face_of(pid) else { return };
        match fs::read_dir(format!("/proc/{face}/fd")) {
            Ok(files) => files.flatten().for_each(|file| self.look_at_file(face, &file)),
            Err(error) if error.kind() == ErrorKind::PermissionDenied => {
                self.hidden.push(Hidden::Process(pid));
            }
            // It has ended.
            Err(_) => {}
        }
        // A program that was removed runs on.
        if let Ok(about) = fs::metadata(format!("/proc/{face}/exe")) {
            self.count(&about);
        }
        if let Some(mapped) = &mut self.mapped {
            mapped.look_at(face);
        }
    }

    fn look_at_file(&mut self, face: Pid, file: &DirEntry) {
        self.looked_at += 1;
        let Ok(about) = fs::metadata(file.path()) else { return };
        let info = || format!("/proc/{face}/fdinfo/{}", file.file_name().display());
        if about.file_type().is_socket() {
            self.bytes.insert(place_of(&about), SOCKET_BYTES);
            // Linux tells how many files wait in a socket since 5.5.
            let waiting = fact_in(&info(), "scm_fds:").and_then(|count| count.parse().ok());
            if let Some(waiting @ 1..) = waiting {
                self.in_flight += waiting;
                self.hidden.push(Hidden::InFlight(about.dev(), about.ino()));
            }
        } else if self.watched <= MOST_WATCHED && is_epoll(file, &about) {
            self.watched += watched_in(&info());
        } else {
            self.count(&about);
        }
    }

    fn count(&mut self, about: &Metadata) {
        if let Some(bytes) = nameless_bytes(about) {
            self.bytes.insert(place_of(about), bytes);
        }
    }
}

fn is_epoll(file: &DirEntry, about: &Metadata) -> bool {
    let has_no_type = about.mode() & libc::S_IFMT == 0;
    has_no_type && fs::read_link(file.path()).is_ok_and(|kind| kind.as_os_str() == EPOLL)
}

/// How many files are waited for, up to more than [`MOST_WATCHED`].
fn watched_in(info: &str) -> usize {
    let most = MOST_WATCHED * LONGEST_WATCHED;
    let mut lines = Vec::new();
    // What was read until it failed counts.
    let _ = File::open(info).and_then(|file| file.take(most as u64).read_to_end(&mut lines));
    lines.split(|&byte| byte == b'\n').filter(|line| line.starts_with(b"tfd:")).count()
}

/// Whether half of the places are taken for signals that wait, and for timers, which the kernel
/// counts for a user or, in namespaces, for the run.
fn are_signals_used_up(pid: Pid) -> bool {
    let counts = fact_in(&format!("/proc/{pid}/status"), "SigQ:");
    let counts = counts.as_deref().and_then(|counts| {
        let (taken, most) = counts.split_once('/')?;
        Some((taken.parse::<u64>().ok()?, most.parse::<u64>().ok()?))
    });
    counts.is_some_and(|(taken, most)| taken > most / 2)
}
