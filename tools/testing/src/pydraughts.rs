//! Another program that knows checkers, pydraughts (MIT, from PyPI), for tests that compare ours
//! with it. Optional, since it needs Python and a network.

use std::path::PathBuf;
use std::process::{Command, ExitStatus};
use std::{env, io};

/// The version that the comparisons were written for.
const PACKAGE: &str = "pydraughts==0.6.7";
/// `1` asks for the tests and for a Python of their own; anything else is the path of a Python that
/// has the package.
const VARIABLE: &str = "PYDRAUGHTS";

/// A Python with pydraughts; `None`, with a line that says why, if nobody asks for it or if it
/// cannot be installed here. It is installed once, in the target folder.
pub fn pydraughts() -> Option<PathBuf> {
    let Some(asked) = env::var_os(VARIABLE) else {
        println!("not asked for: {VARIABLE} is not set");
        return None;
    };
    if asked != "1" {
        return Some(asked.into());
    }
    let folder = crate::profile_dir().join(PACKAGE.replace("==", "-"));
    let python = folder.join("bin/python");
    let worked = |status: io::Result<ExitStatus>| status.is_ok_and(|status| status.success());
    let is_there = || worked(Command::new(&python).args(["-c", "import draughts"]).status());
    let made = || worked(Command::new("python3").args(["-m", "venv"]).arg(&folder).status());
    let install = ["-m", "pip", "install", "--quiet", PACKAGE];
    let installed = || worked(Command::new(&python).args(install).status());
    if is_there() || (made() && installed()) {
        return Some(python);
    }
    println!("not tested: {PACKAGE} cannot be installed here");
    None
}
