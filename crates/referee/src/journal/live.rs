//! `live.json`, a small file beside the journal that shows the games in play.
//!
//! The journal holds finished games only; a spectator reads this file too. It is replaced by
//! rename: a reader finds the old content or the new one, whole, and never waits. Nothing depends
//! on it: a match goes on if it cannot be written, and it may be deleted.
//!
//! Times are seconds; a moment is counted from the beginning of 1970 (Unix time).

use crate::error::JournalError;
use crate::journal::read_text;
use crate::journal::stored_game::{checkers, is_checkers};
use cli::visible;
use games::GameName;
use games::board::Side;
use nix::errno::Errno;
use nix::sys::signal::kill;
use nix::unistd::Pid;
use serde::{Deserialize, Serialize};
use std::fs::{self, File, TryLockError};
use std::io::{self, Read};
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

/// The file's name, in the folder of the match.
pub const LIVE_FILE: &str = "live.json";
const VERSION: u32 = 1;
/// The longest file that is read, in bytes; real ones have about a thousand for each game in play.
const LONGEST: u64 = 1 << 22;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LiveMatch {
    version: u32,
    /// What is played. Files of checkers do not say it.
    #[serde(default = "checkers", skip_serializing_if = "is_checkers")]
    pub game: GameName,
    pub pid: i32,
    /// When the referee began or resumed the match.
    pub started: f64,
    pub written: f64,
    pub planned: usize,
    /// Finished games, with those of earlier runs.
    pub done: usize,
    /// Seconds to the end, estimated at `written`; `None` until a game is finished after the start.
    pub seconds_left: Option<f64>,
    pub is_finished: bool,
    pub games: Vec<LiveGame>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LiveGame {
    pub id: u32,
    pub pair: u32,
    #[serde(deserialize_with = "read_text::line")]
    pub opening: String,
    /// Black first.
    #[serde(deserialize_with = "read_text::names")]
    pub names: [String; 2],
    /// Rows joined by `/`, as in the journal.
    #[serde(deserialize_with = "read_text::line")]
    pub board: String,
    pub to_move: Side,
    /// The number of the turn, from 1.
    pub turn: u32,
    /// When the side to move received the request.
    pub asked: f64,
    /// Seconds of CPU time left at `asked`, Black first.
    pub left: [f64; 2],
    #[serde(default, deserialize_with = "read_text::line_if_any")]
    pub last_move: Option<String>,
}

impl LiveMatch {
    /// A match that this process begins now, with `done` games of `planned` already finished.
    pub fn begin(game: GameName, planned: usize, done: usize) -> Self {
        let (pid, now) = (Pid::this().as_raw(), unix_time());
        LiveMatch {
            version: VERSION,
            game,
            pid,
            started: now,
            written: now,
            planned,
            done,
            seconds_left: None,
            is_finished: false,
            games: Vec::new(),
        }
    }

    /// Replaces the file in `folder`. If that fails, the file is unchanged.
    pub fn write(&self, folder: &Path) -> Result<(), JournalError> {
        let path = folder.join(LIVE_FILE);
        let text = serde_json::to_vec(self).map_err(|error| wrong_form(&path, &error))?;
        let new = folder.join("live.json.new");
        let written = fs::write(&new, text).and_then(|()| fs::rename(&new, &path));
        written.map_err(|source| JournalError::system(&path, source))
    }

    /// Reads the file in `folder`; `None` if there is none.
    pub fn read(folder: &Path) -> Result<Option<Self>, JournalError> {
        let path = folder.join(LIVE_FILE);
        let Some(text) = text(&path)? else { return Ok(None) };
        // Another version may have other fields, so the version is read first.
        let Versioned { version } =
            serde_json::from_slice(&text).map_err(|error| wrong_form(&path, &error))?;
        if version != u64::from(VERSION) {
            let problem = format!("version {version}; this program reads version {VERSION}");
            return Err(JournalError::in_file(&path, problem));
        }
        serde_json::from_slice(&text).map(Some).map_err(|error| wrong_form(&path, &error))
    }

    /// True if the referee that wrote this file still plays the match of this journal.
    pub fn is_running(&self, journal: &Path) -> bool {
        !self.is_finished && is_process(self.pid) && is_locked(journal)
    }
}

/// The one field that all versions have.
#[derive(Deserialize)]
struct Versioned {
    version: u64,
}

fn wrong_form(path: &Path, error: &serde_json::Error) -> JournalError {
    let shown = visible::line(&error.to_string()).into_owned();
    JournalError::in_file(path, shown + "; no referee wrote this file; delete it")
}

fn text(path: &Path) -> Result<Option<Vec<u8>>, JournalError> {
    // Opening a pipe or device of this name would block the reader.
    match fs::metadata(path) {
        Ok(found) if found.is_file() => {}
        Ok(_) => {
            return Err(JournalError::system(
                path,
                io::Error::other("it is not a regular file; delete it"),
            ));
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(JournalError::system(path, error)),
    }
    let mut text = Vec::new();
    File::open(path)
        .and_then(|f| f.take(LONGEST + 1).read_to_end(&mut text))
        .map_err(|source| JournalError::system(path, source))?;
    if text.len() as u64 > LONGEST {
        let path = visible::path(path);
        let problem = format!("has more than {LONGEST} bytes, so no referee wrote it; delete it");
        return Err(JournalError::Text(format!("{path} {problem}")));
    }
    Ok(Some(text))
}

fn is_process(pid: i32) -> bool {
    pid > 0 && kill(Pid::from_raw(pid), None) != Err(Errno::ESRCH)
}

/// True if a referee has the journal open. The number alone proves nothing: the system uses numbers
/// again, and a process that nobody has waited for keeps its own. The test lasts microseconds, and
/// is made only while a process has the number.
fn is_locked(journal: &Path) -> bool {
    let lock = File::open(journal).map(|file| file.try_lock_shared());
    matches!(lock, Ok(Err(TryLockError::WouldBlock)))
}

pub fn unix_time() -> f64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0.0, |time| time.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::journal::file::Journal;
    use proptest::prelude::{any, prop_assert, proptest};
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::thread;

    const CHECKERS: GameName = GameName::Checkers;

    fn game(id: u32) -> LiveGame {
        LiveGame {
            id,
            pair: id / 2,
            opening: "11-15 22-17".to_string(),
            names: ["<b>".to_string(), "\"é\\".to_string()],
            board: ".b.b.b.b/........".to_string(),
            to_move: Side::White,
            turn: id,
            asked: 1.5,
            left: [0.25, 100.0],
            last_move: Some("11-15".to_string()),
        }
    }

    #[test]
    fn a_reader_always_finds_a_whole_file() {
        let dir = tempfile::tempdir().expect("a folder");
        let over = AtomicBool::new(false);
        LiveMatch::begin(CHECKERS, 0, 0).write(dir.path()).expect("written");
        thread::scope(|scope| {
            let reader = scope.spawn(|| {
                let mut seen = 0;
                while !over.load(Ordering::Relaxed) || seen == 0 {
                    let read = LiveMatch::read(dir.path()).expect("whole").expect("there");
                    assert_eq!(read.games.len(), read.planned);
                    assert!(read.games.iter().all(|one| *one == game(one.id)));
                    seen += 1;
                }
            });
            for round in 0..300_usize {
                let mut live = LiveMatch::begin(CHECKERS, round * 7 % 40, 0);
                live.games = (0..live.planned as u32).map(game).collect();
                live.write(dir.path()).expect("written");
            }
            over.store(true, Ordering::Relaxed);
            reader.join().expect("it saw whole files only");
        });
        assert_eq!(fs::read_dir(dir.path()).expect("a folder").count(), 1, "no other file stays");
    }

    #[test]
    fn what_no_referee_of_this_version_has_written_is_an_error() {
        let dir = tempfile::tempdir().expect("a folder");
        let path = dir.path().join(LIVE_FILE);
        assert!(LiveMatch::read(dir.path()).expect("no file is no error").is_none());
        let mut live = LiveMatch::begin(CHECKERS, 4, 2);
        live.games = vec![game(3)];
        let whole = serde_json::to_string(&live).expect("JSON");
        assert!(!whole.contains("\"game\""), "as before there were other games");
        live.game = GameName::Tablut;
        live.write(dir.path()).expect("written");
        assert_eq!(LiveMatch::read(dir.path()).expect("whole"), Some(live.clone()));
        for end in 0..whole.len() {
            fs::write(&path, &whole.as_bytes()[..end]).expect("written");
            let error = LiveMatch::read(dir.path()).expect_err("a part of a file").to_string();
            assert!(error.contains(LIVE_FILE) && error.ends_with("delete it"), "{error}");
        }
        assert!(
            error_of(dir.path(), "{\"version\": 2, \"new\": []}")
                .contains("version 2; this program reads")
        );
        assert!(error_of(dir.path(), "{\"version\": 99999999999}").contains("version 99999999999"));
        for deep in ["[", "{\"games\":", "{\"version\":1,\"games\":["] {
            assert!(error_of(dir.path(), &deep.repeat(20_000)).ends_with("delete it"));
        }
        assert!(error_of(dir.path(), &" ".repeat(LONGEST as usize + 1)).contains("more than"));
        fs::remove_file(&path).expect("there");
        fs::create_dir(&path).expect("a folder of this name");
        let error = LiveMatch::read(dir.path()).expect_err("a folder").to_string();
        assert!(error.contains("not a regular file"), "{error}");
        assert!(live.write(dir.path()).is_err(), "a file does not replace a folder");
    }

    fn error_of(dir: &Path, text: &str) -> String {
        let path = dir.join(LIVE_FILE);
        fs::write(&path, text).expect("written");
        LiveMatch::read(dir).expect_err("not a file of ours").to_string()
    }

    proptest! {
        #[test]
        fn any_bytes_are_read_without_a_panic(bytes: Vec<u8>, at in any::<usize>()) {
            let dir = tempfile::tempdir().expect("a folder");
            let mut text = serde_json::to_vec(&LiveMatch::begin(CHECKERS, 1, 0)).expect("JSON");
            let at = at % text.len();
            text.splice(at..(at + bytes.len()).min(text.len()), bytes);
            fs::write(dir.path().join(LIVE_FILE), text).expect("written");
            // Whether it is an error depends on where the bytes are.
            let read = LiveMatch::read(dir.path());
            prop_assert!(read.is_err() || read.is_ok_and(|live| live.is_some()));
        }
    }

    #[test]
    fn a_match_runs_while_its_process_has_the_journal_open() {
        let dir = tempfile::tempdir().expect("a folder");
        let path = dir.path().join("journal.jsonl");
        let journal = Journal::open(&path).expect("a new journal");
        let mut live = LiveMatch::begin(CHECKERS, 4, 0);
        assert!(live.is_running(&path));
        live.pid = i32::MAX;
        assert!(!live.is_running(&path), "no such process");
        for pid in [0, -1] {
            live.pid = pid;
            assert!(!live.is_running(&path), "{pid} stands for groups of processes");
        }
        live = LiveMatch::begin(CHECKERS, 4, 0);
        live.is_finished = true;
        assert!(!live.is_running(&path), "it is over");
        live.is_finished = false;
        drop(journal);
        assert!(!live.is_running(&path), "the number was given to another process");
    }
}
