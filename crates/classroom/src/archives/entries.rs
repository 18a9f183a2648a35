//! The entries of an archive: a ZIP, or a tar archive, which is read from its begin to its end.
//!
//! The number of entries of a ZIP is asked for before its directory is read, which costs memory for
//! each. Names are UTF-8, whether the ZIP says so or not, and else those of old MS-DOS.

use crate::archives::unpacked_folder::{MOST_ENTRIES, UnpackedFolder, UnpackedMode};
use crate::error::ClassError;
use cli::visible;
use jiff::Timestamp;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::time::{Duration, SystemTime};
use tar::{Archive, Entry, EntryType};
use zip::read::ZipFile;
use zip::result::ZipError;
use zip::{CompressionMethod, ExtraField, ZipArchive};

/// The record at the end of a ZIP: its mark, its bytes without a comment, the most with one.
const END_MARK: &[u8] = b"PK\x05\x06";
const END_BYTES: usize = 22;
const MOST_END_BYTES: u64 = END_BYTES as u64 + 0xffff;
/// Bits of `st_mode` that say what an entry is.
const KIND: u32 = 0o170_000;
const REGULAR: u32 = 0o100_000;
const FOLDER: u32 = 0o040_000;

pub fn unzip(mut file: File, into: &mut UnpackedFolder<'_>) -> Result<(), ClassError> {
    if declared_entries(&mut file).map_err(|error| error.to_string())? > MOST_ENTRIES {
        return Err(format!("it holds more than {MOST_ENTRIES} files and folders").into());
    }
    let mut archive = ZipArchive::new(file).map_err(|error| zip_fault(&error))?;
    if archive.has_duplicate_names() {
        return Err("it holds two entries of one name".to_string().into());
    }
    for index in 0..archive.len() {
        let entry = archive.by_index(index).map_err(|error| zip_fault(&error))?;
        unpack_zip_entry(entry, into)?;
    }
    Ok(())
}

fn unpack_zip_entry<R: Read>(
    entry: ZipFile<'_, R>,
    into: &mut UnpackedFolder<'_>,
) -> Result<(), ClassError> {
    let name = match std::str::from_utf8(entry.name_raw()) {
        Ok(name) => name.to_string(),
        Err(_) => entry.name().map_err(|error| zip_fault(&error))?.into_owned(),
    };
    let Some(place) = into.place(name.as_bytes())? else { return Ok(()) };
    let mode = entry.unix_mode().unwrap_or(REGULAR);
    if entry.is_dir() || name.ends_with(['/', '\\']) {
        return into.folder(&place);
    }
    match mode & KIND {
        0 | REGULAR => {
            let is_executable = mode & 0o111 != 0;
            let mode = if is_executable { UnpackedMode::Executable } else { UnpackedMode::Plain };
            into.file(&place, (mode, zip_time(&entry)), entry)
        }
        FOLDER => into.folder(&place),
        _ => {
            into.leave_out(&name, "which is a link or a device");
            Ok(())
        }
    }
}

/// When a file was modified. The old form has no time zone: it is taken as universal time, so that
/// at least files of one archive are in order.
fn zip_time<R: Read>(entry: &ZipFile<'_, R>) -> Option<SystemTime> {
    let exact = entry.extra_data_fields().find_map(|field| match field {
        ExtraField::ExtendedTimestamp(times) => times.mod_time(),
        _ => None,
    });
    if let Some(seconds) = exact {
        return seconds_since_1970(seconds.into());
    }
    let at = entry.last_modified()?;
    let day = format!("{:04}-{:02}-{:02}", at.year(), at.month(), at.day());
    let text = format!("{day}T{:02}:{:02}:{:02}Z", at.hour(), at.minute(), at.second());
    text.parse().ok().map(Timestamp::into)
}

fn seconds_since_1970(seconds: u64) -> Option<SystemTime> {
    SystemTime::UNIX_EPOCH.checked_add(Duration::from_secs(seconds))
}

/// How many entries the record at the end declares; none if there is no such record, and too many
/// if their number needs another record.
fn declared_entries(file: &mut File) -> io::Result<usize> {
    let length = file.seek(SeekFrom::End(0))?;
    file.seek(SeekFrom::Start(length.saturating_sub(MOST_END_BYTES)))?;
    let mut end = Vec::new();
    file.take(MOST_END_BYTES).read_to_end(&mut end)?;
    file.rewind()?;
    let records = end.windows(END_BYTES).filter(|record| record.starts_with(END_MARK));
    // Entries in the whole archive; which of several records counts is not asked.
    let declared = records.map(|record| u16::from_le_bytes([record[10], record[11]]));
    Ok(declared.max().unwrap_or(0).into())
}

fn zip_fault(error: &ZipError) -> ClassError {
    ClassError::Correctable(match error {
        ZipError::UnsupportedArchive(ZipError::PASSWORD_REQUIRED) | ZipError::InvalidPassword => {
            "it is encrypted; it must be handed in without a password".to_string()
        }
        ZipError::CompressionMethodNotSupported(_) => format!(
            "it is packed by another method than {}, the one of all usual programs",
            CompressionMethod::Deflated
        ),
        ZipError::InvalidArchive(_) => "it is no ZIP archive, or damaged".to_string(),
        error => format!("it is no ZIP that can be read: {}", visible::line(&error.to_string())),
    })
}

pub fn untar(archive: impl Read, into: &mut UnpackedFolder<'_>) -> Result<(), ClassError> {
    // A name may be as long as the archive, and is held in memory.
    let mut archive = Archive::new(archive.take(into.most_read()));
    for entry in archive.entries().map_err(broken_tar)? {
        unpack_tar_entry(entry.map_err(broken_tar)?, into)?;
    }
    Ok(())
}

fn broken_tar(error: io::Error) -> String {
    format!("it is no tar archive that can be read: {}", visible::line(&error.to_string()))
}

fn unpack_tar_entry<R: Read>(
    entry: Entry<'_, R>,
    into: &mut UnpackedFolder<'_>,
) -> Result<(), ClassError> {
    let name = entry.path_bytes().into_owned();
    let Some(place) = into.place(&name)? else { return Ok(()) };
    match entry.header().entry_type() {
        EntryType::Directory => into.folder(&place),
        EntryType::Regular | EntryType::Continuous => {
            let is_executable = entry.header().mode().is_ok_and(|mode| mode & 0o111 != 0);
            let mode = if is_executable { UnpackedMode::Executable } else { UnpackedMode::Plain };
            let time = entry.header().mtime().ok().map(seconds_since_1970);
            into.file(&place, (mode, time.flatten()), entry)
        }
        EntryType::XGlobalHeader => Ok(()),
        _ => {
            into.leave_out(&String::from_utf8_lossy(&name), "which is a link or a device");
            Ok(())
        }
    }
}
