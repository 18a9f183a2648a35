//! Calls that fail: the N-th of one kind, once.

use crate::error::SoakError;
use crate::process::Variables;
use crate::shim::library::{Library, Loaded, REPORT_SIZE};
use clap::ValueEnum;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::path::{Path, PathBuf};

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

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.to_possible_value().as_ref().map_or("", |value| value.get_name()))
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
