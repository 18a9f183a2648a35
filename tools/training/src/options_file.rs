//! The file `about.txt` of a folder: the options that its contents were made with, so that nothing
//! made with other options is mixed with them.

use crate::error::TrainingError;
use cli::file;
use std::fs;
use std::path::Path;

const NAME: &str = "about.txt";
/// The largest such file, in bytes.
const SIZE_LIMIT: u64 = 1_000;

/// Makes the folder and its `about.txt` if they do not exist; else checks that the contents were
/// made with the same options, which are given as one line of text.
pub fn check_or_write(folder: &Path, options: &str) -> Result<(), TrainingError> {
    fs::create_dir_all(folder).map_err(TrainingError::file("make", folder))?;
    let path = folder.join(NAME);
    match file::read(&path, SIZE_LIMIT)? {
        None => Ok(file::replace(&path, options)?),
        Some(found) if found == options => Ok(()),
        Some(found) => Err(TrainingError::other_options(&path, found.trim(), options.trim())),
    }
}
