//! The results of finished stages, one file for each submission and stage.
//!
//! A file holds the key of everything that its result was made from: the SHA-256 of the submission
//! and of the part of the scheme that matters. As long as the key is the same, the stage is not
//! done again; when it differs, or the file cannot be read, it is. Files are written under another
//! name and renamed, so that a process that is killed leaves the old file or the new one.

use crate::class::error::ClassError;
use formats::file;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fs;
use std::io;
use std::path::Path;

/// The version of the files.
const VERSION: u32 = 1;

/// What a result was made from: a digest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub(super) struct StageKey(String);

#[derive(Serialize, Deserialize)]
struct StageFile<T> {
    version: u32,
    key: StageKey,
    result: T,
}

impl StageKey {
    /// The key of these parts; their order and their bounds matter.
    pub(super) fn of(parts: &[&str]) -> Self {
        let mut all = Sha256::new();
        for part in parts {
            all.update((part.len() as u64).to_le_bytes());
            all.update(part);
        }
        StageKey(all.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
    }

    /// The key of these parts and a part of the scheme.
    pub(super) fn with(parts: &[&str], scheme: &impl Serialize) -> Self {
        // It cannot fail: a scheme consists of names and finite numbers.
        let scheme = serde_json::to_string(scheme).unwrap_or_default();
        StageKey::of(&[parts, &[scheme.as_str()]].concat())
    }
}

/// The result in a file, if it was made from what `key` says.
pub(super) fn load<T: DeserializeOwned>(path: &Path, key: &StageKey) -> Option<T> {
    let text = fs::read_to_string(path).ok()?;
    let found: StageFile<T> = serde_json::from_str(&text).ok()?;
    (found.version == VERSION && found.key == *key).then_some(found.result)
}

/// Writes a result.
///
/// # Errors
/// The file cannot be written.
pub(super) fn store<T: Serialize>(
    path: &Path,
    key: &StageKey,
    result: &T,
) -> Result<(), ClassError> {
    let stage = StageFile { version: VERSION, key: key.clone(), result };
    let refused = |source| ClassError::system("write", path, source);
    let text = serde_json::to_string_pretty(&stage).map_err(io::Error::from).map_err(refused)?;
    file::replace(path, text + "\n").map_err(|error| refused(io::Error::other(error)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_result_is_found_again_only_with_its_key() {
        let dir = tempfile::tempdir().expect("a folder");
        let path = dir.path().join("anna.build.json");
        let (key, other) = (StageKey::of(&["a", "b"]), StageKey::of(&["ab", ""]));
        assert_eq!(load::<u32>(&path, &key), None, "no file");
        store(&path, &key, &7_u32).expect("written");
        assert_eq!((load(&path, &key), load::<u32>(&path, &other)), (Some(7_u32), None));
        assert_eq!(load::<String>(&path, &key), None, "a result of another kind");
        let half = fs::read_to_string(&path).expect("there");
        fs::write(&path, &half[..half.len() / 2]).expect("written");
        assert_eq!(load::<u32>(&path, &key), None, "half a file");
        assert_eq!(fs::read_dir(dir.path()).expect("there").count(), 1, "nothing else is left");
    }

    #[test]
    fn a_key_follows_from_the_scheme() {
        let key = |scheme: &[f64]| StageKey::with(&["a"], &scheme);
        assert_eq!(key(&[1.0]), key(&[1.0]));
        assert_ne!(key(&[1.0]), key(&[1.5]));
    }
}
