//! The folder of a series of games: its journal, and beside it the key of what the games depend on.
//! Games of another key, and damaged ones, are put aside: the last ones, or those of a series that
//! was further.

use crate::error::{ClassError, make_folder};
use crate::stages::stage::{self, ClassRun, InputDigest};
use cli::visible;
use games::with_game;
use referee::JournalError;
use referee::journal::{JOURNAL, Journal, StoredPlayer, journal_scan};
use runner::folder::files;
use std::fs;
use std::path::{Path, PathBuf};

const KEY_FILE: &str = "series.json";
/// The folder, in that of the results, of games that were put aside.
const OLD_GAMES: &str = "old-games";

#[derive(Debug)]
pub struct SeriesFolder {
    pub path: PathBuf,
    /// Of all that the games depend on.
    pub key: InputDigest,
    /// Of the same without the players.
    pub rules: InputDigest,
    /// The name and the digest of each player.
    pub players: Vec<[String; 2]>,
}

impl SeriesFolder {
    /// The journal, before its games go on. If they have another key, the folder is put aside
    /// first, as `tell` says. So is one with a damaged file or with games of other players, which
    /// the grader is told at once. A journal that cannot be read stays, and is a correctable error.
    pub fn begin<'r>(
        &self,
        run: &ClassRun<'r>,
        tell: fn(&ClassRun<'r>, &str),
    ) -> Result<Journal, ClassError> {
        let (key_file, journal) = (self.path.join(KEY_FILE), self.path.join(JOURNAL));
        match stage::key_in(&key_file) {
            Some(_) if !journal.exists() => {
                let journal = visible::path(&journal);
                run.tell(&format!("{journal} is missing: its games are played again"));
            }
            Some(found) if found == self.key => match self.whole_journal() {
                Err(JournalError::Text(problem)) => {
                    run.tell(&self.put_aside(run, &problem)?);
                }
                Err(error @ JournalError::System { .. }) => {
                    return Err(ClassError::Correctable(error.to_string()));
                }
                opened => return Ok(opened?),
            },
            None if !journal.exists() => {}
            Some(_) => {
                tell(run, &self.put_aside(run, "agents, scheme or order of points have changed")?)
            }
            None => {
                let problem = format!("{} is missing or damaged", visible::path(&key_file));
                run.tell(&self.put_aside(run, &problem)?);
            }
        }
        files::remove(&self.path).map_err(ClassError::system("remove", &self.path))?;
        make_folder(&self.path)?;
        stage::store_durably(&key_file, &self.key, &self.rules)?;
        self.journal()
    }

    pub fn journal(&self) -> Result<Journal, ClassError> {
        Ok(Journal::open(&self.path.join(JOURNAL))?)
    }

    /// The journal, if all its games are of these players and can be replayed.
    fn whole_journal(&self) -> Result<Journal, JournalError> {
        let path = self.path.join(JOURNAL);
        let journal = Journal::open(&path)?;
        for record in journal_scan::scan(&path)?.records()? {
            let record = record?;
            let is_known = |one: &StoredPlayer| {
                self.players.iter().any(|[name, sha256]| (name, sha256) == (&one.name, &one.sha256))
            };
            if ![&record.black, &record.white].into_iter().all(is_known) {
                let (path, [black, white]) = (visible::path(&path), record.names());
                return Err(JournalError::Text(format!(
                    "{path} has a game of other agents ({black} and {white})"
                )));
            }
            with_game!(record.game, G => record.line::<G>().map(drop)).map_err(|error| {
                JournalError::Text(format!("{}: {error}", visible::path(&path)))
            })?;
        }
        Ok(journal)
    }

    /// The folder of the games that were put aside, if only the players were others. Games of the
    /// same players were put aside because they are damaged.
    pub fn of_other_players(&self, run: &ClassRun<'_>) -> Option<PathBuf> {
        let old = self.old(run);
        let key_file = old.join(KEY_FILE);
        let rules: InputDigest = stage::result_in(&key_file)?;
        (rules == self.rules && stage::key_in(&key_file)? != self.key).then_some(old)
    }

    fn old(&self, run: &ClassRun<'_>) -> PathBuf {
        let out = &run.settings.out;
        out.join(OLD_GAMES).join(self.path.strip_prefix(out).unwrap_or(&self.path))
    }

    /// Moves the folder to the place of what was put aside before, unless more games are there: a
    /// tournament that has only begun does not take the place of a whole one. Returns what the
    /// grader should know.
    fn put_aside(&self, run: &ClassRun<'_>, why: &str) -> Result<String, ClassError> {
        let old = self.old(run);
        if let Some(parent) = old.parent() {
            make_folder(parent)?;
        }
        let games = |folder: &Path| {
            journal_scan::scan(&folder.join(JOURNAL)).map_or(0, |scan| scan.results.len())
        };
        if self.of_other_players(run).is_some() && games(&old) > games(&self.path) {
            files::remove(&self.path).map_err(ClassError::system("remove", &self.path))?;
        } else {
            files::remove(&old).map_err(ClassError::system("remove", &old))?;
            fs::rename(&self.path, &old).map_err(ClassError::system("move", &self.path))?;
        }
        let (folder, old) = (visible::path(&self.path), visible::path(&old));
        Ok(format!("{why}: the games of {folder} are played again; the old ones are in {old}"))
    }
}
