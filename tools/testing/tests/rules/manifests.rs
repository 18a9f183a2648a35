//! The packages of the project, and what their manifests say that they use.
//!
//! A dependency is known by where it leads, not by its name in the manifest: by `path`, by
//! `package`, and by the table `[workspace.dependencies]` where it says `workspace = true`.

use crate::files::{File, resolved};
use toml::{Table, Value};

/// All manifests outside of the fixtures.
pub struct Manifests<'a>(Vec<Manifest<'a>>);

struct Manifest<'a> {
    path: &'a str,
    table: Table,
}

/// A manifest that has `[package]`.
pub struct Package<'a> {
    /// The folder from the root; empty for the root package.
    pub folder: &'a str,
    pub manifest: &'a str,
    pub name: String,
    /// The name of its library in the code of others.
    pub library: String,
    /// Whether it is a workspace of its own.
    pub is_apart: bool,
    pub dependencies: Vec<Dependency>,
}

/// One entry of a table of dependencies, for all systems or for some.
pub struct Dependency {
    pub key: String,
    pub kind: Kind,
    pub target: Target,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Normal,
    Build,
    Dev,
}

/// Where an entry leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    Ours(String),
    Outside(String),
    /// What is no package: a folder, or a key that `[workspace.dependencies]` lacks.
    Nothing(String),
}

impl<'a> Manifests<'a> {
    pub fn new(files: &'a [File]) -> Self {
        let is_manifest = |path: &str| path.rsplit('/').next() == Some("Cargo.toml");
        let ours = files.iter().filter(|file| !file.path.starts_with("fixtures/"));
        let manifests = ours.filter(|file| is_manifest(&file.path)).map(|File { path, text }| {
            Manifest { path, table: text.parse().unwrap_or_else(|e| panic!("{path}: {e}")) }
        });
        Self(manifests.collect())
    }

    /// All packages, those of the workspaces inside of others too.
    pub fn packages(&self) -> Vec<Package<'a>> {
        let packages = self.0.iter().filter_map(|manifest| {
            Some(Package {
                folder: manifest.folder(),
                manifest: manifest.path,
                name: manifest.name()?.to_string(),
                library: manifest.library()?.replace('-', "_"),
                is_apart: manifest.table.contains_key("workspace") && manifest.path.contains('/'),
                dependencies: self.dependencies(manifest),
            })
        });
        packages.collect()
    }

    /// What the manifest of the root offers to the others.
    pub fn shared(&self) -> Vec<Dependency> {
        let root = self.0.iter().filter(|manifest| manifest.folder().is_empty());
        root.flat_map(|root| self.entries(root, Kind::Normal, root.shared())).collect()
    }

    fn dependencies(&self, manifest: &Manifest) -> Vec<Dependency> {
        let systems = manifest.table.get("target").and_then(Value::as_table);
        let systems = systems.into_iter().flat_map(Table::values).filter_map(Value::as_table);
        let tables = systems.chain([&manifest.table]).flat_map(|table| {
            let kinds = [
                ("dependencies", Kind::Normal),
                ("build-dependencies", Kind::Build),
                ("dev-dependencies", Kind::Dev),
            ];
            kinds.map(|(name, kind)| self.entries(manifest, kind, table.get(name)))
        });
        tables.flatten().collect()
    }

    fn entries(&self, manifest: &Manifest, kind: Kind, table: Option<&Value>) -> Vec<Dependency> {
        let entries = table.and_then(Value::as_table).into_iter().flatten();
        let dependency = |(key, value): (&String, &Value)| {
            let target = self.target(manifest, key, value);
            Dependency { key: key.clone(), kind, target }
        };
        entries.map(dependency).collect()
    }

    fn target(&self, manifest: &Manifest, key: &str, value: &Value) -> Target {
        if value.get("workspace").is_some() {
            let root = self.workspace_of(manifest);
            let shared = root.and_then(|root| Some((root, root.shared()?.get(key)?)));
            let nothing = || Target::Nothing(key.into());
            return shared.map_or_else(nothing, |(root, value)| self.target(root, key, value));
        }
        let named = |name: &str| value.get(name).and_then(Value::as_str);
        if let Some(path) = named("path") {
            let folder = resolved(manifest.path, path);
            let mut packages = self.0.iter().filter(|manifest| manifest.name().is_some());
            let is_package = packages.any(|manifest| manifest.folder() == folder);
            return if is_package { Target::Ours(folder) } else { Target::Nothing(folder) };
        }
        let name = named("package").unwrap_or(key);
        let ours = self.0.iter().find(|manifest| manifest.name() == Some(name));
        let outside = || Target::Outside(name.into());
        ours.map_or_else(outside, |manifest| Target::Ours(manifest.folder().into()))
    }

    /// A manifest with `[workspace]` is its own, the others belong to that of the root.
    fn workspace_of<'b>(&'b self, manifest: &'b Manifest<'a>) -> Option<&'b Manifest<'a>> {
        let is_own = manifest.table.contains_key("workspace");
        let root = || self.0.iter().find(|manifest| manifest.folder().is_empty());
        if is_own { Some(manifest) } else { root() }
    }
}

impl<'a> Manifest<'a> {
    fn folder(&self) -> &'a str {
        self.path.rsplit_once('/').map_or("", |(folder, _)| folder)
    }

    fn name(&self) -> Option<&str> {
        self.table.get("package")?.get("name")?.as_str()
    }

    fn library(&self) -> Option<&str> {
        let named = self.table.get("lib").and_then(|library| library.get("name")?.as_str());
        named.or_else(|| self.name())
    }

    fn shared(&self) -> Option<&Value> {
        self.table.get("workspace")?.get("dependencies")
    }
}
