//! Files that several copies have alike take their room on the disk once: a course hands out
//! libraries and engines, and each submission brings them again.
//!
//! Copies are read-only in the sandbox. Without one nothing is shared, since an agent that writes
//! beside its program would write into another's.

use runner::folder::listing::{Listing, digest_of};
use sha2::Digest;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fs;
use std::io;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// Smaller files are not worth the look.
const LEAST: u64 = 16 << 10;
/// The name of a link before it takes the place of a file.
const NEW_LINK: &str = ".referee-link";

/// The first file of each content and mode.
#[derive(Debug, Default)]
pub struct EqualFiles(Mutex<HashMap<(Vec<u8>, u32), PathBuf>>);

impl EqualFiles {
    /// Puts links to files of earlier copies in the place of equal ones in a copy that is built.
    /// What the system refuses to link stays as it is.
    pub fn share(&self, copy: &Path) {
        let Ok(listing) = Listing::of(copy) else { return };
        for path in listing.files() {
            let _ = self.share_file(&copy.join(path));
        }
    }

    fn share_file(&self, path: &Path) -> io::Result<()> {
        let about = fs::symlink_metadata(path)?;
        if !about.is_file() || about.len() < LEAST {
            return Ok(());
        }
        let digest = digest_of([&path.to_path_buf()]).map_err(io::Error::other)?;
        let key = (digest.finalize().to_vec(), about.permissions().mode());
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match known.entry(key) {
            Entry::Vacant(first) => {
                first.insert(path.to_path_buf());
            }
            Entry::Occupied(first) if fs::metadata(first.get())?.ino() != about.ino() => {
                let link = path.with_file_name(NEW_LINK);
                fs::hard_link(first.get(), &link)?;
                fs::rename(&link, path).inspect_err(|_| drop(fs::remove_file(&link)))?;
            }
            Entry::Occupied(_) => {}
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::Permissions;

    #[test]
    fn equal_files_of_two_copies_are_one_and_others_stay() {
        let dir = tempfile::tempdir().expect("a folder");
        let at = |name: &str| dir.path().join(name);
        let large = vec![7; 20 << 10];
        for (name, bytes, mode) in [
            ("anna/engine", &large[..], 0o755),
            ("bob/lib/engine", &large, 0o755),
            ("bob/data", &large, 0o644),
            ("bob/small", &large[..9], 0o755),
            ("anna/small", &large[..9], 0o755),
        ] {
            fs::create_dir_all(at(name).parent().expect("one")).expect("made");
            fs::write(at(name), bytes).expect("written");
            fs::set_permissions(at(name), Permissions::from_mode(mode)).expect("set");
        }
        let equal = EqualFiles::default();
        ["anna", "bob", "bob"].iter().for_each(|name| equal.share(&at(name)));
        let number = |name: &str| at(name).metadata().expect("there").ino();
        assert_eq!(number("anna/engine"), number("bob/lib/engine"));
        assert_eq!(fs::read(at("bob/lib/engine")).expect("there"), large);
        assert_ne!(number("anna/engine"), number("bob/data"), "another mode");
        assert_ne!(number("anna/small"), number("bob/small"));
        assert_eq!(fs::read_dir(at("bob/lib")).expect("there").count(), 1);
    }
}
