//! Every package from outside has a row, with its reason, in docs/DEPENDENCIES.md.

use crate::files::{File, code, rows};
use crate::layers::{entries, row};
use std::collections::BTreeSet;

/// The document, from the root.
const DOCUMENT: &str = "docs/DEPENDENCIES.md";

/// The document names what the manifests name, of all kinds and for all systems, and no more.
pub fn reasons(files: &[File]) -> Vec<String> {
    let cells = rows(files, DOCUMENT).map(|cells| cells[1]);
    let (used, explained) = (used(files), cells.flat_map(code).collect::<BTreeSet<_>>());
    let missing = used.difference(&explained).map(|name| format!("{DOCUMENT}: lacks {name}"));
    let unused = explained.difference(&used).map(|name| format!("{DOCUMENT}: {name} is not used"));
    missing.chain(unused).collect()
}

/// Names in tables of dependencies, but for the packages of this workspace.
fn used(files: &[File]) -> BTreeSet<&str> {
    let is_apart = |path: &str| path.starts_with("fixtures/") || path.starts_with("tools/fuzz/");
    let is_manifest = |path: &str| path.ends_with("Cargo.toml") && !is_apart(path);
    let manifests = files.iter().filter(|file| is_manifest(&file.path));
    let entries = manifests.flat_map(|file| entries(&file.text, |h| h.ends_with("dependencies")));
    let names = entries.filter(|(_, line)| !line.contains("path = ")).map(|(name, _)| name);
    names.filter(|name| row(files, name).is_none()).collect()
}
