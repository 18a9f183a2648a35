//! Files that appear whole or not at all.

use crate::workshop::error::WorkshopError;
use std::io::Write;
use std::path::Path;
use tempfile::NamedTempFile;

/// Writes a file and gives it its name when it is whole; an older one of that name gives way.
///
/// # Errors
/// It cannot be written.
pub fn replace(path: &Path, bytes: &[u8]) -> Result<(), WorkshopError> {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let written = NamedTempFile::new_in(folder).and_then(|mut file| {
        file.write_all(bytes)?;
        file.persist(path)?;
        Ok(())
    });
    written.map_err(WorkshopError::file("write", path))
}
