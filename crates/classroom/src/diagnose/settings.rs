//! What a diagnosis is given, and the file that says what it is about.

use crate::error::ClassError;
use cli::{file, visible};
use referee::journal::GameConditions;
use referee::players::Participant;
use referee::rules::AnswerForm;
use runner::{TempRoot, TimeLimit};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

pub const ABOUT: &str = "about.json";
/// The version of that file, and of the positions and the schedule that belong to it.
const VERSION: u32 = 3;
const LONGEST: u64 = 1 << 20;
const BEGINNING: &str = "Games begin at the start position, in mode GAME; positions and endings are \
                         asked in mode SINGLE, without playdata.txt.";

pub struct DiagnoseSettings<'a> {
    /// The folder of all results, by its absolute path.
    pub out: PathBuf,
    pub conditions: GameConditions,
    /// One game at a time on each; `None` where the system chooses.
    pub cores: Vec<Option<usize>>,
    pub date: String,
    pub temp_root: &'a TempRoot,
    /// It sets the flag of that folder.
    pub time: &'a TimeLimit,
    /// Gets a sentence for each change of a file.
    pub warn: fn(&str),
    /// Stands beside the progress.
    pub note: Option<String>,
    pub evidence_paths: EvidencePaths,
}

/// Whether the page names files of the machine that has played: its reader may be somebody else.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EvidencePaths {
    #[default]
    Shown,
    LeftOut,
}

impl DiagnoseSettings<'_> {
    /// [`ClassError::Stopped`] if the user has broken it off.
    pub fn go_on(&self) -> Result<(), ClassError> {
        if self.temp_root.stop_flag().is_set() && !self.time.is_over() {
            return Err(ClassError::Stopped);
        }
        Ok(())
    }
}

/// What the results in a folder were made from, and what they lack.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AboutDiagnosis {
    pub version: u32,
    pub agent: String,
    pub sha256: String,
    pub seconds: f64,
    pub profile: String,
    pub answers: AnswerForm,
    pub seed: u64,
    pub games: u32,
    /// Depths of `reference`, by their names in the journal.
    pub opponents: Vec<String>,
    pub defender: String,
    /// How games begin and what else is asked, as a sentence.
    pub beginning: String,
    pub left_out: Vec<String>,
    #[serde(default)]
    pub evidence_paths: EvidencePaths,
}

impl AboutDiagnosis {
    /// Of the agent, which is the first of the participants; the last is the defender.
    pub fn new(settings: &DiagnoseSettings<'_>, participants: &[Participant], games: u32) -> Self {
        let Participant { agent, clock, .. } = &participants[0];
        let replies = settings.conditions.limits.replies;
        AboutDiagnosis {
            version: VERSION,
            agent: agent.name.clone(),
            sha256: agent.sha256.clone(),
            seconds: clock.as_secs_f64(),
            profile: replies.profile.name().to_string(),
            answers: replies.answers,
            seed: settings.conditions.seed.0,
            games: games.next_multiple_of(2),
            opponents: participants[1..participants.len() - 1].iter().map(name_of).collect(),
            defender: participants.last().map(name_of).unwrap_or_default(),
            beginning: BEGINNING.to_string(),
            left_out: Vec::new(),
            evidence_paths: settings.evidence_paths,
        }
    }

    /// Reads the file of a folder; `None` if there is none.
    pub fn read(folder: &Path) -> Result<Option<Self>, ClassError> {
        let path = folder.join(ABOUT);
        let Some(text) = file::read(&path, LONGEST)? else { return Ok(None) };
        let about: AboutDiagnosis =
            serde_json::from_str(&text).map_err(|error| wrong(&path, error.to_string()))?;
        if about.version != VERSION {
            let found = about.version;
            return Err(wrong(
                &path,
                format!("version {found}; this program reads version {VERSION}"),
            ));
        }
        Ok(Some(about))
    }

    /// Writes it into the folder. Results of another agent, or of other games, are not mixed.
    pub fn begin(&self, folder: &Path) -> Result<(), ClassError> {
        if let Some(found) = AboutDiagnosis::read(folder)? {
            let same = AboutDiagnosis { left_out: self.left_out.clone(), ..found };
            if same != *self {
                return Err(ClassError::Correctable(format!(
                    "{} holds the diagnosis of {}, which was another program or had other options; \
                     name another folder: --out",
                    visible::path(folder),
                    same.agent
                )));
            }
        }
        self.write(folder)
    }

    pub fn write(&self, folder: &Path) -> Result<(), ClassError> {
        // It cannot fail: texts and finite numbers.
        let text = serde_json::to_string_pretty(self).unwrap_or_default();
        Ok(file::replace(&folder.join(ABOUT), text + "\n")?)
    }
}

fn wrong(path: &Path, what: String) -> ClassError {
    let path = visible::path(path);
    ClassError::Correctable(format!("{path}: {what}; name another folder"))
}

fn name_of(participant: &Participant) -> String {
    participant.agent.name.clone()
}
