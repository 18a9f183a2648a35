//! Which crate may use which, and which crates only compute.
//!
//! Cargo refuses what Cargo.toml does not list; docs/ARCHITECTURE.md says what may be listed, but
//! for tests.

use crate::files::{File, rows, rust};
use crate::imports::paths;

/// In `crates/`, code that only computes: it reads no file, clock or environment, and starts
/// nothing.
const COMPUTING: &str = "games/src/ search/src/ evaluation/src/ analysis/src/ answers/src/ diagnosis/src/ statistics/src/ \
    referee/src/pairing/ formats/src/pdn/";

/// The row of a crate or a tool of the workspace; its last column says which others it may use.
pub(crate) fn row<'a>(files: &'a [File], name: &str) -> Option<Vec<&'a str>> {
    rows(files, "docs/ARCHITECTURE.md").find(|cells| cells[1].contains(&format!("{name}`")))
}

/// Crates of the workspace use only what their row allows.
pub fn dependencies(files: &[File]) -> Vec<String> {
    let is_normal = |header: &str| header == "dependencies" || header.ends_with("'.dependencies");
    let mut found = Vec::new();
    for File { path, text } in files.iter().filter(|file| file.path.ends_with("Cargo.toml")) {
        let name = path.rsplit('/').nth(1).unwrap_or("agent");
        let its = row(files, name).unwrap_or_default();
        let allowed: Vec<_> = its.iter().rev().take(2).flat_map(|cell| cell.split(", ")).collect();
        for (used, _) in entries(text, is_normal) {
            if row(files, used).is_some() && !allowed.contains(&used) {
                found.push(format!("{path}: {name} may not use {used}"));
            }
        }
    }
    found
}

/// The name of each entry, and its line, in the tables of a manifest whose header is wanted.
pub(crate) fn entries(manifest: &str, is_wanted: fn(&str) -> bool) -> Vec<(&str, &str)> {
    let tables = manifest.split("\n[").filter_map(|table| table.split_once(']'));
    let lines = tables.filter(|table| is_wanted(table.0)).flat_map(|table| table.1.lines());
    let named = lines.filter_map(|line| Some((line.split(['.', ' ', '=']).next()?, line)));
    named.filter(|(name, _)| !name.is_empty() && !name.starts_with('#')).collect()
}

/// Crates that compute name no part of the standard library that reaches the system, and of the
/// agent only `src/time` names a clock.
pub fn system(files: &[File]) -> Vec<String> {
    let mut found = Vec::new();
    for file in rust(files) {
        let is_in = |folder: &str| file.path.starts_with(folder);
        let computes = COMPUTING.split(' ').any(|folder| is_in(&format!("crates/{folder}")));
        let is_wrong = |path: &[String]| {
            let [first, second] = [0, 1].map(|n| path.get(n).map_or("", String::as_str));
            let is_system = ["fs", "io", "time", "env", "process", "thread"].contains(&second);
            let is_clock = |name: &String| ["cpu_time", "Instant", "SystemTime"].contains(&&**name);
            let names_clock = is_in("src/") && !is_in("src/time/") && path.iter().any(is_clock);
            computes && first == "std" && is_system || names_clock
        };
        let wrong = paths(file).into_iter().map(|(path, _)| path).filter(|path| is_wrong(path));
        found.extend(wrong.map(|path| format!("{}: names {}", file.path, path.join("::"))));
    }
    found
}
