//! All scripts of a folder, run with programs that the caller starts: for a grader of programs
//! that are not trusted.

use crate::cases::collect::test_cases;
use crate::cases::summary::{describe, names};
use crate::cases::test_case::{RunOptions, TestCase};
use crate::error::HarnessError;
use crate::interrupt::SignalFlag;
use crate::limits::Limits;
use crate::remark::Reading;
use crate::scripts::expected::ExpectedMode;
use crate::scripts::program::ScriptLauncher;
use std::path::Path;

#[derive(Debug)]
pub struct ScriptFolder(Vec<TestCase>);

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScriptFolderReport {
    pub passed: usize,
    /// Of each test that failed its names, and what `harness` says of it.
    pub failed: Vec<(String, String)>,
}

impl ScriptFolder {
    /// Reads all scripts directly in a folder, or one script.
    ///
    /// # Errors
    /// All that is wrong with them.
    pub fn read(folder: &Path) -> Result<Self, Vec<HarnessError>> {
        test_cases(&[folder.to_path_buf()], Reading::Tolerant).map(ScriptFolder)
    }

    /// Runs them one after the other, as long as `goes_on`.
    ///
    /// # Errors
    /// A `.std` file cannot be read.
    pub fn run(
        &self,
        launcher: &dyn ScriptLauncher,
        goes_on: &dyn Fn() -> bool,
    ) -> Result<ScriptFolderReport, HarnessError> {
        let (limits, interrupt) = (Limits::default(), SignalFlag::default());
        let (expected, reading) = (ExpectedMode::Check, Reading::Tolerant);
        let options = RunOptions { limits, launcher, expected, reading, interrupt };
        let mut report = ScriptFolderReport::default();
        for case in self.0.iter().take_while(|_| goes_on()) {
            let result = case.run(&options)?;
            if result.passed() {
                report.passed += 1;
            } else {
                report.failed.push((names(&result), describe(&result)));
            }
        }
        Ok(report)
    }
}
