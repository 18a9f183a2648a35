//! Names that only some folders may speak.
//!
//! The house keeps its promises by what is absent: a floor that cannot name a clock cannot read
//! one. Crates and types are looked for as words of the code, wherever they stand; modules of the
//! standard library as paths, so that `use std::{fs, io}` and an alias are seen too.

use crate::floors::Place;
use crate::house::House;
use crate::source::Source;

/// Every place where one of `names` is spoken as a word of the code.
fn spoken<'a>(
    source: &'a Source,
    names: &'a [&'a str],
) -> impl Iterator<Item = (usize, &'a str)> + 'a {
    let tokens = source.tokens.iter().filter(|token| names.contains(&token.text.as_str()));
    tokens.map(|token| (token.line, token.text.as_str()))
}

/// A sentence for every one of `names` spoken in a file that `minds` picks.
fn unwelcome(
    house: &House,
    names: &[&str],
    advice: &str,
    minds: impl Fn(&Source) -> bool,
) -> Vec<String> {
    let sources = house.sources.iter().filter(|source| minds(source));
    let breaches = sources.flat_map(|source| {
        spoken(source, names)
            .map(|(line, name)| source.breach(line, &format!("names `{name}`; {advice}")))
    });
    breaches.collect()
}

/// A sentence for every path within one of `paths` in a file that `minds` picks.
fn unwelcome_paths(
    house: &House,
    paths: &[&str],
    advice: &str,
    minds: impl Fn(&Source) -> bool,
) -> Vec<String> {
    let mut breaches = Vec::new();
    for (file, source) in house.sources.iter().enumerate().filter(|(_, source)| minds(source)) {
        for mention in house.mentions(file) {
            if let Some(path) = paths.iter().find(|path| mention.is_within(path)) {
                breaches.push(source.breach(mention.line, &format!("names `{path}`; {advice}")));
            }
        }
    }
    breaches
}

/// A sentence for every path that leads from a place `minds` picks into one of `folders`.
fn unwelcome_folders(
    house: &House,
    folders: &[&str],
    advice: &str,
    minds: impl Fn(&Source) -> bool,
) -> Vec<String> {
    let mut breaches = Vec::new();
    for (file, source) in house.sources.iter().enumerate().filter(|(_, source)| minds(source)) {
        for mention in house.mentions(file) {
            let places = mention.targets.iter().map(|&to| Place::of(&house.sources[to].path));
            let is_unwelcome = |place: &Place| folders.iter().any(|folder| place.is_in(folder));
            if places.into_iter().any(|place| is_unwelcome(&place)) {
                let path = mention.full.join("::");
                breaches.push(source.breach(mention.line, &format!("names `{path}`; {advice}")));
            }
        }
    }
    breaches
}

fn stands_in(source: &Source, folders: &[&str]) -> bool {
    let place = Place::of(&source.path);
    folders.iter().any(|folder| place.is_in(folder))
}

/// Law: only `src/time/clock.rs` names `cpu_time`.
pub fn one_file_reads_the_cpu_clock(house: &House) -> Vec<String> {
    let advice = "only src/time/clock.rs reads the CPU clock: take a `Clock` instead";
    unwelcome(house, &["cpu_time"], advice, |source| source.path != "src/time/clock.rs")
}

/// Law: only the folders that define file formats name serde.
pub fn serde_stays_with_the_formats(house: &House) -> Vec<String> {
    let advice = "formats are read and written in wire, referee, harness, workshop and gallery \
                  only: hand the value to the file there that owns the format";
    let formats = ["wire", "referee", "harness", "workshop", "gallery"];
    unwelcome(house, &["serde", "serde_json"], advice, |source| !stands_in(source, &formats))
}

/// Law: floors 0 to 2 read no file, clock, environment or process, and print nothing.
pub fn lower_floors_do_nothing_but_compute(house: &House) -> Vec<String> {
    let is_low = |source: &Source| Place::of(&source.path).floor().is_some_and(|floor| floor <= 2);
    let paths = ["std::fs", "std::io", "std::time", "std::env", "std::process"];
    let advice = "floors 0-2 only compute: let a higher floor do it and pass the result in";
    let mut breaches = unwelcome_paths(house, &paths, advice, is_low);
    for source in house.sources.iter().filter(|source| is_low(source)) {
        for name in ["println", "eprintln", "print", "eprint"] {
            let sentence = format!("prints with `{name}!`; return the text, a face prints it");
            let lines = source.find(&[name, "!"]).map(|at| source.line(at)).collect::<Vec<_>>();
            breaches.extend(lines.into_iter().map(|line| source.breach(line, &sentence)));
        }
    }
    breaches
}

/// Law: the search knows no game, no clock, no file.
pub fn the_search_knows_no_game_clock_or_file(house: &House) -> Vec<String> {
    let in_search = |source: &Source| stands_in(source, &["search"]);
    let games = "the search knows a game only by `Game` and `Evaluate`: use these";
    let control = "the search asks its `Control` and reports: let the caller read clocks and files";
    let mut breaches = unwelcome_folders(house, &["games"], games, in_search);
    breaches.extend(unwelcome_folders(house, &["time", "wire"], control, in_search));
    let paths = ["std::fs", "std::time", "std::io"];
    breaches.extend(unwelcome_paths(house, &paths, control, in_search));
    breaches
}

/// Law: the referee and the harness, and their programs, link no search, player or time.
pub fn judges_link_no_player(house: &House) -> Vec<String> {
    let advice = "the player never judges itself: rules, files and processes only";
    let programs = ["src/bin/referee", "src/bin/harness"];
    let is_judge = |source: &Source| {
        let is_program = programs.iter().any(|program| {
            let rest = source.path.strip_prefix(program);
            rest.is_some_and(|rest| rest.starts_with('.') || rest.starts_with('/'))
        });
        is_program || stands_in(source, &["referee", "harness"])
    };
    unwelcome_folders(house, &["search", "player", "time"], advice, is_judge)
}

/// Law: the wall clock is read in `src/time` and by the faces that watch processes or draw.
pub fn few_files_read_the_wall_clock(house: &House) -> Vec<String> {
    let advice = "take a `Clock` or a `Control` instead: wall time is read in src/time and in \
                  referee, harness, workshop and gallery only";
    let readers = ["time", "referee", "harness", "workshop", "gallery"];
    let minds =
        |source: &Source| Place::of(&source.path) != Place::Outside && !stands_in(source, &readers);
    unwelcome(house, &["Instant", "SystemTime", "UNIX_EPOCH"], advice, minds)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TREE: [(&str, &str); 6] = [
        ("src/lib.rs", ""),
        ("src/games/loa/mod.rs", ""),
        ("src/search/mod.rs", ""),
        ("src/time/mod.rs", ""),
        ("src/wire/mod.rs", ""),
        ("src/player/mod.rs", "pub use crate::search::Report;"),
    ];

    /// How often the file at `path` breaks `law` when it reads `text`.
    fn count(law: fn(&House) -> Vec<String>, path: &str, text: &str) -> usize {
        let rest = TREE.iter().copied().filter(|file| file.0 != path);
        law(&House::of(&rest.chain([(path, text)]).collect::<Vec<_>>())).len()
    }

    #[test]
    fn the_cpu_clock() {
        let law = one_file_reads_the_cpu_clock;
        let text = "use cpu_time::ProcessTime;";
        assert_eq!(count(law, "src/time/clock.rs", text), 0);
        assert_eq!(count(law, "src/time/deadline.rs", text), 1);
        assert_eq!(count(law, "tests/time.rs", "fn f() { cpu_time::ProcessTime::now() }"), 1);
        assert_eq!(count(law, "src/time/mod.rs", "//! cpu_time\nconst A: &str = \"cpu_time\";"), 0);
    }

    #[test]
    fn formats() {
        let law = serde_stays_with_the_formats;
        let text = "use serde::Serialize; #[serde(default)] struct A; fn f() { serde_json::to() }";
        for folder in ["wire", "referee", "harness", "workshop", "gallery"] {
            assert_eq!(count(law, &format!("src/{folder}/report.rs"), text), 0, "{folder}");
        }
        assert_eq!(count(law, "src/player/settings.rs", text), 3);
    }

    #[test]
    fn lower_floors() {
        let law = lower_floors_do_nothing_but_compute;
        for text in [
            "use std::fs;",
            "use std::{fmt, io::Write};",
            "use std as s; fn f() { s::env::args() }",
            "fn f() { core::time::Duration::ZERO }",
            "fn f() { ::std::process::exit(1) }",
            "fn f() { println!() }",
            "fn f() { print!() }",
            "fn f() { eprint!() }",
            "#[cfg(test)] mod tests { fn f() { eprintln!(\"\") } }",
        ] {
            assert_eq!(count(law, "src/board/key.rs", text), 1, "{text}");
            assert_eq!(count(law, "src/games/loa/mod.rs", text), 1, "{text}");
            assert_eq!(count(law, "src/search/mod.rs", text), 0, "{text}");
        }
        let text = "use std::fmt::Write; fn f() { writeln!(x, \"println!\"); my::fs::read() }";
        assert_eq!(count(law, "src/board/key.rs", text), 0);
    }

    #[test]
    fn search() {
        let law = the_search_knows_no_game_clock_or_file;
        for text in [
            "use crate::games::loa::Loa;",
            "use crate::time::X;",
            "fn f() { crate::wire::x() }",
            "use std::time::Duration;",
            "fn f() { std::fs::read() }",
            "use std::{io};",
            "#[cfg(test)] mod tests { use crate::games::loa::Loa; }",
        ] {
            assert_eq!(count(law, "src/search/node.rs", text), 1, "{text}");
            assert_eq!(count(law, "src/player/mod.rs", text), 0, "{text}");
        }
        assert_eq!(count(law, "src/search/node.rs", "use std::collections::BTreeMap;"), 0);
    }

    #[test]
    fn judges() {
        let law = judges_link_no_player;
        for text in
            ["use crate::search::X;", "use crate::player::X;", "fn f() { crate::time::x() }"]
        {
            assert_eq!(count(law, "src/referee/duel.rs", text), 1, "{text}");
            assert_eq!(count(law, "src/harness/mod.rs", text), 1, "{text}");
            assert_eq!(count(law, "src/shell/mod.rs", text), 0, "{text}");
        }
        assert_eq!(count(law, "src/bin/referee.rs", "use crownhead::player::X;"), 1);
        assert_eq!(count(law, "src/bin/harness/main.rs", "use crownhead::player::X;"), 1);
        assert_eq!(count(law, "src/bin/refereed.rs", "use crownhead::player::X;"), 0);
        assert_eq!(count(law, "src/bin/loa.rs", "use crownhead::player::X;"), 0);
        assert_eq!(count(law, "src/referee/duel.rs", "use crate::games::loa::Loa;"), 0);
    }

    #[test]
    fn the_wall_clock() {
        let law = few_files_read_the_wall_clock;
        let text = "use std::time::{Duration, Instant, SystemTime};";
        assert_eq!(count(law, "src/player/mod.rs", text), 2);
        assert_eq!(count(law, "calibrate/main.rs", text), 2);
        assert_eq!(count(law, "src/bench/mod.rs", text), 2);
        for folder in ["time", "referee", "harness", "workshop", "gallery"] {
            assert_eq!(count(law, &format!("src/{folder}/agent.rs"), text), 0, "{folder}");
        }
        assert_eq!(count(law, "tests/a.rs", text), 0);
    }
}
