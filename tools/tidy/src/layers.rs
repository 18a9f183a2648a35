//! Which crate may use which, and which crates only compute.
//!
//! Cargo refuses what Cargo.toml does not list; the table says what may be listed, but for tests.

use crate::imports::paths;
use crate::{File, rust};

/// Each crate that uses others of the workspace, and those others.
const LAYERS: [(&str, &str); 14] = [
    ("harness", "progress"),
    ("search", "games"),
    ("formats", "games"),
    ("evaluation", "games search"),
    ("referee", "games formats statistics progress tournament"),
    ("crownhead", "games search evaluation formats"),
    ("pages", "games"),
    ("text", "games search evaluation formats crownhead pages"),
    ("analysis", "games search evaluation"),
    ("hub", "games search evaluation formats crownhead"),
    ("app", "games search evaluation formats analysis statistics progress referee text pages hub"),
    ("fuzz", "crownhead evaluation formats games harness hub oracle referee search text"),
    ("workshop", "games search evaluation formats statistics progress crownhead"),
    ("soak", "games search formats progress referee crownhead text oracle"),
];

/// What only computes: it reads no file, clock or environment, and starts nothing.
const COMPUTING: [&str; 7] = [
    "crates/games/src/",
    "crates/search/src/",
    "crates/evaluation/src/",
    "crates/analysis/src/",
    "crates/statistics/src/",
    "crates/tournament/src/",
    "crates/formats/src/pdn/",
];

/// Crates of the workspace use only what the table allows.
pub fn dependencies(files: &[File]) -> Vec<String> {
    let is_ours = |name: &str| is_package(files, name);
    let mut found = Vec::new();
    for File { path, text } in files.iter().filter(|file| file.path.ends_with("Cargo.toml")) {
        let name = path.rsplit('/').nth(1).unwrap_or("crownhead");
        let layer = LAYERS.iter().find(|(layer, _)| *layer == name);
        let is_allowed = |used: &str| layer.is_some_and(|row| row.1.split(' ').any(|r| r == used));
        let ours = listed(text).filter(|used| is_ours(used) || *used == "crownhead");
        let wrong = ours.filter(|used| !is_allowed(used));
        found.extend(wrong.map(|used| format!("{path}: {name} may not use {used}")));
    }
    found
}

/// Whether a crate or a tool of the workspace has this name.
pub(crate) fn is_package(files: &[File], name: &str) -> bool {
    let is_its = |folder: &str, path: &str| path == format!("{folder}/{name}/Cargo.toml");
    files.iter().any(|file| is_its("crates", &file.path) || is_its("tools", &file.path))
}

/// The names in every table of normal dependencies, also those of one system.
fn listed(manifest: &str) -> impl Iterator<Item = &str> {
    let is_normal = |header: &str| header == "dependencies" || header.ends_with("'.dependencies");
    entries(manifest, is_normal).map(|(name, _)| name)
}

/// The name of each entry, and its line, in the tables of a manifest whose header is wanted.
pub(crate) fn entries(
    manifest: &str,
    is_wanted: impl Fn(&str) -> bool,
) -> impl Iterator<Item = (&str, &str)> {
    let tables = manifest.split("\n[").filter_map(|table| table.split_once(']'));
    let lines = tables.filter(move |table| is_wanted(table.0)).flat_map(|table| table.1.lines());
    let named = lines.filter_map(|line| Some((line.split(['.', ' ', '=']).next()?, line)));
    named.filter(|(name, _)| !name.is_empty() && !name.starts_with('#'))
}

/// Crates that compute name no part of the standard library that reaches the system, and of the
/// agent only `src/time` names a clock.
pub fn system(files: &[File]) -> Vec<String> {
    let mut found = Vec::new();
    for file in rust(files) {
        let is_in = |folder: &str| file.path.starts_with(folder);
        let computes = COMPUTING.iter().any(|folder| is_in(folder));
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
