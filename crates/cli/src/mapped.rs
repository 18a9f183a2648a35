//! A large file whose bytes are read where they are used, and nowhere else.
//!
//! Reading 70 MB at the start of each move would cost 100 ms of CPU time; a mapped file costs next
//! to nothing (measured: `docs/LAB.md`). It stays mapped until the process ends.

use std::fs::{self, File};
use std::io;
use std::path::Path;

/// Maps a regular file; `None` if there is no such file.
pub fn mapped(path: &Path) -> io::Result<Option<&'static [u8]>> {
    // A pipe would block when opened, so the kind is checked first.
    match fs::metadata(path) {
        Ok(about) if about.is_file() => {}
        Ok(_) => return Err(io::Error::other("it is not a regular file")),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    }
    let file = File::open(path)?;
    // SAFETY: the bytes must not change while they are borrowed. The file is data that its owner
    // puts beside the program before a tournament and never writes to; new versions come by a
    // rename.
    let map = unsafe { memmap2::Mmap::map(&file)? };
    Ok(Some(&Box::leak(Box::new(map))[..]))
}
