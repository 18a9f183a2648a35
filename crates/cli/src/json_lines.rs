//! Journals: files with one record of JSON a line, which are appended to and never changed.
//!
//! A process that is killed while it writes leaves at most one torn last line. Opening the file
//! cuts it off, and what it recorded is done again. A write that fails (a full disk) is cut back to
//! the last whole line at once, so the next line never continues a torn one.
//!
//! A lock ([`LockedFile`]) keeps a second writer away where the file system has locks. Some network
//! file systems have none; there each process needs a journal of its own. Readers need no lock:
//! they take whole lines only ([`WholeLines`]).
//!
//! No line is synced to the disk: a kill loses nothing that was appended, and a power failure costs
//! the work of the last seconds, which is done again. A file that *replaces* a journal is synced
//! before it gets the journal's name, since more would be lost there.
//!
//! Versions belong to the records. A journal whose records hold for certain options only begins
//! with a line of the options:
//!
//! ```no_run
//! # use cli::{FileError, JsonLines};
//! # use std::path::Path;
//! # fn open(path: &Path, options: &str) -> Result<(JsonLines, Vec<u64>), FileError> {
//! let (mut header, mut records) = (None, Vec::new());
//! let mut journal = JsonLines::open(path, "", |line| {
//!     match line.number {
//!         1 => header = Some(line.read::<String>()?), // an error of the caller's if it is another
//!         _ => records.push(line.read()?),
//!     }
//!     Ok::<_, FileError>(())
//! })?;
//! if header.is_none() {
//!     journal.append(options)?;
//! }
//! # Ok((journal, records)) }
//! ```

use crate::file::{is_no_regular_file, open_regular};
use crate::file_error::FileError;
use crate::locked_file::LockedFile;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::fmt::Display;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// Bytes read at a time.
const BUFFER: usize = 1 << 20;
/// The longest line that is read, in bytes with its end. A game has some kilobytes; a file without
/// line ends must not fill the memory.
const LONGEST: u64 = 1 << 24;

fn wrong_line(path: &Path, line: usize, what: impl Display) -> FileError {
    FileError::Line { path: path.to_path_buf(), line, sentence: what.to_string() }
}

fn system(path: &Path, source: io::Error) -> FileError {
    FileError::Refused { path: path.to_path_buf(), source }
}

/// A journal that is open for this process alone.
#[derive(Debug)]
pub struct JsonLines {
    path: PathBuf,
    file: LockedFile,
    /// Bytes in whole lines.
    length: u64,
    lines: usize,
    /// A write has failed, and so has cutting off its remains.
    is_torn: bool,
}

impl JsonLines {
    /// Opens a journal, or begins one. Calls `on_line` for each whole line, then cuts off a torn
    /// one. Every line begins with `beginning`. A last line without an end that begins otherwise is
    /// not torn: it belongs to another kind of file, which stays as it is.
    ///
    /// # Errors
    /// The first error of `on_line`, or one of the file, which is then unchanged.
    pub fn open<E: From<FileError>>(
        path: &Path,
        beginning: &str,
        on_line: impl FnMut(WholeLine<'_>) -> Result<(), E>,
    ) -> Result<Self, E> {
        Self::open_with(File::try_lock, path, beginning, on_line)
    }

    fn open_with<E: From<FileError>>(
        try_lock: fn(&File) -> Result<(), TryLockError>,
        path: &Path,
        beginning: &str,
        mut on_line: impl FnMut(WholeLine<'_>) -> Result<(), E>,
    ) -> Result<Self, E> {
        // A device or a pipe may be read without an end.
        if is_no_regular_file(path) {
            return Err(FileError::OtherKind { path: path.to_path_buf(), line: 1 }.into());
        }
        let mut options = OpenOptions::new();
        // Except on Unix, a file opened for appending cannot be cut.
        options.read(true).write(true).append(cfg!(unix)).create(true).truncate(false);
        let file = options.open(path).map_err(|source| system(path, source))?;
        let file = LockedFile::lock_by(try_lock, file)
            .ok_or_else(|| FileError::InUse { path: path.to_path_buf() })?;
        // On Windows a lock keeps every other handle from reading, those of this process too.
        let mut lines = WholeLines::new(path, BufReader::with_capacity(BUFFER, &*file));
        while let Some(line) = lines.next_line()? {
            on_line(line)?;
        }
        let (length, count, rest) = (lines.start, lines.number, lines.bytes);
        if !is_torn_line(&rest, beginning) {
            let path = path.to_path_buf();
            return Err(FileError::OtherKind { path, line: count + 1 }.into());
        }
        let mut journal =
            JsonLines { path: path.to_path_buf(), file, length, lines: count, is_torn: false };
        if !rest.is_empty() {
            journal.cut_off().map_err(|source| system(path, source))?;
        }
        Ok(journal)
    }

    /// Appends a record. When this returns, killing the process does not lose it.
    ///
    /// # Errors
    /// The line cannot be written; the file is then unchanged.
    pub fn append(&mut self, record: &(impl Serialize + ?Sized)) -> Result<LinePlace, FileError> {
        let mut line = serde_json::to_vec(record)
            .map_err(|error| wrong_line(&self.path, self.lines + 1, error))?;
        line.push(b'\n');
        self.append_line(&line)?;
        Ok(LinePlace::of(self.length - line.len() as u64, line.len(), self.lines))
    }

    /// Reads the record of a line.
    pub fn read<T: DeserializeOwned>(&mut self, place: LinePlace) -> Result<T, FileError> {
        let mut bytes = vec![0; place.length as usize];
        let read = self.file.seek(SeekFrom::Start(place.start));
        let read = read.and_then(|_| self.file.read_exact(&mut bytes));
        // The next line is appended there, where the system does not see to it.
        let back = self.file.seek(SeekFrom::Start(self.length));
        read.and(back.map(drop)).map_err(|source| system(&self.path, source))?;
        let number = place.line as usize;
        serde_json::from_slice(&bytes).map_err(|error| wrong_line(&self.path, number, error))
    }

    /// As [`Self::append`], with a finished line, its line end included.
    pub fn append_line(&mut self, line: &[u8]) -> Result<(), FileError> {
        debug_assert!(line.ends_with(b"\n"), "a line has its end");
        let whole = if self.is_torn { self.cut_off() } else { Ok(()) };
        whole.and_then(|()| self.file.write_all(line)).map_err(|source| {
            // A full disk may have taken part of the line.
            self.is_torn = self.cut_off().is_err();
            system(&self.path, source)
        })?;
        self.length += line.len() as u64;
        self.lines += 1;
        Ok(())
    }

    fn cut_off(&mut self) -> io::Result<()> {
        self.file.set_len(self.length)?;
        self.file.seek(SeekFrom::Start(self.length))?;
        self.is_torn = false;
        Ok(())
    }

    /// The number of whole lines.
    pub const fn lines(&self) -> usize {
        self.lines
    }

    #[expect(missing_docs, reason = "the name says it")]
    pub fn path(&self) -> &Path {
        &self.path
    }
}

/// A line that was cut short begins as every line does. After a power failure some file systems
/// show zeros where nothing was written.
fn is_torn_line(rest: &[u8], beginning: &str) -> bool {
    let written = rest.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
    rest[..written].iter().zip(beginning.as_bytes()).all(|(found, wanted)| found == wanted)
}

/// A line of a journal that has its end; lines count from 1.
#[expect(missing_docs, reason = "the names speak for the fields")]
#[derive(Clone, Copy, Debug)]
pub struct WholeLine<'a> {
    pub path: &'a Path,
    pub number: usize,
    /// Bytes before the line in its file.
    pub start: u64,
    /// The line with its line end.
    pub bytes: &'a [u8],
}

/// The place of a line in its file; lines count from 1.
#[expect(missing_docs, reason = "the names speak for the other fields")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LinePlace {
    /// Bytes before it.
    pub start: u64,
    /// In bytes, with its line end.
    pub length: u32,
    pub line: u32,
}

impl LinePlace {
    /// A line is at most 16 MiB long.
    fn of(start: u64, length: usize, line: usize) -> Self {
        LinePlace { start, length: u32::try_from(length).unwrap_or(u32::MAX), line: line as u32 }
    }
}

impl<'a> WholeLine<'a> {
    #[expect(missing_docs, reason = "the name says it")]
    pub fn place(&self) -> LinePlace {
        LinePlace::of(self.start, self.bytes.len(), self.number)
    }

    /// Parses the record of this line.
    pub fn read<T: Deserialize<'a>>(&self) -> Result<T, FileError> {
        serde_json::from_slice(self.bytes)
            .map_err(|error| wrong_line(self.path, self.number, error))
    }
}

/// Reads whole lines, one at a time, even while another process appends to the file. A last line
/// without an end does not count yet.
#[derive(Debug)]
pub struct WholeLines<R> {
    path: PathBuf,
    reader: R,
    /// Bytes before the next line.
    start: u64,
    number: usize,
    bytes: Vec<u8>,
}

impl WholeLines<BufReader<File>> {
    /// Reads all lines of a file.
    pub fn open(path: &Path) -> Result<Self, FileError> {
        let file = open_regular(path).map_err(|source| system(path, source))?;
        Ok(Self::new(path, BufReader::with_capacity(BUFFER, file)))
    }

    /// Reads the lines of an open file after the first `lines` ones, which have `length` bytes.
    pub fn after(path: &Path, file: File, length: u64, lines: usize) -> Result<Self, FileError> {
        let mut rest = Self::new(path, BufReader::with_capacity(BUFFER, file));
        rest.reader.seek(SeekFrom::Start(length)).map_err(|source| system(path, source))?;
        (rest.start, rest.number) = (length, lines);
        Ok(rest)
    }
}

impl<R: BufRead> WholeLines<R> {
    /// Reads the lines of `reader`, which stands at the beginning of the file.
    pub fn new(path: &Path, reader: R) -> Self {
        WholeLines { path: path.to_path_buf(), reader, start: 0, number: 0, bytes: Vec::new() }
    }

    /// The next line; `None` at the end. A line of more than 16 MiB is passed over, and is
    /// an error.
    pub fn next_line(&mut self) -> Result<Option<WholeLine<'_>>, FileError> {
        self.bytes.clear();
        let read = self.reader.by_ref().take(LONGEST).read_until(b'\n', &mut self.bytes);
        let length = read.map_err(|source| system(&self.path, source))? as u64;
        if self.bytes.last() != Some(&b'\n') {
            return if length == LONGEST { Err(self.too_long()) } else { Ok(None) };
        }
        let start = self.start;
        (self.start, self.number) = (start + length, self.number + 1);
        Ok(Some(WholeLine { path: &self.path, number: self.number, start, bytes: &self.bytes }))
    }

    /// Measures the rest of a line that is too long, without keeping it.
    fn too_long(&mut self) -> FileError {
        self.bytes = Vec::new();
        match self.reader.skip_until(b'\n') {
            Ok(rest) => {
                let sentence = format!(
                    "it has {} bytes, and no line may have more than {LONGEST}; name another \
                     file, or delete this line",
                    LONGEST + rest as u64
                );
                wrong_line(&self.path, self.number + 1, sentence)
            }
            Err(source) => system(&self.path, source),
        }
    }
}

#[cfg(test)]
mod tests;
