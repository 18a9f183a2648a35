//! The rules of docs/STYLE.md that neither the compiler nor clippy nor rustfmt can prove.
//!
//! Each check takes the files of a project and returns one sentence for each violation. It runs on
//! the project, and on samples that break it.

mod count;
mod doc_tests;
mod documents;
mod files;
mod imports;
mod includes;
mod layers;
mod manifests;
mod markdown;
mod names;
mod packages;
mod reexports;
mod subjects;
mod text;

use crate::files::{File, files};
use std::path::Path;
type Check = fn(&[File]) -> Vec<String>;

#[test]
fn the_project_passes_every_check() {
    let files = files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."));
    assert!(files.iter().any(|file| file.path == "docs/RULES.md"), "the project is not found");
    let checks: [Check; 18] = [
        text::shape,
        text::comment_width,
        text::machine_paths,
        text::private_words,
        text::rules_have_tests,
        text::sentences_have_tests,
        layers::dependencies,
        layers::system,
        count::sentence,
        reexports::of_other_crates,
        packages::reasons,
        doc_tests::searched,
        names::types,
        imports::cycles,
        includes::inside,
        documents::paths,
        documents::links,
        documents::packages,
    ];
    let found: Vec<String> = checks.iter().flat_map(|check| check(&files)).collect();
    assert!(found.is_empty(), "{} violations:\n{}\n", found.len(), found.join("\n"));
}

#[test]
fn subjects_of_commits_are_short() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    match subjects::of_history(&root) {
        Some(found) => assert!(found.is_empty(), "{}", found.join("\n")),
        None => println!("skipped: this checkout has no history that git could tell"),
    }
    let subject = "ü".repeat(72);
    assert!(subjects::too_long(&format!("a1 {subject}\nb2 short\n")).is_empty());
    assert_eq!(subjects::too_long(&format!("a1 {subject}.\nb2 short\n")).len(), 1);
    assert_eq!(subjects::of_history(Path::new("/")), None);
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
    let script = ("fixtures/scripts/loa/a-1.in", "");
    let check = ("crates/classroom/src/checks/text/loa.txt", "[ends] quit\n");
    let sentences = |count, names: &str| {
        let row = format!("| s | g | test |\n|---|---|---|\n| `x` | L | {names} |\n");
        let sample = [("a/b.rs", tests.1), script, check, ("docs/TEXT-GAMES.md", row.as_str())];
        finds(count, text::sentences_have_tests, &sample);
    };
    sentences(0, "`a/b.rs`, `a_rule`, `script loa/a-1`, `check quit`");
    sentences(4, "`a/b.rs`, `helper`, `script loa/b-1`, `check ends`, `a/c.rs`");
}

#[test]
fn uses_of_the_system_are_found() {
    let clock = "use std::{fmt, time::Instant};";
    finds(1, layers::system, &[("crates/search/src/a.rs", clock), ("crates/text/src/a.rs", clock)]);
    let cpu = "fn f(_: std::time::Instant) { cpu_time::ProcessTime::now() }";
    finds(2, layers::system, &[("src/time/clock.rs", cpu), ("src/player/mod.rs", cpu)]);
}

/// Two crates and the agent, of which `high` may use `low`, with the given manifest of `low`.
#[track_caller]
fn finds_of_layers(count: usize, check: Check, low: &str, more: &[(&str, &str)]) {
    let root = "[package]\nname = \"ours-agent\"\n\n[workspace.dependencies]\n\
        agent = { package = \"ours-agent\", path = \".\" }\n\
        high = { package = \"ours-high\", path = \"crates/high\" }\n\
        x = { package = \"ours-high\", path = \"crates/high\", version = \"1\" }\n";
    let low = format!("[package]\nname = \"ours-low\"\n\n[lib]\nname = \"low\"\n\n{low}");
    let high = "[package]\nname = \"ours-high\"\n\n[lib]\nname = \"high\"\n\n\
        [dependencies]\nl-w = { package = \"ours-low\", version = \"1\" }\n";
    let rows = "| crate | contents | may use |\n|---|---|---|\n| `crates/low` | a | - |\n\
        | `crates/high` | b | low, agent |\n| root package `agent` (`src/`) | c | - |\n\n\
        The workspace has 3\npackages and 1 arrows between them; `tools/fuzz`, a workspace of\n\
        its own, has 0 more.\n";
    let mut sample = vec![("Cargo.toml", root), ("crates/low/Cargo.toml", &low)];
    sample.push(("crates/high/Cargo.toml", high));
    if more.iter().all(|(path, _)| *path != layers::DOCUMENT) {
        sample.push((layers::DOCUMENT, rows));
    }
    finds(count, check, &[&sample[..], more].concat());
}

#[test]
fn uses_of_higher_layers_are_found_by_whatever_name() {
    let uses = |count, low: &str| finds_of_layers(count, layers::dependencies, low, &[]);
    uses(0, "[dependencies]\nserde = \"1\"\n");
    uses(0, "[dev-dependencies]\nhigh.workspace = true\n");
    uses(0, "[target.'cfg(unix)'.dev-dependencies]\nhigh.workspace = true\n");
    uses(1, "[dependencies]\nhigh.workspace = true\n");
    uses(1, "[dependencies]\nhigh = { workspace = true, features = [\"a\"] }\n");
    uses(1, "[dependencies]\nx.workspace = true\n");
    uses(1, "[dependencies]\nfoo = { package = \"ours-high\", version = \"1\" }\n");
    uses(1, "[dependencies]\nfoo = { package = \"ours-high\", path = \"../high\" }\n");
    uses(1, "[dependencies.foo]\npath = \"./../../crates//high\"\npackage = \"ours-high\"\n");
    uses(1, "[dependencies]\nours-high = \"1\"\n");
    uses(1, "[dependencies]\nours-agent = { path = \"../..\" }\n");
    uses(1, "[build-dependencies]\nx.workspace = true\n");
    uses(1, "[target.'cfg(unix)'.dependencies]\nx.workspace = true\n");
    uses(1, "[target.x86_64-pc-windows-msvc.build-dependencies]\nx.workspace = true\n");
    uses(1, "[dependencies]\nlost = { path = \"../lost\" }\n");
    uses(1, "[dependencies]\nlost.workspace = true\n");
}

#[test]
fn packages_without_a_row_and_rows_without_a_package_are_found() {
    let finds = |count, more: &[(&str, &str)]| {
        finds_of_layers(count, layers::dependencies, "", more);
    };
    finds(0, &[("fixtures/a/Cargo.toml", "[package]\nname = \"a\"\n")]);
    finds(1, &[("tools/a/Cargo.toml", "[package]\nname = \"a\"\n")]);
    let rows = |rows: &str| format!("| tool | contents | may use |\n|---|---|---|\n{rows}");
    let all = "| `crates/low` | a | - |\n| `crates/high` | b | low |\n| root package | c | - |\n";
    let document = |count, text: &str| finds(count, &[(layers::DOCUMENT, &rows(text))]);
    document(0, all);
    document(1, &format!("{all}| `crates/lost` | d | - |\n"));
    document(1, &format!("{all}| `crates/low` | twice | - |\n"));
    document(1, &all.replace("b | low", "b | low, lost"));
    finds(3, &[(layers::DOCUMENT, "")]);
}

#[test]
fn wrong_numbers_of_packages_and_arrows_are_found() {
    let finds = |count, low: &str, more: &[_]| finds_of_layers(count, count::sentence, low, more);
    finds(0, "", &[]);
    finds(0, "[dev-dependencies]\nhigh.workspace = true\n", &[]);
    finds(1, "[dependencies]\nfoo = { package = \"ours-high\", path = \"../high\" }\n", &[]);
    finds(1, "", &[("tools/a/Cargo.toml", "[package]\nname = \"a\"\n")]);
    let fuzz = "[package]\nname = \"fuzz\"\n[workspace]\n[dependencies]\n";
    finds(0, "", &[("tools/fuzz/Cargo.toml", fuzz)]);
    let arrow = format!("{fuzz}low = {{ path = \"../../crates/low\" }}\n");
    finds(1, "", &[("tools/fuzz/Cargo.toml", &arrow)]);
}

#[test]
fn reexports_of_other_crates_are_found_by_whatever_name() {
    let in_files =
        |count, files: &[_]| finds_of_layers(count, reexports::of_other_crates, "", files);
    let code = |count, text| in_files(count, &[("crates/high/src/lib.rs", text)]);
    code(0, "use l_w::A; pub use std::fmt; pub use crate::a::A; pub type B = l_w::B;");
    code(0, "pub(crate) use l_w::A; #[cfg(test)] mod tests { pub use l_w::A; }");
    code(0, "mod l_w; pub use l_w::A;");
    code(1, "mod l_w; pub use ::l_w::A;");
    code(1, "pub use l_w::A;");
    code(1, "pub use l_w as y;");
    code(1, "pub use l_w::*;");
    code(2, "pub use {std::fmt, l_w::{self, a::A}};");
    code(1, "pub extern crate l_w;");
    code(1, "extern crate l_w as y; pub use y::A;");
    code(1, "use l_w as y; pub use y::A;");
    code(1, "use l_w::{a as b, C}; pub use self::b::A;");
    code(1, "#[allow(unused)] pub mod m { pub use l_w::A; }");
    code(1, "mod m { pub(crate) use l_w as y; } pub use m::y::A;");
    code(1, "make! { pub use l_w::A; }");
    let alias = ("crates/high/src/a/b.rs", "pub(super) use l_w as y;");
    in_files(1, &[alias, ("crates/high/src/a/mod.rs", "pub use b::y::A;")]);
    in_files(1, &[alias, ("crates/high/src/a/c.rs", "pub use crate::a::b::y::A;")]);
    in_files(0, &[("crates/high/tests/it/a.rs", "pub use l_w::A;")]);
    in_files(0, &[("crates/low/src/lib.rs", "pub use high::A;")]);
    let row = "| crate | re-exports | because |\n|---|---|---|\n| `crates/high` | `l_w::A` | a |\n";
    in_files(0, &[("crates/high/src/lib.rs", "pub use l_w::A;"), (layers::DOCUMENT, row)]);
    in_files(2, &[("crates/high/src/lib.rs", "pub use l_w::B;"), (layers::DOCUMENT, row)]);
}

#[test]
fn packages_without_a_reason_are_found() {
    let finds = |count, manifest: &str, rows| {
        let root = format!("[package]\nname = \"root\"\n{manifest}");
        let games = ("crates/games/Cargo.toml", "[package]\nname = \"games\"\n");
        let sample = [games, ("Cargo.toml", root.as_str()), ("docs/DEPENDENCIES.md", rows)];
        finds(count, packages::reasons, &sample);
    };
    let both = "| `serde` | records |\n| `clap` | options |";
    let one = "\n[target.'cfg(unix)'.dev-dependencies]\nserde = \"1\"\ngames = \"1\"\n";
    finds(1, one, both);
    finds(2, one, "| `clap` | options |");
    let shared = "[workspace.dependencies]\nclap = \"4\"\nours = { path = \"\" }\nserde = \"1\"";
    finds(0, shared, both);
    let renamed = "[dependencies]\nclap = { package = \"serde\", version = \"1\" }";
    finds(1, renamed, both);
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

#[test]
fn paths_that_lead_nowhere_are_found() {
    let finds = |count, path: &str, text: &str| {
        let there =
            ["crates/a/src/b.rs", "crates/a/src/c.rs", "docs/A.md", "scripts/go.sh", "src/d.rs"];
        let mut sample: Vec<_> = there.map(|path| (path, "")).into();
        sample.push((".gitignore", "/data/made\n*.o\n"));
        sample.push((path, text));
        finds(count, documents::paths, &sample);
    };
    let document = |count, text| finds(count, "docs/B.md", text);
    document(
        0,
        "`crates/a/src/b.rs`, `crates/a/src/`, `./scripts/go.sh --fast`, `b/c.rs`, docs/C.md",
    );
    document(
        0,
        "`crates/*/src/{b,c}.rs`, `crates/NAME/src/`, `src/NAME.rs`, `docs/$name.md:7`, `data/made`",
    );
    document(0, "`cat\ncrates/a/src/b.rs`, `target/crates/x`, `https://a.b/docs/x`");
    document(1, "`crates/a/b.rs`");
    document(1, "`programs/a`");
    document(1, "`tools/a`");
    document(1, "`.ci/go`");
    document(1, "`crates/a/src/{b,d}.rs`");
    document(1, "`crates/*/lib/b.rs`");
    document(1, "`crates/NAME/src/e.rs`");
    document(1, "`docs/LOST.md`");
    document(1, "`cat\nsrc/b.rs`, `src/d.rs`");
    document(1, "`play --of=fixtures/x`");
    document(1, "```sh\nscripts/stop.sh\n```\n");
    document(1, "An `odd one.\n\n`src/b.rs`");
    finds(0, "CHANGELOG.md", "`src/b.rs`");
    finds(1, "README.md", "`src/b.rs`");
    finds(0, "crates/a/README.md", "`src/b.rs`");
    finds(1, "crates/a/README.md", "`src/e.rs`");
    finds(
        0,
        "crates/a/src/c.rs",
        "//! `src/b.rs`, `tests/it`\n// `docs/x`\nconst A: &str = \"`docs/x`\";",
    );
    finds(2, "crates/a/src/c.rs", "//! `src/e.rs`\n    /// `docs/x`\n");
}

#[test]
fn links_that_lead_nowhere_are_found() {
    let finds = |count, text: &str| {
        let other = "# One\n## The `code` of [x](B.md): a_b, C-2\n\
            ```sh\n# no heading\n```\n## Two\n## Two\n";
        let sample = [("docs/A.md", other), ("docs/B.md", text), ("src/a.png", "")];
        finds(count, documents::links, &sample);
    };
    finds(0, "[a](A.md) [a](../docs/A.md#one) [a](https://a.b/c#d) ![a](../src/a.png) [a](../src)");
    finds(0, "[a](A.md#the-code-of-x-a_b-c-2) [a](A.md#two) [a](A.md#two-1) `[a](lost)`");
    finds(0, "## Mine\n[a](#mine)\n```\n[a](lost)\n```\n<img src=\"../src/a.png\" width=\"1\">");
    finds(1, "[a](docs/A.md)");
    finds(1, "![a](../src/b.png)");
    finds(1, "<img src=\"src/a.png\">");
    finds(1, "[a](A.md#no-heading)");
    finds(1, "[a](A.md#two-2)");
    finds(1, "[a](A.md#One)");
    finds(1, "[a](#one)");
}

#[test]
fn commands_with_unknown_packages_are_found() {
    let finds = |count, path: &str, text: &str| {
        let package = ("crates/a/Cargo.toml", "[package]\nname = \"ours-a\"\n");
        finds(count, documents::packages, &[package, (path, text)]);
    };
    finds(
        0,
        "README.md",
        "`cargo test -p ours-a`, `-p ours-a`, `cargo test -p NAME`, `mkdir -p x`",
    );
    finds(0, "README.md", "```sh\ncargo run -p ours-a -- -p 3\n```\n");
    finds(1, "README.md", "`cargo test -p a`");
    finds(1, "README.md", "`A=1 cargo test -p ours-a\n--package a`");
    finds(1, "README.md", "`-p a`");
    finds(1, "docs/A.md", "```sh\ncargo test --release \\\n    -p a\n```\n");
    finds(1, "src/a.rs", "//! `cargo test -p a`\n");
    finds(0, "scripts/a.sh", "cargo test -p \"$package\"; mkdir -p a\nmypy -p a\n");
    finds(1, "scripts/a.sh", "parts=(-p ours-a -p a)\n");
    finds(1, ".ci/run", "cargo build --package=a\n");
    finds(0, "CHANGELOG.md", "`cargo test -p a`");
}
