//! Names on a page that classmates read: as they are, or others in their place that stay the same
//! from one submission to the next.
//!
//! A hidden name is a digest of the name and of a secret, which lies in the folder of the ladder.
//! Without the secret nobody can tell which digest belongs to a name that he knows.

use crate::class::error::ClassError;
use crate::class::scheme_values::PageNames;
use crate::class::stage::hexadecimal;
use formats::file;
use sha2::{Digest, Sha256};
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// The file of the secret.
const SECRET_FILE: &str = "names.secret";
/// The most bytes of it that are read.
const LONGEST: u64 = 1 << 10;
/// Random bytes of a new secret.
const SECRET_BYTES: usize = 32;
/// Digits of a hidden name.
const DIGITS: usize = 6;

/// Shows names, or hides them.
#[derive(Clone, Debug)]
pub struct NameVeil {
    /// `None` where names are shown.
    secret: Option<String>,
}

impl NameVeil {
    /// For a ladder in this folder; a secret is made when it is first needed.
    pub fn new(names: PageNames, folder: &Path) -> Result<Self, ClassError> {
        let secret = match names {
            PageNames::Shown => None,
            PageNames::Hidden => Some(secret(&folder.join(SECRET_FILE))?),
        };
        Ok(NameVeil { secret })
    }

    pub fn shown(&self, name: &str) -> String {
        match &self.secret {
            Some(secret) => {
                let digest = Sha256::new().chain_update(secret).chain_update(name);
                format!("player {}", &hexadecimal(digest)[..DIGITS])
            }
            None => name.to_string(),
        }
    }
}

fn secret(path: &Path) -> Result<String, ClassError> {
    if let Some(secret) = file::read(path, LONGEST)? {
        return Ok(secret);
    }
    let mut bytes = [0; SECRET_BYTES];
    let random = Path::new("/dev/urandom");
    let read = File::open(random).and_then(|mut file| file.read_exact(&mut bytes));
    read.map_err(ClassError::system("read", random))?;
    let secret: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    file::replace(path, &secret)?;
    Ok(secret)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hidden_name_stays_the_same_and_belongs_to_one_ladder() {
        let (one, other) = (tempfile::tempdir().expect("made"), tempfile::tempdir().expect("made"));
        let veil = |folder: &Path, names| NameVeil::new(names, folder).expect("a veil");
        let hidden = veil(one.path(), PageNames::Hidden).shown("kim");
        assert!(hidden.starts_with("player ") && !hidden.contains("kim"), "{hidden}");
        assert_eq!(veil(one.path(), PageNames::Hidden).shown("kim"), hidden);
        assert_ne!(veil(one.path(), PageNames::Hidden).shown("lee"), hidden);
        assert_ne!(veil(other.path(), PageNames::Hidden).shown("kim"), hidden);
        assert_eq!(veil(one.path(), PageNames::Shown).shown("kim"), "kim");
    }
}
