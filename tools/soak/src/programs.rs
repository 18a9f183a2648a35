//! The programs under test.

use crate::error::SoakError;
use referee::players::Agent;
use std::path::{Path, PathBuf};

/// The absolute path of a program: as named, or `name` in the folder of this program.
pub fn find(named: Option<&Path>, name: &str) -> Result<PathBuf, SoakError> {
    let path = named
        .map(Path::to_path_buf)
        .or_else(|| std::env::current_exe().ok().map(|exe| exe.with_file_name(name)))
        .unwrap_or_else(|| name.into());
    match path.canonicalize() {
        Ok(found) if found.is_file() => Ok(found),
        _ => Err(SoakError::Failed(format!(
            "there is no program {}; build it with cargo build --release, or name it",
            path.display()
        ))),
    }
}

/// The same as an agent without arguments.
pub fn agent(named: Option<&Path>, name: &str) -> Result<Agent, SoakError> {
    Ok(Agent::of_parts(find(named, name)?, Vec::new(), Vec::new())?)
}

pub fn own() -> Result<PathBuf, SoakError> {
    std::env::current_exe().map_err(SoakError::system("find", Path::new("this program")))
}
