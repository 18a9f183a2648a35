//! The memory that a control group of Linux allows this process.
//!
//! Graders run agents in containers. Beyond a container's limit the kernel kills the process,
//! without an error that could be answered; so the limit is read before memory is used. Where a
//! sandbox hides the limit, there may be one. Source:
//! <https://docs.kernel.org/admin-guide/cgroup-v2.html>, `memory.max`;
//! <https://docs.kernel.org/admin-guide/cgroup-v1/memory.html>, `memory.limit_in_bytes`.

use std::fs;
use std::path::Path;

/// The folder of the control groups.
const MOUNT: &str = "/sys/fs/cgroup";
/// Lists the groups of this process.
const MEMBERSHIP: &str = "/proc/self/cgroup";

/// Tables up to this many bytes are never too large: an agent needs several times as much anyway.
/// Asking costs 50 us, a hundredth of a search with a larger table.
const NOT_ASKED: usize = 4 << 20;
/// The part of the limit that the table may take: the program itself, the files that it reads, and
/// other processes of the group have the rest.
const SHARE: u64 = 4;

/// The largest table, in bytes, where the limit is hidden: graders give 64 MB and more.
const MOST_UNSEEN: usize = 24 << 20;

/// What is known of the limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MemoryLimit {
    Bytes(u64),
    Unlimited,
    /// No file says anything.
    Hidden,
}

/// `table_bytes`, or less if the limit of memory demands it.
pub fn within_limit(table_bytes: usize) -> usize {
    if table_bytes <= NOT_ASKED || !cfg!(target_os = "linux") {
        return table_bytes;
    }
    let membership = fs::read_to_string(MEMBERSHIP).unwrap_or_default();
    limit(&membership, Path::new(MOUNT)).cut(table_bytes)
}

impl MemoryLimit {
    fn cut(self, table_bytes: usize) -> usize {
        match self {
            MemoryLimit::Bytes(limit) => usize::try_from(limit / SHARE)
                .map_or(table_bytes, |share| table_bytes.min(share.max(NOT_ASKED))),
            MemoryLimit::Unlimited => table_bytes,
            MemoryLimit::Hidden => table_bytes.min(MOST_UNSEEN),
        }
    }
}

/// The least limit of the groups that `membership` lists, and of those that they lie in.
fn limit(membership: &str, mount: &Path) -> MemoryLimit {
    let read: Vec<String> = membership.lines().flat_map(|line| limits_of(line, mount)).collect();
    // A group without a limit has a word in its file.
    match read.iter().filter_map(|text| text.trim().parse().ok()).min() {
        Some(bytes) => MemoryLimit::Bytes(bytes),
        None if read.is_empty() => MemoryLimit::Hidden,
        None => MemoryLimit::Unlimited,
    }
}

/// The texts of the limits of one line: `number:controllers:path`. Version 2 has no controllers in
/// it.
fn limits_of(line: &str, mount: &Path) -> Vec<String> {
    let mut fields = line.splitn(3, ':').skip(1);
    let (Some(controllers), Some(path)) = (fields.next(), fields.next()) else { return Vec::new() };
    let folders_and_file: (&[&str], &str) = match controllers {
        "" => (&["", "unified"], "memory.max"),
        _ if controllers.split(',').any(|name| name == "memory") => {
            (&["memory"], "memory.limit_in_bytes")
        }
        _ => return Vec::new(),
    };
    let (folders, file) = folders_and_file;
    let path = Path::new(path.trim_start_matches('/'));
    let groups = folders.iter().flat_map(|folder| {
        // In a container the path may be that of the machine outside; the last of these, the root
        // itself, is then the container's group.
        path.ancestors().map(move |group| mount.join(folder).join(group).join(file))
    });
    groups.filter_map(|file| fs::read_to_string(file).ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_limit_of_a_group_and_of_those_around_it_counts() {
        let mount = tempfile::tempdir().expect("a folder");
        let put = |path: &str, text: &str| {
            let path = mount.path().join(path);
            fs::create_dir_all(path.parent().expect("a folder")).expect("made");
            fs::write(path, text).expect("written");
        };
        put("class/memory.max", "67108864\n");
        put("class/game/memory.max", "max\n");
        put("memory/old/memory.limit_in_bytes", "1000000\n");
        put("memory/memory.limit_in_bytes", "9223372036854771712\n");
        let limit = |membership| limit(membership, mount.path());
        let bytes = MemoryLimit::Bytes;
        assert_eq!(limit("0::/class/game\n"), bytes(67_108_864));
        assert_eq!(limit("4:memory:/old\n1:cpu:/class\n0::/\n"), bytes(1_000_000));
        assert_eq!(limit("4:cpu,memory:/of/the/machine\n"), bytes(9_223_372_036_854_771_712));
        put("open/memory.max", "max\n");
        assert_eq!(limit("0::/open\n"), MemoryLimit::Unlimited);
        assert_eq!(limit("0::/elsewhere\n"), MemoryLimit::Hidden);
        assert_eq!(limit("no line of this kind\n0::/../..\n"), MemoryLimit::Hidden);
    }

    #[test]
    fn a_hidden_limit_is_taken_for_a_small_one_and_no_limit_for_none() {
        let cut = |limit: MemoryLimit| limit.cut(128 << 20);
        assert_eq!(cut(MemoryLimit::Bytes(64 << 20)), 16 << 20);
        assert_eq!(cut(MemoryLimit::Bytes(1 << 20)), NOT_ASKED);
        assert_eq!(cut(MemoryLimit::Unlimited), 128 << 20);
        assert_eq!(cut(MemoryLimit::Hidden), MOST_UNSEEN);
    }

    #[test]
    fn the_limit_cuts_large_tables_only() {
        assert_eq!(within_limit(NOT_ASKED), NOT_ASKED);
        assert!((NOT_ASKED..=64 << 20).contains(&within_limit(64 << 20)));
    }
}
