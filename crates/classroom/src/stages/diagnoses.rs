//! Explains why each agent of a class loses, if the scheme asks for it: runs `referee diagnose` for
//! one agent after the other, each within the scheme's time. The page is written beside the
//! student's.
//!
//! A diagnosis earns no points, and its errors go to the log only.

use crate::diagnose::{
    AboutDiagnosis, DiagnoseSettings, EvidencePaths, diagnose, diagnosis_conditions,
    diagnosis_players,
};
use crate::error::{ClassError, make_folder};
use crate::scheme::DiagnoseRule;
use crate::stages::stage;
use crate::stages::stage::{ClassRun, InputDigest};
use cli::file;
use referee::players::Participant;
use referee::schedule::Seed;
use runner::folder::files;
use runner::{StopFlag, TempRoot, TimeLimit};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

const FOLDER: &str = "diagnosis";
const PAGE: &str = "diagnosis.html";
const GAMES: u32 = 12;
/// The longest clock of a game: the time is for many games.
const LONGEST_CLOCK: Duration = Duration::from_secs(20);

pub struct DiagnosisPrograms<'a> {
    /// Defends endings; without it `reference` does.
    pub homework: Option<PathBuf>,
    /// Makes the page of a folder; the number is the nodes for each position.
    pub page: &'a dyn Fn(&Path, u64) -> Result<(), ClassError>,
}

/// The page of a student's diagnosis as seen from the student's own page, if it is there.
pub fn diagnosis_link(run: &ClassRun<'_>, name: &str) -> Option<String> {
    let file = file_name(name);
    let is_wanted = run.scheme().feedback.diagnose == DiagnoseRule::Yes;
    (is_wanted && run.settings.out.join("feedback").join(&file).is_file()).then_some(file)
}

fn file_name(name: &str) -> String {
    format!("{name}.diagnosis.html")
}

pub fn diagnose_all(
    run: &ClassRun<'_>,
    players: &[Participant],
    programs: &DiagnosisPrograms<'_>,
) -> Result<(), ClassError> {
    let Some(reference) = run.settings.reference.as_ref() else { return Ok(()) };
    if run.scheme().feedback.diagnose == DiagnoseRule::No {
        return Ok(());
    }
    for (nth, player) in players.iter().enumerate() {
        run.go_on()?;
        let name = &player.agent.name;
        let seconds = run.scheme().feedback.diagnose_seconds;
        let games = &run.scheme().games;
        let paths = EvidencePaths::LeftOut;
        let limits =
            ((games.profile, games.answers), (seconds, paths), games.seconds, run.surroundings());
        let key = InputDigest::with(&[&player.agent.sha256], &limits);
        let done = run.folder(FOLDER)?.join(format!("{name}.json"));
        let page = run.folder("feedback")?.join(file_name(name));
        if page.is_file() && stage::load::<()>(&done, &key).is_some() {
            continue;
        }
        file::remove(&page);
        let number = format!("{} of {}", nth + 1, players.len());
        let note = format!("diagnosis {number}: {name}, at most {} s", f64::from(seconds));
        match one(run, player, reference, programs, note) {
            Ok(folder) => {
                fs::copy(folder.join(PAGE), &page).map_err(ClassError::system("write", &page))?;
                run.log.line(&format!("{name}: diagnosis: {}", file_name(name)));
                stage::store(&done, &key, &())?;
            }
            Err(ClassError::Stopped) => return Err(ClassError::Stopped),
            // The next run tries again.
            Err(error) => run.log.line(&format!("{name}: no diagnosis: {error}")),
        }
    }
    Ok(())
}

/// Asks, plays and writes the page of one agent; its folder.
fn one(
    run: &ClassRun<'_>,
    player: &Participant,
    reference: &Path,
    programs: &DiagnosisPrograms<'_>,
    note: String,
) -> Result<PathBuf, ClassError> {
    let scheme = run.scheme();
    let folder = run.folder(FOLDER)?.join(&player.agent.name);
    let (replies, seed) = (scheme.games.replies(), scheme.games.seed);
    make_folder(&folder)?;
    let stop = StopFlag::default();
    let temp_root = TempRoot::new()?.stopped_by(&stop);
    let limit = Some(scheme.feedback.diagnose_seconds.time());
    let time = TimeLimit::within(limit, &stop, Some(&run.settings.stop));
    let settings = DiagnoseSettings {
        out: folder.clone(),
        conditions: diagnosis_conditions(replies, run.settings.sandbox_mode, Seed(seed)),
        cores: run.settings.cores.clone(),
        date: run.settings.date.clone(),
        temp_root: &temp_root,
        time: &time,
        warn: run.settings.warn,
        note: Some(note),
        evidence_paths: EvidencePaths::LeftOut,
    };
    let clock = scheme.games.seconds.time().min(LONGEST_CLOCK);
    let player = Participant { clock, ..player.clone() };
    let programs_of = (reference, programs.homework.as_deref());
    let participants = diagnosis_players(&player, programs_of, settings.conditions.seed)?;
    let about = AboutDiagnosis::new(&settings, &participants, GAMES);
    if about.begin(&folder).is_err() {
        // It is of another program.
        files::remove(&folder).map_err(ClassError::system("remove", &folder))?;
        make_folder(&folder)?;
    }
    diagnose(&settings, participants, &about)?;
    (programs.page)(&folder, scheme.feedback.nodes)?;
    Ok(folder)
}
