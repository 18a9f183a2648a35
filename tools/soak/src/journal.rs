//! The journal of a run: a line of JSON with the options, then one for each finished unit.

use crate::cases::Common;
use crate::error::SoakError;
use cli::JsonLines;
use referee::players::Agent;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

const NAME: &str = "journal.jsonl";

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
    pub done: BTreeMap<u32, R>,
}

impl<R: UnitResult> UnitJournal<R> {
    /// Opens the journal of a run, in its folder, which is made if necessary. The units follow from
    /// its options and its agents. A journal of others is an error, and stays as it is.
    pub fn of_run(
        run: &str,
        agents: &[&Agent],
        common: &Common,
        options: &impl Serialize,
    ) -> Result<Self, SoakError> {
        let agents: Vec<&str> = agents.iter().map(|agent| agent.sha256.as_str()).collect();
        UnitJournal::open(&common.folder, &(run, agents, common.seed, options))
    }

    /// Opens the journal of a folder, which is made if necessary. A journal of other options is an
    /// error, and stays as it is.
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
                return Err(SoakError::Failed(format!(
                    "{} belongs to a run with other options: {found}; name another --folder",
                    path.display()
                )));
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
    use serde::Deserialize;

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Number(u32);

    impl UnitResult for Number {
        fn unit(&self) -> u32 {
            self.0
        }
    }

    fn open(folder: &Path) -> Result<UnitJournal<Number>, SoakError> {
        UnitJournal::open(folder, &"options")
    }

    #[test]
    fn finished_units_are_found_again_and_a_torn_line_is_cut_off() {
        let dir = tempfile::tempdir().expect("a folder");
        let mut journal = open(dir.path()).expect("a new journal");
        let message = open(dir.path()).expect_err("no journal of ours").to_string();
        assert!(message.contains(" is in use by another process"));
        for unit in 0..3 {
            journal.append(Number(unit)).expect("written");
        }
        drop(journal);
        let path = dir.path().join(NAME);
        let text = fs::read_to_string(&path).expect("there");
        fs::write(&path, &text[..text.len() - 1]).expect("torn");
        assert!(open(dir.path()).expect("ours").done.keys().eq(&[0, 1]));
        let other = UnitJournal::<Number>::open(dir.path(), &"others").expect_err("others");
        assert!(other.to_string().contains("belongs to a run with other options: \"options\""));
        fs::write(&path, "\"options\"\n0\nwhat\n").expect("damaged");
        assert!(
            open(dir.path()).expect_err("no journal of ours").to_string().contains(", line 3: ")
        );
    }
}
