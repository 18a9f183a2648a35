//! A name of a type stands for one thing: it is defined once, or docs/STYLE.md says which idea it
//! stands for in several places.

use crate::files::{File, code, rows, rust};
use crate::imports::{items, module_of};
use std::collections::{BTreeMap, BTreeSet};
use syn::{Item, ItemEnum, ItemStruct, ItemTrait, ItemType};

/// The document, from the root. Its table lists names alone in the first column.
const DOCUMENT: &str = "docs/STYLE.md";

/// Types at the level of items, outside tests, have a name of their own or one of the table; and
/// the table has no other names.
pub fn types(files: &[File]) -> Vec<String> {
    let mut places: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    let is_source = |path: &str| module_of(path).is_some_and(|m| !m.0.starts_with("fixtures/"));
    for file in rust(files).filter(|file| is_source(&file.path)) {
        let names = types_of(&items(file)).into_iter();
        names.for_each(|name| places.entry(name).or_default().push(&file.path));
    }
    places.retain(|_, places| places.len() > 1);
    let are_names = |cell: &str| cell.split('`').step_by(2).all(|text| text.len() < 3);
    let cells = rows(files, DOCUMENT).map(|cells| cells[1]).filter(|cell| are_names(cell));
    let listed: BTreeSet<String> = cells.flat_map(code).map(String::from).collect();
    let twice = places.iter().filter(|(name, _)| !listed.contains(*name));
    let once = listed.iter().filter(|name| !places.contains_key(*name));
    let twice = twice.map(|(name, places)| format!("`{name}` is a type of {}", places.join(", ")));
    let once = once.map(|name| format!("{DOCUMENT}: `{name}` is not the name of two types"));
    twice.chain(once).collect()
}

fn types_of(items: &[Item]) -> Vec<String> {
    let types = items.iter().flat_map(|item| match item {
        Item::Enum(ItemEnum { ident, .. })
        | Item::Struct(ItemStruct { ident, .. })
        | Item::Trait(ItemTrait { ident, .. })
        | Item::Type(ItemType { ident, .. }) => vec![ident.to_string()],
        Item::Mod(module) => module.content.iter().flat_map(|inside| types_of(&inside.1)).collect(),
        _ => vec![],
    });
    types.collect()
}
