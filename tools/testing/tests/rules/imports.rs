//! Import cycles within a crate, found in the syntax trees of its files.
//!
//! A file uses another when a path in its code leads there. Inline modules with an attribute are
//! tests and are not read. A `mod.rs` or `lib.rs` may re-export its own files without using them.
//! Between the files and subfolders of each folder the uses must form no cycle.

use crate::files::{File, rust};
use std::collections::{BTreeMap, BTreeSet};
use syn::punctuated::Punctuated;
use syn::visit::{self, Visit};
use syn::{Expr, Item, ItemUse, Macro, Token, UseTree, VisRestricted, Visibility};

type Names = Vec<String>;
type Modules<'a> = BTreeMap<Names, &'a File>;

/// The paths that a file names outside tests, and whether each is a re-export.
pub fn paths(file: &File) -> Vec<(Names, bool)> {
    let mut paths = Paths::default();
    items(file).iter().for_each(|item| paths.visit_item(item));
    paths.0
}

pub(crate) fn items(file: &File) -> Vec<Item> {
    let tree = syn::parse_file(&file.text).unwrap_or_else(|e| panic!("{}: {e}", file.path));
    let is_inline = |m: &syn::ItemMod| m.content.is_some() && !m.attrs.is_empty();
    let is_test = |item: &Item| matches!(item, Item::Mod(module) if is_inline(module));
    tree.items.into_iter().filter(|item| !is_test(item)).collect()
}

#[derive(Default)]
struct Paths(Vec<(Names, bool)>);

impl<'a> Visit<'a> for Paths {
    fn visit_item_use(&mut self, item: &'a ItemUse) {
        self.import(&[], &item.tree, !matches!(item.vis, Visibility::Inherited));
    }

    fn visit_vis_restricted(&mut self, _: &'a VisRestricted) {}

    fn visit_path(&mut self, path: &'a syn::Path) {
        self.0.push((path.segments.iter().map(|part| part.ident.to_string()).collect(), false));
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, call: &'a Macro) {
        let arguments = call.parse_body_with(Punctuated::<Expr, Token![,]>::parse_terminated);
        arguments.iter().flatten().for_each(|argument| Paths::visit_expr(self, argument));
    }
}

impl Paths {
    fn import(&mut self, prefix: &[String], tree: &UseTree, is_reexport: bool) {
        let joined = |name: &syn::Ident| [prefix, &[name.to_string()]].concat();
        match tree {
            UseTree::Path(path) => self.import(&joined(&path.ident), &path.tree, is_reexport),
            UseTree::Group(group) => {
                group.items.iter().for_each(|tree| self.import(prefix, tree, is_reexport));
            }
            UseTree::Glob(_) => self.0.push((prefix.to_vec(), false)),
            UseTree::Name(name) => self.0.push((joined(&name.ident), is_reexport)),
            UseTree::Rename(name) => self.0.push((joined(&name.ident), is_reexport)),
        }
    }
}

/// The uses that are part of a cycle of files and folders, or lead from one to another.
pub fn cycles(files: &[File]) -> Vec<String> {
    let mut crates: BTreeMap<&str, Modules> = BTreeMap::new();
    let places = rust(files).filter_map(|file| Some((file, module_of(&file.path)?)));
    for (file, (root, module)) in places {
        crates.entry(root).or_default().entry(module).or_insert(file);
    }
    let mut uses: BTreeMap<[String; 2], String> = crates.values().flat_map(uses).collect();
    for _ in 0..uses.len() {
        let [users, used] =
            [0, 1].map(|n| uses.keys().map(|pair| pair[n].clone()).collect::<BTreeSet<String>>());
        uses.retain(|[from, to], _| used.contains(from) && users.contains(to));
    }
    uses.into_values().collect()
}

/// The folder of the crate's root and the module of a file; `None` for tests.
pub(crate) fn module_of(path: &str) -> Option<(&str, Names)> {
    let start = if path.starts_with("calibrate/") { 10 } else { path.find("src/")? + 4 };
    let mut names: Names = path[start..].split(['/', '.']).map(String::from).collect();
    names.retain(|name| !["lib", "mod", "main", "rs"].contains(&name.as_str()));
    Some((&path[..start], names))
}

/// Who uses whom, as the two entries of their deepest common folder, and a sentence for each.
fn uses(files: &Modules) -> Vec<([String; 2], String)> {
    let mut found = Vec::new();
    for (module, file) in files {
        let paths = paths(file);
        let code = paths.iter().filter(|(_, is_reexport)| !is_reexport);
        let names: BTreeSet<_> = code.filter_map(|(path, _)| path.first()).collect();
        for (path, is_reexport) in &paths {
            let Some(target) = target(files, module, path) else { continue };
            let is_named = path.last().is_some_and(|last| names.contains(last));
            if target == module || *is_reexport && target.starts_with(module) && !is_named {
                continue;
            }
            let (a, b) = (&file.path, &files[target].path);
            let same = a.split('/').zip(b.split('/')).take_while(|(a, b)| a == b).count();
            let cut = |path: &str| path.split('/').take(same + 1).collect::<Vec<_>>().join("/");
            let sentence = format!("{a}: in a cycle by using {b}: `{}`", path.join("::"));
            found.push(([cut(a), cut(b)], sentence));
        }
    }
    found
}

/// The module that a path leads to, if it is one of this crate.
fn target<'a>(files: &'a Modules, module: &[String], path: &[String]) -> Option<&'a Names> {
    let mut at = module.to_vec();
    for (index, name) in path.iter().enumerate() {
        match name.as_str() {
            "crate" => at.clear(),
            "self" => {}
            "super" => drop(at.pop()),
            _ if path.len() == 1 => return None,
            _ if index == 0 && !files.contains_key(&[module, &path[..1]].concat()) => return None,
            _ => {
                at.extend_from_slice(&path[index..]);
                break;
            }
        }
    }
    (0..=at.len()).rev().find_map(|n| files.get_key_value(&at[..n])).map(|(module, _)| module)
}
