//! Every package from outside has a row, with its reason, in docs/DEPENDENCIES.md.

use crate::files::{File, code, rows};
use crate::manifests::{Manifests, Target};
use std::collections::BTreeSet;

/// The document, from the root.
const DOCUMENT: &str = "docs/DEPENDENCIES.md";

/// The document names what the manifests name, of all kinds and for all systems, and no more.
pub fn reasons(files: &[File]) -> Vec<String> {
    let cells = rows(files, DOCUMENT).map(|cells| cells[1]);
    let explained: BTreeSet<_> = cells.flat_map(code).map(String::from).collect();
    let used = used(files);
    let missing = used.difference(&explained).map(|name| format!("{DOCUMENT}: lacks {name}"));
    let unused = explained.difference(&used).map(|name| format!("{DOCUMENT}: {name} is not used"));
    missing.chain(unused).collect()
}

/// The packages from elsewhere that manifests name, but for the fuzz targets.
fn used(files: &[File]) -> BTreeSet<String> {
    let manifests = Manifests::new(files);
    let packages = manifests.packages().into_iter();
    let packages = packages.filter(|package| !package.is_apart);
    let entries = packages.flat_map(|package| package.dependencies).chain(manifests.shared());
    let names = entries.filter_map(|entry| match entry.target {
        Target::Outside(name) => Some(name),
        Target::Ours(_) | Target::Nothing(_) => None,
    });
    names.collect()
}
