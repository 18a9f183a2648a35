//! Folders and digests, as every stage has them.

use crate::error::ClassError;
use sha2::{Digest, Sha256};
use std::fs;
use std::path::Path;

pub fn hexadecimal(digest: Sha256) -> String {
    digest.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

pub fn make_folder(folder: &Path) -> Result<(), ClassError> {
    fs::create_dir_all(folder).map_err(ClassError::system("make", folder))
}
