//! The conditions under which an agent answers, and the directory in which it works.
//!
//! A quota of CPU time and a limit of memory by a cgroup are set around this program, by
//! `tools/soak/scripts/in-cgroup.sh`; the condition is then `plain`.

use crate::answer_check::AnswerPlace;
use crate::cases::OTHER;
use crate::error::SoakError;
use crate::process::Variables;
use crate::shim::{ClockFault, ClockShim, Loaded, Monotonic, Which};
use clap::ValueEnum;
use nix::sys::resource::Resource;
use nix::sys::statvfs::statvfs;
use serde::Serialize;
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use tempfile::TempDir;

/// A difference from a usual machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum Condition {
    /// Nothing.
    Plain,
    /// RLIMIT_CPU at the time given, rounded up to whole seconds.
    RlimitCpu,
    /// RLIMIT_AS, as `ulimit -v` sets it, at --megabytes.
    AddressSpace,
    /// All CPU clocks move in steps of --step.
    CoarseClock,
    /// All clocks move in steps of --step.
    CoarseClocks,
    /// The time of day jumps by up to an hour, back and forth, at every reading; the monotonic
    /// clocks jump forward.
    JumpingClock,
    /// The monotonic clocks jump back and forth, too.
    BackwardClock,
    /// No free byte on the disk of --work, which must be a small one.
    FullDisk,
    /// The directory is read-only: --seen-as is a read-only mount of --work.
    ReadOnly,
    /// 10,000 other files in the directory.
    Crowded,
}

/// Files of a crowded directory, besides those of the agent.
const CROWD: u32 = 10_000;
/// The most free space of a disk that is filled: a large one is in use otherwise.
const MOST_FILLED: u64 = 64 << 20;
const FILLER: &str = "other-filler"; // begins with `OTHER`
const BLOCK: usize = 4096;

#[derive(Debug)]
pub struct PreparedCondition {
    condition: Condition,
    megabytes: u64,
    shim: Option<ClockShim>,
    work: PathBuf,
    seen_as: Option<PathBuf>,
    /// Crowded directories that no unit uses now: each takes seconds to make.
    spare: Mutex<Vec<UnitDir>>,
}

/// The directory of one unit, removed with this value.
#[derive(Debug)]
pub struct UnitDir {
    /// Where we write `input.txt`.
    pub dir: PathBuf,
    /// Where the agent works: the same directory, perhaps under another name.
    pub seen: PathBuf,
    /// For standard output and error of the agent, on another disk.
    pub prints: PathBuf,
    _folders: [TempDir; 2],
}

impl PreparedCondition {
    /// Checks that a condition can be set up, and builds the library that it needs in `folder`. Of
    /// the places, the first is where directories are made, the second how the agent sees it.
    pub fn prepare(
        condition: Condition,
        folder: &Path,
        [work, seen_as]: [Option<&Path>; 2],
        megabytes: u64,
        step_ms: u64,
    ) -> Result<Self, SoakError> {
        let shim = clock(condition, Duration::from_millis(step_ms));
        match (condition, work, seen_as) {
            (Condition::ReadOnly, None, _) | (Condition::ReadOnly, _, None) => {
                return Err(missing(
                    "read-only needs --work and --seen-as: tools/soak/scripts/read-only.sh",
                ));
            }
            (Condition::FullDisk, None, _) => {
                return Err(missing(
                    "full-disk needs --work on a small disk: tools/soak/scripts/full-disk.sh",
                ));
            }
            (Condition::FullDisk, Some(work), _) => refuse_large_disk(work)?,
            _ => {}
        }
        Ok(PreparedCondition {
            condition,
            megabytes,
            shim: shim.map(|clock| ClockShim::build(folder, clock)).transpose()?,
            work: work.map_or_else(std::env::temp_dir, Path::to_path_buf),
            seen_as: seen_as.map(Path::to_path_buf),
            spare: Mutex::default(),
        })
    }

    /// A directory that holds nothing of the agent.
    pub fn place(&self) -> Result<UnitDir, SoakError> {
        let spare = self.spare.lock().unwrap_or_else(PoisonError::into_inner).pop();
        spare.map_or_else(|| self.new_place(), Ok)
    }

    /// Takes back the directory of a unit that is done.
    pub fn take_back(&self, place: UnitDir) {
        let entries = fs::read_dir(&place.dir).into_iter().flatten().flatten();
        let mut own =
            entries.filter(|entry| !entry.file_name().to_string_lossy().starts_with(OTHER));
        if self.condition == Condition::Crowded
            && own.all(|entry| fs::remove_file(entry.path()).is_ok())
        {
            self.spare.lock().unwrap_or_else(PoisonError::into_inner).push(place);
        }
    }

    fn new_place(&self) -> Result<UnitDir, SoakError> {
        let (own, prints) = (folder(&self.work)?, folder(&std::env::temp_dir())?);
        let dir = own.path().to_path_buf();
        let name = dir.file_name().unwrap_or_default();
        let seen = self.seen_as.as_ref().map_or_else(|| dir.clone(), |seen| seen.join(name));
        if self.condition == Condition::Crowded {
            for number in 0..CROWD {
                let path = dir.join(format!("{OTHER}{number}"));
                File::create(&path).map_err(SoakError::system("write", &path))?;
            }
        }
        Ok(UnitDir { dir, seen, prints: prints.path().to_path_buf(), _folders: [own, prints] })
    }

    /// Makes the directory as the agent is to find it; called when all its files are there.
    pub fn close(&self, place: &UnitDir) -> Result<(), SoakError> {
        if self.condition != Condition::FullDisk {
            return Ok(());
        }
        let path = place.dir.join(FILLER);
        let mut file = File::create(&path).map_err(SoakError::system("write", &path))?;
        loop {
            match file.write(&[0; BLOCK]) {
                Ok(_) => {}
                Err(error) if error.kind() == std::io::ErrorKind::StorageFull => return Ok(()),
                Err(error) => return Err(SoakError::system("write", &path)(error)),
            }
        }
    }

    /// The limits of a process that is given this time.
    pub fn limits(&self, given: Duration) -> Vec<(Resource, u64)> {
        match self.condition {
            Condition::RlimitCpu => {
                vec![(Resource::RLIMIT_CPU, given.as_secs_f64().ceil() as u64)]
            }
            Condition::AddressSpace => vec![(Resource::RLIMIT_AS, self.megabytes << 20)],
            _ => Vec::new(),
        }
    }

    /// The variables of a process, and what tells whether its library was loaded.
    pub fn variables(
        &self,
        place: &UnitDir,
        seed: u64,
    ) -> Result<(Variables, Option<Loaded>), SoakError> {
        let Some(shim) = &self.shim else { return Ok((Vec::new(), None)) };
        let (variables, loaded) = shim.variables(&place.prints, seed)?;
        Ok((variables, Some(loaded)))
    }

    /// Where the move may be.
    pub const fn answer(&self) -> AnswerPlace {
        match self.condition {
            Condition::FullDisk | Condition::ReadOnly => AnswerPlace::InFileOrPrinted,
            _ => AnswerPlace::InFile,
        }
    }
}

/// Opens the directory again: what filled the disk is gone.
pub fn open_again(place: &UnitDir) {
    // It is there only after a disk was filled.
    let _ = fs::remove_file(place.dir.join(FILLER));
}

const fn clock(condition: Condition, step: Duration) -> Option<ClockFault> {
    match condition {
        Condition::CoarseClock => Some(ClockFault::Coarse { step, which: Which::Cpu }),
        Condition::CoarseClocks => Some(ClockFault::Coarse { step, which: Which::All }),
        Condition::JumpingClock => Some(ClockFault::Jumping(Monotonic::Forward)),
        Condition::BackwardClock => Some(ClockFault::Jumping(Monotonic::Backward)),
        _ => None,
    }
}

fn refuse_large_disk(work: &Path) -> Result<(), SoakError> {
    let about = statvfs(work).map_err(std::io::Error::from);
    let about = about.map_err(SoakError::system("look at the disk of", work))?;
    if about.blocks_available() * about.fragment_size() <= MOST_FILLED {
        return Ok(());
    }
    let work = work.display();
    let text = format!("{work} has over 64 MB free and is not filled; name a small disk in --work");
    Err(SoakError::Failed(text))
}

fn missing(text: &str) -> SoakError {
    SoakError::Failed(text.to_string())
}

fn folder(parent: &Path) -> Result<TempDir, SoakError> {
    let made = tempfile::Builder::new().prefix("soak-").tempdir_in(parent);
    made.map_err(SoakError::system("make a folder in", parent))
}
