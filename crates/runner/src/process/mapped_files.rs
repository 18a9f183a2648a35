//! Removed files that processes hold by mapping them alone: open in none, and with no name.
//!
//! `/proc/PID/maps` names them, but only root may follow `/proc/PID/map_files` to their sizes. For
//! others a file is as long as what is mapped of it, and no shorter than [`LEAST_UNKNOWN`]: one
//! page holds a whole file. Source: `proc_pid_maps(5)`.

use nix::unistd::Pid;
use std::collections::BTreeMap;
use std::fs::{self, File, Metadata};
use std::io::Read;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::time::{Duration, Instant};

/// The unit of `st_blocks`.
const BLOCK: u64 = 512;
const LEAST_UNKNOWN: u64 = 16 << 20;
/// Such a look takes longer than one at all open files of a process.
const LOOKS_APART: Duration = Duration::from_secs(1);
/// The most bytes of the maps of a run: 128 Java machines have half of it.
const MOST_MAPS: u64 = 16 << 20;
/// What has a name of the kernel's own, or lies there, is memory.
const IN_MEMORY: [&str; 6] =
    ["/memfd:", "/dev/shm/", "/dev/zero", "/SYSV", "/anon_hugepage", "/[aio]"];

/// The device and the number of a file.
pub(super) type FilePlace = (u64, u64);

pub(super) fn place_of(about: &Metadata) -> FilePlace {
    (about.dev(), about.ino())
}

/// What a file takes that has no name; `None` for all else.
pub(super) fn nameless_bytes(about: &Metadata) -> Option<u64> {
    (about.is_file() && about.nlink() == 0).then(|| about.blocks() * BLOCK)
}

/// When the maps were looked at last, and how many bytes were free then.
#[derive(Debug)]
pub(super) struct MapsLook {
    at: Instant,
    free: Option<u64>,
}

impl MapsLook {
    pub(super) fn since(begun: Instant) -> Self {
        MapsLook { at: begun, free: None }
    }

    /// Whether they are looked at now: each second, and once more has gone than a run may hold.
    pub(super) fn is_due(&mut self, free: Option<u64>, most: u64) -> bool {
        self.free = self.free.or(free);
        let gone = self.free.zip(free).map(|(before, now)| before.saturating_sub(now));
        let is_due = self.at.elapsed() >= LOOKS_APART || gone.is_some_and(|gone| gone > most);
        if is_due {
            *self = MapsLook { at: Instant::now(), free };
        }
        is_due
    }
}

/// The removed files that are mapped.
#[derive(Debug, Default)]
pub(super) struct MappedFiles {
    /// The disk of the working folder.
    disk: Option<u64>,
    read: u64,
    found: BTreeMap<FilePlace, MappedSize>,
}

#[derive(Clone, Copy, Debug)]
enum MappedSize {
    Known(u64),
    AtLeast(u64),
}

impl MappedFiles {
    pub(super) fn new(dir: &Path) -> Self {
        let disk = fs::metadata(dir).map(|about| about.dev()).ok();
        MappedFiles { disk, ..MappedFiles::default() }
    }

    pub(super) fn look_at(&mut self, face: Pid) {
        let mut maps = Vec::new();
        let rest = (MOST_MAPS + 1).saturating_sub(self.read);
        let opened = File::open(format!("/proc/{face}/maps"));
        let Ok(length) = opened.and_then(|file| file.take(rest).read_to_end(&mut maps)) else {
            return;
        };
        self.read += length as u64;
        let removed = maps.split(|&byte| byte == b'\n').filter(|line| line.ends_with(REMOVED));
        for mapping in removed.filter_map(Mapping::read) {
            if self.disk != Some(mapping.place.0) && mapping.is_in_memory {
                continue;
            }
            let size = match self.found.get(&mapping.place) {
                Some(MappedSize::Known(_)) => continue,
                Some(MappedSize::AtLeast(least)) => MappedSize::AtLeast(mapping.end.max(*least)),
                None => mapping.size(face),
            };
            self.found.insert(mapping.place, size);
        }
    }

    pub(super) const fn are_too_many(&self) -> bool {
        self.read > MOST_MAPS
    }

    /// Adds those that are not open anywhere.
    pub(super) fn add_to(self, open: &mut BTreeMap<FilePlace, u64>) {
        for (place, MappedSize::Known(bytes) | MappedSize::AtLeast(bytes)) in self.found {
            open.entry(place).or_insert(bytes);
        }
    }
}

const REMOVED: &[u8] = b" (deleted)";

/// One line of `/proc/PID/maps`.
#[derive(Debug, PartialEq, Eq)]
struct Mapping {
    addresses: [u64; 2],
    /// The first byte of the file behind it.
    end: u64,
    place: FilePlace,
    is_in_memory: bool,
}

impl Mapping {
    fn size(&self, face: Pid) -> MappedSize {
        let [from, to] = self.addresses;
        match fs::metadata(format!("/proc/{face}/map_files/{from:x}-{to:x}")) {
            // It may have a name that looks like a removed one.
            Ok(about) => MappedSize::Known(nameless_bytes(&about).unwrap_or(0)),
            Err(_) => MappedSize::AtLeast(self.end.max(LEAST_UNKNOWN)),
        }
    }

    /// ```text
    /// 7f3a5c000000-7f3a5d400000 rw-s 00000000 fd:01 131082      /tmp/x (deleted)
    /// ```
    fn read(line: &[u8]) -> Option<Self> {
        let line = String::from_utf8_lossy(line);
        let mut words = line.splitn(6, ' ');
        let number = |word: &str| u64::from_str_radix(word, 16).ok();
        let (from, to) = words.next()?.split_once('-')?;
        let addresses = [number(from)?, number(to)?];
        let offset = number(words.nth(1)?)?;
        let (major, minor) = words.next()?.split_once(':')?;
        let part = |word: &str| u32::from_str_radix(word, 16).ok();
        let disk = rustix::fs::makedev(part(major)?, part(minor)?);
        let file = words.next()?.parse().ok()?;
        let name = words.next()?.trim_start();
        Some(Mapping {
            addresses,
            end: offset.saturating_add(addresses[1].saturating_sub(addresses[0])),
            place: (disk, file),
            is_in_memory: IN_MEMORY.iter().any(|begin| name.starts_with(begin)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_maps_are_read() {
        let line = b"7f3a5c000000-7f3a5d400000 rw-s 00001000 fd:01 131082      /tmp/a b (deleted)";
        let mapping = Mapping {
            addresses: [0x7f3a_5c00_0000, 0x7f3a_5d40_0000],
            end: 0x140_1000,
            place: (rustix::fs::makedev(0xfd, 1), 131_082),
            is_in_memory: false,
        };
        assert_eq!(Mapping::read(line), Some(mapping));
        let line = b"7f0-7f1 rw-s 00000000 00:01 1024       /memfd:x (deleted)";
        assert!(Mapping::read(line).is_some_and(|mapping| mapping.is_in_memory));
        assert_eq!(Mapping::read(b"7f0-7f1 rw-p 00000000 00:00 (deleted)"), None);
    }

    #[test]
    fn maps_are_looked_at_each_second_and_when_the_disk_fills() {
        let mut look = MapsLook::since(Instant::now());
        assert!(!look.is_due(Some(1000), 100) && !look.is_due(Some(900), 100));
        assert!(look.is_due(Some(899), 100) && !look.is_due(Some(899), 100));
        let long_ago = Instant::now().checked_sub(LOOKS_APART).expect("the machine runs");
        let mut look = MapsLook::since(long_ago);
        assert!(look.is_due(None, 100) && !look.is_due(None, 100));
    }
}
