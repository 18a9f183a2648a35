//! Calls that fail: the N-th of one kind, once.

use crate::error::SoakError;
use crate::process::Variables;
use clap::ValueEnum;
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// A kind of call, and how it fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum Fault {
    /// No permission to open or create a file.
    OpenEacces,
    /// Too many open files.
    OpenEmfile,
    /// The disk has no room for a new file.
    OpenEnospc,
    /// The disk cannot be read.
    ReadEio,
    /// The disk is full.
    WriteEnospc,
    /// The disk cannot be written.
    WriteEio,
    /// No permission to replace a file.
    RenameEacces,
    /// The disk cannot be written.
    RenameEio,
    /// The disk cannot be written.
    SyncEio,
    /// The disk cannot be written.
    TruncateEio,
    /// No permission to remove a file.
    UnlinkEacces,
}

impl Fault {
    /// True if an agent can bring it about, by the permissions of its files.
    pub const fn an_agent_can_cause(self) -> bool {
        matches!(self, Fault::OpenEacces | Fault::RenameEacces | Fault::UnlinkEacces)
    }

    /// The name of the kind in `faults.c`, and the number of the error (`errno-base.h` of Linux).
    const fn of_library(self) -> (&'static str, u32) {
        const EIO: u32 = 5;
        const EACCES: u32 = 13;
        const EMFILE: u32 = 24;
        const ENOSPC: u32 = 28;
        match self {
            Fault::OpenEacces => ("open", EACCES),
            Fault::OpenEmfile => ("open", EMFILE),
            Fault::OpenEnospc => ("open", ENOSPC),
            Fault::ReadEio => ("read", EIO),
            Fault::WriteEnospc => ("write", ENOSPC),
            Fault::WriteEio => ("write", EIO),
            Fault::RenameEacces => ("rename", EACCES),
            Fault::RenameEio => ("rename", EIO),
            Fault::SyncEio => ("sync", EIO),
            Fault::TruncateEio => ("truncate", EIO),
            Fault::UnlinkEacces => ("unlink", EACCES),
        }
    }
}

/// Where the library writes the path of the call that failed; see `faults.c`.
const PATH_AT: usize = 64;

#[derive(Debug)]
pub struct FaultShim {
    library: Library,
}

impl FaultShim {
    pub fn build(folder: &Path) -> Result<Self, SoakError> {
        let library = Library::build(folder, "faults.c", include_str!("faults.c"))?;
        Ok(FaultShim { library })
    }

    /// The variables of a process that reports in `dir` and in which the call `number`, from 1, on
    /// a file below `under` fails.
    pub fn variables(
        &self,
        dir: &Path,
        fault: Fault,
        number: u32,
        under: &Path,
    ) -> Result<(Variables, Loaded), SoakError> {
        let (kind, error) = fault.of_library();
        let (mut variables, loaded) = self.library.variables(dir)?;
        variables.push(("SOAK_FAULT_KIND", kind.into()));
        variables.push(("SOAK_FAULT_ERRNO", error.to_string().into()));
        variables.push(("SOAK_FAULT_NUMBER", number.to_string().into()));
        variables.push(("SOAK_FAULT_UNDER", under.into()));
        Ok((variables, loaded))
    }
}

/// The path of the call that failed; `None` if the program made fewer calls.
pub fn failed_path(loaded: &Loaded, program: &Path) -> Result<Option<PathBuf>, SoakError> {
    loaded.check(program)?;
    let report: [u8; REPORT_SIZE] = loaded.report()?;
    let path: Vec<u8> = report[PATH_AT..].iter().copied().take_while(|&byte| byte != 0).collect();
    let path = String::from_utf8_lossy(&path).into_owned();
    Ok((!path.is_empty()).then(|| path.into()))
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClockFault {
    /// Clocks show whole steps, as on systems that count timer ticks. `wait4` outside stays exact.
    Coarse {
        /// The step; 10 ms is the tick of many kernels.
        step: Duration,
        which: Which,
    },
    /// The time of day jumps by up to an hour at every reading. CPU clocks are as they are: a
    /// kernel does not set them.
    Jumping(Monotonic),
}

/// Clocks that are coarse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    /// Those of CPU time.
    Cpu,
    All,
}

/// The monotonic clocks when the time of day jumps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Monotonic {
    Forward,
    /// They jump back and forth, as no sound kernel lets them.
    Backward,
}

/// The library, built for one kind of clock.
#[derive(Debug)]
pub struct ClockShim {
    library: Library,
    clock: ClockFault,
}

impl ClockShim {
    pub fn build(folder: &Path, clock: ClockFault) -> Result<Self, SoakError> {
        let library = Library::build(folder, "clock.c", include_str!("clock.c"))?;
        Ok(ClockShim { library, clock })
    }

    /// The variables of a process that reports in `dir`; `seed` decides how clocks jump.
    pub fn variables(&self, dir: &Path, seed: u64) -> Result<(Variables, Loaded), SoakError> {
        let (mut variables, loaded) = self.library.variables(dir)?;
        let (kind, value, flag) = match self.clock {
            ClockFault::Coarse { step, which } => {
                let flag = (which == Which::All).then_some("SOAK_CLOCK_ALL");
                ("SOAK_CLOCK_STEP_NS", step.as_nanos().to_string(), flag)
            }
            ClockFault::Jumping(monotonic) => {
                let flag = (monotonic == Monotonic::Backward).then_some("SOAK_CLOCK_BACK");
                ("SOAK_CLOCK_JUMPS", seed.to_string(), flag)
            }
        };
        variables.push((kind, value.into()));
        variables.extend(flag.map(|flag| (flag, "1".into())));
        Ok((variables, loaded))
    }
}

/// The variable that names the file of the report.
const REPORT: &str = "SOAK_SHIM_REPORT";
/// Bytes of the report; its first eight count the calls that the library has seen.
pub const REPORT_SIZE: usize = 4096;

#[derive(Clone, Debug)]
pub struct Library {
    path: PathBuf,
}

/// The report of a process, which shows afterward that it has loaded a library.
#[derive(Debug)]
pub struct Loaded {
    report: PathBuf,
}

impl Library {
    pub fn build(
        folder: &Path,
        source_name: &'static str,
        source: &str,
    ) -> Result<Self, SoakError> {
        fs::create_dir_all(folder).map_err(SoakError::system("make", folder))?;
        let folder = folder.canonicalize().map_err(SoakError::system("find", folder))?;
        let c_file = folder.join(source_name);
        let path = c_file.with_extension("so");
        fs::write(&c_file, source).map_err(SoakError::system("write", &c_file))?;
        let mut cc = Command::new("cc");
        cc.args(["-O1", "-Wall", "-Wextra", "-shared", "-fPIC", "-o"]).arg(&path).arg(&c_file);
        let output = cc.arg("-ldl").output().map_err(SoakError::system("run", Path::new("cc")))?;
        if !output.status.success() {
            let printed = String::from_utf8_lossy(&output.stderr).into_owned();
            let sentence = format!("cannot build {source_name} with cc: {printed}");
            return Err(SoakError::Failed(sentence));
        }
        Ok(Library { path })
    }

    /// The variables with which a process loads it and reports in `dir`.
    pub fn variables(&self, dir: &Path) -> Result<(Variables, Loaded), SoakError> {
        let report = dir.join("shim-report");
        fs::write(&report, [0; REPORT_SIZE]).map_err(SoakError::system("write", &report))?;
        let variables =
            vec![("LD_PRELOAD", self.path.clone().into()), (REPORT, report.clone().into())];
        Ok((variables, Loaded { report }))
    }
}

impl Loaded {
    pub fn report(&self) -> Result<[u8; REPORT_SIZE], SoakError> {
        let bytes = fs::read(&self.report).map_err(SoakError::system("read", &self.report))?;
        let mut report = [0; REPORT_SIZE];
        report[..bytes.len().min(REPORT_SIZE)]
            .copy_from_slice(&bytes[..bytes.len().min(REPORT_SIZE)]);
        Ok(report)
    }

    pub fn check(&self, program: &Path) -> Result<(), SoakError> {
        if self.report()?[..8] == [0; 8] {
            return Err(SoakError::Failed(format!(
                "{} did not load the library that stands between it and the system: is it linked \
                 statically? Build it with cargo build --release",
                program.display()
            )));
        }
        Ok(())
    }
}
