//! One unit: a run, a damage, and the same command again.

use crate::cases::option_word;
use crate::damage::damage_kind::DamageKind;
use crate::damage::full_disk::FullDisk;
use crate::damage::targets::{files, target};
use crate::damage::undamaged::{
    DamagedRun, LONGEST, RunConditions, TEMPORARY, TREE, Undamaged, WholeRun, copy_tree,
    difference, grades,
};
use crate::error::SoakError;
use crate::journal::UnitResult;
use crate::positions;
use crate::process::{Ended, FinishedProcess};
use games::Walker;
use nix::sys::resource::Resource;
use rustix::process::Signal;
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::Path;
use std::thread;
use std::time::Duration;

/// One unit in this number is a full disk.
const FULL_DISKS: usize = 6;
/// The most bytes that are left on a full disk.
const LEFT: usize = 1 << 16;
const SIGXFSZ: i32 = 25;
/// Bytes in memory that no run needs.
const MOST_MEMORY: u64 = 1 << 30;
/// How the referee speaks about a full disk.
const NO_ROOM: [&str; 3] = ["No space left", "room", "File too large"];

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DamageOutcome {
    /// The same grades.
    Equal,
    /// The reason, and then, without the damage, the same grades.
    Told,
    /// What was broken.
    Broken(String),
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DamageResult {
    pub unit: u32,
    pub run: DamagedRun,
    /// What had happened before the damage.
    pub before: String,
    pub kind: DamageKind,
    /// The file, in the folder of the run; empty for a disk.
    pub file: String,
    pub outcome: DamageOutcome,
}

impl UnitResult for DamageResult {
    fn unit(&self) -> u32 {
        self.unit
    }

    fn broken(&self) -> Option<String> {
        let DamageOutcome::Broken(what) = &self.outcome else { return None };
        let DamageResult { run, before, kind, file, .. } = self;
        let (run, kind) = (option_word(run), option_word(kind));
        Some(format!("{run}, {before}, {kind} {file}: {what}"))
    }
}

#[derive(Debug)]
pub struct Damager<'a> {
    pub undamaged: &'a Undamaged,
    pub folder: &'a Path,
    pub seed: u64,
    pub kinds: &'a [DamageKind],
    /// In the paths of files; all if there are none.
    pub words: &'a [String],
}

impl Damager<'_> {
    pub fn damage(&self, unit: u32) -> Result<DamageResult, SoakError> {
        let mut walker = positions::walker(self.seed, unit);
        let runs = &self.undamaged.runs;
        // A class has more files than a match.
        let whole = if walker.below(4) > 0 { &runs[0] } else { &runs[runs.len() - 1] };
        let case = format!("unit-{unit}");
        let dir = self.folder.join("units").join(&case);
        for old in [&dir, &self.folder.join("cases").join(&case)] {
            // There may be none.
            let _ = fs::remove_dir_all(old);
        }
        fs::create_dir_all(&dir).map_err(SoakError::system("make", &dir))?;
        let disks = self.kinds.iter().filter(|kind| kind.is_of_disk()).count();
        let is_disk = walker.below(FULL_DISKS) == 0 && disks > 0 || disks == self.kinds.len();
        let (before, kind, file, outcome) = if is_disk {
            self.full_disk(whole, &dir, &mut walker)?
        } else {
            self.damaged_file(whole, &dir, &mut walker)?
        };
        let result = DamageResult { unit, run: whole.which, before, kind, file, outcome };
        match result.broken() {
            Some(what) => self.keep(&dir, &case, &result, &what)?,
            None => fs::remove_dir_all(&dir).map_err(SoakError::system("remove", &dir))?,
        }
        Ok(result)
    }

    /// Moves the files of a unit, with its story, to those of broken promises.
    fn keep(
        &self,
        dir: &Path,
        case: &str,
        result: &DamageResult,
        what: &str,
    ) -> Result<(), SoakError> {
        let (seed, unit, run) = (self.seed, result.unit, option_word(&result.run));
        let runs: Vec<String> =
            self.undamaged.runs.iter().map(|whole| option_word(&whole.which)).collect();
        let kinds: Vec<String> = self.kinds.iter().map(option_word).collect();
        let (runs, kinds) = (runs.join(","), kinds.join(","));
        let words: String = self.words.iter().map(|word| format!("--files {word} ")).collect();
        let args = shell_words::join(self.undamaged.args(result.run));
        let story = format!(
            "{what}\n\
             again: soak damage --runs {runs} --kinds {kinds} --seed {seed} --first {unit} \
             --units 1 {words}--folder OTHER\n\
             the {run}: referee {args}\n"
        );
        let path = dir.join("case.txt");
        fs::write(&path, story).map_err(SoakError::system("write", &path))?;
        let cases = self.folder.join("cases");
        fs::create_dir_all(&cases).map_err(SoakError::system("make", &cases))?;
        fs::rename(dir, cases.join(case)).map_err(SoakError::system("move", dir))
    }

    fn damaged_file(
        &self,
        whole: &WholeRun,
        dir: &Path,
        walker: &mut Walker,
    ) -> Result<(String, DamageKind, String, DamageOutcome), SoakError> {
        let tree = dir.join(TREE);
        let mut before = "finished".to_string();
        let mut stopped = None;
        if walker.below(2) == 0 {
            let moment = moment(whole, walker);
            let (name, signal) =
                [("SIGINT", Signal::INT), ("SIGTERM", Signal::TERM), ("SIGKILL", Signal::KILL)]
                    [walker.below(3)];
            before = format!("{name} after {} ms", moment.as_millis());
            let stop = RunConditions { signal_after: Some((moment, signal)), ..Default::default() };
            let run = self.undamaged.run(whole.which, dir, "stopped", &stop)?;
            stopped = wrong_stop(run.ended);
        }
        if files(&tree, self.words).is_empty() {
            let _ = fs::remove_dir_all(&tree);
            copy_tree(&self.undamaged.place(whole.which).join(TREE), &tree)?;
        }
        let (file, kind) = loop {
            let file = target(&tree, self.words, walker);
            let kinds = DamageKind::possible(&tree.join(&file), self.kinds);
            if !kinds.is_empty() {
                break (file, kinds[walker.below(kinds.len())]);
            }
        };
        let damage = kind.strike(&tree.join(&file), walker)?;
        let shown = file.to_string_lossy().into_owned();
        let named =
            [Some(file.as_path()), file.parent().filter(|folder| *folder != Path::new("out"))];
        let named = named.into_iter().flatten().map(|path| path.to_string_lossy().into_owned());
        let named: Vec<String> = named.filter(|name| !name.is_empty()).collect();
        let found = match stopped {
            Some(what) => DamageOutcome::Broken(what),
            None => self.run_again(whole, dir, "damaged", &named)?,
        };
        let found = match found {
            DamageOutcome::Told => {
                let how = damage.take_away();
                self.must_agree(whole, dir, how)?
            }
            other => other,
        };
        damage.permit();
        Ok((before, kind, shown, found))
    }

    /// The disk fills in a run that begins with nothing, and has room again after it.
    fn full_disk(
        &self,
        whole: &WholeRun,
        dir: &Path,
        walker: &mut Walker,
    ) -> Result<(String, DamageKind, String, DamageOutcome), SoakError> {
        let disks = [(DamageKind::FullDisk, TREE), (DamageKind::FullTemporary, TEMPORARY)];
        let wanted: Vec<_> = disks.iter().filter(|(kind, _)| self.kinds.contains(kind)).collect();
        let (kind, place) =
            if wanted.is_empty() { disks[0] } else { *wanted[walker.below(wanted.len())] };
        let place = dir.join(place);
        let (moment, left) = (moment(whole, walker), walker.below(LEFT));
        let words = NO_ROOM.map(String::from);
        let Some(disk) = FullDisk::mount(&place)? else {
            let limits = vec![(Resource::RLIMIT_FSIZE, left as u64)];
            let limited = RunConditions { limits, ..Default::default() };
            let run = self.undamaged.run(whole.which, dir, "damaged", &limited)?;
            let found = self.told_no_room(whole, dir, &run, &words)?;
            return Ok((format!("at {left} bytes"), DamageKind::FileLimit, String::new(), found));
        };
        let run = thread::scope(|scope| {
            let filler = scope.spawn(|| disk.fill(moment, left));
            let run = self.undamaged.run(whole.which, dir, "damaged", &RunConditions::default());
            let filled = filler.join().unwrap_or(Ok(()));
            run.and_then(|run| filled.map(|()| run))
        })?;
        disk.make_room()?;
        let found = self.told_no_room(whole, dir, &run, &words)?;
        if let DamageOutcome::Broken(_) = found {
            copy_tree(&place, &dir.join("kept"))?;
        }
        let before = format!("after {} ms but for {left} bytes", moment.as_millis());
        Ok((before, kind, String::new(), found))
    }

    fn told_no_room(
        &self,
        whole: &WholeRun,
        dir: &Path,
        run: &FinishedProcess,
        words: &[String],
    ) -> Result<DamageOutcome, SoakError> {
        let found = match run.ended {
            Ended::Signal(SIGXFSZ) => DamageOutcome::Told,
            _ => after_damage(run, &said(run), words, || self.other_grades(whole, dir)),
        };
        match found {
            DamageOutcome::Told => self.must_agree(whole, dir, "with room again"),
            other => Ok(other),
        }
    }

    fn run_again(
        &self,
        whole: &WholeRun,
        dir: &Path,
        prints: &str,
        named: &[String],
    ) -> Result<DamageOutcome, SoakError> {
        let run = self.undamaged.run(whole.which, dir, prints, &RunConditions::default())?;
        Ok(after_damage(&run, &said(&run), named, || self.other_grades(whole, dir)))
    }

    /// After the reason was told and the damage taken away, as `how` says.
    fn must_agree(
        &self,
        whole: &WholeRun,
        dir: &Path,
        how: &str,
    ) -> Result<DamageOutcome, SoakError> {
        Ok(match self.run_again(whole, dir, "afterward", &[])? {
            DamageOutcome::Broken(what) => DamageOutcome::Broken(format!("{how}: {what}")),
            DamageOutcome::Equal | DamageOutcome::Told => DamageOutcome::Told,
        })
    }

    fn other_grades(&self, whole: &WholeRun, dir: &Path) -> Option<String> {
        difference(&whole.grades, &grades(whole.which, dir))
    }
}

/// What is printed on standard error.
fn said(run: &FinishedProcess) -> String {
    let bytes = fs::read(run.stdout.with_file_name("stderr.txt")).unwrap_or_default();
    String::from_utf8_lossy(&bytes).into_owned()
}

/// `named`: one of these words must be in the reason of a run that refuses.
fn after_damage(
    run: &FinishedProcess,
    said: &str,
    named: &[String],
    difference: impl FnOnce() -> Option<String>,
) -> DamageOutcome {
    let last = said.lines().next_back().unwrap_or("nothing on standard error");
    match run.ended {
        _ if run.memory > MOST_MEMORY => {
            DamageOutcome::Broken(format!("it took {} MiB of memory", run.memory >> 20))
        }
        Ended::Code(0) => difference().map_or(DamageOutcome::Equal, DamageOutcome::Broken),
        Ended::Code(2 | 4) if named.iter().any(|name| said.contains(name.as_str())) => {
            DamageOutcome::Told
        }
        Ended::Code(code) => DamageOutcome::Broken(format!("exit code {code}: {last}")),
        Ended::Signal(signal) => DamageOutcome::Broken(format!("ended by signal {signal}: {last}")),
        Ended::Hung => DamageOutcome::Broken(format!("no end within {} s", LONGEST.as_secs())),
    }
}

/// A run that a signal met has ended by it, or says that it was stopped, or was over.
fn wrong_stop(ended: Ended) -> Option<String> {
    let is_right = matches!(ended, Ended::Code(0 | 130) | Ended::Signal(2 | 9 | 15));
    (!is_right).then(|| format!("the stopped run ended: {ended:?}"))
}

/// Any moment of a whole run.
fn moment(whole: &WholeRun, walker: &mut Walker) -> Duration {
    Duration::from_micros(walker.below(whole.wall.as_micros() as usize + 1) as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;

    #[test]
    fn a_run_keeps_its_grades_or_names_the_file() {
        let named = ["out/grades.json".to_string()];
        let run = |ended, memory| FinishedProcess {
            cpu: Duration::ZERO,
            wall: Duration::ZERO,
            memory,
            ended,
            stdout: PathBuf::new(),
        };
        let after = |ended, said, other: Option<&str>| {
            super::after_damage(&run(ended, 0), said, &named, || other.map(String::from))
        };
        let large = super::after_damage(&run(Ended::Code(0), 2 << 30), "", &named, || None);
        assert_eq!(large, DamageOutcome::Broken("it took 2048 MiB of memory".to_string()));
        assert_eq!(after(Ended::Code(0), "", None), DamageOutcome::Equal);
        let broken = |what: &str| DamageOutcome::Broken(what.to_string());
        assert_eq!(after(Ended::Code(0), "", Some("ann")), broken("ann"));
        let said = "referee: cannot read t/out/grades.json";
        assert_eq!(after(Ended::Code(4), said, Some("ann")), DamageOutcome::Told);
        assert_eq!(after(Ended::Code(4), "referee: no", None), broken("exit code 4: referee: no"));
        let silent = "exit code 2: nothing on standard error";
        assert_eq!(after(Ended::Code(2), "", None), broken(silent));
        assert_eq!(after(Ended::Code(101), said, None), broken(&format!("exit code 101: {said}")));
        assert_eq!(after(Ended::Hung, said, None), broken("no end within 120 s"));
        assert_eq!(wrong_stop(Ended::Code(130)), None);
        assert!(wrong_stop(Ended::Code(4)).is_some());
    }
}
