//! The rules of docs/STYLE.md that neither the compiler nor clippy nor rustfmt can prove.
//!
//! Each check takes the files of a project and returns one sentence for each violation. It runs on
//! the project, and on samples that break it.

mod doc_tests;
mod files;
mod imports;
mod includes;
mod layers;
mod names;
mod packages;
mod text;

use crate::files::{File, files};
use std::path::Path;
type Check = fn(&[File]) -> Vec<String>;

#[test]
fn the_project_passes_every_check() {
    let files = files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."));
    assert!(files.iter().any(|file| file.path == "docs/RULES.md"), "the project is not found");
    let checks: [Check; 12] = [
        text::shape,
        text::comment_width,
        text::machine_paths,
        text::private_words,
        text::rules_have_tests,
        layers::dependencies,
        layers::system,
        packages::reasons,
        doc_tests::searched,
        names::types,
        imports::cycles,
        includes::inside,
    ];
    let found: Vec<String> = checks.iter().flat_map(|check| check(&files)).collect();
    assert!(found.is_empty(), "{} violations:\n{}\n", found.len(), found.join("\n"));
}

#[track_caller]
fn finds(count: usize, check: Check, sample: &[(&str, &str)]) {
    let file = |&(path, text): &(&str, &str)| File { path: path.into(), text: text.into() };
    let found = check(&sample.iter().map(file).collect::<Vec<_>>());
    assert_eq!(found.len(), count, "{sample:?}: {found:?}");
}

#[test]
fn bad_lines_and_names_are_found() {
    finds(0, text::shape, &[("a.rs", &"//! A.\n".repeat(400))]);
    finds(1, text::shape, &[("a.rs", &"//! A.\n".repeat(401))]);
    finds(1, text::shape, &[("a.rs", "use a;\n//! A.\n")]);
    finds(1, text::comment_width, &[("a.rs", &format!("    // {}\n", "word ".repeat(20)))]);
    let folders = "a /_home/\n/_root/\n\"/_work/\n/_Users/\nC:\\_Users\\".replace('_', "");
    finds(5, text::machine_paths, &[("a.md", &folders)]);
    let words = "// a keepsake\nstruct Keepsake;\nfn old_keepsake()\nTableKeepsakes";
    finds(4, text::private_words, &[("src/a.rs", words)]);
    finds(0, text::private_words, &[("src/a.rs", "// arrival"), ("docs/lab/a.md", "rival")]);
    let tests = ("a.rs", "#[test]\nfn a_rule() {}\nfn helper() {}\n");
    finds(0, text::rules_have_tests, &[tests, ("docs/RULES.md", "| `words` | `a_rule` |")]);
    finds(1, text::rules_have_tests, &[tests, ("docs/RULES.md", "| words | `helper` |")]);
    finds(2, text::rules_have_tests, &[tests, ("docs/RULES.md", "| a | |\n| b | `m::a_rule` |")]);
}

#[test]
fn uses_of_higher_layers_and_of_the_system_are_found() {
    let uses = |count, name, table| {
        let path = format!("crates/{name}/Cargo.toml");
        let text = format!("\n[{table}]\nserde = 1\nsearch.workspace = true\n");
        let rows = "| `crates/evaluation` | plays | search |\n| `crates/search` | search | - |";
        finds(count, layers::dependencies, &[(&path, &text), ("docs/ARCHITECTURE.md", rows)]);
    };
    uses(0, "evaluation", "dependencies");
    uses(1, "referee", "target.'cfg(unix)'.dependencies");
    uses(0, "referee", "dev-dependencies");
    uses(1, "unknown", "dependencies");
    let clock = "use std::{fmt, time::Instant};";
    finds(1, layers::system, &[("crates/search/src/a.rs", clock), ("crates/text/src/a.rs", clock)]);
    let cpu = "fn f(_: std::time::Instant) { cpu_time::ProcessTime::now() }";
    finds(2, layers::system, &[("src/time/clock.rs", cpu), ("src/player/mod.rs", cpu)]);
}

#[test]
fn packages_without_a_reason_are_found() {
    let finds = |count, manifest, rows| {
        let ours = ("docs/ARCHITECTURE.md", "| `crates/games` | rules | - |");
        let sample = [ours, ("Cargo.toml", manifest), ("docs/DEPENDENCIES.md", rows)];
        finds(count, packages::reasons, &sample);
    };
    let both = "| `serde` | records |\n| `clap` | options |";
    let one = "\n[target.'cfg(unix)'.dev-dependencies]\nserde = \"1\"\ngames.workspace = true\n";
    finds(1, one, both);
    finds(2, one, "| `clap` | options |");
    let shared = "\n[workspace.dependencies]\nclap = \"4\"\nours = { path = \"\" }\nserde = \"1\"";
    finds(0, shared, both);
}

#[test]
fn names_of_two_types_and_rows_without_them_are_found() {
    let finds = |count, a, b, row| {
        let row = format!("| no `B` twice | tidy |\n| {row} | an idea |");
        finds(count, names::types, &[("src/a.rs", a), ("x/src/b.rs", b), ("docs/STYLE.md", &row)]);
    };
    let (a, b) = ("struct A; struct B<T>(T); mod m { enum C {} }", "trait A {} pub type C = B;");
    finds(2, a, b, "");
    finds(0, a, b, "`A`, `C`");
    finds(2, a, b, "`A`, `B`");
    finds(0, "struct A;", "fn f() { struct A; } #[cfg(test)] mod tests { struct A; }", "");
}

#[test]
fn files_and_folders_that_use_each_other_are_found() {
    let finds = |count, sample: &[_]| finds(count, imports::cycles, sample);
    let x = ("src/a/x.rs", "use crate::a::y::Y;");
    finds(2, &[x, ("src/a/y.rs", "fn f() { super::x::g() }")]);
    finds(2, &[x, ("src/a/y.rs", "fn f() { assert!(super::x::g(), \"no\") }")]);
    finds(0, &[x, ("src/a/y.rs", "#[cfg(test)] mod t { use crate::a::x::X; }")]);
    let b = [("src/b/p.rs", "use crate::a::x::X;"), ("src/b/q.rs", "")];
    finds(2, &[b[0], b[1], ("src/a/x.rs", ""), ("src/a/z.rs", "use crate::b::q::Q;")]);
    finds(2, &[("calibrate/main.rs", "use m::f;"), ("calibrate/m.rs", "use crate::X;")]);
    let child = ("src/a/x.rs", "use crate::a::Contract;");
    finds(0, &[child, ("src/a/mod.rs", "pub use x::X; pub trait Contract {}")]);
    finds(2, &[child, ("src/a/mod.rs", "pub use x::X; fn f(x: X) {}")]);
}

#[test]
fn libraries_are_searched_for_the_examples_that_they_have() {
    let library = |count, manifest, text| {
        finds(count, doc_tests::searched, &[("a/Cargo.toml", manifest), ("a/src/lib.rs", text)]);
    };
    let (searched, unsearched) = ("[package]\n", "[lib]\ndoctest = false\n");
    let example = "/// ```\n/// assert!(true);\n/// ```\nstruct A;\n";
    let text = "//! ```text\n//! a\n//! ```\n";
    library(0, searched, example);
    library(1, unsearched, example);
    library(0, unsearched, text);
    library(1, searched, text);
}

#[test]
fn files_from_outside_of_a_package_are_found() {
    let include = |count, path, file| {
        let text = format!("const A: &str = include_str!(\"{file}\");\n");
        finds(count, includes::inside, &[(path, &text)]);
    };
    include(0, "crates/a/src/b/c.rs", "../../data/d.txt");
    include(1, "crates/a/src/b/c.rs", "../../../e/d.txt");
    include(0, "src/b/c.rs", "../d.txt");
    include(1, "src/b.rs", "../fixtures/d.txt");
    include(0, "tools/a/src/b.rs", "../../c.txt");
    include(0, "crates/a/tests/it/b.rs", "../../../c.txt");
}
