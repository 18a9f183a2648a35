//! Finds larger endgame tables than those that are compiled in.
//!
//! They are a help, never a condition: without them the agent plays with its own, and a file that is
//! none costs one line on standard error.

use crate::games::checkers::endgame;
use crate::homework::complaint::complain;
use crate::wire::mapped;
use std::env;
use std::path::{Path, PathBuf};

/// The variable of the environment that names the file.
const VARIABLE: &str = "CROWNHEAD_TABLES";
/// The name it has beside the program.
const NAME: &str = "results-6";

/// Uses the tables that the environment names, or that lie beside the program. Without any, all is
/// well; with a file that is none, there is a word about it.
pub fn find() {
    let named = env::var_os(VARIABLE).map(PathBuf::from);
    let is_named = named.is_some();
    let beside = || Some(env::current_exe().ok()?.parent()?.join(NAME));
    let Some(path) = named.or_else(beside) else { return };
    let used = match mapped::mapped(&path) {
        Ok(Some(bytes)) => endgame::use_larger_results(bytes).map_err(|error| error.to_string()),
        Ok(None) if is_named => Err("there is no such file".to_string()),
        Ok(None) => Ok(()),
        Err(error) => Err(error.to_string()),
    };
    if let Err(error) = used {
        complain(&told(&path, &error));
    }
}

fn told(path: &Path, error: &str) -> String {
    format!("{}: {error}; going on with the tables that are compiled in", path.display())
}
