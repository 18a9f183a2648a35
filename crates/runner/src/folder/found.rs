//! What is found under a name that an agent may have used for anything.

use std::fs::{File, FileType};
use std::os::unix::fs::FileTypeExt;
use std::{fmt, io};

#[derive(Debug)]
pub enum Found {
    Missing,
    NotAFile(FileKind),
    /// A regular file that cannot be opened, or a path that cannot be followed.
    Unreadable(io::Error),
    Regular(File),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    Directory,
    /// A symbolic link, which is not followed.
    Link,
    Pipe,
    Socket,
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
