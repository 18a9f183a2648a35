//! The whole tree of sources, and which file a path of one of them means.
//!
//! A path begins with `crate`, `crownhead`, `self`, `super`, the name of a child module, or a name
//! an import of the same file has bound; anything else is another crate's. It means the file of
//! the longest module it names, and when it goes on through a front door's `pub use`, also the
//! file that re-export names: a front door hides no dependency.
//!
//! Known limits: names bound inside a function count for the whole file, globs bind nothing (no
//! glob is allowed but `super::*` in tests), and `#[path]`, `include!` and paths inside string
//! literals are not followed.

use std::collections::BTreeMap;

use crate::paths::{Form, Path, paths};
use crate::source::Source;
use crate::spans;

/// The library, as the first name of the modules in it.
pub const LIBRARY: &str = "crownhead";

/// How many aliases and re-exports are followed before a path is taken to go round in circles.
const PATIENCE: u8 = 8;

/// One use of one path by one file.
#[derive(Debug)]
pub struct Mention {
    /// The path from its crate on, such as `crownhead::search::window::Window` or `std::fs`.
    pub full: Vec<String>,
    pub line: usize,
    pub in_test: bool,
    pub form: Form,
    /// The files it means; none if it is another crate's.
    pub targets: Vec<usize>,
}

impl Mention {
    /// Whether the path is `prefix` or something inside it.
    pub fn is_within(&self, prefix: &str) -> bool {
        let prefix: Vec<_> = prefix.split("::").collect();
        self.full.iter().zip(&prefix).filter(|(a, b)| a == b).count() == prefix.len()
    }
}

/// All Rust files, and their modules.
pub struct House {
    pub sources: Vec<Source>,
    modules: BTreeMap<Vec<String>, usize>,
    paths: Vec<Vec<Path>>,
    macros: BTreeMap<String, usize>,
}

impl House {
    pub fn new(sources: Vec<Source>) -> Self {
        let module = |(file, source): (usize, &Source)| (module_of(&source.path), file);
        let modules = sources.iter().enumerate().map(module).collect();
        let paths = sources.iter().map(|source| paths(&source.tokens)).collect();
        let macros = sources.iter().enumerate().flat_map(|(file, source)| {
            exported_macros(source).into_iter().map(move |name| (name, file))
        });
        let macros = macros.collect();
        let mut house = Self { sources, modules, paths, macros };
        house.mark_test_files();
        house
    }

    #[cfg(test)]
    pub fn of(files: &[(&str, &str)]) -> Self {
        Self::new(files.iter().map(|(path, text)| Source::new(path, text)).collect())
    }

    /// The files behind `#[cfg(test)] mod name;`, and the files of their folders, are test code.
    fn mark_test_files(&mut self) {
        let mut of_tests = Vec::new();
        for (file, source) in self.sources.iter().enumerate() {
            for at in spans::declared_modules(&source.tokens) {
                if source.in_test(at) {
                    of_tests.push(join(&self.scope(file, at), &source.tokens[at].text));
                }
            }
        }
        for (module, &file) in &self.modules {
            if of_tests.iter().any(|tests| module.starts_with(tests)) {
                self.sources[file].is_all_test_code();
            }
        }
    }

    pub fn paths(&self, file: usize) -> &[Path] {
        &self.paths[file]
    }

    /// Everything a file names by a path.
    pub fn mentions(&self, file: usize) -> impl Iterator<Item = Mention> {
        self.paths[file].iter().map(move |path| self.mention(file, path))
    }

    pub fn mention(&self, file: usize, path: &Path) -> Mention {
        let full = self.full(file, &path.segments, path.at, PATIENCE);
        let in_test = self.sources[file].in_test(path.at);
        let targets = self.targets(&full, PATIENCE);
        Mention { full, line: path.line, in_test, form: path.form, targets }
    }

    /// Whether `room` is a module somewhere below the one of `door`.
    pub fn is_room_of(&self, room: usize, door: usize) -> bool {
        let [room, door] = [room, door].map(|file| module_of(&self.sources[file].path));
        room.len() > door.len() && room.starts_with(&door)
    }

    /// The module the token at `at` stands in.
    fn scope(&self, file: usize, at: usize) -> Vec<String> {
        let mut scope = module_of(&self.sources[file].path);
        scope.extend(self.sources[file].modules_around(at).map(str::to_string));
        scope
    }

    /// `segments`, as written at token `at`, from the crate on.
    fn full(&self, file: usize, segments: &[String], at: usize, patience: u8) -> Vec<String> {
        let mut base = self.scope(file, at);
        let mut rest = segments;
        let mut is_relative = false;
        while let Some((first, tail)) = rest.split_first() {
            match first.as_str() {
                "crate" => base.truncate(1),
                "super" => base.truncate(base.len().max(2) - 1),
                "self" => {}
                _ if is_relative => break,
                _ => return self.by_name(file, rest, &base, patience),
            }
            (rest, is_relative) = (tail, true);
        }
        base.extend_from_slice(rest);
        base
    }

    /// A path that begins with a plain name, written in module `scope`.
    fn by_name(&self, file: usize, path: &[String], scope: &[String], patience: u8) -> Vec<String> {
        let bound = |p: &&Path| p.binds.as_deref() == Some(path[0].as_str());
        let alias = self.paths[file].iter().find(bound);
        if let Some(alias) = alias.filter(|a| a.segments[0] != path[0] && patience > 0) {
            let mut full = self.full(file, &alias.segments, alias.at, patience - 1);
            full.extend_from_slice(&path[1..]);
            return full;
        }
        let child = join(scope, &path[0]);
        if self.modules.contains_key(&child) {
            return [&child, &path[1..]].concat();
        }
        let mut full = path.to_vec();
        if matches!(path[0].as_str(), "core" | "alloc") {
            full[0] = "std".to_string();
        }
        full
    }

    /// The files a full path means.
    fn targets(&self, full: &[String], patience: u8) -> Vec<usize> {
        let longest = (1..=full.len()).rev().find(|&len| self.modules.contains_key(&full[..len]));
        let Some(len) = longest else { return Vec::new() };
        let file = self.modules[&full[..len]];
        let Some(name) = full.get(len) else { return vec![file] };
        if let Some(&home) = self.macros.get(name).filter(|_| full[0] == LIBRARY && len == 1) {
            return vec![home];
        }
        let mut found = vec![file];
        if let Some(door) = self.reexport(file, name).filter(|_| patience > 0) {
            let mut further = self.full(file, &door.segments, door.at, patience);
            further.extend_from_slice(&full[len + 1..]);
            found.extend(self.targets(&further, patience - 1));
        }
        found.dedup();
        found
    }

    fn reexport(&self, file: usize, name: &str) -> Option<&Path> {
        let named = |p: &&Path| p.form == Form::Reexport && p.binds.as_deref() == Some(name);
        self.paths[file].iter().find(named)
    }
}

fn join(module: &[String], child: &str) -> Vec<String> {
    module.iter().cloned().chain([child.to_string()]).collect()
}

/// The module a file holds, from its crate on. Each program is a crate of its own.
pub fn module_of(path: &str) -> Vec<String> {
    let path = path.strip_suffix(".rs").unwrap_or(path);
    let (root, inside) = match path.split_once('/') {
        Some(("src", "lib")) => (LIBRARY.to_string(), ""),
        Some(("src", inside)) if inside.starts_with("bin/") => {
            let program = inside["bin/".len()..].split('/').next().unwrap_or_default();
            let inside = inside["bin/".len() + program.len()..].trim_start_matches('/');
            (format!("src/bin/{program}"), inside)
        }
        Some(("src", inside)) => (LIBRARY.to_string(), inside),
        Some(("calibrate", inside)) => ("calibrate".to_string(), inside),
        _ => (path.to_string(), ""),
    };
    let is_program = root != LIBRARY;
    let inside = if is_program && inside == "main" { "" } else { inside };
    let inside = inside.strip_suffix("/mod").unwrap_or(inside);
    let names = inside.split('/').filter(|name| !name.is_empty()).map(str::to_string);
    [root].into_iter().chain(names).collect()
}

/// The names of the macros a file puts at the root of the crate.
fn exported_macros(source: &Source) -> Vec<String> {
    let definitions: Vec<_> = source.find(&["macro_rules", "!"]).collect();
    let next = |at: usize| definitions.iter().copied().find(|&definition| definition > at);
    let names = source.find(&["macro_export"]).filter_map(next);
    names.filter_map(|at| source.tokens.get(at + 2)).map(|token| token.text.clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TREE: [(&str, &str); 8] = [
        ("src/lib.rs", "pub mod search; pub mod time; pub mod board;"),
        ("src/search/mod.rs", "mod window; pub mod deep; pub use window::Window as Frame;"),
        ("src/search/window.rs", "pub struct Window;"),
        ("src/search/deep/mod.rs", "mod node;"),
        ("src/search/deep/node.rs", ""),
        (
            "src/time/mod.rs",
            "struct A; #[cfg(test)] mod fake; pub use crate::search::Frame as Span;",
        ),
        ("src/time/fake.rs", "fn a() {}"),
        ("src/board/mod.rs", "#[macro_export] macro_rules! diagram { () => {} }"),
    ];

    /// The files that the paths of `text` mean, when `text` is the file at `path`.
    fn meant(path: &str, text: &str) -> Vec<String> {
        let mut files: Vec<_> = TREE.iter().copied().filter(|file| file.0 != path).collect();
        files.push((path, text));
        let house = House::of(&files);
        let file = files.len() - 1;
        let targets = house.mentions(file).flat_map(|mention| mention.targets);
        targets.map(|target| house.sources[target].path.clone()).collect()
    }

    /// The full path of the last path in `text`.
    fn full(text: &str) -> String {
        let house = House::of(&[("src/board/key.rs", text)]);
        house.mentions(0).last().map_or(String::new(), |mention| mention.full.join("::"))
    }

    #[test]
    fn files_are_modules() {
        let name = |path| module_of(path).join(" ");
        assert_eq!(name("src/lib.rs"), "crownhead");
        assert_eq!(name("src/search/mod.rs"), "crownhead search");
        assert_eq!(name("src/search.rs"), "crownhead search");
        assert_eq!(name("src/games/loa/position.rs"), "crownhead games loa position");
        assert_eq!(name("src/bin/loa.rs"), "src/bin/loa");
        assert_eq!(name("src/bin/loa/main.rs"), "src/bin/loa");
        assert_eq!(name("src/bin/loa/extra.rs"), "src/bin/loa extra");
        assert_eq!(name("calibrate/main.rs"), "calibrate");
        assert_eq!(name("calibrate/measure.rs"), "calibrate measure");
        assert_eq!(name("tests/perft.rs"), "tests/perft");
    }

    #[test]
    fn crate_self_and_super_lead_to_files() {
        let here = "src/search/deep/node.rs";
        assert_eq!(meant(here, "use crate::search::window::Window;"), ["src/search/window.rs"]);
        assert_eq!(meant(here, "use super::X;"), ["src/search/deep/mod.rs"]);
        assert_eq!(meant(here, "fn f() { super::super::window::g() }"), ["src/search/window.rs"]);
        assert_eq!(meant(here, "mod a { use super::super::X; }"), ["src/search/deep/mod.rs"]);
        assert_eq!(meant(here, "mod a { use super::X; }"), [here]);
        assert_eq!(meant("src/search/mod.rs", "fn f() { deep::node::f() }"), [here]);
        assert_eq!(meant(here, "use crate::nowhere::X;"), ["src/lib.rs"]);
        assert_eq!(meant("src/bin/a.rs", "use crownhead::time::X;"), ["src/time/mod.rs"]);
        assert_eq!(meant("src/search/mod.rs", "mod window; use self::window::W; window::f();"), {
            ["src/search/window.rs", "src/search/window.rs"]
        });
    }

    #[test]
    fn a_front_door_hides_nothing() {
        let files = meant("src/a.rs", "use crate::time::Span;");
        assert_eq!(files, ["src/time/mod.rs", "src/search/mod.rs", "src/search/window.rs"]);
        let house = House::of(&[
            ("src/a.rs", "fn f() { crate::b::c::deep::X::new() }"),
            ("src/b.rs", "pub use crate::c;"),
            ("src/c/mod.rs", ""),
            ("src/c/deep.rs", ""),
        ]);
        let targets = house.mentions(0).flat_map(|mention| mention.targets).collect::<Vec<_>>();
        assert_eq!(targets, [1, 3], "the rest of the path goes on behind the door");
    }

    #[test]
    fn names_bound_by_imports_are_followed() {
        let files = meant("src/a.rs", "use crate::search as s; fn f() { s::window::g() }");
        assert_eq!(files, ["src/search/mod.rs", "src/search/window.rs"]);
        assert_eq!(
            full("use std::time; fn f() { time::Instant::now() }"),
            "std::time::Instant::now"
        );
        assert_eq!(full("use std as s; use s::fs as f; fn g() { f::read() }"), "std::fs::read");
        assert_eq!(full("use core::{time as t}; fn f(x: t::Duration) {}"), "std::time::Duration");
        assert_eq!(full("fn f() { alloc::fs::read() }"), "std::fs::read");
        assert_eq!(full("use a::b as a; fn f() { a::c() }"), "a::c");
    }

    #[test]
    fn exported_macros_live_where_they_are_written() {
        assert_eq!(meant("src/a.rs", "crate::diagram!(x)"), ["src/board/mod.rs"]);
    }

    #[test]
    fn circles_of_reexports_end() {
        let house = House::of(&[
            ("src/a.rs", "pub use crate::b::X; pub use c as d; use d as c;"),
            ("src/b.rs", "pub use crate::a::X;"),
        ]);
        assert!(house.mentions(0).count() == 3);
    }

    #[test]
    fn files_behind_a_test_declaration_are_test_code() {
        let house = House::of(&TREE);
        let is_test = |path: &str| {
            let source = house.sources.iter().find(|source| source.path == path);
            source.is_some_and(|source| source.in_test(0))
        };
        assert!(is_test("src/time/fake.rs"));
        assert!(!is_test("src/time/mod.rs") && !is_test("src/search/window.rs"));
    }
}
