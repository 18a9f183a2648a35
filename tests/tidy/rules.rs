//! `docs/RULES.md` and the tests it names.
//!
//! Every rule stands in a table whose column `Pinned by` (the third, if none is called so) holds in
//! backticks the tests that pin it; outside tables the same is said as ``test: `name` ``. A name is
//! a function, or `file::function`, where `file` may be the file's stem or one of its folders.
//! Fenced blocks are not read.

use crate::house::House;
use crate::source::Source;

/// A test as the document names it.
#[derive(Debug, PartialEq, Eq)]
struct Pin {
    line: usize,
    name: String,
}

/// Law: the tests that the rules name exist.
pub fn rules_are_pinned_by_tests(house: &House, document: Option<&str>) -> Vec<String> {
    let Some(document) = document else {
        return vec!["docs/RULES.md:1: is missing; write down every rule choice there, its source and its test".into()];
    };
    let pins = pins(document);
    if pins.is_empty() {
        return vec![
            "docs/RULES.md:1: names no test; give each rule its test in the third column".into(),
        ];
    }
    let lost = pins.iter().filter(|pin| !house.sources.iter().any(|source| has(source, &pin.name)));
    let sentence = |pin: &Pin| {
        let Pin { line, name } = pin;
        format!(
            "docs/RULES.md:{line}: `{name}` is no test in src/ or tests/; write it, or correct the name"
        )
    };
    lost.map(sentence).collect()
}

/// Whether `source` holds the test `name`, in test code, at the place the name tells.
fn has(source: &Source, name: &str) -> bool {
    let mut parts = name.rsplit("::");
    let function = parts.next().unwrap_or_default();
    let stem = source.path.trim_end_matches(".rs");
    let knows = |part: &str| {
        let at_home = source.modules.iter().any(|module| module.name == part);
        at_home || stem.split('/').any(|place| place == part)
    };
    let holds =
        source.functions.iter().any(|f| f.name == function && source.in_test(*f.span.start()));
    let is_ours = source.is_under("src/") || source.is_under("tests/");
    is_ours && holds && parts.all(knows)
}

/// Every test the document names, in order.
fn pins(document: &str) -> Vec<Pin> {
    let mut pins = Vec::new();
    let (mut fenced, mut column) = (false, None);
    for (index, text) in document.lines().enumerate() {
        fenced ^= text.trim_start().starts_with("```");
        let is_row = text.trim_start().starts_with('|');
        let place = if fenced {
            None
        } else if is_row {
            let cells = cells(text);
            let is_header = column.is_none();
            let column = *column.get_or_insert_with(|| pinned_column(&cells));
            cells.get(column).filter(|_| !is_header).cloned()
        } else {
            text.split_once("test:").map(|(_, rest)| rest.to_string())
        };
        column = column.filter(|_| is_row);
        let names = place.iter().flat_map(|place| quoted(place));
        pins.extend(names.map(|name| Pin { line: index + 1, name }));
    }
    pins
}

/// The cells of a table row. `\|` is a bar inside a cell.
fn cells(row: &str) -> Vec<String> {
    let bar = "\u{1}";
    let row = row.trim().replace("\\|", bar);
    let inside = row.trim_start_matches('|').trim_end_matches('|');
    inside.split('|').map(|cell| cell.trim().replace(bar, "|")).collect()
}

/// Which column names the tests, told by the header.
fn pinned_column(header: &[String]) -> usize {
    header.iter().position(|cell| cell.to_lowercase().contains("pinned by")).unwrap_or(2)
}

/// What stands in backticks.
fn quoted(text: &str) -> Vec<String> {
    let odd = text.split('`').skip(1).step_by(2);
    odd.map(|name| name.trim_end_matches("()").to_string()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &str = "# Rules\n\n| Rule | Source | Test |\n|---|---|---|\n| `a \\| b` | x | `men_jump`, `rules::kings_fly()` |\n\n";

    fn found(document: &str) -> Vec<String> {
        let house = House::of(&[
            ("src/games/checkers/rules.rs", "#[cfg(test)] mod tests { #[test] fn kings_fly() {} }"),
            ("tests/perft.rs", "fn count() {} #[test] fn men_jump() {}"),
            ("src/board/key.rs", "fn helper() {}"),
            ("benches/speed.rs", "fn fast() {}"),
        ]);
        rules_are_pinned_by_tests(&house, Some(document))
    }

    fn names(document: &str) -> Vec<(usize, String)> {
        pins(document).into_iter().map(|pin| (pin.line, pin.name)).collect()
    }

    #[test]
    fn the_third_column_names_tests() {
        let expected = [(5, "men_jump".to_string()), (5, "rules::kings_fly".to_string())];
        assert_eq!(names(TABLE), expected);
        assert_eq!(names("|a|b|c|\n|-|-|-|\n|a|b|`c \\| d`|"), [(3, "c | d".to_string())]);
        assert_eq!(found(TABLE), [""; 0]);
    }

    #[test]
    fn a_column_called_pinned_by_comes_first() {
        let text =
            "|Rule|Pinned by|Note|\n|--|--|--|\n|r|`a`|`b`|\ntext\n|R|S|T|\n|-|-|-|\n|`c`|`d`|`e`|";
        assert_eq!(names(text), [(3, "a".to_string()), (7, "e".to_string())]);
    }

    #[test]
    fn prose_names_tests_after_the_word() {
        let text = "A rule (`x`), test: `a` and `b`.\n```\ntest: `c`\n| 1 | 2 | `d` |\n```\n";
        assert_eq!(names(text), [(1, "a".to_string()), (1, "b".to_string())]);
    }

    #[test]
    fn names_must_exist_where_they_say() {
        for name in ["men_jump", "perft::men_jump", "checkers::rules::tests::kings_fly"] {
            assert_eq!(found(&format!("test: `{name}`")), [""; 0], "{name}");
        }
        for name in ["men_walk", "rules::men_jump", "helper", "fast", "cargo test", ""] {
            let found = found(&format!("\ntest: `{name}`"));
            assert!(found.len() == 1 && found[0].starts_with("docs/RULES.md:2: "), "{name}");
        }
    }

    #[test]
    fn a_document_that_pins_nothing_is_a_breach() {
        assert_eq!(found("# Rules\n").len(), 1);
        assert_eq!(rules_are_pinned_by_tests(&House::of(&[]), None).len(), 1);
    }
}
