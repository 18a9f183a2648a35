//! The folder of solved endings, one file for each material, so that interrupted work continues.
//!
//! A file is a line that names the format and the limit of quiet turns, and then a byte for each
//! index (`state.rs`). It is written whole or not at all.

use crate::error::WorkshopError;
use crate::tables::state::PositionState;
use evaluation::checkers::endgame::Material;
use formats::file;
use std::fs;
use std::path::{Path, PathBuf};

#[derive(Debug)]
pub struct TableStore {
    folder: PathBuf,
    quiet_turns: Option<u8>,
}

impl TableStore {
    /// Opens the folder for endings that are solved under a limit of quiet turns, and makes it if
    /// it does not exist.
    pub fn open(folder: &Path, quiet_turns: Option<u8>) -> Result<Self, WorkshopError> {
        fs::create_dir_all(folder).map_err(WorkshopError::file("make", folder))?;
        Ok(TableStore { folder: folder.to_path_buf(), quiet_turns })
    }

    /// The limit of quiet turns under which the endings are solved, if there is one.
    pub fn quiet_turns(&self) -> Option<u8> {
        self.quiet_turns
    }

    fn header(&self) -> Vec<u8> {
        let limit = self.quiet_turns.map_or("any".to_string(), |turns| turns.to_string());
        format!("crownhead states 2, quiet turns {limit}\n").into_bytes()
    }

    fn path(&self, material: Material) -> PathBuf {
        self.folder.join(format!("{material}.states"))
    }

    /// The final states of a material, by index; `None` if it is not solved yet.
    pub fn load(&self, material: Material) -> Result<Option<Vec<PositionState>>, WorkshopError> {
        let path = self.path(material);
        if !path.exists() {
            return Ok(None);
        }
        let bytes = fs::read(&path).map_err(WorkshopError::file("read", &path))?;
        match bytes.strip_prefix(self.header().as_slice()) {
            Some(states) if states.len() == material.size() => {
                Ok(Some(states.iter().map(|&byte| PositionState(byte)).collect()))
            }
            _ => Err(WorkshopError::Damaged { path }),
        }
    }

    /// Writes the final states of a material.
    pub fn save(&self, material: Material, states: &[PositionState]) -> Result<(), WorkshopError> {
        let mut bytes = self.header();
        bytes.extend(states.iter().map(|state| state.0));
        Ok(file::replace(&self.path(material), &bytes)?)
    }
}
