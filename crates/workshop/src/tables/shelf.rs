//! The folder in which solved materials wait: one file each, so that work broken off goes on.
//!
//! A file is a line that names the format and the limit of quiet turns, and then a byte for each
//! index (`state.rs`). It appears whole, by a rename, or not at all.

use crate::error::WorkshopError;
use crate::tables::state::State;
use evaluation::checkers::endgame::Material;
use formats::file;
use std::fs;
use std::path::{Path, PathBuf};

/// The folder.
#[derive(Debug)]
pub struct Shelf {
    folder: PathBuf,
    quiet_turns: Option<u8>,
}

impl Shelf {
    /// The folder, made if it is not there, for endings solved under a limit of quiet turns.
    ///
    /// # Errors
    /// It cannot be made.
    pub fn at(folder: &Path, quiet_turns: Option<u8>) -> Result<Self, WorkshopError> {
        fs::create_dir_all(folder).map_err(WorkshopError::file("make", folder))?;
        Ok(Shelf { folder: folder.to_path_buf(), quiet_turns })
    }

    /// The limit under which the endings are solved.
    pub fn quiet_turns(&self) -> Option<u8> {
        self.quiet_turns
    }

    fn head(&self) -> Vec<u8> {
        let limit = self.quiet_turns.map_or("any".to_string(), |turns| turns.to_string());
        format!("crownhead states 2, quiet turns {limit}\n").into_bytes()
    }

    fn path(&self, material: Material) -> PathBuf {
        self.folder.join(format!("{material}.states"))
    }

    /// The states of a material, if they have been found before.
    ///
    /// # Errors
    /// The file cannot be read, or is not what was written.
    pub fn take(&self, material: Material) -> Result<Option<Vec<State>>, WorkshopError> {
        let path = self.path(material);
        if !path.exists() {
            return Ok(None);
        }
        let bytes = fs::read(&path).map_err(WorkshopError::file("read", &path))?;
        match bytes.strip_prefix(self.head().as_slice()) {
            Some(states) if states.len() == material.size() => {
                Ok(Some(states.iter().map(|&byte| State(byte)).collect()))
            }
            _ => Err(WorkshopError::Damaged { path }),
        }
    }

    /// Keeps the states of a material.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn put(&self, material: Material, states: &[State]) -> Result<(), WorkshopError> {
        let mut bytes = self.head();
        bytes.extend(states.iter().map(|state| state.0));
        Ok(file::replace(&self.path(material), &bytes)?)
    }
}
