//! The files of examples in a folder: `shard-00000` and so on, each the games of one seed.
//!
//! A shard is written whole or not at all, so interrupted work continues with the missing ones.

use crate::error::TrainingError;
use crate::learn::playing::play::{Record, SIZE};
use crate::options_file;
use cli::file;
use std::fs;
use std::path::{Path, PathBuf};

#[derive(Clone, Debug)]
pub struct Shards {
    folder: PathBuf,
}

impl Shards {
    /// Opens the folder for games played with these options, and makes it if it does not exist.
    pub fn open(folder: &Path, options: &str) -> Result<Self, TrainingError> {
        options_file::check_or_write(folder, options)?;
        Ok(Shards { folder: folder.to_path_buf() })
    }

    pub fn to_read(folder: &Path) -> Self {
        Shards { folder: folder.to_path_buf() }
    }

    pub fn has(&self, number: usize) -> bool {
        self.path(number).is_file()
    }

    pub fn save(&self, number: usize, records: &[Record]) -> Result<(), TrainingError> {
        let bytes: Vec<u8> = records.iter().copied().flat_map(Record::to_bytes).collect();
        Ok(file::replace(&self.path(number), bytes)?)
    }

    /// The shards of the folder, in the order of their numbers.
    pub fn paths(&self) -> Result<Vec<PathBuf>, TrainingError> {
        let read = fs::read_dir(&self.folder).map_err(TrainingError::file("read", &self.folder))?;
        let mut paths: Vec<_> = read
            .filter_map(Result::ok)
            .map(|entry| entry.path())
            .filter(|path| path.extension().is_none() && is_shard(path))
            .collect();
        paths.sort();
        Ok(paths)
    }

    fn path(&self, number: usize) -> PathBuf {
        self.folder.join(format!("shard-{number:05}"))
    }
}

pub fn read(path: &Path) -> Result<Vec<Record>, TrainingError> {
    let bytes = fs::read(path).map_err(TrainingError::file("read", path))?;
    let records = match bytes.as_chunks::<SIZE>() {
        (records, []) => records.iter().map(Record::from_bytes).collect(),
        _ => None,
    };
    records.ok_or_else(|| {
        let what = "is not a file of examples: remove it, and training selfplay makes it again";
        TrainingError::about(path, what)
    })
}

fn is_shard(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("shard-"))
}
