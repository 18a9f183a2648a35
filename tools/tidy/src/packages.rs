//! Every package from outside has a row, with its reason, in docs/DEPENDENCIES.md.

use crate::File;
use crate::layers::{entries, is_package};
use std::collections::BTreeSet;

/// The document, from the root.
const DOCUMENT: &str = "docs/DEPENDENCIES.md";

/// The document names what the manifests name, of all kinds and for all systems, and no more.
pub fn reasons(files: &[File]) -> Vec<String> {
    let Some(document) = files.iter().find(|file| file.path == DOCUMENT) else {
        return vec![format!("{DOCUMENT}: is missing")];
    };
    let (used, explained) = (used(files), explained(&document.text));
    let missing = used.difference(&explained).map(|name| format!("{DOCUMENT}: lacks {name}"));
    let unused = explained.difference(&used).map(|name| format!("{DOCUMENT}: {name} is not used"));
    missing.chain(unused).collect()
}

/// Names in tables of dependencies, but for the packages of this workspace.
fn used(files: &[File]) -> BTreeSet<&str> {
    let is_manifest = |file: &&File| {
        let apart = file.path.starts_with("fixtures/") || file.path.starts_with("tools/fuzz/");
        file.path.ends_with("Cargo.toml") && !apart
    };
    let is_wanted = |header: &str| header.ends_with("dependencies");
    let manifests = files.iter().filter(is_manifest);
    let entries = manifests.flat_map(|file| entries(&file.text, is_wanted));
    let names = entries.filter(|(_, line)| !line.contains("path = ")).map(|(name, _)| name);
    let is_ours = |name: &&str| *name == "crownhead" || is_package(files, name);
    names.filter(|name| !is_ours(name)).collect()
}

/// Names in the first cells of table rows.
fn explained(document: &str) -> BTreeSet<&str> {
    let cells = document.lines().filter_map(|line| line.strip_prefix("| `")?.split_once("` |"));
    cells.map(|(name, _)| name).collect()
}
