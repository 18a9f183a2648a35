//! The file in a folder that tells how what lies there was made, so that nothing made otherwise joins
//! it.

use crate::error::WorkshopError;
use formats::file;
use std::fs;
use std::path::Path;

const ABOUT: &str = "about.txt";
/// No such file is longer.
const SIZE_LIMIT: u64 = 1_000;

/// Makes a folder for what is made as `about` says, if it is not there.
///
/// # Errors
/// It cannot be made, or holds what was made otherwise.
pub fn agree(folder: &Path, about: &str) -> Result<(), WorkshopError> {
    fs::create_dir_all(folder).map_err(WorkshopError::file("make", folder))?;
    let path = folder.join(ABOUT);
    match file::read(&path, SIZE_LIMIT)? {
        None => Ok(file::replace(&path, about)?),
        Some(known) if known == about => Ok(()),
        Some(known) => {
            let (known, asked) = (known.trim().to_string(), about.trim().to_string());
            Err(WorkshopError::MadeOtherwise { path, known, asked })
        }
    }
}
