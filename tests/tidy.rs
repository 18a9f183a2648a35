//! The laws of the house, proved by reading the sources.
//!
//! A compiler does not mind a search that reads a clock or two files that use each other; this
//! test does. Each law below is one test, and each breach one sentence with file, line and what to
//! do instead. The reader is honest but small: it takes comments, strings and characters out, then
//! looks at words, brackets and paths (`tests/tidy/`). It does not expand macros or know types.
//! `docs/STYLE.md` gives the reasons for the laws.
//!
//! The checker is tested as well: each file of `tests/tidy/` ends with small sources that break
//! its laws, because a law that cannot fail proves nothing.

#[path = "tidy/cycles.rs"]
mod cycles;
#[path = "tidy/floors.rs"]
mod floors;
#[path = "tidy/house.rs"]
mod house;
#[path = "tidy/lexer.rs"]
mod lexer;
#[path = "tidy/manners.rs"]
mod manners;
#[path = "tidy/names.rs"]
mod names;
#[path = "tidy/paths.rs"]
mod paths;
#[path = "tidy/rules.rs"]
mod rules;
#[path = "tidy/source.rs"]
mod source;
#[path = "tidy/spans.rs"]
mod spans;
#[path = "tidy/tree.rs"]
mod tree;

use std::path::Path;
use std::sync::LazyLock;

use crate::house::House;
use crate::source::Source;
use crate::tree::Text;

/// Every text file of the project, read once for all laws.
static TEXTS: LazyLock<Vec<Text>> =
    LazyLock::new(|| tree::texts(Path::new(env!("CARGO_MANIFEST_DIR"))));

/// Every Rust file among them.
static HOUSE: LazyLock<House> = LazyLock::new(|| {
    let rust = TEXTS.iter().filter(|text| text.path.ends_with(".rs"));
    House::new(rust.map(|text| Source::new(&text.path, &text.text)).collect())
});

/// Fails with one line for each breach.
fn obey(breaches: Vec<String>) {
    assert!(breaches.is_empty(), "{} breaches:\n{}\n", breaches.len(), breaches.join("\n"));
}

/// The other laws would hold for an empty house too.
#[test]
fn the_house_is_found() {
    for path in ["src/lib.rs", "tests/tidy.rs", "tests/tidy/house.rs"] {
        assert!(HOUSE.sources.iter().any(|source| source.path == path), "{path} was not read");
    }
}

#[test]
fn every_folder_has_a_floor() {
    obey(floors::every_folder_has_a_floor(&HOUSE));
}

#[test]
fn files_look_down_only() {
    obey(floors::files_look_down_only(&HOUSE));
}

#[test]
fn towers_are_blind_to_each_other() {
    obey(floors::towers_are_blind_to_each_other(&HOUSE));
}

#[test]
fn files_form_no_circles() {
    obey(cycles::files_form_no_circles(&HOUSE));
}

#[test]
fn one_file_reads_the_cpu_clock() {
    obey(names::one_file_reads_the_cpu_clock(&HOUSE));
}

#[test]
fn few_files_read_the_wall_clock() {
    obey(names::few_files_read_the_wall_clock(&HOUSE));
}

#[test]
fn serde_stays_with_the_formats() {
    obey(names::serde_stays_with_the_formats(&HOUSE));
}

#[test]
fn lower_floors_do_nothing_but_compute() {
    obey(names::lower_floors_do_nothing_but_compute(&HOUSE));
}

#[test]
fn the_search_knows_no_game_clock_or_file() {
    obey(names::the_search_knows_no_game_clock_or_file(&HOUSE));
}

#[test]
fn judges_link_no_player() {
    obey(names::judges_link_no_player(&HOUSE));
}

#[test]
fn files_open_with_an_essay() {
    obey(manners::files_open_with_an_essay(&HOUSE));
}

#[test]
fn files_are_short() {
    obey(manners::files_are_short(&HOUSE));
}

#[test]
fn functions_are_short() {
    obey(manners::functions_are_short(&HOUSE));
}

#[test]
fn imports_name_what_they_take() {
    obey(manners::imports_name_what_they_take(&HOUSE));
}

#[test]
fn unsafe_gives_its_reason() {
    obey(manners::unsafe_gives_its_reason(&HOUSE));
}

#[test]
fn faces_do_not_unwrap() {
    obey(manners::faces_do_not_unwrap(&HOUSE));
}

#[test]
fn nothing_is_left_unfinished() {
    obey(manners::nothing_is_left_unfinished(&HOUSE));
}

#[test]
fn no_file_names_a_machine() {
    obey(tree::no_file_names_a_machine(&TEXTS));
}

#[test]
fn rules_are_pinned_by_tests() {
    let document = TEXTS.iter().find(|text| text.path == "docs/RULES.md");
    obey(rules::rules_are_pinned_by_tests(&HOUSE, document.map(|text| text.text.as_str())));
}
