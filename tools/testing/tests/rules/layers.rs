//! Which crate may use which, and which crates only compute.
//!
//! Cargo refuses what Cargo.toml does not list; docs/ARCHITECTURE.md says what may be listed, but
//! for tests.

use crate::files::{File, code, rust, table};
use crate::imports::paths;
use crate::manifests::{Kind, Manifests, Package, Target};

/// The document with the tables of layers, from the root.
pub const DOCUMENT: &str = "docs/ARCHITECTURE.md";

/// In `crates/`, code that only computes: it reads no file, clock or environment, and starts
/// nothing.
const COMPUTING: &str = "games/src/ search/src/ evaluation/src/ analysis/src/ \
    statistics/src/ referee/src/pairing/ formats/src/pdn/";

/// A row of a table of three columns, of which the last is called `may use`.
struct Row<'a> {
    /// What the row names: the first code of its first cell, but nothing for the root package.
    folder: &'a str,
    may_use: Vec<&'a str>,
    line: usize,
}

/// Every package has one row, every row a package, and a package uses only what its row allows, by
/// whatever name.
pub fn dependencies(files: &[File]) -> Vec<String> {
    let (manifests, rows) = (Manifests::new(files), layer_rows(files));
    let packages = manifests.packages();
    let mut found = wrong_rows(&manifests, &packages, &rows);
    for package in &packages {
        let its: Vec<_> = rows.iter().filter(|row| row.folder == package.folder).collect();
        if its.len() != 1 {
            let count = its.len();
            found.push(format!("{}: has {count} rows in {DOCUMENT}, not one", package.manifest));
            continue;
        }
        for used in package.dependencies.iter().filter(|used| used.kind != Kind::Dev) {
            let wrong = match &used.target {
                Target::Ours(used) => {
                    let is_allowed =
                        its[0].may_use.contains(&short_name(&manifests, used).as_str());
                    (!is_allowed).then(|| format!("{used}, which its row does not allow"))
                }
                Target::Nothing(lost) => Some(format!("{lost}, which is no package")),
                Target::Outside(_) => None,
            };
            let sentence = |wrong| format!("{}: `{}` is {wrong}", package.manifest, used.key);
            found.extend(wrong.map(sentence));
        }
    }
    found
}

/// Rows without a package, and names in them that no package has.
fn wrong_rows(manifests: &Manifests, packages: &[Package], rows: &[Row]) -> Vec<String> {
    let names: Vec<_> = packages.iter().map(|its| short_name(manifests, its.folder)).collect();
    let mut found = Vec::new();
    for Row { folder, may_use, line } in rows {
        if packages.iter().all(|package| package.folder != *folder) {
            found.push(format!("{DOCUMENT}:{line}: `{folder}` is no package"));
        }
        let unknown = may_use.iter().filter(|name| names.iter().all(|other| other != *name));
        found
            .extend(unknown.map(|name| format!("{DOCUMENT}:{line}: `{name}` is no crate of ours")));
    }
    found
}

/// The name of a package in the last column: its key in `[workspace.dependencies]`, or its folder.
fn short_name(manifests: &Manifests, folder: &str) -> String {
    let shared = manifests.shared().into_iter();
    let key = shared.filter(|entry| entry.target == Target::Ours(folder.into())).map(|e| e.key);
    let last = || folder.rsplit('/').next().unwrap_or(folder).to_string();
    key.min().unwrap_or_else(last)
}

fn layer_rows(files: &[File]) -> Vec<Row<'_>> {
    let rows = table(files, DOCUMENT, "may use").into_iter().map(|(line, cells)| {
        let is_root = cells[1].starts_with("root package");
        let folder = code(cells[1]).next().unwrap_or(cells[1]).trim_end_matches('/');
        let may_use = cells[3].split(',').map(str::trim).filter(|name| *name != "-").collect();
        Row { folder: if is_root { "" } else { folder }, may_use, line }
    });
    rows.collect()
}

/// Crates that compute name no part of the standard library that reaches the system, and of the
/// agent only `src/time` names a clock.
pub fn system(files: &[File]) -> Vec<String> {
    let mut found = Vec::new();
    for file in rust(files) {
        let is_in = |folder: &str| file.path.starts_with(folder);
        let computes = COMPUTING.split(' ').any(|folder| is_in(&format!("crates/{folder}")));
        if !computes && !is_in("src/") {
            continue;
        }
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
