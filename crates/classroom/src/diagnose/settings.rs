//! What a diagnosis is given, and the file that says what it is about.

use crate::diagnose::error::DiagnoseError;
use crate::diagnose::time_cap::TimeCap;
use cli::file;
use cli::visible;
use referee::play::GameConditions;
use referee::players::Entrant;
use referee::rules::Profile;
use runner::TempRoot;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// The file that says what a folder holds.
pub const ABOUT: &str = "about.json";
/// The version of that file, and of the positions and the schedule that belong to it.
const VERSION: u32 = 1;
/// The most bytes of it that are read.
const LONGEST: u64 = 1 << 20;

pub struct DiagnoseSettings<'a> {
    /// The folder of all results, by its absolute path.
    pub out: PathBuf,
    pub conditions: GameConditions,
    /// One game at a time on each; `None` where the system chooses.
    pub cores: Vec<Option<usize>>,
    /// The day, as records have it.
    pub date: String,
    pub temp_root: &'a TempRoot,
    /// Is told what was tampered with.
    pub warn: fn(&str),
    /// Stands beside the progress.
    pub note: Option<String>,
}

impl DiagnoseSettings<'_> {
    /// [`DiagnoseError::Stopped`] if the user has broken it off.
    pub fn go_on(&self, cap: &TimeCap) -> Result<(), DiagnoseError> {
        if self.temp_root.stop_flag().is_set() && !cap.is_over() {
            return Err(DiagnoseError::Stopped);
        }
        Ok(())
    }
}

/// What the results in a folder were made from, and what they lack.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AboutDiagnosis {
    pub version: u32,
    /// The agent's name in the journal.
    pub agent: String,
    /// Of its files.
    pub sha256: String,
    /// Seconds on each clock.
    pub seconds: f64,
    pub profile: String,
    pub seed: u64,
    /// The most games against `reference`.
    pub games: u32,
    /// Depths of `reference`, by their names in the journal.
    pub opponents: Vec<String>,
    /// The defender's name in the journal.
    pub defender: String,
    /// What was left out, as sentences.
    pub left_out: Vec<String>,
}

impl AboutDiagnosis {
    /// Of the agent, which is the first of the entrants; the last is the defender.
    pub fn new(
        entrants: &[Entrant],
        (seconds, games): (f64, u32),
        profile: Profile,
        seed: u64,
    ) -> Self {
        let name = |entrant: &Entrant| entrant.agent.name.clone();
        let agent = &entrants[0].agent;
        AboutDiagnosis {
            version: VERSION,
            agent: agent.name.clone(),
            sha256: agent.sha256.clone(),
            seconds,
            profile: profile.name().to_string(),
            seed,
            games: games.next_multiple_of(2),
            opponents: entrants[1..entrants.len() - 1].iter().map(name).collect(),
            defender: entrants.last().map(name).unwrap_or_default(),
            left_out: Vec::new(),
        }
    }

    /// Reads the file of a folder; `None` if there is none.
    pub fn read(folder: &Path) -> Result<Option<Self>, DiagnoseError> {
        let path = folder.join(ABOUT);
        let Some(text) = file::read(&path, LONGEST)? else { return Ok(None) };
        let wrong = |what: String| {
            let path = visible::path(&path);
            DiagnoseError::Correctable(format!("{path}: {what}; name another folder"))
        };
        let about: AboutDiagnosis =
            serde_json::from_str(&text).map_err(|error| wrong(error.to_string()))?;
        if about.version != VERSION {
            let found = about.version;
            return Err(wrong(format!("version {found}; this program reads version {VERSION}")));
        }
        Ok(Some(about))
    }

    /// Writes it into the folder. Results of another agent, or of other games, are not mixed.
    pub fn begin(&self, folder: &Path) -> Result<(), DiagnoseError> {
        if let Some(found) = AboutDiagnosis::read(folder)? {
            let same = AboutDiagnosis { left_out: self.left_out.clone(), ..found };
            if same != *self {
                return Err(DiagnoseError::Correctable(format!(
                    "{} holds the diagnosis of {}, which was another program or had other options; \
                     name another folder: --out",
                    visible::path(folder),
                    same.agent
                )));
            }
        }
        self.write(folder)
    }

    /// Writes the file.
    pub fn write(&self, folder: &Path) -> Result<(), DiagnoseError> {
        // It cannot fail: texts and finite numbers.
        let text = serde_json::to_string_pretty(self).unwrap_or_default();
        Ok(file::replace(&folder.join(ABOUT), text + "\n")?)
    }
}
