//! Limits of the shell or container that referees inherit, and that are too low for honest agents.

use nix::sys::resource::{Resource, getrlimit, rlim_t};
use std::fs;
use std::path::Path;

/// Threads and processes of a build and of the agents of a game, and the referee's own.
const NEEDED_PROCESSES: u64 = 128;

type ShowAmount = fn(rlim_t) -> String;

/// What honest builds and agents may need: a Java machine reserves gigabytes that it never touches.
const NEEDED: [(Resource, &str, ShowAmount, rlim_t); 5] = [
    (Resource::RLIMIT_AS, "address space (ulimit -v)", size, 8 << 30),
    (Resource::RLIMIT_DATA, "data (ulimit -d)", size, 8 << 30),
    (Resource::RLIMIT_FSIZE, "the size of a file (ulimit -f)", size, 256 << 20),
    (Resource::RLIMIT_CPU, "CPU time (ulimit -t)", |seconds| format!("{seconds} s"), 600),
    (Resource::RLIMIT_NPROC, "processes (ulimit -u)", |count| count.to_string(), NEEDED_PROCESSES),
];

/// The first limit that is too low, with what is needed; only root can raise a hard one.
pub fn too_low_limit() -> Option<String> {
    NEEDED.iter().find_map(|&(resource, what, shown, needed)| {
        let (_, hard) = getrlimit(resource).ok()?;
        (hard < needed).then(|| {
            let [is, needed] = [hard, needed].map(shown);
            format!("the limit of {what} is {is}, and agents may need {needed}")
        })
    })
    .or_else(|| {
        let most = container_processes()?;
        (most < NEEDED_PROCESSES).then(|| {
            format!("this container may have {most} processes (pids.max), and agents may need {NEEDED_PROCESSES}")
        })
    })
}

fn size(bytes: rlim_t) -> String {
    if bytes < 1 << 20 { format!("{} kB", bytes >> 10) } else { format!("{} MB", bytes >> 20) }
}

/// The most processes of this control group and of those around it.
fn container_processes() -> Option<u64> {
    let groups = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
    let own = groups.lines().filter_map(|line| {
        let (controllers, path) = line.split_once(':')?.1.split_once(':')?;
        let root = match controllers {
            "" => Path::new("/sys/fs/cgroup"),
            "pids" => Path::new("/sys/fs/cgroup/pids"),
            _ => return None,
        };
        Some((root, root.join(path.trim_start_matches('/'))))
    });
    own.flat_map(|(root, own)| {
        let groups = own.ancestors().take_while(|group| group.starts_with(root));
        groups.filter_map(most_processes).collect::<Vec<_>>()
    })
    .min()
}

/// `None` where the file says `max`, or is not there.
fn most_processes(group: &Path) -> Option<u64> {
    fs::read_to_string(group.join("pids.max")).ok()?.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_group_has_a_number_or_no_limit() {
        let dir = tempfile::tempdir().expect("a folder");
        for (text, most) in [("max\n", None), ("12\n", Some(12))] {
            fs::write(dir.path().join("pids.max"), text).expect("written");
            assert_eq!(most_processes(dir.path()), most);
        }
        assert_eq!(most_processes(&dir.path().join("none")), None);
    }
}
