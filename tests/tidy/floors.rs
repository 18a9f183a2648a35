//! The floors of the house, and who may name whom.
//!
//! A folder of `src/` stands on one floor; the programs stand on the top one. A file names folders
//! on lower floors or its own. Folders on one floor are blind to each other, and so are the four
//! towers of `games/`, which only `games/mod.rs` may name. `src/lib.rs` is the map: it may name
//! everything and nobody names it. Test code obeys as well: a test that needs a higher floor
//! belongs in `tests/`.

use crate::house::House;

/// Every folder and its floor, ground first.
const FLOORS: [(&str, u8); 16] = [
    ("board", 0),
    ("statistics", 0),
    ("game", 1),
    ("games", 2),
    ("search", 3),
    ("time", 4),
    ("wire", 4),
    ("player", 5),
    ("homework", 6),
    ("reference", 6),
    ("bench", 6),
    ("shell", 6),
    ("referee", 6),
    ("harness", 6),
    ("gallery", 6),
    ("workshop", 6),
];

/// The floor of the programs.
const DOORS: u8 = 7;

/// Where in the house a file stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// `src/lib.rs`.
    Map,
    /// A folder, a tower (`games/loa`) or a program.
    Floor { folder: String, floor: u8 },
    /// A folder of `src/` that `FLOORS` does not know.
    Nowhere { folder: String },
    /// Tests, benches and whatever else lies outside the house.
    Outside,
}

impl Place {
    pub fn of(path: &str) -> Self {
        let on = |folder: &str, floor| Self::Floor { folder: folder.to_string(), floor };
        let names: Vec<_> = path.trim_end_matches(".rs").split('/').collect();
        match names.as_slice() {
            ["src", "lib"] => Self::Map,
            ["src", "bin", program, ..] => on(&format!("src/bin/{program}"), DOORS),
            ["calibrate", ..] => on("calibrate", DOORS),
            ["src", "games", tower, ..] if *tower != "mod" => on(&format!("games/{tower}"), 2),
            ["src", folder, ..] => match FLOORS.iter().find(|(name, _)| name == folder) {
                Some(&(folder, floor)) => on(folder, floor),
                None => Self::Nowhere { folder: folder.to_string() },
            },
            _ => Self::Outside,
        }
    }

    pub fn floor(&self) -> Option<u8> {
        if let Self::Floor { floor, .. } = self { Some(*floor) } else { None }
    }

    /// Whether the file stands in `folder` or, for `games`, in one of its towers.
    pub fn is_in(&self, name: &str) -> bool {
        let Self::Floor { folder, .. } = self else { return false };
        folder == name || folder.split('/').next() == Some(name)
    }

    fn is_tower(&self) -> bool {
        matches!(self, Self::Floor { folder, .. } if folder.starts_with("games/"))
    }

    /// Whether files here may name files there.
    fn may_name(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Floor { folder, floor }, Self::Floor { folder: named, floor: below }) => {
                let names_its_towers = folder == "games" && other.is_tower();
                folder == named || floor > below || names_its_towers
            }
            (_, Self::Map) => matches!(self, Self::Map),
            _ => true,
        }
    }

    fn show(&self) -> String {
        match self {
            Self::Map => "the map src/lib.rs".to_string(),
            Self::Floor { folder, floor } => format!("{folder} on floor {floor}"),
            Self::Nowhere { folder } => format!("{folder} on no floor"),
            Self::Outside => "a file outside the house".to_string(),
        }
    }
}

/// Law: every folder of `src/` has a floor.
pub fn every_folder_has_a_floor(house: &House) -> Vec<String> {
    let breach = |source: &crate::source::Source| {
        match Place::of(&source.path) {
        Place::Nowhere { folder } => Some(source.breach(
            1,
            &format!("`{folder}` has no floor; give it one in tests/tidy/floors.rs and docs/ARCHITECTURE.md, or move the file into a folder that has one"),
        )),
        _ => None,
    }
    };
    house.sources.iter().filter_map(breach).collect()
}

/// Law: a file names lower floors or its own folder only.
pub fn files_look_down_only(house: &House) -> Vec<String> {
    let advice = "name lower floors only: take what is needed as an argument or through a trait, \
                  or move the code to the floor that has both";
    upward(house, advice, |from, to| !(from.is_tower() && to.is_tower()))
}

/// Law: the towers of `games/` are blind to each other.
pub fn towers_are_blind_to_each_other(house: &House) -> Vec<String> {
    let advice = "a tower stands alone: move what both need down to game/ or board/";
    upward(house, advice, |from, to| from.is_tower() && to.is_tower())
}

/// The forbidden mentions among those that `matters` picks, one sentence each.
fn upward(house: &House, advice: &str, matters: impl Fn(&Place, &Place) -> bool) -> Vec<String> {
    let mut breaches = Vec::new();
    for (file, source) in house.sources.iter().enumerate() {
        let from = Place::of(&source.path);
        for mention in house.mentions(file) {
            let mut places = mention.targets.iter().map(|&to| Place::of(&house.sources[to].path));
            if let Some(to) = places.find(|to| matters(&from, to) && !from.may_name(to)) {
                let path = mention.full.join("::");
                let what = format!("{} names `{path}` in {}; {advice}", from.show(), to.show());
                breaches.push(source.breach(mention.line, &what));
            }
        }
    }
    breaches
}

#[cfg(test)]
mod tests {
    use super::*;

    const TREE: [(&str, &str); 12] = [
        ("src/lib.rs", "pub mod board; pub mod game;"),
        ("src/board/mod.rs", "pub mod key;"),
        ("src/board/key.rs", ""),
        ("src/games/mod.rs", "pub mod loa; pub mod amazons; pub use loa::Loa;"),
        ("src/games/loa/mod.rs", ""),
        ("src/games/amazons/mod.rs", ""),
        ("src/search/mod.rs", "pub use crate::board::Key as Mark;"),
        ("src/time/mod.rs", ""),
        ("src/wire/mod.rs", ""),
        ("src/shell/mod.rs", ""),
        ("src/bin/loa.rs", ""),
        ("calibrate/measure.rs", ""),
    ];

    /// The breaches of `law` when the file at `path` reads `text`.
    fn breaches(law: fn(&House) -> Vec<String>, path: &str, text: &str) -> Vec<String> {
        let rest = TREE.iter().copied().filter(|file| file.0 != path);
        law(&House::of(&rest.chain([(path, text)]).collect::<Vec<_>>()))
    }

    fn upward_breaches(path: &str, text: &str) -> usize {
        breaches(files_look_down_only, path, text).len()
    }

    #[test]
    fn looking_down_is_free() {
        for (path, text) in [
            ("src/search/mod.rs", "use crate::board::key::Key; fn f() { crate::games::loa::x() }"),
            ("src/board/key.rs", "use super::Side; use crate::board::Square;"),
            ("src/bin/loa.rs", "use crownhead::shell::run; fn f() { crownhead::board::key::x() }"),
            ("calibrate/main.rs", "mod measure; use crownhead::wire::X; use measure::Y;"),
            ("src/lib.rs", "pub use shell::run;"),
            ("tests/perft.rs", "use crownhead::shell::x;"),
        ] {
            assert_eq!(upward_breaches(path, text), 0, "{path}: {text}");
        }
    }

    #[test]
    fn looking_up_is_a_breach_however_it_is_written() {
        let stairs = ["board", "game", "games", "search", "time", "player", "shell"];
        for pair in stairs.windows(2) {
            let [below, above] = [pair[0], pair[1]].map(|folder| format!("src/{folder}/mod.rs"));
            let [down, up] = [pair[0], pair[1]].map(|folder| format!("use crate::{folder}::X;"));
            let broken = House::of(&[(&below, &up), (&above, &down)]);
            let found = files_look_down_only(&broken);
            assert!(found.len() == 1 && found[0].starts_with(&below), "{found:?}");
        }
        for text in [
            "use crate::search::X;",
            "fn f() { crate::search::x() }",
            "pub use crate::search::X;",
            "use crate::{search::X, board::Y};",
            "use super::super::search::X;",
            "fn f() { super::super::search::x() }",
            "use crate::{search as s};",
            "#[cfg(test)] mod tests { use crate::search::X; }",
            "macro_rules! m { () => { $crate::search::x() } }",
        ] {
            assert_eq!(upward_breaches("src/board/key.rs", text), 1, "{text}");
        }
    }

    #[test]
    fn comments_and_strings_do_not_count() {
        let text = "//! See [`crate::search`].\nconst A: &str = \"crate::search::x\";";
        assert_eq!(upward_breaches("src/board/key.rs", text), 0);
    }

    #[test]
    fn one_floor_is_blind_to_itself() {
        assert_eq!(upward_breaches("src/time/mod.rs", "use crate::wire::X;"), 1);
        assert_eq!(upward_breaches("src/wire/mod.rs", "use crate::time::X;"), 1);
        assert_eq!(upward_breaches("src/bin/loa.rs", "use crownhead::time::X;"), 0);
        let door = |folder: &str| format!("src/{folder}/mod.rs");
        for [face, other] in
            [["homework", "shell"], ["bench", "reference"], ["workshop", "gallery"]]
        {
            let text = format!("use crate::{other}::X;");
            let house = House::of(&[(&door(face), &text), (&door(other), "")]);
            assert_eq!(files_look_down_only(&house).len(), 1, "{face} {other}");
        }
    }

    #[test]
    fn nobody_names_the_map() {
        assert_eq!(upward_breaches("src/shell/mod.rs", "use crate::Loa;"), 1);
        assert_eq!(upward_breaches("src/bin/loa.rs", "use crownhead::Loa;"), 1);
    }

    #[test]
    fn the_sentence_names_file_line_and_floors() {
        let found = breaches(files_look_down_only, "src/board/key.rs", "\n\nuse crate::search::X;");
        let start = "src/board/key.rs:3: board on floor 0 names `crownhead::search::X` in search on floor 3; ";
        assert!(found[0].starts_with(start), "{found:?}");
    }

    #[test]
    fn towers_see_neither_each_other_nor_their_front_door() {
        let tower = "src/games/amazons/mod.rs";
        let count = |law, text| breaches(law, tower, text).len();
        assert_eq!(count(towers_are_blind_to_each_other, "use crate::games::loa::X;"), 1);
        assert_eq!(count(towers_are_blind_to_each_other, "use super::loa::X;"), 1);
        assert_eq!(count(towers_are_blind_to_each_other, "use crate::games::Loa;"), 1);
        assert_eq!(count(files_look_down_only, "use crate::games::Loa;"), 1);
        assert_eq!(count(towers_are_blind_to_each_other, "use crate::games::amazons::X;"), 0);
        let door = "pub mod loa; pub use loa::Loa; fn f() { amazons::x() }";
        assert!(breaches(towers_are_blind_to_each_other, "src/games/mod.rs", door).is_empty());
        assert_eq!(upward_breaches("src/games/mod.rs", door), 0);
    }

    #[test]
    fn a_new_folder_needs_a_floor() {
        let found = breaches(every_folder_has_a_floor, "src/attic/mod.rs", "");
        assert!(found.len() == 1 && found[0].starts_with("src/attic/mod.rs:1: "), "{found:?}");
        assert!(breaches(every_folder_has_a_floor, "src/board/side.rs", "").is_empty());
    }
}
