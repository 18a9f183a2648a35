//! Notices what has become of files while somebody else's program ran.
//!
//! Where the system grants no namespaces, Landlock keeps a build from reading and writing the files
//! of others, but not from changing their modes and times. A snapshot knows mode, owner, length and
//! the time of the last change of each file and folder, which nobody but root can set. Modes, and
//! the times of files that are as long as they were, are restored; anything else that is different
//! is named.

use crate::folder::dir_fd::{DEEPEST, Folder, FolderEntry, Lock};
use crate::folder::listing::{MOST_FILES, is_left_out};
use cli::visible;
use rustix::fs::{AtFlags, CWD, Timespec, Timestamps, UTIME_OMIT, utimensat};
use std::collections::BTreeMap;
use std::fs::{self, File, Metadata, OpenOptions, Permissions};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::{fmt, io};

#[derive(Clone, Debug, Default)]
pub struct FileSnapshot(BTreeMap<PathBuf, FileState>);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct FileState {
    device: u64,
    inode: u64,
    owner: (u32, u32),
    mode: u32,
    bytes: u64,
    written: (i64, i64),
    changed: (i64, i64),
    /// Whether what is in it counts.
    has_content: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileChange {
    /// Its mode or its time was changed, and is what it was. If it was the time, the content may be
    /// another one of the same length.
    Restored {
        path: PathBuf,
        /// The mode that it had been given; `None` if it was the time alone.
        mode: Option<u32>,
    },
    /// It is gone, is another one, or has another content.
    Changed { path: PathBuf },
}

impl fmt::Display for FileChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FileChange::Restored { path, mode } => {
                let given = mode.map(|mode| format!("the mode {mode:03o}"));
                write!(
                    f,
                    "{} had been given {}, and has its own again",
                    visible::path(path),
                    given.as_deref().unwrap_or("another time")
                )
            }
            FileChange::Changed { path } => write!(f, "{} has changed", visible::path(path)),
        }
    }
}

impl FileSnapshot {
    /// Records all that lies below a folder, and it, or a file; bounded as an agent is.
    pub fn of_tree(folder: &Path) -> Self {
        let state = FileState::of(folder).map(|state| (folder.to_path_buf(), state));
        let mut snapshot = FileSnapshot(state.into_iter().collect());
        if let Ok(opened) = Folder::open(folder) {
            snapshot.add(&opened, folder, 0);
        }
        snapshot
    }

    /// Records what lies below several folders, and files.
    pub fn of_all<'p>(paths: impl IntoIterator<Item = &'p PathBuf>) -> Self {
        FileSnapshot(paths.into_iter().flat_map(|path| FileSnapshot::of_tree(path).0).collect())
    }

    /// Records the modes of these alone, whose content the referee itself changes; those that are
    /// missing are left out.
    pub fn of_modes(paths: impl IntoIterator<Item = PathBuf>) -> Self {
        let state =
            |path: PathBuf| FileState::of(&path).map(|state| (path, state.without_content()));
        FileSnapshot(paths.into_iter().filter_map(state).collect())
    }

    fn add(&mut self, opened: &Folder, at: &Path, depth: usize) {
        for name in opened.names(MOST_FILES).unwrap_or_default() {
            let path = at.join(&name);
            if is_left_out(&name) || self.0.len() > MOST_FILES {
                continue;
            }
            self.0.extend(FileState::of(&path).map(|state| (path.clone(), state)));
            if depth < DEEPEST
                && matches!(opened.entry(&name), Ok(FolderEntry::Folder))
                && let Ok(below) = opened.folder(&name, Lock::Keep)
            {
                self.add(&below, &path, depth + 1);
            }
        }
    }

    /// Restores modes and times; returns what was not as it had been, folders before what is in
    /// them. The snapshot then knows the state of now.
    pub fn check(&mut self) -> Vec<FileChange> {
        let mut change = Vec::new();
        for (path, snapshot) in &mut self.0 {
            let known = |state: FileState| match snapshot.has_content {
                true => state,
                false => state.without_content(),
            };
            let now = FileState::of(path).map(known);
            if now == Some(*snapshot) {
                continue;
            }
            let restored = now
                .filter(|now| now.is_but_for_what_is_restored(snapshot))
                .and_then(|now| snapshot.restore(path, &now).ok().map(|()| now));
            match restored {
                // Something was made in a folder, or its mode was set to what it is.
                Some(now) if (now.mode, now.written) == (snapshot.mode, snapshot.written) => {}
                Some(now) => {
                    let mode = Some(now.mode & 0o7777).filter(|_| now.mode != snapshot.mode);
                    change.push(FileChange::Restored { path: path.clone(), mode });
                }
                None => change.push(FileChange::Changed { path: path.clone() }),
            }
            if let Some(now) = FileState::of(path).map(known) {
                *snapshot = now;
            }
        }
        change
    }
}

impl FileState {
    fn of(path: &Path) -> Option<Self> {
        Some(FileState::from(&fs::symlink_metadata(path).ok()?))
    }

    /// Gives its mode and its time to the file at a path, if that is still the same one.
    fn restore(&self, path: &Path, now: &Self) -> io::Result<()> {
        let (file, place) = held(path)?;
        if FileState::from(&file.metadata()?).identity() != self.identity() {
            return Err(io::ErrorKind::NotFound.into());
        }
        if now.written != self.written {
            let (tv_sec, tv_nsec) = self.written;
            let last_modification = Timespec { tv_sec, tv_nsec };
            let last_access = Timespec { tv_sec: 0, tv_nsec: UTIME_OMIT };
            let times = Timestamps { last_access, last_modification };
            utimensat(CWD, &place, &times, AtFlags::empty())?;
        }
        fs::set_permissions(place, Permissions::from_mode(self.mode & 0o7777))
    }

    const fn identity(&self) -> (u64, u64) {
        (self.device, self.inode)
    }
}

impl From<&Metadata> for FileState {
    fn from(about: &Metadata) -> Self {
        FileState {
            device: about.dev(),
            inode: about.ino(),
            owner: (about.uid(), about.gid()),
            mode: about.mode(),
            bytes: if about.is_dir() { 0 } else { about.len() },
            written: if about.is_dir() { (0, 0) } else { (about.mtime(), about.mtime_nsec()) },
            changed: (about.ctime(), about.ctime_nsec()),
            has_content: true,
        }
    }
}

impl FileState {
    fn without_content(self) -> Self {
        let (written, changed) = ((0, 0), (0, 0));
        FileState { bytes: 0, written, changed, has_content: false, ..self }
    }

    /// Whether the file is the same with the same content, as far as its state tells without its
    /// mode and its time.
    fn is_but_for_what_is_restored(&self, snapshot: &Self) -> bool {
        let FileState { mode, written, changed, .. } = *snapshot;
        FileState { mode, written, changed, ..*self } == *snapshot
    }
}

/// What is at a path, held by a file that needs no right on it, and the name of what it holds: no
/// link is followed, and nothing can take its place.
fn held(path: &Path) -> io::Result<(File, PathBuf)> {
    use std::os::fd::AsRawFd;
    let file =
        OpenOptions::new().read(true).custom_flags(libc::O_PATH | libc::O_NOFOLLOW).open(path)?;
    let place = format!("/proc/self/fd/{}", file.as_raw_fd()).into();
    Ok((file, place))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::SystemTime;

    #[test]
    fn a_mode_is_restored_and_another_content_is_named() {
        let dir = tempfile::tempdir().expect("a folder");
        let agent = dir.path().join("agent");
        fs::create_dir(&agent).expect("made");
        let program = agent.join("homework");
        fs::write(&program, "x").expect("written");
        fs::set_permissions(&program, Permissions::from_mode(0o755)).expect("set");
        let mut snapshot = FileSnapshot::of_tree(&agent);
        assert_eq!(snapshot.check(), []);
        close(&program);
        close(&agent);
        assert_eq!(snapshot.check(), [restored(&agent), restored(&program)]);
        assert_eq!(fs::metadata(&program).expect("there").permissions().mode() & 0o777, 0o755);
        assert_eq!(snapshot.check(), [], "named once");
        fs::write(&program, "other").expect("written");
        assert_eq!(snapshot.check(), [FileChange::Changed { path: program.clone() }]);
        fs::remove_file(&program).expect("removed");
        assert_eq!(snapshot.check(), [FileChange::Changed { path: program }]);
    }

    #[test]
    fn a_time_is_restored_with_the_mode_or_alone() {
        let dir = tempfile::tempdir().expect("a folder");
        let file = dir.path().join("homework.c");
        fs::write(&file, "x").expect("written");
        let time = || fs::metadata(&file).and_then(|about| about.modified()).expect("there");
        let own = time();
        let mut snapshot = FileSnapshot::of_tree(dir.path());
        for other in [SystemTime::now(), SystemTime::UNIX_EPOCH] {
            set_time(&file, other);
            let change = snapshot.check();
            assert_eq!(change, [FileChange::Restored { path: file.clone(), mode: None }]);
            assert!(change[0].to_string().ends_with("given another time, and has its own again"));
            assert_eq!((time(), snapshot.check()), (own, Vec::new()));
        }
        set_time(&file, SystemTime::UNIX_EPOCH);
        close(&file);
        assert_eq!((snapshot.check(), time()), (vec![restored(&file)], own));
    }

    fn set_time(path: &Path, time: SystemTime) {
        let file = File::options().append(true).open(path).expect("opened");
        file.set_modified(time).expect("set");
    }

    fn restored(path: &Path) -> FileChange {
        FileChange::Restored { path: path.to_path_buf(), mode: Some(0) }
    }

    fn close(path: &Path) {
        fs::set_permissions(path, Permissions::from_mode(0o000)).expect("set");
    }
}
