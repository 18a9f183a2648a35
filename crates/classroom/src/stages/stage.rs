//! The stages share the settings, the log, the errors, and the results that earlier runs have left.
//!
//! The result of a finished stage is kept in a file of its own for each submission. The file holds
//! the key of everything that the result was made from: the SHA-256 of the submission and of the
//! part of the scheme that matters. The stage is done again only if the key differs or the file
//! cannot be read. Files are written under another name and renamed: a process that is killed
//! leaves the old file or the new one.

use crate::build::toolchain::Toolchain;
use crate::checks::ScriptSet;
use crate::error::{ClassError, make_folder};
use crate::intake::LOCK_FILE;
use crate::scheme::Scheme;
use cli::{LockedFile, ProgressLine, file, pool, visible};
use games::{GameName, with_game};
use jiff::Timestamp;
use referee::checksum::{is_unchanged, with_checksum};
use referee::play::MatchGame;
use runner::sandbox::SandboxMode;
use runner::{StopFlag, TempRoot};
use serde::de::{DeserializeOwned, IgnoredAny};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{Read, Seek, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

/// Bytes of a list of names in a sentence.
pub const MOST_NAMES: usize = 400;
pub const GRADES_FILE: &str = "grades.csv";
pub(crate) const LOG_FILE: &str = "class.log";
/// The most bytes of the file of a finished stage that are read.
const LONGEST_FILE: u64 = 16 << 20;
const VERSION: u32 = 1;
/// The most bytes of the name of a game.
const LONGEST_NAME: u64 = 40;

#[derive(Debug)]
pub struct ClassSettings {
    pub class: PathBuf,
    /// The folder of all results, by its absolute path.
    pub out: PathBuf,
    pub scheme: Scheme,
    /// One submission or game at a time on each core; `None` where the system chooses.
    pub cores: Vec<Option<usize>>,
    pub date: String,
    pub sandbox_mode: SandboxMode,
    pub toolchain: Toolchain,
    /// Breaks everything off: what is finished stays.
    pub stop: StopFlag,
    /// The program that plays the levels, `reference` for checkers; needed if there are any.
    pub reference: Option<PathBuf>,
    /// Tells the grader what needs to be known at once.
    pub warn: fn(&str),
    pub scripts: Option<ScriptSet>,
    /// The students to grade; all if it names none.
    pub only: Vec<String>,
}

impl ClassSettings {
    /// Keeps a second referee from working in the same folder, and grades of one game from taking
    /// the place of another's: the file holds the name of the game.
    pub(crate) fn lock(&self) -> Result<LockedFile, ClassError> {
        let path = self.out.join(LOCK_FILE);
        let failed = ClassError::system("write", &path);
        let locked = LockedFile::lock(file::open_own(&path).map_err(&failed)?);
        let mut file = locked.ok_or_else(|| {
            ClassError::Correctable(format!(
                "{} is held by another referee; wait for it, or choose another --out",
                visible::path(&path)
            ))
        })?;
        let (mut found, game) = (String::new(), self.scheme.game.text());
        // What is no text is no name of a game.
        let _ = (&mut *file).take(LONGEST_NAME).read_to_string(&mut found);
        let is_other = found.parse::<GameName>().is_ok_and(|other| other != self.scheme.game);
        if is_other && self.out.join(GRADES_FILE).exists() {
            return Err(ClassError::Correctable(format!(
                "{} holds grades of {found}, not of {game}; choose another --out",
                visible::path(&self.out)
            )));
        }
        let written = file.set_len(0).and_then(|()| file.rewind());
        written.and_then(|()| file.write_all(game.as_bytes())).map_err(&failed)?;
        Ok(file)
    }

    pub fn program(&self) -> &'static str {
        with_game!(self.scheme.game, G => <G as MatchGame>::PROGRAM)
    }
}

#[derive(Debug)]
pub struct ClassRun<'a> {
    pub settings: &'a ClassSettings,
    pub log: &'a ClassLog,
    pub temp_root: &'a TempRoot,
}

impl ClassRun<'_> {
    pub const fn scheme(&self) -> &Scheme {
        &self.settings.scheme
    }

    pub fn program(&self) -> &'static str {
        self.settings.program()
    }

    /// What every result depends on beside the submission and the scheme.
    pub fn surroundings(&self) -> impl Serialize {
        let is_sandboxed = self.settings.sandbox_mode == SandboxMode::On;
        (is_sandboxed, self.settings.toolchain.key())
    }

    /// Tells the grader at once, and keeps it in the log.
    pub fn tell(&self, sentence: &str) {
        self.log.line(sentence);
        (self.settings.warn)(sentence);
    }

    /// [`ClassError::Stopped`] if the user has broken it off.
    pub fn go_on(&self) -> Result<(), ClassError> {
        if self.settings.stop.is_set() { Err(ClassError::Stopped) } else { Ok(()) }
    }

    /// A folder of the results, which is made if necessary.
    pub fn folder(&self, name: &str) -> Result<PathBuf, ClassError> {
        let folder = self.settings.out.join(name);
        make_folder(&folder)?;
        Ok(folder)
    }

    /// Does `work` on all items with a line of progress that counts `nouns` and says what is being
    /// done to the item of which `name`.
    pub fn each<T: Sync, R: Send>(
        &self,
        items: &[T],
        cores: &[Option<usize>],
        (nouns, doing): (&'static str, &str),
        name: fn(&T) -> &str,
        work: &StageWork<'_, T, R, ClassError>,
    ) -> Result<Vec<R>, ClassError> {
        let progress = ProgressLine::new(items.len() as u64, nouns).with_workers(cores.len());
        let done = for_each(items, cores, &|item: &T, core| {
            self.go_on()?;
            progress.task(format!("{doing} {}", name(item)));
            work(item, core).inspect(|_| progress.add(1))
        })?;
        progress.finish();
        Ok(done)
    }
}

/// The log: one line for each event, appended over all runs. Threads may share it.
///
/// ```text
/// 2026-11-22T18:04:31Z anna: built by g++ of homework.cpp
/// ```
#[derive(Debug)]
pub struct ClassLog(File);

impl ClassLog {
    pub fn open(out: &Path) -> Result<Self, ClassError> {
        let path = out.join(LOG_FILE);
        Ok(ClassLog(file::open_own(&path).map_err(ClassError::system("write", &path))?))
    }

    /// Adds a line; texts of submissions may be in it, and what is hidden in them is shown. If the
    /// disk is full, the class fails elsewhere; the log alone does not stop it.
    pub fn line(&self, text: &str) {
        let shown = visible::line(text);
        let line = format!("{:.0} {shown}\n", Timestamp::now());
        // One call for each line: lines of two threads are never mixed.
        let _ = (&self.0).write_all(line.as_bytes());
    }
}

/// A digest of everything that a result was made from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct InputDigest(String);

#[derive(Serialize, Deserialize)]
struct StageFile<T> {
    version: u32,
    key: InputDigest,
    result: T,
}

impl InputDigest {
    /// The key of these parts; their order and their bounds matter.
    fn of(parts: &[&str]) -> Self {
        let mut all = Sha256::new();
        for part in parts {
            all.update((part.len() as u64).to_le_bytes());
            all.update(part);
        }
        InputDigest(cli::hex(all.finalize()))
    }

    /// The key of these parts and a part of the scheme.
    pub fn with(parts: &[&str], scheme: &impl Serialize) -> Self {
        // It cannot fail: a scheme consists of names and finite numbers.
        let scheme = serde_json::to_string(scheme).unwrap_or_default();
        InputDigest::of(&[parts, &[scheme.as_str()]].concat())
    }

    /// The first `count` digits, for the name of a folder.
    pub fn digits(&self, count: usize) -> &str {
        &self.0[..count.min(self.0.len())]
    }
}

/// The result in a file, if it has this key.
pub fn load<T: DeserializeOwned>(path: &Path, key: &InputDigest) -> Option<T> {
    let found = stage_file(path)?;
    (found.key == *key).then_some(found.result)
}

/// `None` for a file that is missing or damaged, or that another version has written.
fn stage_file<T: DeserializeOwned>(path: &Path) -> Option<StageFile<T>> {
    let text = file::read(path, LONGEST_FILE).ok()??;
    let found: StageFile<T> = serde_json::from_str(&text).ok()?;
    (found.version == VERSION && is_unchanged(text.as_bytes())).then_some(found)
}

/// The key in a file, whatever its result is.
pub fn key_in(path: &Path) -> Option<InputDigest> {
    stage_file::<IgnoredAny>(path).map(|found| found.key)
}

/// The result in a file, whatever its key is.
pub fn result_in<T: DeserializeOwned>(path: &Path) -> Option<T> {
    stage_file(path).map(|found| found.result)
}

/// As [`store`], for what a power failure must not lose.
pub fn store_durably<T: Serialize>(
    path: &Path,
    key: &InputDigest,
    result: &T,
) -> Result<(), ClassError> {
    let text = text_of(key, result)?;
    file::replace_by(path, |file| file.write_all(text.as_bytes()))
        .map_err(ClassError::system("write", path))
}

pub fn store<T: Serialize>(path: &Path, key: &InputDigest, result: &T) -> Result<(), ClassError> {
    Ok(file::replace(path, text_of(key, result)?)?)
}

fn text_of<T: Serialize>(key: &InputDigest, result: &T) -> Result<String, ClassError> {
    let stage = StageFile { version: VERSION, key: key.clone(), result };
    Ok(with_checksum(&serde_json::to_string_pretty(&stage)?) + "\n")
}

/// Work on one item, on a core or, with `None`, where the system chooses.
type StageWork<'w, T, R, E> = dyn Fn(&T, Option<usize>) -> Result<R, E> + Sync + 'w;

/// Does `work` on all items, in order, with as many threads as there are `cores`; each item gets
/// the core of its thread. Returns the results in the order of the items, or the first error of a
/// thread; after an error no thread begins another item.
pub fn for_each<T: Sync, R: Send, E: Send>(
    items: &[T],
    cores: &[Option<usize>],
    work: &StageWork<'_, T, R, E>,
) -> Result<Vec<R>, E> {
    let Some(threads) = NonZeroUsize::new(cores.len()) else { return Ok(Vec::new()) };
    let has_failed = AtomicBool::new(false);
    let one = |index: usize, thread: usize| {
        let begins = !has_failed.load(Ordering::Relaxed);
        begins.then(|| {
            work(&items[index], cores[thread])
                .inspect_err(|_| has_failed.store(true, Ordering::Relaxed))
        })
    };
    let mut done = BTreeMap::new();
    pool::for_each(items.len(), threads, one, |index, result| {
        if let Some(result) = result {
            done.insert(index, result?);
        }
        Ok(())
    })?;
    Ok(done.into_values().collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::sync::atomic::AtomicUsize;

    #[test]
    fn a_result_is_found_again_only_with_its_key() {
        let dir = tempfile::tempdir().expect("a folder");
        let path = dir.path().join("anna.build.json");
        let (key, other) = (InputDigest::of(&["a", "b"]), InputDigest::of(&["ab", ""]));
        assert_eq!(load::<u32>(&path, &key), None, "no file");
        store(&path, &key, &7_u32).expect("written");
        assert_eq!((load(&path, &key), load::<u32>(&path, &other)), (Some(7_u32), None));
        assert_eq!(load::<String>(&path, &key), None, "a result of another kind");
        let half = fs::read_to_string(&path).expect("there");
        fs::write(&path, &half[..half.len() / 2]).expect("written");
        assert_eq!(load::<u32>(&path, &key), None, "half a file");
        assert_eq!(fs::read_dir(dir.path()).expect("there").count(), 1, "nothing else is left");
    }

    #[test]
    fn a_key_follows_from_the_scheme() {
        assert_eq!(key_of(&[1.0]), key_of(&[1.0]));
        assert_ne!(key_of(&[1.0]), key_of(&[1.5]));
    }

    fn key_of(scheme: &[f64]) -> InputDigest {
        InputDigest::with(&["a"], &scheme)
    }

    #[test]
    fn lines_are_added_and_none_can_be_forged() {
        let dir = tempfile::tempdir().expect("a folder");
        for text in ["one", "two\n1970-01-01T00:00:00Z three\u{1b}[31m"] {
            ClassLog::open(dir.path()).expect("opened").line(text);
        }
        let log = fs::read_to_string(dir.path().join(LOG_FILE)).expect("there");
        let lines: Vec<_> = log.lines().collect();
        assert!(lines.len() == 2 && lines[0].ends_with("Z one"), "{log}");
        assert!(lines[1].ends_with("Z two\\n1970-01-01T00:00:00Z three\\u{1b}[31m"), "{log}");
    }

    #[test]
    fn results_are_in_order_and_an_error_ends_the_work() {
        let items: Vec<usize> = (0..50).collect();
        let doubled =
            for_each(&items, &[None, Some(0), None], &|item, _| Ok::<_, ClassError>(2 * item));
        assert_eq!(doubled, Ok(items.iter().map(|item| 2 * item).collect()));
        let done = AtomicUsize::new(0);
        let fail = |&item: &usize, _: Option<usize>| {
            done.fetch_add(1, Ordering::Relaxed);
            if item == 3 { Err("three") } else { Ok(item) }
        };
        assert_eq!(for_each(&items, &[None], &fail), Err("three"));
        assert_eq!(done.load(Ordering::Relaxed), 4);
    }
}
