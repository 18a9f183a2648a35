//! A crate does not hand on what another crate of the project has: who may not use the other would
//! reach it all the same. docs/ARCHITECTURE.md lists what must be handed on, with the reason.
//!
//! A path of a `pub use` is followed through the names that other imports of the crate give, so
//! that `use search as s; pub use s::Score` is found too.

use crate::files::{File, code, rust, table};
use crate::layers::DOCUMENT;
use crate::manifests::{Kind, Manifests, Package, Target};
use std::collections::{BTreeMap, BTreeSet};
use syn::{Item, UseTree, Visibility};

type Names = Vec<String>;

/// Re-exports that the table does not list, and rows without a re-export.
pub fn of_other_crates(files: &[File]) -> Vec<String> {
    let packages = Manifests::new(files).packages();
    let rows = table(files, DOCUMENT, "re-exports");
    let mut listed = BTreeMap::new();
    for (line, cells) in &rows {
        let folder = code(cells[1]).next().unwrap_or_default();
        listed.extend(code(cells[2]).map(|path| ((folder, path.to_string()), *line)));
    }
    let (mut found, mut needed) = (Vec::new(), BTreeSet::new());
    for package in &packages {
        for (file, path) in reexports(files, package, &packages) {
            let key = (package.folder, path);
            if !listed.contains_key(&key) {
                let (.., path) = &key;
                found.push(format!("{file}: re-exports {path}, and {DOCUMENT} does not list it"));
            }
            needed.insert(key);
        }
    }
    let unused = listed.iter().filter(|(key, _)| !needed.contains(*key));
    found.extend(unused.map(|((folder, path), line)| {
        format!("{DOCUMENT}:{line}: `{folder}` does not re-export `{path}`")
    }));
    found
}

/// What a package re-exports of others, each with its file.
fn reexports(files: &[File], package: &Package, packages: &[Package]) -> Vec<(String, String)> {
    let mut code = Code::default();
    let others = package.dependencies.iter().filter(|used| used.kind != Kind::Dev);
    code.crates.extend(others.filter_map(|used| match &used.target {
        Target::Ours(folder) => {
            let other = packages.iter().find(|other| other.folder == folder)?;
            let is_renamed = used.key != other.name;
            Some(if is_renamed { used.key.replace('-', "_") } else { other.library.clone() })
        }
        Target::Outside(_) | Target::Nothing(_) => None,
    }));
    if code.crates.is_empty() {
        return vec![];
    }
    for file in rust(files) {
        let Some(module) = module(&file.path, package.folder, packages) else { continue };
        let tree = syn::parse_file(&file.text).unwrap_or_else(|e| panic!("{}: {e}", file.path));
        code.read(&file.path, &module, &tree.items);
    }
    code.reexports()
}

/// The module of a file of a package, by its folders; `None` for its tests and other packages.
fn module(path: &str, folder: &str, packages: &[Package]) -> Option<Names> {
    let inside = |folder: &str| path.strip_prefix(folder)?.strip_prefix('/');
    let its = if folder.is_empty() { Some(path) } else { inside(folder) };
    let of_another =
        |other: &Package| other.folder.len() > folder.len() && inside(other.folder).is_some();
    let mut parts = its?.trim_end_matches(".rs").split('/');
    let is_apart = ["tests", "benches", "examples", "fixtures"].contains(&parts.next()?);
    let names = parts.filter(|name| !["lib", "mod", "main"].contains(name)).map(String::from);
    (!is_apart && !packages.iter().any(of_another)).then(|| names.collect())
}

#[derive(Default)]
struct Code {
    /// The names of other packages of the project.
    crates: BTreeSet<String>,
    modules: BTreeSet<Names>,
    imports: Vec<Import>,
}

/// One name that an import gives to a module. A path that begins with `::` has an empty name first.
struct Import {
    file: String,
    module: Names,
    name: String,
    path: Names,
    is_public: bool,
}

impl Code {
    fn read(&mut self, file: &str, module: &Names, items: &[Item]) {
        self.modules.insert(module.clone());
        for item in items {
            match item {
                Item::Use(item) => {
                    let start = item.leading_colon.as_ref().map(|_| String::new());
                    let start: Names = start.into_iter().collect();
                    for (name, path) in leaves(&start, &item.tree) {
                        self.add(file, module, name, path, &item.vis);
                    }
                }
                Item::ExternCrate(item) => {
                    let renamed = item.rename.as_ref().map_or(&item.ident, |(_, name)| name);
                    let (name, path) = (item.ident.to_string(), vec![item.ident.to_string()]);
                    if self.crates.contains(&name) {
                        self.crates.insert(renamed.to_string());
                    }
                    self.add(file, module, renamed.to_string(), path, &item.vis);
                }
                Item::Mod(inner) if !is_test(inner) => {
                    let name = [&module[..], &[inner.ident.to_string()]].concat();
                    let items = inner.content.as_ref().map_or(&[][..], |(_, items)| items);
                    self.read(file, &name, items);
                }
                Item::Macro(call) => self.read_macro(file, module, &call.mac.tokens.to_string()),
                _ => {}
            }
        }
    }

    /// What a macro re-exports is seen where its text names the other crate at once.
    fn read_macro(&mut self, file: &str, module: &Names, text: &str) {
        let after =
            ["pub use ", "pub extern crate "].into_iter().flat_map(|it| text.split(it).skip(1));
        for after in after {
            let words = after.split(|c: char| !c.is_alphanumeric() && c != '_');
            let Some(name) = words.into_iter().find(|word| !word.is_empty()) else { continue };
            let path = vec![name.to_string()];
            let public = Visibility::Public(Default::default());
            self.add(file, module, name.to_string(), path, &public);
        }
    }

    fn add(&mut self, file: &str, module: &Names, name: String, path: Names, vis: &Visibility) {
        let is_public = matches!(vis, Visibility::Public(_));
        let (file, module) = (file.to_string(), module.clone());
        self.imports.push(Import { file, module, name, path, is_public });
    }

    fn reexports(&self) -> Vec<(String, String)> {
        let public = self.imports.iter().filter(|import| import.is_public);
        let foreign = public.filter_map(|import| {
            let origin = self.origin(&import.module, &import.path, 0)?;
            Some((import.file.clone(), origin.join("::")))
        });
        foreign.collect()
    }

    /// The path by which another crate knows what a path of this one names.
    fn origin(&self, module: &[String], path: &[String], depth: usize) -> Option<Names> {
        let (mut at, mut is_bare) = (module.to_vec(), true);
        for (index, name) in path.iter().enumerate() {
            match name.as_str() {
                "" => at.push(String::new()),
                "crate" => at.clear(),
                "self" => {}
                "super" => drop(at.pop()),
                _ => {
                    let given =
                        self.imports.iter().filter(|its| its.module == at && its.name == *name);
                    let rest = &path[index + 1..];
                    let mut given = given.filter(|its| its.path != path && depth < 8);
                    let is_given = given
                        .find_map(|its| self.origin(&at, &[&its.path, rest].concat(), depth + 1));
                    if is_given.is_some() {
                        return is_given;
                    }
                    at.push(name.clone());
                    if is_bare && self.crates.contains(name) && !self.modules.contains(&at) {
                        return Some(path[index..].to_vec());
                    }
                }
            }
            is_bare = name.is_empty();
        }
        None
    }
}

fn is_test(module: &syn::ItemMod) -> bool {
    let is_test = |attribute: &syn::Attribute| match &attribute.meta {
        syn::Meta::List(list) => list.path.is_ident("cfg") && list.tokens.to_string() == "test",
        _ => false,
    };
    module.attrs.iter().any(is_test)
}

/// The names that an import gives, and the path of each.
fn leaves(start: &[String], tree: &UseTree) -> Vec<(String, Names)> {
    let joined = |name: &syn::Ident| [start, &[name.to_string()]].concat();
    match tree {
        UseTree::Path(path) => leaves(&joined(&path.ident), &path.tree),
        UseTree::Group(group) => group.items.iter().flat_map(|tree| leaves(start, tree)).collect(),
        UseTree::Glob(_) => vec![("*".into(), [start, &["*".into()]].concat())],
        UseTree::Name(name) if name.ident == "self" => {
            vec![(start.last().cloned().unwrap_or_default(), start.to_vec())]
        }
        UseTree::Name(name) => vec![(name.ident.to_string(), joined(&name.ident))],
        UseTree::Rename(renamed) if renamed.ident == "self" => {
            vec![(renamed.rename.to_string(), start.to_vec())]
        }
        UseTree::Rename(renamed) => vec![(renamed.rename.to_string(), joined(&renamed.ident))],
    }
}
