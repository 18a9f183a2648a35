//! What may happen to a file or a folder, done to it and taken away again.

use crate::error::SoakError;
use clap::ValueEnum;
use games::Walker;
use nix::sys::stat::Mode;
use serde::{Deserialize, Serialize};
use std::fs::{self, Permissions};
use std::io;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum DamageKind {
    /// The file ends at a random byte.
    Cut,
    /// Nothing is left in it.
    Emptied,
    /// Random bytes, as many as before.
    RandomBytes,
    /// Bytes of zero, as many as before.
    Zeros,
    /// One byte is another: a digit for a digit, a letter for a letter.
    ByteChanged,
    /// One line stands there twice.
    LineRepeated,
    /// It is gone.
    Deleted,
    /// Mode 000, which binds ordinary users only.
    NoPermission,
    /// A folder in its place.
    Folder,
    /// A named pipe in its place.
    Pipe,
    /// A link to nothing in its place.
    LostLink,
    /// A link in its place to a device that can be read without an end.
    LinkToDevice,
    /// The disk of the results is full for a while.
    FullDisk,
    /// The disk of temporary files is full for a while.
    FullTemporary,
    /// Files may not grow beyond a limit for a while: for the two before where nothing can be
    /// mounted.
    FileLimit,
}

use DamageKind::{
    ByteChanged, Cut, Deleted, Emptied, Folder, LineRepeated, LinkToDevice, LostLink, NoPermission,
    Pipe, RandomBytes, Zeros,
};

const OF_FOLDERS: [DamageKind; 5] = [Deleted, NoPermission, Emptied, Pipe, LostLink];

impl DamageKind {
    /// Those of `wanted` that can happen to what is there.
    pub fn possible(place: &Path, wanted: &[Self]) -> Vec<Self> {
        let kinds = if place.is_dir() { &OF_FOLDERS } else { Self::value_variants() };
        let kinds = kinds.iter().copied().filter(|kind| !kind.is_of_disk());
        kinds.filter(|kind| wanted.contains(kind)).collect()
    }

    /// The disk is full, and no file is damaged.
    pub const fn is_of_disk(self) -> bool {
        matches!(self, DamageKind::FullDisk | DamageKind::FullTemporary | DamageKind::FileLimit)
    }

    /// Does it to a file or a folder.
    pub fn strike(self, path: &Path, walker: &mut Walker) -> Result<AppliedDamage, SoakError> {
        let damage = AppliedDamage { path: path.to_path_buf(), kind: self, mode: mode(path) };
        let failed = SoakError::system("damage", path);
        let done = if path.is_dir() {
            self.strike_folder(path)
        } else {
            fs::read(path).and_then(|bytes| self.strike_file(path, bytes, walker))
        };
        done.map(|()| damage).map_err(failed)
    }

    fn strike_folder(self, path: &Path) -> io::Result<()> {
        match self {
            NoPermission => return fs::set_permissions(path, Permissions::from_mode(0o000)),
            Emptied => {
                fs::remove_dir_all(path)?;
                return fs::create_dir(path);
            }
            _ => {}
        }
        fs::remove_dir_all(path)?;
        self.replace(path)
    }

    fn strike_file(self, path: &Path, bytes: Vec<u8>, walker: &mut Walker) -> io::Result<()> {
        let mut bytes = bytes;
        let length = bytes.len();
        match self {
            Cut => bytes.truncate(walker.below(length.max(1))),
            Emptied => bytes.clear(),
            RandomBytes => bytes.fill_with(|| walker.below(256) as u8),
            Zeros => bytes.fill(0),
            ByteChanged if length > 0 => {
                let place = walker.below(length);
                bytes[place] = another_byte(bytes[place], walker);
            }
            LineRepeated => bytes = with_line_twice(&bytes, walker),
            NoPermission => return fs::set_permissions(path, Permissions::from_mode(0o000)),
            ByteChanged => {}
            _ => {
                fs::remove_file(path)?;
                return self.replace(path);
            }
        }
        fs::write(path, bytes)
    }

    /// Puts another thing in the place of what was removed.
    fn replace(self, path: &Path) -> io::Result<()> {
        match self {
            Folder => fs::create_dir(path),
            Pipe => nix::unistd::mkfifo(path, Mode::S_IRUSR | Mode::S_IWUSR).map_err(Into::into),
            LostLink => symlink("nowhere", path),
            LinkToDevice => symlink("/dev/zero", path),
            _ => Ok(()),
        }
    }
}

/// A digit for a digit and a letter for a letter, since what can still be read does most harm; any
/// other for the rest.
fn another_byte(byte: u8, walker: &mut Walker) -> u8 {
    let (first, count) = match byte {
        b'0'..=b'9' => (b'0', 10),
        b'a'..=b'z' => (b'a', 26),
        _ => (0, 256),
    };
    let step = 1 + walker.below(count - 1);
    ((usize::from(byte - first) + step) % count) as u8 + first
}

fn with_line_twice(bytes: &[u8], walker: &mut Walker) -> Vec<u8> {
    let mut lines: Vec<&[u8]> = bytes.split_inclusive(|&byte| byte == b'\n').collect();
    if !lines.is_empty() {
        let place = walker.below(lines.len());
        lines.insert(place, lines[place]);
    }
    lines.concat()
}

fn mode(path: &Path) -> Option<Permissions> {
    fs::symlink_metadata(path).ok().map(|about| about.permissions())
}

/// A damage that can be taken away.
#[derive(Debug)]
pub struct AppliedDamage {
    path: PathBuf,
    pub kind: DamageKind,
    mode: Option<Permissions>,
}

impl AppliedDamage {
    /// What a user does who has read the name of the file: gives permission again, or removes what
    /// is there, as far as anything is.
    pub fn take_away(&self) -> &'static str {
        if self.kind == NoPermission {
            if let Some(mode) = &self.mode {
                let _ = fs::set_permissions(&self.path, mode.clone());
            }
            return "with permission again";
        }
        let is_folder = fs::symlink_metadata(&self.path).is_ok_and(|about| about.is_dir());
        let remove = if is_folder { fs::remove_dir_all } else { fs::remove_file };
        let _ = remove(&self.path);
        "without it"
    }

    /// So that the folder can be looked at, moved and removed.
    pub fn permit(&self) {
        if let (NoPermission, Some(mode)) = (self.kind, &self.mode) {
            let _ = fs::set_permissions(&self.path, mode.clone());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &[u8] = b"one\ntwo\nthree\n";

    /// What is left of a file after a damage.
    fn after(kind: DamageKind) -> Option<Vec<u8>> {
        let dir = tempfile::tempdir().expect("a folder");
        let path = dir.path().join("file");
        fs::write(&path, TEXT).expect("written");
        let damage = kind.strike(&path, &mut Walker::new(3)).expect("damaged");
        let is_file = fs::symlink_metadata(&path).is_ok_and(|about| about.is_file());
        damage.permit();
        let left = is_file.then(|| fs::read(&path).expect("a file"));
        damage.take_away();
        assert_eq!(fs::symlink_metadata(&path).is_ok(), kind == NoPermission, "{kind:?}");
        left
    }

    #[test]
    fn each_damage_of_a_file_is_what_its_name_says() {
        let of = |kind| after(kind).expect("a file");
        assert!(TEXT.starts_with(&of(Cut)) && of(Cut).len() < TEXT.len());
        assert_eq!(of(Emptied), b"");
        assert!(of(RandomBytes).len() == TEXT.len() && of(RandomBytes) != TEXT);
        assert_eq!(of(Zeros), [0; TEXT.len()]);
        let changed = of(ByteChanged);
        assert_eq!(changed.iter().zip(TEXT).filter(|(one, other)| one != other).count(), 1);
        assert_eq!(of(LineRepeated).split(|&byte| byte == b'\n').count(), 5);
        assert_eq!(of(NoPermission), TEXT);
        let others = [Deleted, Folder, Pipe, LostLink, LinkToDevice];
        assert!(others.iter().all(|&kind| after(kind).is_none()));
    }

    #[test]
    fn another_byte_is_of_the_same_kind() {
        let mut walker = Walker::new(3);
        for byte in 0..=255_u8 {
            let other = another_byte(byte, &mut walker);
            assert_ne!(other, byte);
            assert!(!byte.is_ascii_digit() || other.is_ascii_digit());
            assert!(!byte.is_ascii_lowercase() || other.is_ascii_lowercase());
        }
    }

    #[test]
    fn folders_are_emptied_removed_and_replaced() {
        for kind in OF_FOLDERS {
            let dir = tempfile::tempdir().expect("a folder");
            let path = dir.path().join("folder");
            fs::create_dir(&path).expect("made");
            fs::write(path.join("file"), TEXT).expect("written");
            let damage = kind.strike(&path, &mut Walker::new(3)).expect("damaged");
            let is_folder = fs::symlink_metadata(&path).is_ok_and(|about| about.is_dir());
            assert_eq!(is_folder, matches!(kind, NoPermission | Emptied), "{kind:?}");
            damage.permit();
            assert_eq!(path.join("file").exists(), kind == NoPermission, "{kind:?}");
        }
    }
}
