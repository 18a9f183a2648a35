//! The journal of a run: a line of JSON with the options, then one for each finished unit.
//!
//! A run that is killed leaves at most one unfinished last line, which is cut off when the journal
//! is opened again; that unit is run again. A lock keeps a second run away.

use crate::error::SoakError;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

const NAME: &str = "journal.jsonl";

/// The result of one unit.
pub trait UnitResult: Serialize + DeserializeOwned {
    /// The number of the unit, from 0.
    fn unit(&self) -> u32;

    /// What was promised and did not hold; `None` if all did.
    fn broken(&self) -> Option<String> {
        None
    }
}

#[derive(Debug)]
pub struct UnitJournal<R> {
    file: File,
    path: PathBuf,
    /// The results by unit.
    pub done: BTreeMap<u32, R>,
}

impl<R: UnitResult> UnitJournal<R> {
    /// Opens the journal of a folder, which is made if necessary. `options` is what the units
    /// follow from.
    pub fn open(folder: &Path, options: &impl Serialize) -> Result<Self, SoakError> {
        let path = folder.join(NAME);
        fs::create_dir_all(folder).map_err(SoakError::system("make", folder))?;
        let mut opening = OpenOptions::new();
        let file = opening.read(true).append(true).create(true).open(&path);
        let mut file = file.map_err(SoakError::system("open", &path))?;
        if let Err(fs::TryLockError::WouldBlock) = file.try_lock() {
            return Err(SoakError::InUse { path });
        }
        let text = fs::read_to_string(&path).map_err(SoakError::system("read", &path))?;
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        file.set_len(whole as u64).map_err(SoakError::system("shorten", &path))?;
        let header = plain_json(options);
        let mut lines = text[..whole].lines();
        match lines.next() {
            None => append(&mut file, &path, &header)?,
            Some(found) if found == header => {}
            Some(found) => return Err(SoakError::OtherRun { path, found: found.to_string() }),
        }
        let mut done = BTreeMap::new();
        for (index, line) in lines.enumerate() {
            let at = |source| SoakError::Line { path: path.clone(), line: index + 2, source };
            let record: R = serde_json::from_str(line).map_err(at)?;
            done.insert(record.unit(), record);
        }
        Ok(UnitJournal { file, path, done })
    }

    /// Appends a result. When this returns, killing the process does not lose it.
    pub fn append(&mut self, record: R) -> Result<(), SoakError> {
        append(&mut self.file, &self.path, &plain_json(&record))?;
        self.done.insert(record.unit(), record);
        Ok(())
    }
}

/// # Panics
/// Never for records and options: they are plain data with text as keys.
fn plain_json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("plain data")
}

fn append(file: &mut File, path: &Path, line: &str) -> Result<(), SoakError> {
    file.write_all(format!("{line}\n").as_bytes()).map_err(SoakError::system("write", path))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Number(u32);

    impl UnitResult for Number {
        fn unit(&self) -> u32 {
            self.0
        }
    }

    #[test]
    fn finished_units_are_found_again_and_a_torn_line_is_cut_off() {
        let dir = tempfile::tempdir().expect("a folder");
        let open = || UnitJournal::<Number>::open(dir.path(), &"options");
        let mut journal = open().expect("a new journal");
        assert!(matches!(open(), Err(SoakError::InUse { .. })));
        for unit in 0..3 {
            journal.append(Number(unit)).expect("written");
        }
        drop(journal);
        let path = dir.path().join(NAME);
        let text = fs::read_to_string(&path).expect("there");
        fs::write(&path, &text[..text.len() - 1]).expect("torn");
        assert!(open().expect("ours").done.keys().eq(&[0, 1]));
        let other = UnitJournal::<Number>::open(dir.path(), &"others");
        assert!(matches!(other, Err(SoakError::OtherRun { .. })));
    }
}
