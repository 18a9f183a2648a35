//! Files that may hold anything, and files that must never be half written.
//!
//! Reading looks at what the name stands for before opening it (a pipe would block, but for
//! [`read_stream`]; a directory
//! fails oddly) and stops at a size limit. Writing goes to `NAME.tmp`, which is renamed or, where
//! the system can, exchanged with the old file: a reader finds the old file or the new one. One
//! process at a time works in a directory. No `fsync`, but for [`NewFile`]: a power cut is not a
//! case in a game, and it costs 9 ms.

use crate::file_error::FileError;
use crate::file_steps::{beside, create_new, exchange, rename};
use std::fs::{self, File, Metadata, OpenOptions};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, BufWriter, Read, Write};
#[cfg(unix)]
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

pub use crate::file_steps::{remove, withdraw};

/// Lets a write beyond the limit of file sizes (`ulimit -f`) fail like one on a full disk, where it
/// would end the process.
pub fn survive_size_limit() {
    // Any handler does: the flag is never read. Programs that are started do not inherit it.
    #[cfg(unix)]
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, std::sync::Arc::default());
}

/// Reads a text file of at most `limit` bytes; `None` if there is no such file. Bytes that are not
/// UTF-8 become replacement characters, which the format's own parser refuses.
pub fn read(path: &Path, limit: u64) -> Result<Option<String>, FileError> {
    Ok(read_bytes(path, limit)?.map(|bytes| String::from_utf8_lossy(&bytes).into_owned()))
}

/// Reads a file of at most `limit` bytes; `None` if there is no such file.
pub fn read_bytes(path: &Path, limit: u64) -> Result<Option<Vec<u8>>, FileError> {
    bytes_of(path, limit, Metadata::is_file)
}

/// Reads at most `limit` bytes of a file, or of a pipe or a terminal until it ends; `None` if there
/// is nothing of this name.
pub fn read_stream(path: &Path, limit: u64) -> Result<Option<Vec<u8>>, FileError> {
    bytes_of(path, limit, |about| !about.is_dir())
}

/// Whether a name stands for a folder, a pipe or a device.
pub fn is_no_regular_file(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|about| !about.is_file())
}

/// Opens a file to read it piece by piece. A pipe makes one wait, and a device may have no end.
pub fn open_regular(path: &Path) -> io::Result<File> {
    if fs::metadata(path)?.is_file() {
        return File::open(path);
    }
    Err(io::Error::other("it is not a regular file; name another one"))
}

/// Opens a file of ours to read it and to append to it; makes it if need be. Opening a pipe of that
/// name would block for ever, and behind a link, or another name of the file, is something else.
pub fn open_own(path: &Path) -> io::Result<File> {
    if path.is_symlink() {
        return Err(io::Error::other("it is a link; remove it"));
    }
    if is_no_regular_file(path) {
        return Err(io::Error::other("it is not a regular file; remove it"));
    }
    let mut options = File::options();
    options.read(true).append(true).create(true);
    #[cfg(unix)]
    options.custom_flags(rustix::fs::OFlags::NOFOLLOW.bits() as i32);
    let file = options.open(path)?;
    #[cfg(unix)]
    if file.metadata()?.nlink() > 1 {
        return Err(io::Error::other("it has another name (a hard link); remove it"));
    }
    Ok(file)
}

fn bytes_of(
    path: &Path,
    limit: u64,
    is_allowed: impl FnOnce(&Metadata) -> bool,
) -> Result<Option<Vec<u8>>, FileError> {
    let about = match fs::metadata(path) {
        Ok(about) => about,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(unreadable(path, error)),
    };
    if !is_allowed(&about) {
        return Err(FileError::NotAFile { path: path.to_path_buf() });
    }
    let mut bytes = Vec::with_capacity(about.len().min(limit) as usize + 1);
    let file = File::open(path).map_err(|error| unreadable(path, error))?;
    file.take(limit + 1).read_to_end(&mut bytes).map_err(|error| unreadable(path, error))?;
    if bytes.len() as u64 > limit {
        return Err(FileError::TooLarge { path: path.to_path_buf(), limit });
    }
    Ok(Some(bytes))
}

/// Replaces the file by one with these bytes, all at once. If that fails, the old file stays.
pub fn replace(path: &Path, bytes: impl AsRef<[u8]>) -> Result<(), FileError> {
    by_renaming(path, bytes.as_ref()).map_err(|source| unwritable(path, source))
}

/// An error if a user names a pipe, a device or a folder, or a link to one, as a file to be
/// written: by renaming, root would put a file in the place of `/dev/null`.
pub fn refuse_device(path: &Path) -> Result<(), FileError> {
    if is_no_regular_file(path) {
        let what = "it is a pipe, a device or a folder; name another file";
        return Err(unwritable(path, io::Error::other(what)));
    }
    Ok(())
}

/// As [`replace`], but in a directory that allows no new file it overwrites the old one in place.
/// If overwriting fails, the file is removed: the old text is lost, and no half of the new one
/// stays.
pub fn replace_or_overwrite(path: &Path, bytes: impl AsRef<[u8]>) -> Result<(), FileError> {
    by_renaming(path, bytes.as_ref())
        .or_else(|_| in_place(path, bytes.as_ref()))
        .map_err(|source| unwritable(path, source))
}

fn unreadable(path: &Path, source: io::Error) -> FileError {
    FileError::System { verb: "read", path: path.to_path_buf(), source }
}

fn unwritable(path: &Path, source: io::Error) -> FileError {
    FileError::System { verb: "write", path: path.to_path_buf(), source }
}

fn by_renaming(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let temporary = beside(path);
    let old = fs::symlink_metadata(path).ok().filter(Metadata::is_file);
    let written = create_new(&temporary)
        .and_then(|mut file| {
            if let Some(old) = &old {
                // The new file is as open to others as the old one was, where the system allows it.
                let _ = file.set_permissions(old.permissions());
            }
            file.write_all(bytes)
        })
        .and_then(|()| match old {
            // An exchange would move a directory away.
            Some(_) => exchange(&temporary, path).or_else(|_| rename(&temporary, path)),
            None => rename(&temporary, path),
        });
    if written.is_err() {
        remove(&temporary);
    }
    written
}

/// A file that is written piece by piece and gets its name when it is complete: [`replace`] for
/// more than fits into memory, on a shared folder too, and safe from a power failure. Dropped
/// before [`Self::finish`], it leaves the old file as it was.
#[derive(Debug)]
pub struct NewFile {
    path: PathBuf,
    temporary: PathBuf,
    /// `None` once the file has its name.
    writer: Option<BufWriter<File>>,
}

impl NewFile {
    /// Begins a file under a random name: in containers all processes may have the same number.
    pub fn create(path: &Path) -> io::Result<Self> {
        let mut temporary = beside(path).into_os_string();
        temporary.push(format!("-{:016x}", RandomState::new().build_hasher().finish()));
        let temporary = PathBuf::from(temporary);
        let writer = Some(BufWriter::new(create_new(&temporary)?));
        Ok(NewFile { path: path.to_path_buf(), temporary, writer })
    }

    /// Writes the rest and gives the file its name.
    pub fn finish(mut self) -> io::Result<()> {
        if let Some(writer) = &mut self.writer {
            writer.flush()?;
            // Without this the new name may reach the disk before the content. Besides, a shared
            // folder reports only now that it is full.
            writer.get_ref().sync_all()?;
        }
        rename(&self.temporary, &self.path)?;
        self.writer = None;
        Ok(())
    }
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer.as_mut().map_or(Ok(0), |writer| writer.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.as_mut().map_or(Ok(()), BufWriter::flush)
    }
}

impl Drop for NewFile {
    fn drop(&mut self) {
        // Windows cannot remove an open file.
        if self.writer.take().is_some() {
            remove(&self.temporary);
        }
    }
}

/// Replaces the file at `path` by what `write` writes, and makes its folder if necessary. After an
/// error, its own or that of `write`, the old file is unchanged.
pub fn replace_by<E: From<io::Error>>(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> Result<(), E>,
) -> Result<(), E> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let mut file = NewFile::create(path)?;
    write(&mut file)?;
    Ok(file.finish()?)
}

fn in_place(path: &Path, bytes: &[u8]) -> io::Result<()> {
    // Opening a pipe of that name would block for ever.
    if is_no_regular_file(path) {
        return Err(io::Error::other("it is not a regular file"));
    }
    let written = OpenOptions::new().write(true).create(true).truncate(false).open(path).and_then(
        |mut file| {
            // Not emptied first: a full disk may have no room to write it anew.
            file.write_all(bytes)?;
            file.set_len(bytes.len() as u64)
        },
    );
    if written.is_err() {
        withdraw(path);
    }
    written
}

/// The file that a name stands for: where symbolic links lead, if that is a file or nothing yet.
pub fn followed(path: &Path) -> PathBuf {
    let is_link = fs::symlink_metadata(path).is_ok_and(|about| about.is_symlink());
    if !is_link || is_no_regular_file(path) {
        return path.to_path_buf();
    }
    let mut followed = path.to_path_buf();
    for _ in 0..MOST_LINKS {
        let Ok(target) = fs::read_link(&followed) else { break };
        followed = followed.parent().unwrap_or(Path::new("")).join(target);
    }
    let leads_somewhere = !followed.is_symlink() && followed.parent().is_some_and(Path::is_dir);
    if leads_somewhere { followed } else { path.to_path_buf() }
}

/// A chain of links that is longer leads in a circle; the system itself follows 40.
const MOST_LINKS: u32 = 40;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_whole_and_nothing_else_is_left() {
        let dir = tempfile::tempdir().expect("a folder");
        let path = dir.path().join("output.txt");
        assert!(matches!(read(&path, 100), Ok(None)));
        fs::write(dir.path().join("output.txt.tmp"), "left by a killed process").expect("written");
        replace(&path, "first").expect("written");
        replace(&path, "second").expect("written");
        assert_eq!(read(&path, 100).expect("read").as_deref(), Some("second"));
        assert_eq!(fs::read_dir(dir.path()).expect("listed").count(), 1);
    }

    #[test]
    fn a_file_written_bit_by_bit_is_there_when_it_is_whole_and_else_the_old_one() {
        let dir = tempfile::tempdir().expect("a folder");
        let path = dir.path().join("games.pdn");
        for (text, is_finished) in [("first", true), ("second", false), ("third", true)] {
            let before = read(&path, 100).expect("read");
            let mut file = NewFile::create(&path).expect("made");
            for byte in text.bytes() {
                file.write_all(&[byte]).expect("written");
            }
            assert_eq!(read(&path, 100).expect("read"), before);
            let after = if is_finished {
                file.finish().expect("named");
                Some(text.to_string())
            } else {
                drop(file);
                before
            };
            assert_eq!(read(&path, 100).expect("read"), after);
            assert_eq!(fs::read_dir(dir.path()).expect("listed").count(), 1);
        }
        let deep = dir.path().join("deep/games.pdn");
        replace_by(&deep, |file| file.write_all(b"whole")).expect("its folder is made");
        let failed = replace_by(&deep, |file| {
            file.write_all(b"half")?;
            Err(io::Error::other("it ends here"))
        });
        assert!(failed.is_err());
        assert_eq!(fs::read_dir(dir.path().join("deep")).expect("listed").count(), 1);
        assert_eq!(read(&deep, 100).expect("read").as_deref(), Some("whole"));
        fs::create_dir(dir.path().join("folder")).expect("made");
        let file = NewFile::create(&dir.path().join("folder")).expect("made beside it");
        file.finish().expect_err("the name is that of a directory");
        assert_eq!(fs::read_dir(dir.path()).expect("listed").count(), 3);
    }

    #[test]
    fn a_file_that_another_program_reads_is_replaced() {
        let dir = tempfile::tempdir().expect("a folder");
        let path = dir.path().join("output.txt");
        replace(&path, "first").expect("written");
        let mut reader = File::open(&path).expect("opened");
        replace(&path, "second").expect("written");
        let mut text = String::new();
        reader.read_to_string(&mut text).expect("read");
        assert_eq!(text, "first");
        assert_eq!(read(&path, 100).expect("read").as_deref(), Some("second"));
    }

    #[test]
    fn where_no_file_can_be_made_the_old_one_stays_unless_it_may_be_overwritten() {
        let dir = tempfile::tempdir().expect("a folder");
        let path = dir.path().join("output.txt");
        replace(&path, "first").expect("written");
        fs::create_dir(dir.path().join("output.txt.tmp")).expect("the name is taken");
        replace(&path, "second").expect_err("no temporary file can be made");
        assert_eq!(read(&path, 100).expect("read").as_deref(), Some("first"));
        replace_or_overwrite(&path, "third").expect("written in place");
        assert_eq!(read(&path, 100).expect("read").as_deref(), Some("third"));
    }

    #[test]
    fn directories_and_large_files_are_refused() {
        let dir = tempfile::tempdir().expect("a folder");
        assert!(matches!(read(dir.path(), 100), Err(FileError::NotAFile { .. })));
        let path = dir.path().join("playdata.txt");
        fs::write(&path, [b'x'; 101]).expect("written");
        assert!(matches!(read(&path, 100), Err(FileError::TooLarge { limit: 100, .. })));
        fs::create_dir(dir.path().join("output.txt")).expect("made");
        let error = replace(&dir.path().join("output.txt"), "E").expect_err("a directory");
        assert!(error.to_string().contains("output.txt"), "{error}");
    }

    #[test]
    fn bytes_that_are_no_text_are_replaced() {
        let dir = tempfile::tempdir().expect("a folder");
        let path = dir.path().join("input.txt");
        fs::write(&path, [b'a', 0xFF, b'b']).expect("written");
        assert_eq!(read(&path, 9).expect("read").as_deref(), Some("a\u{FFFD}b"));
    }

    #[test]
    fn two_writers_of_one_file_do_not_disturb_each_other() {
        let dir = tempfile::tempdir().expect("a folder");
        let path = dir.path().join("games.csv");
        let mut both = [1, 2].map(|_| NewFile::create(&path).expect("made"));
        both.iter_mut().for_each(|file| file.write_all(b"a,b\n").expect("written"));
        both.into_iter().for_each(|file| file.finish().expect("named"));
        assert_eq!(fs::read(&path).expect("read"), b"a,b\n");
        assert_eq!(fs::read_dir(dir.path()).expect("listed").count(), 1);
    }

    #[test]
    #[cfg(unix)]
    fn a_file_of_ours_is_no_link_and_has_one_name() {
        let dir = tempfile::tempdir().expect("a folder");
        let (own, other) = (dir.path().join("log"), dir.path().join("other"));
        fs::write(&other, "other").expect("written");
        open_own(&own).and_then(|mut file| file.write_all(b"own")).expect("written");
        open_own(&own).expect("it has one name");
        for link in [|from, to| std::os::unix::fs::symlink(from, to), fs::hard_link] {
            fs::remove_file(&own).expect("there");
            link(&other, &own).expect("linked");
            let error = open_own(&own).expect_err("a link").to_string();
            assert!(error.ends_with("link; remove it") || error.contains("hard link"), "{error}");
        }
        fs::remove_file(&own).expect("there");
        std::os::unix::fs::symlink(dir.path().join("new"), &own).expect("linked");
        open_own(&own).expect_err("a link to nothing");
        assert!(!dir.path().join("new").exists());
    }

    #[test]
    fn what_is_no_file_is_not_written_over() {
        let dir = tempfile::tempdir().expect("a folder");
        let file = dir.path().join("file");
        refuse_device(&file).expect("nothing is there");
        fs::write(&file, "old").expect("written");
        refuse_device(&file).expect("a file");
        let error = refuse_device(dir.path()).expect_err("a folder").to_string();
        assert!(error.ends_with("name another file"), "{error}");
        #[cfg(unix)]
        refuse_device(Path::new("/dev/null")).expect_err("a device");
    }
}
