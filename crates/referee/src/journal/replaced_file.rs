//! A file that is written under another name and renamed into place: a reader finds the old content
//! or the new one, whole, on a shared folder too, after a kill and after a power failure.

use std::fs::Permissions;
use std::io::{self, BufWriter, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

/// Replaces the file at `path`; makes its folder if necessary. After an error, its own or that of
/// `write`, the old file is unchanged.
pub fn replace<E: From<io::Error>>(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> Result<(), E>,
) -> Result<(), E> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder)?;
    let mut builder = tempfile::Builder::new();
    // The default of any new file; the user's mask removes rights.
    let file = builder.prefix(".new-").permissions(Permissions::from_mode(0o666));
    let mut file = BufWriter::new(file.tempfile_in(folder)?);
    write(&mut file)?;
    let file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
    // Without this the new name may reach the disk before the content. Besides, a shared folder
    // reports only now that it is full.
    file.as_file().sync_all()?;
    file.persist(path).map_err(|refused| refused.error)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn a_file_is_replaced_whole_or_not_at_all() {
        let dir = tempfile::tempdir().expect("a folder");
        let path = dir.path().join("deep/file.txt");
        let text = |text: &'static str| replace(&path, |file| file.write_all(text.as_bytes()));
        text("first").expect("written");
        text("second").expect("written");
        let failed = replace(&path, |file| {
            file.write_all(b"half")?;
            Err(io::Error::other("broken off"))
        });
        assert!(failed.is_err());
        assert_eq!(fs::read_to_string(&path).expect("there"), "second");
        assert_eq!(fs::read_dir(dir.path().join("deep")).expect("there").count(), 1);
    }
}
