//! The folder of a ladder. It may be begun by hand: each folder in `agents` is a player.
//!
//! ```text
//! ladder/agents/kim/     a submission as it was built, the latest of kim
//! ladder/journal.jsonl   all games
//! ladder/ladder.html     the page
//! ladder/names.secret    what hidden names are made with
//! ladder/ladder.lock     held by the referee that writes
//! ```
//!
//! Games of a player whose program has changed since do not count any more.

use crate::agent::folder::Listing;
use crate::agent::{Agent, files};
use crate::class::error::ClassError;
use crate::class::games::JOURNAL;
use crate::class::grading_time::GradingTime;
use crate::class::stage::{Stages, make_folder};
use crate::record::{GameResult, Journal, Results};
use std::collections::BTreeMap;
use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

const AGENTS: &str = "agents";
const LOCK: &str = "ladder.lock";
/// The page, for a web server or a mail.
pub const PAGE: &str = "ladder.html";
/// How long to wait before the lock is tried again.
const PAUSE: Duration = Duration::from_millis(200);

#[derive(Debug)]
pub struct LadderFolder {
    pub folder: PathBuf,
    _lock: File,
}

impl LadderFolder {
    /// Waits for another referee that writes there; `None` if the time is over before.
    pub fn open(
        folder: &Path,
        stages: &Stages<'_>,
        cap: &GradingTime,
    ) -> Result<Option<Self>, ClassError> {
        make_folder(&folder.join(AGENTS))?;
        let folder = folder.canonicalize().map_err(ClassError::system("use", folder))?;
        let path = folder.join(LOCK);
        let lock = File::create(&path).map_err(ClassError::system("write", &path))?;
        // Some network file systems have no locks.
        while let Err(TryLockError::WouldBlock) = lock.try_lock() {
            stages.go_on()?;
            if !cap.fits(PAUSE) {
                return Ok(None);
            }
            thread::sleep(PAUSE);
        }
        Ok(Some(LadderFolder { folder, _lock: lock }))
    }

    /// Puts a player there, in the place of an earlier one of its name.
    pub fn put(&self, stages: &Stages<'_>, agent: &Agent) -> Result<Agent, ClassError> {
        let agents = self.folder.join(AGENTS);
        let (place, new) = (agents.join(&agent.name), agents.join(".new"));
        let from = stages.settings.out.join(crate::class::submission::COPIES).join(&agent.name);
        let failed =
            |error: crate::agent::folder::FolderError| ClassError::Failed(error.to_string());
        files::remove(&new).map_err(ClassError::system("remove", &new))?;
        make_folder(&new)?;
        Listing::of(&from).and_then(|all| all.copy(&new, &[])).map_err(failed)?;
        files::remove(&place).map_err(ClassError::system("remove", &place))?;
        fs::rename(&new, &place).map_err(ClassError::system("rename", &new))?;
        let there = player(stages, &place);
        there.ok_or_else(|| ClassError::Failed(format!("{} is lost", visible::path(&place))))
    }

    /// All players, by name. A folder without a program is none.
    pub fn players(&self, stages: &Stages<'_>) -> Result<Vec<Agent>, ClassError> {
        let agents = self.folder.join(AGENTS);
        let entries = fs::read_dir(&agents).map_err(ClassError::system("read", &agents))?;
        let paths = entries.flatten().map(|entry| entry.path());
        let mut players: Vec<Agent> = paths.filter_map(|path| player(stages, &path)).collect();
        players.sort_by(|one, other| one.name.cmp(&other.name));
        Ok(players)
    }

    pub fn journal(&self) -> Result<Journal, ClassError> {
        Ok(Journal::open(&self.folder.join(JOURNAL))?)
    }

    pub fn journal_path(&self) -> PathBuf {
        self.folder.join(JOURNAL)
    }
}

/// The player in a folder.
fn player(stages: &Stages<'_>, path: &Path) -> Option<Agent> {
    let name = path.file_name()?.to_str().filter(|name| !name.starts_with('.'))?;
    let agent = Agent::in_directory(path, stages.program()).ok()?;
    let mut agent = agent.carrying(stages.scheme().games.carry);
    agent.name = name.to_string();
    agent.files.extend(stages.settings.toolchain.readable_in_games());
    Some(agent)
}

/// The games between programs as they are now; void ones do not count.
pub fn current(results: &Results, players: &[Agent]) -> Results {
    let now: BTreeMap<&str, &str> =
        players.iter().map(|agent| (agent.name.as_str(), agent.sha256.as_str())).collect();
    let is_now = |game: &GameResult| {
        let same = |player: &crate::record::StoredPlayer| {
            now.get(&*player.name).is_some_and(|sha256| *sha256 == &*player.sha256)
        };
        !game.is_void() && same(&game.black) && same(&game.white)
    };
    let games = results.iter().filter(|(_, game)| is_now(game));
    games.map(|(id, game)| (*id, game.clone())).collect()
}
