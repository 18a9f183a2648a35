//! The files of a broken promise, kept so that the case can be looked at and repeated.

use crate::error::SoakError;
use clap::{Args, ValueEnum};
use std::fs;
use std::path::{Path, PathBuf};

/// The file, among those of a case, that says what happened and how to repeat it.
const STORY: &str = "case.txt";

/// Names of files that no case needs begin so: those that crowd a directory or fill a disk.
pub const OTHER: &str = "other-";

/// Copies the files of `dir` into the folder of a case, and writes `story` beside them. A case of
/// the same name is replaced.
pub fn keep(folder: &Path, name: &str, dir: &Path, story: &str) -> Result<PathBuf, SoakError> {
    let case = folder.join("cases").join(name);
    let _ = fs::remove_dir_all(&case);
    copy(dir, &case)?;
    let path = case.join(STORY);
    fs::write(&path, story).map_err(SoakError::system("write", &path))?;
    Ok(case)
}

/// Most files of a folder that are kept: a crowded one has thousands that say nothing.
const MOST_FILES: usize = 64;

fn copy(from: &Path, to: &Path) -> Result<(), SoakError> {
    fs::create_dir_all(to).map_err(SoakError::system("make", to))?;
    let entries = fs::read_dir(from).map_err(SoakError::system("read", from))?;
    for entry in entries
        .flatten()
        .filter(|entry| !entry.file_name().to_string_lossy().starts_with(OTHER))
        .take(MOST_FILES)
    {
        let target = to.join(entry.file_name());
        match entry.file_type() {
            Ok(kind) if kind.is_dir() => copy(&entry.path(), &target)?,
            Ok(kind) if kind.is_file() => drop(fs::copy(entry.path(), target)),
            _ => {}
        }
    }
    Ok(())
}

/// The word that stands for a value of an option.
pub fn option_word(value: &impl ValueEnum) -> String {
    value.to_possible_value().map(|word| word.get_name().to_string()).unwrap_or_default()
}

/// Options of all runs.
#[derive(Clone, Debug, Args)]
pub struct Common {
    /// The journal and the files of broken promises
    #[arg(long, default_value = "soak-out")]
    pub folder: PathBuf,
    /// Of all that is random
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Units at a time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    pub jobs: u32,
}
