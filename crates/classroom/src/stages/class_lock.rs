//! One referee at a time works in the folder of a class.

use crate::error::ClassError;
use crate::stages::stage::ClassSettings;
use cli::LockedFile;
use cli::visible;
use std::fs::File;

/// The file that one referee at a time holds locked.
const LOCK_FILE: &str = "class.lock";

/// Keeps a second referee from working in the same folder.
pub(crate) fn lock(settings: &ClassSettings) -> Result<LockedFile, ClassError> {
    let path = settings.out.join(LOCK_FILE);
    let file = File::create(&path).map_err(ClassError::system("write", &path))?;
    LockedFile::lock(file).ok_or_else(|| {
        ClassError::Correctable(format!(
            "{} is held by another referee; wait for it, or choose another --out",
            visible::path(path)
        ))
    })
}
