//! Building a library, and the file in which it reports.

use crate::error::SoakError;
use crate::process::Variables;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The variable that names the file of the report.
const REPORT: &str = "SOAK_SHIM_REPORT";
/// Bytes of the report; its first eight count the calls that the library has seen.
pub const REPORT_SIZE: usize = 4096;

/// A library that has been built.
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
    /// Compiles a source into `folder`.
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
            return Err(SoakError::Compiler { source_name, printed });
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
            return Err(SoakError::NotLoaded { program: program.to_path_buf() });
        }
        Ok(())
    }
}
