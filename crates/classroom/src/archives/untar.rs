//! The entries of a tar archive, which is read from its begin to its end.

use crate::archives::unpacked_folder::{UnpackedFolder, UnpackedMode};
use cli::visible;
use std::io::{self, Read};
use tar::{Archive, Entry, EntryType};

/// Unpacks all entries.
pub fn untar(archive: impl Read, into: &mut UnpackedFolder<'_>) -> Result<(), String> {
    let broken = |error: io::Error| {
        format!("it is no tar archive that can be read: {}", visible::line(&error.to_string()))
    };
    // A name may be as long as the archive, and is held in memory.
    let mut archive = Archive::new(archive.take(into.most_read()));
    for entry in archive.entries().map_err(broken)? {
        unpack_entry(entry.map_err(broken)?, into)?;
    }
    Ok(())
}

fn unpack_entry<R: Read>(entry: Entry<'_, R>, into: &mut UnpackedFolder<'_>) -> Result<(), String> {
    let name = entry.path_bytes().into_owned();
    let Some(place) = into.place(&name)? else { return Ok(()) };
    match entry.header().entry_type() {
        EntryType::Directory => into.folder(&place),
        EntryType::Regular | EntryType::Continuous => {
            let is_executable = entry.header().mode().is_ok_and(|mode| mode & 0o111 != 0);
            let mode = if is_executable { UnpackedMode::Executable } else { UnpackedMode::Plain };
            into.file(&place, mode, entry)
        }
        EntryType::XGlobalHeader => Ok(()),
        _ => {
            into.leave_out(&String::from_utf8_lossy(&name), "which is a link or a device");
            Ok(())
        }
    }
}
