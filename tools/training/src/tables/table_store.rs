//! The folder of solved endings, one file for each material, so that interrupted work continues.
//!
//! A file is a line that names the format and the limit of quiet turns, and then, in a file of
//! states, a byte for each index (`state.rs`). A file of results has the counts in that line, and a
//! byte for each five indices (`packed_results.rs`); distances are not kept there. Files of runs
//! are what `training pack` has made of large endings. A file is written whole or not at all.

use crate::error::TrainingError;
use crate::tables::outcome_counts::OutcomeCounts;
use crate::tables::packed_results::PackedResults;
use crate::tables::state::PositionState;
use cli::{file, mapped};
use evaluation::checkers::endgame::{Material, PackedMaterial};
use games::Outcome;
use std::fs;
use std::path::{Path, PathBuf};

/// The line of a file of results is shorter.
const MAX_LINE: usize = 200;

#[derive(Debug)]
pub struct TableStore {
    folder: PathBuf,
    quiet_turns: Option<u8>,
}

/// What is known of a solved material.
#[derive(Debug)]
pub enum StoredEnding {
    /// The final states, by index.
    States(Vec<PositionState>),
    /// Results without distances.
    Results(PackedResults, EndingFigures),
}

/// What was counted and measured when a material was solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EndingFigures {
    pub counts: OutcomeCounts,
    /// Seconds that it took, together with its mirror image; `None` where that is not kept.
    pub seconds: Option<u64>,
}

impl StoredEnding {
    #[inline]
    pub fn outcome(&self, index: usize) -> Outcome {
        match self {
            StoredEnding::States(states) => states[index].outcome(),
            StoredEnding::Results(results, _) => results.at(index),
        }
    }

    /// The results, and what was counted.
    pub fn into_results(self) -> (PackedResults, EndingFigures) {
        match self {
            StoredEnding::States(states) => {
                let results = PackedResults::of(states.iter().map(|state| state.outcome()));
                let counts = OutcomeCounts::of(&states);
                (results, EndingFigures { counts, seconds: None })
            }
            StoredEnding::Results(results, figures) => (results, figures),
        }
    }
}

impl TableStore {
    /// The folder for endings that are solved under a limit of quiet turns; made if it does not
    /// exist.
    pub fn make(folder: &Path, quiet_turns: Option<u8>) -> Result<Self, TrainingError> {
        fs::create_dir_all(folder).map_err(TrainingError::file("make", folder))?;
        Ok(Self::at(folder, quiet_turns))
    }

    /// The same to read from; a folder that does not exist holds nothing.
    pub fn at(folder: &Path, quiet_turns: Option<u8>) -> Self {
        TableStore { folder: folder.to_path_buf(), quiet_turns }
    }

    /// The limit of quiet turns under which the endings are solved, if there is one.
    pub fn quiet_turns(&self) -> Option<u8> {
        self.quiet_turns
    }

    /// Is the material solved? Its file is not looked into.
    pub fn has(&self, material: Material) -> bool {
        self.states_path(material).exists() || self.results_path(material).exists()
    }

    /// What is kept of a material; `None` if it is not solved yet. Results are read where they are
    /// asked.
    pub fn load(&self, material: Material) -> Result<Option<StoredEnding>, TrainingError> {
        let path = self.states_path(material);
        if path.exists() {
            return self.load_states(material, path).map(StoredEnding::States).map(Some);
        }
        let path = self.results_path(material);
        let Some(bytes) = mapped::mapped(&path).map_err(TrainingError::file("read", &path))? else {
            return Ok(None);
        };
        let found = self.results_of(material, bytes);
        found.map(Some).ok_or_else(|| damaged(&path))
    }

    /// What is kept of a material that has to be solved by now.
    pub fn solved(&self, material: Material) -> Result<StoredEnding, TrainingError> {
        self.load(material)?.ok_or_else(|| {
            let folder = self.folder.display();
            TrainingError::Failed(format!(
                "{material} is not solved in {folder}: run training tables with this --folder first"
            ))
        })
    }

    pub fn save_states(
        &self,
        material: Material,
        states: &[PositionState],
    ) -> Result<(), TrainingError> {
        let mut bytes = self.states_line().into_bytes();
        bytes.extend(states.iter().map(|state| state.0));
        Ok(file::replace(&self.states_path(material), &bytes)?)
    }

    /// Writes the results of a material and how many seconds they took.
    pub fn save_results(
        &self,
        material: Material,
        states: &[PositionState],
        seconds: u64,
    ) -> Result<(), TrainingError> {
        let OutcomeCounts { won, lost, drawn, longest } = OutcomeCounts::of(states);
        let figures = format!(
            "{won} won, {lost} lost, {drawn} drawn, longest {longest} plies, {seconds} seconds\n"
        );
        let results = PackedResults::of(states.iter().map(|state| state.outcome()));
        let bytes = [self.results_line().as_bytes(), figures.as_bytes(), results.bytes()].concat();
        Ok(file::replace(&self.results_path(material), &bytes)?)
    }

    /// The runs of a material in the WDL table; `None` if they are not kept.
    pub fn load_runs(&self, material: Material) -> Result<Option<PackedMaterial>, TrainingError> {
        let path = self.runs_path(material);
        if !path.exists() {
            return Ok(None);
        }
        let bytes = fs::read(&path).map_err(TrainingError::file("read", &path))?;
        let rest = bytes.strip_prefix(self.runs_line().as_bytes());
        let runs = rest.and_then(|rest| PackedMaterial::from_bytes(material, rest));
        runs.map(Some).ok_or_else(|| damaged(&path))
    }

    pub fn save_runs(
        &self,
        material: Material,
        runs: &PackedMaterial,
    ) -> Result<(), TrainingError> {
        let bytes = [self.runs_line().into_bytes(), runs.to_bytes()].concat();
        Ok(file::replace(&self.runs_path(material), &bytes)?)
    }

    fn load_states(
        &self,
        material: Material,
        path: PathBuf,
    ) -> Result<Vec<PositionState>, TrainingError> {
        let bytes = fs::read(&path).map_err(TrainingError::file("read", &path))?;
        match bytes.strip_prefix(self.states_line().as_bytes()) {
            Some(states) if states.len() == material.size() => {
                Ok(states.iter().map(|&byte| PositionState(byte)).collect())
            }
            _ => Err(damaged(&path)),
        }
    }

    fn results_of(&self, material: Material, bytes: &'static [u8]) -> Option<StoredEnding> {
        let rest = bytes.strip_prefix(self.results_line().as_bytes())?;
        let end = rest.iter().take(MAX_LINE).position(|&byte| byte == b'\n')?;
        let figures = figures_in(std::str::from_utf8(&rest[..end]).ok()?)?;
        let results = PackedResults::from_bytes(&rest[end + 1..], material.size())?;
        Some(StoredEnding::Results(results, figures))
    }

    fn states_line(&self) -> String {
        format!("crownhead states 2, quiet turns {}\n", self.limit())
    }

    fn results_line(&self) -> String {
        format!("crownhead results 1, quiet turns {}: ", self.limit())
    }

    fn runs_line(&self) -> String {
        format!("crownhead runs 1, quiet turns {}\n", self.limit())
    }

    fn limit(&self) -> String {
        self.quiet_turns.map_or("any".to_string(), |turns| turns.to_string())
    }

    fn states_path(&self, material: Material) -> PathBuf {
        self.folder.join(format!("{material}.states"))
    }

    fn results_path(&self, material: Material) -> PathBuf {
        self.folder.join(format!("{material}.results"))
    }

    fn runs_path(&self, material: Material) -> PathBuf {
        self.folder.join(format!("{material}.runs"))
    }
}

fn damaged(path: &Path) -> TrainingError {
    let what = "is damaged, of another version, or made under another limit of quiet turns: choose \
                another --folder, or remove it and it will be made again";
    TrainingError::about(path, what)
}

/// The figures of a line such as `3 won, 2 lost, 1 drawn, longest 9 plies, 4 seconds`.
fn figures_in(line: &str) -> Option<EndingFigures> {
    let mut parts = line.split(", ");
    let won = parts.next()?.strip_suffix(" won")?.parse().ok()?;
    let lost = parts.next()?.strip_suffix(" lost")?.parse().ok()?;
    let drawn = parts.next()?.strip_suffix(" drawn")?.parse().ok()?;
    let longest = parts.next()?.strip_prefix("longest ")?.strip_suffix(" plies")?.parse().ok()?;
    let seconds = parts.next()?.strip_suffix(" seconds")?.parse().ok()?;
    let counts = OutcomeCounts { won, lost, drawn, longest };
    parts.next().is_none().then_some(EndingFigures { counts, seconds: Some(seconds) })
}
