//! Files that appear whole or not at all, and lines on standard output.
//!
//! Files are written under a temporary name beside their own and renamed, so that work that is broken
//! off leaves nothing that looks finished.

use crate::workshop::error::WorkshopError;
use std::fmt::Display;
use std::fs::Permissions;
use std::io::{Write, stdout};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use tempfile::Builder;

/// Prints a line of results.
///
/// # Errors
/// Standard output is closed or full.
pub fn say(line: impl Display) -> Result<(), WorkshopError> {
    writeln!(stdout(), "{line}").map_err(WorkshopError::Output)
}

/// Writes a file and gives it its name when it is whole; an older one of that name gives way.
///
/// # Errors
/// It cannot be written.
pub fn replace(path: &Path, bytes: &[u8]) -> Result<(), WorkshopError> {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    // As readable as files ordinarily are: whoever plays need not be who made it.
    let ordinary = Permissions::from_mode(0o666);
    let written = Builder::new().permissions(ordinary).tempfile_in(folder).and_then(|mut file| {
        file.write_all(bytes)?;
        file.persist(path)?;
        Ok(())
    });
    written.map_err(WorkshopError::file("write", path))
}
