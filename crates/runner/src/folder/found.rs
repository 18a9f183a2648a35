//! What is found under a name that a stranger may have used for anything.

use std::fmt;
use std::fs::{File, FileType};
use std::io;
use std::os::unix::fs::FileTypeExt;

/// What is found under a path.
#[derive(Debug)]
pub enum Found {
    /// Nothing.
    Missing,
    /// Something else.
    NotAFile(FileKind),
    /// A regular file that cannot be opened, or a path that cannot be followed.
    Unreadable(io::Error),
    /// A regular file, opened for reading.
    Regular(File),
}

/// What there is instead of a regular file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// A folder.
    Directory,
    /// A symbolic link, which is not followed.
    Link,
    /// A named pipe.
    Pipe,
    /// A socket.
    Socket,
    /// A device.
    Device,
}

impl Found {
    /// The file, or why it is none.
    ///
    /// # Errors
    /// There is none, or something else.
    pub fn regular(self) -> io::Result<File> {
        match self {
            Found::Regular(file) => Ok(file),
            Found::Unreadable(error) => Err(error),
            Found::Missing => Err(io::ErrorKind::NotFound.into()),
            Found::NotAFile(_) => Err(io::Error::other("it is not a regular file")),
        }
    }
}

impl FileKind {
    /// The kind of something that is no regular file.
    pub fn of(kind: FileType) -> Self {
        match kind {
            _ if kind.is_dir() => FileKind::Directory,
            _ if kind.is_symlink() => FileKind::Link,
            _ if kind.is_fifo() => FileKind::Pipe,
            _ if kind.is_socket() => FileKind::Socket,
            _ => FileKind::Device,
        }
    }
}

impl fmt::Display for FileKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            FileKind::Directory => "a directory",
            FileKind::Link => "a symbolic link",
            FileKind::Pipe => "a named pipe",
            FileKind::Socket => "a socket",
            FileKind::Device => "a device",
        })
    }
}
