//! docs/ARCHITECTURE.md says how many packages there are, and how many arrows between them: uses
//! of one package by another, however many tables list it, but for tests. `tools/measure.py
//! --crates` counts the same by what Cargo says.

use crate::files::File;
use crate::layers::DOCUMENT;
use crate::manifests::{Kind, Manifests, Package, Target};
use std::collections::BTreeSet;

/// The document has the sentence with today's numbers.
pub fn sentence(files: &[File]) -> Vec<String> {
    let packages = Manifests::new(files).packages();
    let (apart, members): (Vec<_>, Vec<_>) = packages.iter().partition(|package| package.is_apart);
    let sentence = format!(
        "The workspace has {} packages and {} arrows between them; \
         `tools/fuzz`, a workspace of its own, has {} more.",
        members.len(),
        arrows(&members),
        arrows(&apart)
    );
    let text = files.iter().find(|file| file.path == DOCUMENT).map_or("", |file| &file.text);
    let words: Vec<_> = text.split_whitespace().collect();
    let is_said = words.join(" ").contains(&sentence);
    if is_said { vec![] } else { vec![format!("{DOCUMENT}: must say: {sentence}")] }
}

/// How many packages of the project these use in all.
fn arrows(packages: &[&Package]) -> usize {
    let used = packages.iter().map(|package| {
        let normal = package.dependencies.iter().filter(|used| used.kind == Kind::Normal);
        let ours = normal.filter_map(|used| match &used.target {
            Target::Ours(folder) => Some(folder),
            Target::Outside(_) | Target::Nothing(_) => None,
        });
        ours.collect::<BTreeSet<_>>().len()
    });
    used.sum()
}
