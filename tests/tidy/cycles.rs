//! No circles among the files of a folder.
//!
//! One file uses another when it names a path that means it, outside test code. `mod name;` is no
//! use, and neither is a front door's `pub use` of one of its own rooms: a front door names its
//! rooms so that other folders need not. But when the door's own code goes on to use the name it
//! re-exports, that is a use like any other, and so is every other path in a front door.

use std::collections::BTreeMap;

use crate::house::{House, Mention};
use crate::paths::{Form, Path, import_statements};
use crate::spans::reads;

/// Who uses whom, and on which line first.
pub type Graph = BTreeMap<usize, BTreeMap<usize, usize>>;

/// Law: the files of a folder use each other without a circle.
pub fn files_form_no_circles(house: &House) -> Vec<String> {
    let graph = graph(house);
    circles(&graph).iter().map(|circle| show(house, &graph, circle)).collect()
}

fn graph(house: &House) -> Graph {
    let mut graph = Graph::new();
    for file in 0..house.sources.len() {
        for path in house.paths(file) {
            let mention = house.mention(file, path);
            for &target in mention.targets.iter().filter(|&&target| target != file) {
                if let Some(line) = use_line(house, file, path, &mention, target) {
                    graph.entry(file).or_default().entry(target).or_insert(line);
                }
            }
        }
    }
    graph
}

/// The line on which `path` makes `file` use `target`, if it does.
fn use_line(
    house: &House,
    file: usize,
    path: &Path,
    mention: &Mention,
    target: usize,
) -> Option<usize> {
    if mention.in_test {
        None
    } else if mention.form == Form::Reexport && house.is_room_of(target, file) {
        own_use(house, file, path)
    } else {
        Some(mention.line)
    }
}

/// The line on which the code of `file` uses the name that `path` re-exports.
fn own_use(house: &House, file: usize, path: &Path) -> Option<usize> {
    let source = &house.sources[file];
    let name = path.binds.as_deref()?;
    let imports = import_statements(&source.tokens);
    let is_use = |&at: &usize| {
        let before = |text| at > 0 && reads(&source.tokens, at - 1, text);
        let is_other_name = ["mod", "fn", ".", "::"].into_iter().any(before);
        let imported = imports.iter().any(|import| import.contains(&at));
        !is_other_name && !imported && !source.in_test(at)
    };
    source.find(&[name]).find(is_use).map(|at| source.line(at))
}

/// At least one circle for every knot of files that reach each other, each as the files along it.
fn circles(graph: &Graph) -> Vec<Vec<usize>> {
    let mut search = Search { graph, trail: Vec::new(), done: Vec::new(), found: Vec::new() };
    for &file in graph.keys() {
        search.visit(file);
    }
    search.found
}

struct Search<'a> {
    graph: &'a Graph,
    trail: Vec<usize>,
    done: Vec<usize>,
    found: Vec<Vec<usize>>,
}

impl Search<'_> {
    fn visit(&mut self, file: usize) {
        if let Some(start) = self.trail.iter().position(|&earlier| earlier == file) {
            return self.found.push(self.trail[start..].to_vec());
        }
        if self.done.contains(&file) {
            return;
        }
        self.trail.push(file);
        for &next in self.graph.get(&file).into_iter().flat_map(BTreeMap::keys) {
            self.visit(next);
        }
        self.trail.pop();
        self.done.push(file);
    }
}

fn show(house: &House, graph: &Graph, circle: &[usize]) -> String {
    let next = circle.iter().cycle().skip(1);
    let step = |(from, to): (&usize, &usize)| {
        let line = graph[from][to];
        house.sources[*from].breach(line, &format!("uses {}", house.sources[*to].path))
    };
    let steps: Vec<_> = circle.iter().zip(next).map(step).collect();
    format!("{}; move what they share into a third file that uses neither", steps.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(files: &[(&str, &str)]) -> Vec<String> {
        files_form_no_circles(&House::of(files))
    }

    #[test]
    fn two_files_in_a_circle_are_named_with_their_lines() {
        let found = found(&[
            ("src/a/mod.rs", "mod x; mod y;"),
            ("src/a/x.rs", "\nuse crate::a::y::Y;"),
            ("src/a/y.rs", "\n\nfn f() { super::x::g() }"),
        ]);
        let start = "src/a/x.rs:2: uses src/a/y.rs, src/a/y.rs:3: uses src/a/x.rs; move ";
        assert!(found.len() == 1 && found[0].starts_with(start), "{found:?}");
    }

    #[test]
    fn graphs_with_and_without_circles() {
        let graph = |edges: &[(usize, usize)]| {
            let mut graph = Graph::new();
            for &(from, to) in edges {
                graph.entry(from).or_default().insert(to, 1);
            }
            graph
        };
        assert_eq!(circles(&graph(&[(0, 1), (1, 2), (0, 2), (3, 2)])), [[0; 0]; 0]);
        assert_eq!(circles(&graph(&[(0, 1), (1, 2), (2, 1)])), [[1, 2]]);
        assert_eq!(circles(&graph(&[(0, 1), (1, 2), (2, 3), (3, 0)])), [[0, 1, 2, 3]]);
        assert_eq!(circles(&graph(&[(0, 1), (1, 0), (2, 3), (3, 2)])), [[0, 1], [2, 3]]);
        assert_eq!(circles(&graph(&[(4, 0), (0, 3), (3, 4)])), [[0, 3, 4]]);
    }

    #[test]
    fn a_front_door_may_name_its_rooms() {
        let child = ("src/a/x.rs", "use crate::a::Contract;");
        assert!(
            found(&[("src/a/mod.rs", "mod x; pub use x::X; pub trait Contract {}"), child])
                .is_empty()
        );
        for door in [
            "mod x; use x::X;",
            "mod x; fn f() { x::g() }",
            "mod x; pub use x::X; fn f(x: X) {}",
            "mod x; fn f() { self::x::g() }",
        ] {
            assert_eq!(found(&[("src/a/mod.rs", door), child]).len(), 1, "{door}");
        }
    }

    #[test]
    fn a_front_door_uses_what_its_code_names_and_nothing_else() {
        let child = ("src/a/x.rs", "use crate::a::Contract;");
        for rest in [
            "",
            "// x\n",
            "mod y { fn x() {} }",
            "fn f() { self.x(); b::x() }",
            "pub use x::{y, x as z};",
            "#[cfg(test)] mod tests { fn f() { x() } }",
        ] {
            let door = format!("mod x; pub use x::x; {rest}");
            assert!(found(&[("src/a/mod.rs", &door), child]).is_empty(), "{rest}");
        }
        let door = "x!(); pub use x::x;";
        assert_eq!(found(&[("src/a/mod.rs", door), child]).len(), 1);
    }

    #[test]
    fn a_reexport_of_a_stranger_counts() {
        let x = ("src/a/x.rs", "pub use crate::a::y::Y;");
        assert_eq!(found(&[x, ("src/a/y.rs", "use super::x::X;"), ("src/a/mod.rs", "")]).len(), 1);
        let x = ("src/a/x.rs", "pub use crate::a::y::z::Z;");
        assert_eq!(found(&[x, ("src/a/y/z.rs", "use crate::a::x::X;")]).len(), 1);
    }

    #[test]
    fn a_circle_through_the_front_door_is_seen() {
        let found = found(&[
            ("src/a/mod.rs", "pub use y::Y; pub use x::X;"),
            ("src/a/x.rs", "use crate::a::Y;"),
            ("src/a/y.rs", "use crate::a::X;"),
        ]);
        assert_eq!(found.len(), 1, "{found:?}");
    }

    #[test]
    fn tests_may_go_round() {
        let x = ("src/a/x.rs", "use crate::a::y::Y;");
        let y = "#[cfg(test)] mod tests { use crate::a::x::X; fn f() { crate::a::x::g() } }";
        assert!(found(&[x, ("src/a/y.rs", y), ("src/a/mod.rs", "")]).is_empty());
        let door = ("src/a/mod.rs", "mod x; mod y; #[cfg(test)] mod z;");
        let z = ("src/a/z.rs", "use super::x::X; use super::y::Y;");
        let y = "#[cfg(test)] use super::z::Z;";
        assert!(found(&[x, ("src/a/y.rs", y), door, z]).is_empty());
    }

    #[test]
    fn programs_are_held_to_it_too() {
        let files = [
            ("calibrate/main.rs", "mod measure; use measure::run;"),
            ("calibrate/measure.rs", "use crate::X;"),
        ];
        assert_eq!(found(&files).len(), 1);
    }
}
