//! A file that is written under another name and renamed into place: whoever reads finds the old
//! content or the new one, whole, also on a shared folder, after a kill and after a power failure.

use std::fs::Permissions;
use std::io::{self, BufWriter, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

/// Writes the file at `path` anew; its folder is made if necessary.
///
/// # Errors
/// The folder cannot be written, or the first error of `write`. The old file then is as it was.
pub fn replace<E: From<io::Error>>(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> Result<(), E>,
) -> Result<(), E> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder)?;
    let mut builder = tempfile::Builder::new();
    // As of any new file: the user's mask takes rights away.
    let file = builder.prefix(".new-").permissions(Permissions::from_mode(0o666));
    let mut file = BufWriter::new(file.tempfile_in(folder)?);
    write(&mut file)?;
    let file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
    // Else the new name may be on the disk before the content is; and a shared folder tells only
    // now that it is full.
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
