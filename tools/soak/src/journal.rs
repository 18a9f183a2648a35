//! The journal of a run: a line of JSON with the options, then one for each finished unit.

use crate::error::SoakError;
use cli::JsonLines;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

const NAME: &str = "journal.jsonl";

/// The result of one unit.
pub trait UnitResult: Serialize + DeserializeOwned {
    /// The number of the unit, from 0.
    fn unit(&self) -> u32;

    /// The promise that did not hold; `None` if all did.
    fn broken(&self) -> Option<String> {
        None
    }
}

#[derive(Debug)]
pub struct UnitJournal<R> {
    lines: JsonLines,
    /// The results by unit.
    pub done: BTreeMap<u32, R>,
}

impl<R: UnitResult> UnitJournal<R> {
    /// Opens the journal of a folder, which is made if necessary. `options` is what the units
    /// follow from. A journal of other options is an error, and stays as it is.
    pub fn open(folder: &Path, options: &impl Serialize) -> Result<Self, SoakError> {
        fs::create_dir_all(folder).map_err(SoakError::system("make", folder))?;
        let path = folder.join(NAME);
        let header = serde_json::to_string(options).expect("plain data");
        let mut done = BTreeMap::new();
        let mut lines = JsonLines::open(&path, "", |line| {
            if line.number > 1 {
                let record: R = line.read()?;
                done.insert(record.unit(), record);
            } else if line.bytes.trim_ascii_end() != header.as_bytes() {
                let found = String::from_utf8_lossy(line.bytes.trim_ascii_end()).into_owned();
                return Err(SoakError::OtherRun { path: path.clone(), found });
            }
            Ok(())
        })?;
        if lines.lines() == 0 {
            lines.append(options)?;
        }
        Ok(UnitJournal { lines, done })
    }

    /// Appends a result. When this returns, killing the process does not lose it.
    pub fn append(&mut self, record: R) -> Result<(), SoakError> {
        self.lines.append(&record)?;
        self.done.insert(record.unit(), record);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cli::JsonLinesError;
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
        assert!(matches!(open(), Err(SoakError::Journal(JsonLinesError::InUse { .. }))));
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
        fs::write(&path, "\"options\"\n0\nwhat\n").expect("damaged");
        assert!(matches!(open(), Err(SoakError::Journal(JsonLinesError::Line { line: 3, .. }))));
    }
}
