//! The examples of many shards, each position once, parted into those that are learned from and those
//! that check what was learned.
//!
//! The parting is by shards, so by games; the checking part is read first, and no position of it is
//! learned from.

use crate::workshop::error::WorkshopError;
use crate::workshop::learn::record::Record;
use crate::workshop::learn::shards::{self, Shards};
use std::collections::HashSet;
use std::path::{Path, PathBuf};

/// One shard of so many is for checking.
const CHECKING: usize = 25;

/// What there is to learn from.
#[derive(Debug)]
pub struct Dataset {
    /// Examples to learn from.
    pub training: Vec<Record>,
    /// Examples to check by.
    pub checking: Vec<Record>,
    /// How many were left out because their position was there already.
    pub repeated: usize,
}

impl Dataset {
    /// Reads all shards of the folders.
    ///
    /// # Errors
    /// A file cannot be read, or there are too few.
    pub fn read(folders: &[PathBuf]) -> Result<Self, WorkshopError> {
        let (mut checking, mut training) = (Vec::new(), Vec::new());
        for folder in folders {
            let paths = Shards::to_read(folder).paths()?;
            for (nth, path) in paths.into_iter().enumerate() {
                if nth % CHECKING == 0 { checking.push(path) } else { training.push(path) }
            }
        }
        let mut seen = HashSet::new();
        let mut repeated = 0;
        let mut read = |paths: &[PathBuf]| each_once(paths, &mut seen, &mut repeated);
        let (checking, training) = (read(&checking)?, read(&training)?);
        if checking.is_empty() || training.is_empty() {
            let folder = folders.first().map(PathBuf::as_path).unwrap_or(Path::new("."));
            return Err(WorkshopError::NothingToLearn { folder: folder.to_path_buf() });
        }
        Ok(Dataset { training, checking, repeated })
    }
}

fn each_once(
    paths: &[PathBuf],
    seen: &mut HashSet<u64>,
    repeated: &mut usize,
) -> Result<Vec<Record>, WorkshopError> {
    let mut records = Vec::new();
    for path in paths {
        let read = shards::read(path)?;
        let before = records.len();
        records.extend(read.iter().filter(|record| seen.insert(hash(record))));
        *repeated += before + read.len() - records.len();
    }
    Ok(records)
}

/// A position as one number; two of a few million may share one, which loses an example.
fn hash(record: &Record) -> u64 {
    record.packed.position().key().bits()
}
