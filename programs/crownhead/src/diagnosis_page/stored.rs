//! `diagnosis.json`: every count of a diagnosis, for programs, and for a later page.

use crate::error::AppError;
use analysis::diagnosis::{Diagnosis, VERSION};
use cli::file;
use cli::visible;
use std::path::Path;

const DIAGNOSIS: &str = "diagnosis.json";
/// The most bytes that are read.
const LONGEST: u64 = 64 << 20;

/// The diagnosis in `folder`; `None` if there is none.
pub fn read(folder: &Path) -> Result<Option<Diagnosis>, AppError> {
    let path = folder.join(DIAGNOSIS);
    let Some(text) = file::read(&path, LONGEST).map_err(AppError::file)? else { return Ok(None) };
    let wrong = |what: String| {
        let path = visible::path(&path);
        AppError::File(format!("{path}: {what}; remove it, or make it again"))
    };
    let found: Diagnosis = serde_json::from_str(&text).map_err(|error| wrong(error.to_string()))?;
    if found.version != VERSION {
        return Err(wrong(format!("version {}: this program reads {VERSION}", found.version)));
    }
    Ok(Some(found))
}

/// Writes it into `folder`.
pub fn write(folder: &Path, diagnosis: &Diagnosis) -> Result<(), AppError> {
    let text = serde_json::to_string_pretty(diagnosis).map_err(AppError::file)?;
    file::replace(&folder.join(DIAGNOSIS), text + "\n").map_err(AppError::file)
}

#[cfg(test)]
mod tests {
    use super::*;
    use analysis::diagnosis::diagnose;

    #[test]
    fn a_diagnosis_is_read_back_and_another_version_is_told() {
        let folder = tempfile::tempdir().expect("a folder");
        assert!(read(folder.path()).expect("nothing is wrong").is_none());
        let made = diagnose("anna", &[], &[], vec!["all games".to_string()]);
        write(folder.path(), &made).expect("written");
        assert_eq!(read(folder.path()).expect("read"), Some(made.clone()));
        write(folder.path(), &Diagnosis { version: 9, ..made }).expect("written");
        let error = read(folder.path()).expect_err("another version").to_string();
        assert!(error.contains("diagnosis.json: version 9"), "{error}");
    }
}
