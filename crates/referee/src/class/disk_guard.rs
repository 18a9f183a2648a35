//! Stops a program that fills the disk, or that the user does not want to go on. No limit of the
//! system bounds the disk space of an ordinary user: a limit of the size of one file does not bound
//! their number.

use crate::agent::process::StopFlag;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// The most bytes in the folders together.
const MOST_BYTES: u64 = 2 << 30;
/// The most files and folders in them together.
const MOST_ENTRIES: usize = 100_000;
/// Between two looks.
const PAUSE: Duration = Duration::from_millis(300);

/// Watches folders until it is dropped.
#[derive(Debug)]
pub(super) struct DiskGuard {
    end: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl DiskGuard {
    /// What is said of a program that was stopped.
    pub(super) const REASON: &str = "the build wrote more than 2 GB or 100000 files";

    /// Sets `stop` as soon as the folders hold too much, or `interrupt` is set.
    pub(super) fn watch<const N: usize>(
        folders: [PathBuf; N],
        stop: StopFlag,
        interrupt: StopFlag,
    ) -> Self {
        let (end, ended) = channel::<()>();
        let look = move || {
            while ended.recv_timeout(PAUSE) == Err(RecvTimeoutError::Timeout) {
                if interrupt.is_set() || is_too_much(&folders) {
                    stop.set();
                }
            }
        };
        // Without a thread the other limits still hold.
        let thread = thread::Builder::new().name("disk".to_string()).spawn(look).ok();
        DiskGuard { end: Some(end), thread }
    }
}

impl Drop for DiskGuard {
    fn drop(&mut self) {
        drop(self.end.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn is_too_much(folders: &[PathBuf]) -> bool {
    let (mut bytes, mut entries) = (0, 0);
    let mut rest: Vec<PathBuf> = folders.to_vec();
    while let Some(folder) = rest.pop() {
        for (path, length) in listed(&folder) {
            entries += 1;
            bytes += length.unwrap_or_default();
            if length.is_none() {
                rest.push(path);
            }
            if bytes > MOST_BYTES || entries > MOST_ENTRIES {
                return true;
            }
        }
    }
    false
}

/// What is in a folder: files with their lengths, and folders without.
fn listed(folder: &Path) -> impl Iterator<Item = (PathBuf, Option<u64>)> {
    // What cannot be read, or is gone already, counts as nothing.
    fs::read_dir(folder).into_iter().flatten().flatten().filter_map(|entry| {
        let about = entry.metadata().ok()?;
        Some((entry.path(), (!about.is_dir()).then_some(about.len())))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::File;

    #[test]
    fn a_full_folder_sets_the_flag_and_a_small_one_does_not() {
        let dir = tempfile::tempdir().expect("a folder");
        let inner = dir.path().join("inner");
        fs::create_dir(&inner).expect("made");
        fs::write(inner.join("small"), "x").expect("written");
        assert!(!is_too_much(&[dir.path().to_path_buf()]));
        // A file with a hole has this length and takes no room.
        let large = File::create(inner.join("large")).expect("made");
        large.set_len(MOST_BYTES).expect("a length");
        let stop = StopFlag::default();
        let guard = DiskGuard::watch([dir.path().to_path_buf()], stop.clone(), StopFlag::default());
        while !stop.is_set() {
            thread::yield_now();
        }
        drop(guard);
    }
}
