//! Why each agent of a class loses, if the scheme asks for it: a diagnosis as by `referee
//! diagnose`, one agent after the other, each within the scheme's time. Its page lies beside the
//! student's.
//!
//! A diagnosis earns no points, and what goes wrong with it is said in the log alone.

use crate::diagnose::DiagnoseError;
use crate::diagnose::TimeCap;
use crate::diagnose::diagnosis_conditions;
use crate::diagnose::{AboutDiagnosis, DiagnoseSettings};
use crate::diagnose::{diagnose, opponents};
use crate::error::ClassError;
use crate::files::make_folder;
use crate::scheme::DiagnoseRule;
use crate::stages::stage;
use crate::stages::stage::{StageKey, Stages};
use cli::file;
use referee::players::{Entrant, with_different_names};
use referee::schedule::Seed;
use runner::folder::files;
use runner::{StopFlag, TempRoot};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

/// The folder of all diagnoses.
const FOLDER: &str = "diagnosis";
/// The page in the folder of one.
const PAGE: &str = "diagnosis.html";
/// The most games against `reference`.
const GAMES: u32 = 12;
/// The longest clock of a game: the time is for many games.
const LONGEST_CLOCK: Duration = Duration::from_secs(20);
/// How often the wish of the user to end is looked at.
const WATCH: Duration = Duration::from_millis(100);

/// What makes diagnoses, beside the referee.
pub struct DiagnosisPrograms<'a> {
    /// Defends endings; without it `reference` does.
    pub homework: Option<PathBuf>,
    /// Makes the page of a folder, with so many nodes for each position.
    pub page: &'a dyn Fn(&Path, u64) -> Result<(), String>,
}

/// The page of a student's diagnosis as seen from the student's own page, if it is there.
pub fn diagnosis_link(stages: &Stages<'_>, name: &str) -> Option<String> {
    let file = file_name(name);
    let is_wanted = stages.scheme().feedback.diagnose == DiagnoseRule::Yes;
    (is_wanted && stages.settings.out.join("feedback").join(&file).is_file()).then_some(file)
}

fn file_name(name: &str) -> String {
    format!("{name}.diagnosis.html")
}

/// Makes the diagnoses that are missing.
pub fn diagnose_all(
    stages: &Stages<'_>,
    players: &[Entrant],
    programs: &DiagnosisPrograms<'_>,
) -> Result<(), ClassError> {
    let Some(reference) = stages.settings.reference.as_ref() else { return Ok(()) };
    if stages.scheme().feedback.diagnose == DiagnoseRule::No {
        return Ok(());
    }
    for (nth, player) in players.iter().enumerate() {
        stages.go_on()?;
        let name = &player.agent.name;
        let seconds = stages.scheme().feedback.diagnose_seconds;
        let limits = (stages.scheme().games.profile, seconds, stages.scheme().games.seconds);
        let key = StageKey::with(&[&player.agent.sha256], &limits);
        let done = stages.folder(FOLDER)?.join(format!("{name}.json"));
        let page = stages.folder("feedback")?.join(file_name(name));
        if page.is_file() && stage::load::<()>(&done, &key).is_some() {
            continue;
        }
        file::remove(&page);
        let number = format!("{} of {}", nth + 1, players.len());
        let note = format!("diagnosis {number}: {name}, at most {} s", f64::from(seconds));
        match one(stages, player, reference, programs, note) {
            Ok(folder) => {
                fs::copy(folder.join(PAGE), &page).map_err(ClassError::system("write", &page))?;
                stages.log.line(&format!("{name}: diagnosis: {}", file_name(name)));
                stage::store(&done, &key, &())?;
            }
            Err(ClassError::Stopped) => return Err(ClassError::Stopped),
            // The next run tries again.
            Err(error) => stages.log.line(&format!("{name}: no diagnosis: {error}")),
        }
    }
    Ok(())
}

/// Asks, plays and writes the page of one agent; its folder.
fn one(
    stages: &Stages<'_>,
    player: &Entrant,
    reference: &Path,
    programs: &DiagnosisPrograms<'_>,
    note: String,
) -> Result<PathBuf, ClassError> {
    let scheme = stages.scheme();
    let folder = stages.folder(FOLDER)?.join(&player.agent.name);
    let (profile, seed) = (scheme.games.profile, scheme.games.seed);
    let clock = scheme.games.seconds.time().min(LONGEST_CLOCK);
    let others = opponents(reference, programs.homework.as_deref(), seed)?;
    let agents = std::iter::once(player.agent.clone()).chain(others).collect();
    let entrant = |agent| Entrant { agent, calibration: None, clock };
    let mut entrants: Vec<Entrant> =
        with_different_names(agents).into_iter().map(entrant).collect();
    entrants[0].calibration.clone_from(&player.calibration);
    let about = AboutDiagnosis::new(&entrants, (clock.as_secs_f64(), GAMES), profile, seed);
    make_folder(&folder)?;
    if about.begin(&folder).is_err() {
        // It is of another program.
        files::remove(&folder).map_err(ClassError::system("remove", &folder))?;
        make_folder(&folder)?;
    }
    let stop = StopFlag::default();
    let temp_root = TempRoot::new()?.stopped_by(&stop);
    let settings = DiagnoseSettings {
        out: folder.clone(),
        conditions: diagnosis_conditions(profile, stages.settings.sandbox_mode, Seed(seed)),
        cores: stages.settings.cores.clone(),
        date: stages.settings.date.clone(),
        temp_root: &temp_root,
        warn: stages.settings.warn,
        note: Some(note),
    };
    let cap = TimeCap::new(scheme.feedback.diagnose_seconds.time());
    let result =
        stopped_with(&stages.settings.stop, &stop, || diagnose(&settings, entrants, &about, &cap));
    match result {
        Err(DiagnoseError::Stopped) => return Err(ClassError::Stopped),
        left_out => drop(left_out?),
    }
    (programs.page)(&folder, scheme.feedback.nodes).map_err(ClassError::Failed)?;
    Ok(folder)
}

/// Does `work`; if the user sets `outer` meanwhile, `inner` is set, too.
fn stopped_with<R>(outer: &StopFlag, inner: &StopFlag, work: impl FnOnce() -> R) -> R {
    let (done, ended) = channel::<()>();
    thread::scope(|scope| {
        scope.spawn(move || {
            while ended.recv_timeout(WATCH) == Err(RecvTimeoutError::Timeout) {
                if outer.is_set() {
                    inner.set();
                }
            }
        });
        let result = work();
        drop(done);
        result
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wish_to_end_reaches_the_diagnosis() {
        let (outer, inner) = (StopFlag::default(), StopFlag::default());
        assert_eq!(stopped_with(&outer, &inner, || 7), 7);
        assert!(!inner.is_set());
        outer.set();
        stopped_with(&outer, &inner, || {
            while !inner.is_set() {
                thread::yield_now();
            }
        });
        assert!(inner.is_set());
    }
}
