//! Finds larger endgame tables than those that are compiled in.
//!
//! They are a help, never a condition: without them the agent plays with its own, and a file that
//! cannot be used costs one warning.

use crate::error::AgentFileError;
use crate::warning::warn;
use cli::{mapped, visible};
use evaluation::checkers::endgame::Tablebases;
use std::env;
use std::fmt::Display;
use std::path::{Path, PathBuf};

/// The environment variable that names the file.
const VARIABLE: &str = "CROWNHEAD_TABLES";
/// The names of the file beside the program, the largest first.
const NAMES: [&str; 2] = ["wdl-7", "wdl-6"];

/// The tables to search with: larger ones that the environment names or that lie beside the
/// program, or those that are compiled in. A file that cannot be used costs one warning.
pub fn find() -> Tablebases<'static> {
    load(None).unwrap_or_else(|error| {
        warn(format_args!("{error}; using the tables that are compiled in"));
        Tablebases::built_in()
    })
}

/// The tables of the file `named`, or of the file `wdl-7` or `wdl-6` in a folder of this name;
/// without a name those that [`find`] looks for. The file stays mapped until the process ends.
pub fn load(named: Option<&Path>) -> Result<Tablebases<'static>, AgentFileError> {
    if let Some(path) =
        named.map(Path::to_path_buf).or_else(|| env::var_os(VARIABLE).map(PathBuf::from))
    {
        if path.as_os_str().is_empty() {
            let hint = "name a file or a folder, or unset it";
            return Err(AgentFileError::new(format!("{VARIABLE} is empty; {hint}")));
        }
        let found = if path.is_dir() { largest_in(&path)? } else { larger(&path)? };
        let file = if path.is_dir() { path.join(NAMES[1]) } else { path };
        return found.ok_or_else(|| unusable(&file, "there is no such file"));
    }
    let program = env::current_exe().ok();
    let folder = program.as_deref().and_then(Path::parent);
    let found = folder.map(largest_in).transpose()?.flatten();
    Ok(found.unwrap_or_else(Tablebases::built_in))
}

/// The tables of the first file of [`NAMES`] that is in a folder.
fn largest_in(folder: &Path) -> Result<Option<Tablebases<'static>>, AgentFileError> {
    let mut tables = NAMES.into_iter().map(|name| larger(&folder.join(name)));
    tables.find_map(Result::transpose).transpose()
}

/// The tables of a file, if they hold more than our own; `None` if there is no such file.
fn larger(path: &Path) -> Result<Option<Tablebases<'static>>, AgentFileError> {
    let bytes = mapped::mapped(path).map_err(|error| unusable(path, error))?;
    let tables = bytes.map(|bytes| Tablebases::built_in().with_larger_wdl(bytes));
    tables.transpose().map_err(|error| unusable(path, error))
}

fn unusable(path: &Path, what: impl Display) -> AgentFileError {
    AgentFileError::new(format!("{}: {what}", visible::path(path)))
}
