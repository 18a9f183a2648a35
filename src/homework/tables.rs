//! Finds larger endgame tables than those that are compiled in.
//!
//! They are a help, never a condition: without them the agent plays with its own, and a file that
//! cannot be used costs one warning.

use crate::warning::warn;
use evaluation::checkers::endgame::Tablebases;
use formats::mapped;
use std::env;
use std::path::PathBuf;

/// The environment variable that names the file.
const VARIABLE: &str = "CROWNHEAD_TABLES";
/// The name of the file beside the program.
const NAME: &str = "wdl-6";

/// The tables to search with: larger ones that the environment names or that lie beside the
/// program, or those that are compiled in. A file that cannot be used costs one warning.
pub fn find() -> Tablebases<'static> {
    let built_in = Tablebases::built_in();
    let named = env::var_os(VARIABLE).map(PathBuf::from);
    let is_named = named.is_some();
    let beside = || Some(env::current_exe().ok()?.parent()?.join(NAME));
    let Some(path) = named.or_else(beside) else { return built_in };
    let larger = match mapped::mapped(&path) {
        Ok(Some(bytes)) => built_in.with_larger_wdl(bytes).map_err(|error| error.to_string()),
        Ok(None) if is_named => Err("there is no such file".to_string()),
        Ok(None) => Ok(built_in),
        Err(error) => Err(error.to_string()),
    };
    larger.unwrap_or_else(|error| {
        let path = path.display();
        warn(format_args!("{path}: {error}; using the tables that are compiled in"));
        built_in
    })
}
