//! A program of the project that shows a page.

use std::ffi::OsStr;
use std::ops::{Deref, DerefMut};
use std::process::Command;
use tempfile::TempDir;
use testing::PageProgram;

/// A running program; dropping it ends it.
pub struct Program(PageProgram, #[expect(dead_code, reason = "removed when dropped")] TempDir);

impl Program {
    pub fn start(name: &str, arguments: &[impl AsRef<OsStr>]) -> Self {
        let state = tempfile::tempdir().expect("a folder");
        let mut command = Command::new(testing::program(name));
        command.args(arguments).env("XDG_STATE_HOME", state.path());
        Program(PageProgram::start(&mut command), state)
    }

    /// A text game that shows its page, with both players manual.
    pub fn two_people(name: &str) -> Self {
        let mut program = Self::start(name, &["--display", "--no-open", "--move-time", "0.05"]);
        program.write("manual black");
        program.write("manual white");
        program
    }
}

impl Deref for Program {
    type Target = PageProgram;

    fn deref(&self) -> &PageProgram {
        &self.0
    }
}

impl DerefMut for Program {
    fn deref_mut(&mut self) -> &mut PageProgram {
        &mut self.0
    }
}
